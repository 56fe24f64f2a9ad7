// The games of a tournament. Each opens on the board of the page "Play".

import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";

/** @import { App } from "./pages.js" */

/** The number of games that are listed at once, as the program returns them. */
const most = 200;

/**
 * The part of the page with the games, which are listed when it is opened.
 * @param {App} app
 * @param {string} name
 * @param {AbortSignal} signal
 */
export function gamesPanel(app, name, signal) {
  const { t } = app;
  const list = el("ol", { class: "laboratory-games" });
  const said = el("p", { class: "hint", role: "status" });
  const back = el("button", { type: "button", onclick: () => look(from - most) }, t("laboratory.games.before"));
  const next = el("button", { type: "button", onclick: () => look(from + most) }, t("laboratory.games.after"));
  const root = el("details", { class: "laboratory-part", ontoggle: () => root.open && list.children.length === 0 && look(1) },
    el("summary", null, t("laboratory.games.list")), said, list, el("p", { class: "row" }, back, next));
  let from = 1;
  back.hidden = next.hidden = true;

  /** Lists the games from a number on. @param {number} first */
  async function look(first) {
    fill(said, t("laboratory.loading"));
    try {
      const { count, games } = await app.engine.call("laboratory/games", { name, from: first }, { signal });
      from = first;
      list.start = first;
      fill(list, games.map((/** @type {any} */ { number, white, black, result }) =>
        el("li", null, el("button", { type: "button", class: "link", data: { game: String(number) }, onclick: () => show(number) }, `${white} – ${black}`), ` ${result}`)));
      fill(said);
      back.hidden = first === 1;
      next.hidden = first + games.length > count;
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(said, el("span", { class: "fault" }, messageOf(thrown)));
      }
    }
  }

  /** Opens a game on the board. @param {number} game */
  async function show(game) {
    try {
      const { start = "", moves = [] } = await app.engine.call("laboratory/games", { name, game }, { signal });
      app.go({ page: "play", side: "both", start, moves: moves.join(","), at: "0" });
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(said, el("span", { class: "fault" }, messageOf(thrown)));
      }
    }
  }

  return { root };
}
