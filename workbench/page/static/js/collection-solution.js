// The solution in the details of a problem: its lines, which the board follows.

import "./words-problem.js";
import { el, fill } from "./dom.js";
import { Walk } from "./problem-walk.js";
import { solution } from "./report.js";

/** @import { ChessBoard } from "./board.js" @import { App } from "./pages.js" @import { Report } from "./report.js" */

/** How long an unfinished analysis may take, in seconds. */
const patience = 20;

/**
 * Requests the report of a problem with its lines.
 * @param {App} app @param {{fen: string, stipulation: string, solutions?: number}} problem @param {AbortSignal} signal
 * @returns {Promise<Report>}
 */
export function solve(app, { fen, stipulation, solutions = 0 }, signal) {
  return app.engine.call("problem", { position: fen, stipulation, solutions, seconds: patience }, { signal });
}

/** Returns a solution that the board walks. @param {App} app @param {ChessBoard} board @param {Report} report */
export function walkable(app, board, report) {
  const men = board.men;
  const walk = new Walk(app, board, () => {
    if (!walk.on) {
      board.men = men;
      board.marks = [];
      board.arrows = [];
    }
  });
  board.addEventListener("step", (event) => {
    if (walk.on) {
      event.preventDefault();
      walk.step(/** @type {CustomEvent} */ (event).detail.by);
    }
  });
  const tree = el("div");
  const redraw = () => fill(tree, solution(report, {
    show: (moves, threats = [], label = "") => {
      walk.show(report.fen, moves, threats, label);
      // The board may just have come over it.
      tree.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
    },
    step: (by) => walk.step(by),
    light: () => {},
    redraw,
  }));
  redraw();
  return el("div", { class: "collection-solution" }, walk.bar, tree);
}
