// The dialogs of the page "Play": a new game (side, strength, time, starting position), and the piece of a
// promotion: four men on the file, from the square of promotion on.

import { drawMan, place } from "./board-draw.js";
import { button, el, fill, svg } from "./dom.js";
import { messageOf } from "./engine.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" @import { App } from "./pages.js" */
/** @import { Game, Move, Side } from "./play-table.js" */

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
    const side = ["white", "black", "random", "both"].map((value) => {
      const input = el("input", { type: "radio", name: "side", value, checked: value === game.side });
      return el("label", null, input, ` ${t(`play.side.${value}`)}`);
    });
    const level = el("select", { id: "level" }, levels.map((value) => el("option",
      { value: String(value), selected: value === game.level },
      value === 0 ? t("play.level.full") : `${value} – ${t(describe(value))}`)));
    const clock = el("select", { id: "clock" }, clocks.map((value) => {
      const [minutes, seconds] = value.split("+");
      const text = value === "" ? t("play.clock.none") : t("play.clock", { minutes, seconds });
      return el("option", { value, selected: value === game.clock }, text);
    }));
    const start = el("input", { type: "text", id: "start", spellcheck: false, autocomplete: "off",
      placeholder: t("play.start"), size: 30 });
    const fault = el("p", { class: "fault", role: "alert" });
    const form = el("form", { class: "new-game" },
      el("h2", { id: "new-title" }, t("play.do.new")),
      el("fieldset", null, el("legend", null, t("play.side")), el("div", { class: "row" }, side)),
      el("div", { class: "field" }, el("label", { for: "level" }, t("play.level")), level),
      el("div", { class: "field" }, el("label", { for: "clock" }, t("play.time")), clock),
      el("div", { class: "field" }, el("label", { for: "start" }, t("play.from")), start,
        button("link from-board", t("play.from.board"), () => (start.value = fen))),
      fault,
      el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, t("play.begin")),
        button(null, t("play.goon"), () => dialog.close())),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wanted = String(new FormData(form).get("side") ?? "white");
      const drawn = Math.random() < 0.5 ? "white" : "black";
      const how = { side: /** @type {Game["side"]} */ (wanted === "random" ? drawn : wanted),
        level: Number(level.value), clock: wanted === "both" ? "" : clock.value, start: start.value.trim() };
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
  const names = ["beginner", "casual", "club", "strong", "master"];
  return `play.level.${names[[1000, 1400, 1800, 2200].filter((from) => level >= from).length]}`;
}

/**
 * Returns the letter of the piece, as in coordinates; null if the reader cancels: with Escape, or
 * by a click elsewhere.
 * @param {ChessBoard} board @param {Side} side
 * @param {Move[]} moves the promotions that there are, to one square
 * @returns {Promise<string | null>}
 */
export function promote(board, side, moves) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    let pressed = false; // the tap that moved the pawn is no choice
    const [column, row] = place(moves[0]?.to ?? "a8", board.orientation);
    const letters = [..."qnrb"].filter((letter) => moves.some((move) => move.promotion === letter));
    const buttons = letters.map((letter, index) => {
      const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
      picture.append(drawMan(side === "white" ? letter.toUpperCase() : letter));
      const name = t(`board.${letter.toUpperCase()}`);
      const choose = (/** @type {MouseEvent} */ event) => {
        if (pressed || event.detail === 0) {
          chosen = letter;
          dialog.close();
        }
      };
      const made = button("promotion", picture, choose, { title: name, "aria-label": name, data: { piece: letter } });
      made.style.gridArea = `${row === 0 ? index + 1 : 8 - index} / ${column + 1}`;
      return made;
    });
    const dialog = el("dialog", { class: "promotions", "aria-label": t("play.promote") }, buttons);
    const lay = () => {
      const at = /** @type {HTMLElement} */ (board.querySelector(".field")).getBoundingClientRect();
      for (const side of /** @type {const} */ (["left", "top", "width", "height"])) {
        dialog.style[side] = `${at[side]}px`;
      }
    };
    dialog.addEventListener("pointerdown", () => (pressed = true));
    dialog.addEventListener("click", (event) => pressed && event.target === dialog && dialog.close());
    dialog.addEventListener("keydown", (event) => step(event, buttons, row === 0));
    const gone = new AbortController();
    window.addEventListener("resize", lay, { signal: gone.signal });
    document.addEventListener("scroll", lay, { signal: gone.signal, capture: true });
    dialog.addEventListener("close", () => {
      gone.abort();
      dialog.remove();
      board.focus();
      resolve(chosen);
    });
    document.body.append(dialog);
    lay();
    dialog.showModal();
  });
}

/**
 * Moves the focus with the arrow keys.
 * @param {KeyboardEvent} event @param {HTMLElement[]} buttons
 * @param {boolean} down whether they are in order from above
 */
function step(event, buttons, down) {
  const by = { ArrowDown: down ? 1 : -1, ArrowRight: 1, ArrowUp: down ? -1 : 1, ArrowLeft: -1 }[event.key];
  if (by) {
    event.preventDefault();
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  }
}
