// The board of a game: what it shows, premoves, and what the reader does on it and with keys.

import { menOf, targetsOf } from "./board-draw.js";
import { promote } from "./play-dialogs.js";

/** @import { ChessBoard } from "./board.js" @import { Table } from "./play-table.js" */

/**
 * Draws the current position. In the latest one the side to move may move its men; a reader who
 * plays both sides may branch off at any move.
 * @param {ChessBoard} board @param {Table} table
 * @param {string[] | null} arrows moves in coordinates; null leaves those that are there
 */
export function drawBoard(board, table, arrows) {
  const { standing, at, game, newest } = table;
  board.men = menOf(table.fen);
  const mine = game.side === "both" || (newest && table.side === game.side);
  const targets = targetsOf(mine ? table.legal : []);
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

/** The premove. */
export class Premove {
  #board;
  #table;
  /** @type {{from: string, to: string} | null} */
  #move = null;

  /** @param {ChessBoard} board @param {Table} table */
  constructor(board, table) {
    this.#board = board;
    this.#table = table;
  }

  /** Reports whether the reader can make one now. */
  get possible() {
    return this.#table.waits && this.#table.newest;
  }

  /** @param {string} from @param {string} to */
  set(from, to) {
    this.#move = { from, to };
    this.draw();
  }

  /** Forgets the premove, and reports whether there was one. */
  clear() {
    const was = this.#move !== null;
    this.#move = null;
    this.draw();
    return was;
  }

  /** Returns the premove if it is legal now, and forgets it. @returns {string} "" if it is not */
  take() {
    const move = this.#move;
    this.#move = null;
    this.draw();
    const legal = move ? this.#table.standing.legal.filter(({ from, to }) => from === move.from && to === move.to) : [];
    return (legal.find(({ promotion }) => promotion === "q") ?? legal[0])?.uci ?? "";
  }

  /** Draws it, and lets the reader make another one. */
  draw() {
    if (this.possible) {
      this.#board.targets = reaches(menOf(this.#table.fen), this.#table.game.side === "white");
      this.#board.movable = true;
    }
    const marks = new Map([...this.#board.marks].filter(([, kind]) => kind !== "light premove"));
    for (const square of this.#move ? [this.#move.from, this.#move.to] : []) {
      marks.set(square, "light premove");
    }
    this.#board.marks = marks;
  }
}

/** Steps of the men, and whether they go on. @type {Record<string, {steps: number[][], far: boolean}>} */
const ways = {
  R: { far: true, steps: [[1, 0], [-1, 0], [0, 1], [0, -1]] },
  B: { far: true, steps: [[1, 1], [1, -1], [-1, 1], [-1, -1]] },
  N: { far: false, steps: [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]] },
};
const around = [.../** @type {number[][]} */ (ways["R"]?.steps), .../** @type {number[][]} */ (ways["B"]?.steps)];
ways["Q"] = { far: true, steps: around };
ways["K"] = { far: false, steps: [...around, [2, 0], [-2, 0]] };

/**
 * Returns where the men of a side could go on a board without other men.
 * @param {Map<string, string>} men @param {boolean} white @returns {Map<string, string[]>}
 */
function reaches(men, white) {
  const targets = new Map();
  for (const [square, letter] of men) {
    const kind = letter.toUpperCase();
    if ((letter === kind) !== white) continue;
    const up = white ? 1 : -1;
    const { steps, far } = ways[kind] ?? { far: false, steps: [[0, up], [0, 2 * up], [1, up], [-1, up]] };
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1])];
    const reach = far ? [1, 2, 3, 4, 5, 6, 7] : [1];
    targets.set(square, steps.flatMap(([x = 0, y = 0]) => reach.map((i) => [file + i * x, rank + i * y]))
      .filter(([x = 0, y = 0]) => x >= 0 && x < 8 && y > 0 && y < 9)
      .map(([x = 0, y]) => `${"abcdefgh"[x]}${y}`));
  }
  return targets;
}

/**
 * Listens to the board.
 * @param {ChessBoard} board @param {Table} table @param {Premove} premove
 * @param {{play: (move: string) => unknown, refuse: (move: string) => unknown, step: (by: number) => void,
 *   early: (move: string) => void}} does early hears of a premove
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

/** @type {[string, string][]} */
export const keys = [
  ["← →", "play.keys.step"],
  ["Home End", "play.keys.ends"],
  ["h", "play.keys.hint"],
  ["u", "play.keys.back"],
  ["n", "play.keys.new"],
  ["Ctrl V", "play.keys.paste"],
];

/**
 * Returns a listener for the page's keys. Text fields keep their keys, and the board keeps the
 * arrow keys for its cursor.
 * @param {Record<string, () => void>} work @returns {(event: KeyboardEvent) => void}
 */
export function keyed(work) {
  return (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const busy = target.matches("input, textarea, select, [role=tab]") || target.closest("dialog");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy) return;
    const ofBoard = target.closest("chess-board") !== null && event.key.length > 1 && event.key !== "Escape";
    const chosen = ofBoard ? undefined : work[event.key];
    if (chosen) {
      event.preventDefault();
      chosen();
    }
  };
}
