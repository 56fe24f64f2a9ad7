// What the reader does on the board: moves, premoves, steps through the game.

import { promote } from "./play-promote.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Premove } from "./play-premove.js" */
/** @import { Table } from "./play-table.js" */

/**
 * Listens to the board.
 * @param {ChessBoard} board
 * @param {Table} table
 * @param {Premove} premove
 * @param {{play: (move: string) => unknown, refuse: (move: string) => unknown, step: (by: number) => void, early: (move: string) => void}} does
 *   early hears of a premove
 */
export function listen(board, table, premove, does) {
  const on = (/** @type {string} */ name, /** @type {(detail: any, event: Event) => void} */ work) =>
    board.addEventListener(name, (event) => work(/** @type {CustomEvent} */ (event).detail, event));
  on("move", async ({ from, to }, event) => {
    event.preventDefault();
    if (premove.possible) {
      premove.set(from, to);
      does.early(`${from}–${to}`);
      return;
    }
    const chosen = table.legal.filter((move) => move.from === from && move.to === to);
    const kind = chosen.length > 1 ? await promote(board, table.side, chosen) : "";
    if (kind !== null) {
      does.play(`${from}${to}${kind}`);
    }
  });
  on("select", ({ square }) => {
    if (board.picked === "" || !board.targets?.get(board.picked)?.includes(square)) {
      premove.clear();
    }
  });
  on("refuse", ({ from, to }) => {
    if (board.movable && !premove.possible) {
      does.refuse(from + to); // the referee says why
    }
  });
  on("step", ({ by }, event) => {
    event.preventDefault();
    does.step(by);
  });
}
