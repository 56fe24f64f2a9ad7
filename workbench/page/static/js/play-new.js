// The dialog of a new game: side, strength, time, starting position.

import { el, fill } from "./dom.js";
import { messageOf } from "./engine.js";

/** @import { App } from "./pages.js" */
/** @import { Game } from "./play-table.js" */

const clocks = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"];

/**
 * Returns the reader's choices, or null if the current game continues.
 * @param {App} app
 * @param {{levels: number[], game: Game, fen: string}} now what can be chosen, the last game, whose
 *   choices stand, and the position on the board
 * @returns {Promise<Partial<Game> | null>}
 */
export function newGame(app, { levels, game, fen }) {
  return new Promise((resolve) => {
    /** @type {Partial<Game> | null} */
    let chosen = null;
    const side = ["white", "black", "random", "both"].map((name) =>
      el("label", null, el("input", { type: "radio", name: "side", value: name, checked: name === game.side }), ` ${app.t(`play.side.${name}`)}`),
    );
    const level = el("select", { id: "level" },
      levels.map((value) => el("option", { value: String(value), selected: value === game.level }, value === 0 ? app.t("play.level.full") : `${value} – ${app.t(describe(value))}`)),
    );
    const clock = el("select", { id: "clock" }, clocks.map((value) => el("option", { value, selected: value === game.clock }, value === "" ? app.t("play.clock.none") : app.t("play.clock", { minutes: value.split("+")[0], seconds: value.split("+")[1] }))));
    const start = el("input", { type: "text", id: "start", spellcheck: false, autocomplete: "off", placeholder: app.t("play.start"), size: 30 });
    const fault = el("p", { class: "fault", role: "alert" });
    const form = el("form", { class: "new-game" },
      el("h2", { id: "new-title" }, app.t("play.do.new")),
      el("fieldset", null, el("legend", null, app.t("play.side")), el("div", { class: "row" }, side)),
      el("div", { class: "field" }, el("label", { for: "level" }, app.t("play.level")), level),
      el("div", { class: "field" }, el("label", { for: "clock" }, app.t("play.time")), clock),
      el("div", { class: "field" }, el("label", { for: "start" }, app.t("play.from")), start, el("button", { type: "button", class: "link from-board", onclick: () => (start.value = fen) }, app.t("play.from.board"))),
      fault,
      el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, app.t("play.begin")), el("button", { type: "button", onclick: () => dialog.close() }, app.t("play.goon"))),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wanted = String(new FormData(form).get("side") ?? "white");
      const drawn = Math.random() < 0.5 ? "white" : "black";
      const how = { side: /** @type {Game["side"]} */ (wanted === "random" ? drawn : wanted), level: Number(level.value), clock: wanted === "both" ? "" : clock.value, start: start.value.trim() };
      try {
        await app.engine.call("game", { start: how.start });
        chosen = how;
        dialog.close();
      } catch (thrown) {
        fill(fault, messageOf(thrown));
        start.setAttribute("aria-invalid", "true");
        start.focus();
      }
    });
    const dialog = el("dialog", { class: "new-dialog", "aria-labelledby": "new-title" }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Returns the key of the description of a rating. @param {number} level */
function describe(level) {
  if (level < 1000) {
    return "play.level.beginner";
  }
  return level < 1400 ? "play.level.casual" : level < 1800 ? "play.level.club" : level < 2200 ? "play.level.strong" : "play.level.master";
}
