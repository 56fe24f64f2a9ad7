// The dialog for a promotion.

import { el } from "./dom.js";
import { drawMan } from "./board-draw.js";
import { svg } from "./dom.js";

/** @import { App } from "./pages.js" */
/** @import { Move, Side } from "./play-table.js" */

/**
 * Returns the letter of the piece, as in coordinates; null if the reader cancels.
 * @param {App} app
 * @param {Side} side
 * @param {Move[]} moves the promotions that there are
 * @returns {Promise<string | null>}
 */
export function promote(app, side, moves) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    const buttons = moves.map((move) => {
      const letter = move.promotion ?? "q";
      const picture = svg("svg", { viewBox: "0 0 100 100", width: 56, height: 56, "aria-hidden": "true" });
      picture.append(drawMan(side === "white" ? letter.toUpperCase() : letter));
      const name = app.t(`board.${letter.toUpperCase()}`);
      return el("button", { type: "button", class: "promotion", title: name, "aria-label": name, data: { piece: letter }, onclick: () => choose(letter) }, picture);
    });
    const dialog = el("dialog", { class: "promotions", "aria-label": app.t("play.promote") }, el("p", null, app.t("play.promote")), el("div", { class: "row" }, buttons));
    const choose = (/** @type {string} */ letter) => {
      chosen = letter;
      dialog.close();
    };
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
