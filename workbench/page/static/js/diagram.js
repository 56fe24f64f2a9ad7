// A diagram that is being edited: men, side, rights and stipulation, operations on the whole board,
// and the versions for undo. Nothing here knows which moves are legal.

import { files, isWhite, otherColour, squares } from "./board-draw.js";

/**
 * A diagram: letters by squares, capitals for White; side (w or b), castling and en passant as in a FEN; n moves.
 * @typedef {{men: Map<string, string>, side: string, castling: string, enpassant: string, n: number}} Diagram
 */

/** @type {Diagram} */
export const emptyDiagram = { men: new Map(), side: "w", castling: "-", enpassant: "-", n: 2 };

/** Writes a diagram as a FEN. @param {Diagram} d */
export function fen(d) {
  const ranks = [];
  for (let rank = 8; rank >= 1; rank--) {
    let text = "";
    for (const file of files) {
      text += d.men.get(`${file}${rank}`) ?? "1";
    }
    ranks.push(text.replace(/1+/g, (empty) => String(empty.length)));
  }
  return `${ranks.join("/")} ${d.side} ${d.castling} ${d.enpassant} 0 1`;
}

/** Returns what identifies a diagram: position and stipulation. @param {Diagram} d */
export function nameOf(d) {
  return `${fen(d)} #${d.n}`;
}

/**
 * Returns the diagram in the answer to "position".
 * @param {{men: Record<string, string>, side: string, castling: string, enpassant: string, n?: number}} position
 * @param {number} n if the position says none
 */
export function fromPosition(position, n) {
  const { side, castling, enpassant } = position;
  return { men: new Map(Object.entries(position.men)), side, castling, enpassant, n: position.n ?? n };
}

/** Counts the men as in magazines, White's first: 4+3. @param {Map<string, string>} men */
export function count(men) {
  const white = [...men.values()].filter(isWhite).length;
  return `${white}+${men.size - white}`;
}

/** @typedef {(file: number, rank: number) => [number, number]} Turn */

/** Turns of the whole board; files and ranks are counted from 0. @type {Record<string, Turn>} */
const turns = {
  mirror: (file, rank) => [7 - file, rank],
  flip: (file, rank) => [file, 7 - rank],
  rotate: (file, rank) => [rank, 7 - file],
  left: (file, rank) => [file - 1, rank],
  right: (file, rank) => [file + 1, rank],
  up: (file, rank) => [file, rank + 1],
  down: (file, rank) => [file, rank - 1],
};

/**
 * Changes the whole diagram: "clear", "swap" (colours and side to move), "mirror",
 * "flip", "rotate", "left", "right", "up" and "down". Returns null if a man would leave the board.
 * Rights are lost.
 * @param {Diagram} d @param {string} how @returns {Diagram | null}
 */
export function transformed(d, how) {
  const bare = { ...d, castling: "-", enpassant: "-" };
  if (how === "clear") {
    return { ...bare, men: new Map(), side: "w" };
  }
  if (how === "swap") {
    const men = new Map([...d.men].map(([square, letter]) => [square, otherColour(letter)]));
    return { ...bare, men, side: d.side === "w" ? "b" : "w" };
  }
  const turn = turns[how];
  if (!turn) {
    throw new Error(`no way to turn a board is called ${how}`);
  }
  /** @type {Map<string, string>} */
  const men = new Map();
  for (const [square, letter] of d.men) {
    const [file, rank] = turn(square.charCodeAt(0) - 97, Number(square[1]) - 1);
    const to = `${files[file] ?? "?"}${rank + 1}`;
    if (!squares.includes(to)) return null;
    men.set(to, letter);
  }
  return { ...bare, men };
}

/** The maximum number of steps that can be undone. */
const depth = 500;

/** A history of values for undo and redo. @template T */
export class History {
  at = 0;

  /** @param {T} first */
  constructor(first) {
    this.past = [first];
  }

  /** @returns {T} */
  get now() {
    return /** @type {T} */ (this.past[this.at]);
  }

  /** @param {T} next the next value; undone values are forgotten */
  push(next) {
    this.past.splice(this.at + 1, Infinity, next);
    this.past.splice(0, this.past.length - depth);
    this.at = this.past.length - 1;
  }

  /** @param {T} same replaces the current value */
  mend(same) {
    this.past[this.at] = same;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.past.length - 1;
  }

  /** @param {number} by such as -1 or 1 @returns {boolean} whether there was such a step */
  step(by) {
    if (!(this.at + by in this.past)) return false;
    this.at += by;
    return true;
  }
}
