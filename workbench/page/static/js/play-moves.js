// The list of moves, and the notation of scores.

import { el, fill } from "./dom.js";
import { t } from "./words.js";

/** @import { Ply } from "./play-table.js" */
/** @typedef {{cp?: number, mate?: number}} Score */
/** @typedef {{ply: number, plies: number, expectation: number, move: {san: string, number: number, side: string, score: Score, mistake?: string, better?: {san: string[], uci?: string[], score: Score}}}} Point */

/**
 * Writes White's score in pawns, or the moves to a mate.
 * @param {Score} score
 * @returns {string}
 */
export function written(score) {
  if (score.mate !== undefined) {
    return score.mate === 0 ? "#" : `${score.mate > 0 ? "+" : "−"}M${Math.abs(score.mate)}`;
  }
  const pawns = (score.cp ?? 0) / 100;
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}

/**
 * Draws the moves in pairs, with the comments after them. A click goes to a move.
 * @param {HTMLElement} list
 * @param {{plies: Ply[], at: number, points: Point[], comments: string[], go: (at: number) => void}} what
 */
export function drawMoves(list, { plies, at, points, comments, go }) {
  const marks = new Map(points.map((point) => [point.ply, point.move.mistake ?? ""]));
  /** @type {HTMLElement[]} */
  const items = [];
  const remark = (/** @type {string | undefined} */ text) => text && items.push(el("li", { class: "move-comment" }, text));
  remark(comments[0]);
  let row = el("li");
  plies.forEach((ply, index) => {
    if (ply.side === "white" || index === 0 || comments[index]) {
      row = el("li", null, el("span", { class: "move-number" }, `${ply.number}.`), ply.side === "black" && el("span", { class: "move-gap" }, "…"));
      items.push(row);
    }
    const mark = marks.get(index + 1) ?? "";
    row.append(
      el(
        "button",
        { type: "button", class: `move${mark ? " mistake" : ""}`, "aria-current": index + 1 === at ? "step" : null, data: { ply: index + 1 }, onclick: () => go(index + 1) },
        ply.san,
        mark && el("b", null, mark),
      ),
    );
    remark(comments[index + 1]);
  });
  if (plies.length === 0) {
    fill(list, el("li", { class: "hint" }, t("play.nomoves")));
    return;
  }
  fill(list, items);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) {
    list.scrollTop = Math.max(0, (current.closest("li")?.offsetTop ?? 0) - list.clientHeight / 2);
  }
}
