// Shows a game on the board: the men, their legal moves, the last move, a check, arrows.

import { menOf } from "./play-table.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Table } from "./play-table.js" */

/**
 * Draws the current position. In the latest one the side to move may move its men; a reader who
 * plays both sides may branch off at any move.
 * @param {ChessBoard} board
 * @param {Table} table
 * @param {string[] | null} arrows moves in coordinates; null leaves those that are there
 */
export function drawBoard(board, table, arrows) {
  const { standing, at, game, newest } = table;
  board.men = menOf(table.fen);
  /** @type {Map<string, string[]>} */
  const targets = new Map();
  const mine = game.side === "both" || (newest && table.side === game.side);
  for (const move of mine ? table.legal : []) {
    targets.set(move.from, [...new Set([...(targets.get(move.from) ?? []), move.to])]);
  }
  board.targets = targets;
  board.movable = mine && (newest ? !table.over : targets.size > 0);
  const last = standing.plies[at - 1];
  const marks = new Map(last ? [[last.from, "last"], [last.to, "last"]] : []);
  const check = newest ? standing.check : last?.check;
  if (check) {
    marks.set(check, "ring");
  }
  board.marks = marks;
  if (arrows) {
    board.arrows = arrows.map((uci) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), kind: "good" }));
  }
}
