// The premove: a move that the reader makes while the program thinks, and that is played after its answer.

import { menOf } from "./play-table.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Table } from "./play-table.js" */

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
    const others = [...this.#board.marks].filter(([, kind]) => kind !== "light premove");
    const own = this.#move ? [this.#move.from, this.#move.to] : [];
    this.#board.marks = new Map([...others, ...own.map((square) => /** @type {[string, string]} */ ([square, "light premove"]))]);
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
 * @param {Map<string, string>} men
 * @param {boolean} white
 * @returns {Map<string, string[]>}
 */
function reaches(men, white) {
  const targets = new Map();
  for (const [square, letter] of men) {
    const kind = letter.toUpperCase();
    if ((letter === kind) !== white) {
      continue;
    }
    const up = white ? 1 : -1;
    const { steps, far } = ways[kind] ?? { far: false, steps: [[0, up], [0, 2 * up], [1, up], [-1, up]] };
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1])];
    targets.set(square, steps.flatMap(([x = 0, y = 0]) => Array.from({ length: far ? 7 : 1 }, (_, i) => [file + (i + 1) * x, rank + (i + 1) * y]))
      .filter(([x = 0, y = 0]) => x >= 0 && x < 8 && y > 0 && y < 9)
      .map(([x = 0, y]) => `${"abcdefgh"[x]}${y}`));
  }
  return targets;
}
