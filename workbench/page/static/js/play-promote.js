// Chooses the piece of a promotion on the board: four men on the file, from the square of promotion on.

import { drawMan, place } from "./board-draw.js";
import { el, svg } from "./dom.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Move, Side } from "./play-table.js" */

/**
 * Returns the letter of the piece, as in coordinates; null if the reader cancels: with Escape, or
 * by a click elsewhere.
 * @param {ChessBoard} board
 * @param {Side} side
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
      const button = el("button", { type: "button", class: "promotion", title: name, "aria-label": name, data: { piece: letter }, onclick: choose }, picture);
      button.style.gridArea = `${row === 0 ? index + 1 : 8 - index} / ${column + 1}`;
      return button;
    });
    const dialog = el("dialog", { class: "promotions", "aria-label": t("play.promote") }, buttons);
    const lay = () => {
      const { left, top, width, height } = /** @type {HTMLElement} */ (board.querySelector(".field")).getBoundingClientRect();
      Object.assign(dialog.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
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
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} buttons
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
