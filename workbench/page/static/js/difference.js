// The effect of a change on a problem: keys, mates and themes gained and lost. This module compares
// two reports (docs/problem-json.md) or positions and is independent of pages.

import { menOf, miniBoard, place, squares } from "./board-draw.js";
import { svg } from "./dom.js";

/** The maximum number of squares that an edit changes; beyond it is another problem. */
const most = 4;

/** @typedef {{defence: string, san: string, mates: string[], mates_san: string[]}} Answered */
/** @typedef {{move: string, san: string, variations: Answered[]}} Play */

/**
 * The fields of a report that are compared; post_key is the play after a key that is made.
 * @typedef {{verdict: string, keys: Play[], post_key?: Play, themes: {name: string}[] | null, men?: string}} Compared
 */

/** A verdict, with the former one, key, mate or theme. @typedef {{kind: string, name: string, was?: string}} Change */

/** Returns what an edit gained and lost. @param {Compared} before @param {Compared} after */
export function compare(before, after) {
  const [was, name] = [before.verdict, after.verdict];
  const verdict = was === name ? null : { kind: "verdict", name, was };
  const gained = [];
  const lost = [];
  for (const [kind, of] of /** @type {[string, (report: Compared) => Map<string, string>][]} */ (kinds)) {
    const [old, now] = [of(before), of(after)];
    gained.push(...missing(old, now, kind));
    lost.push(...missing(now, old, kind));
  }
  return { verdict, gained, lost };
}

/** @param {Map<string, string>} first @param {Map<string, string>} second with more names @param {string} kind */
function missing(first, second, kind) {
  return [...second].filter(([id]) => !first.has(id)).map(([, name]) => ({ kind, name }));
}

/** What is compared, in the order in which it is shown. */
const kinds = [
  ["key", (/** @type {Compared} */ report) => new Map(report.keys.map((key) => [key.san, `1.${key.san}`]))],
  ["mate", mates],
  ["theme", (/** @type {Compared} */ report) => new Map((report.themes ?? []).map(({ name }) => [name, name]))],
];

/**
 * Returns the mates of the keys' play. A mate is the same whatever the key and the defence are.
 * @param {Compared} report @returns {Map<string, string>}
 */
function mates(report) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const key of [...report.keys, report.post_key ?? []].flat()) {
    for (const variation of key.variations) {
      variation.mates.forEach((mate, i) => {
        if (!found.has(mate)) {
          found.set(mate, `2.${variation.mates_san[i]}`);
        }
      });
    }
  }
  return found;
}

/** Returns the squares on which two positions differ. @param {string} before a FEN @param {string} after */
export function changedSquares(before, after) {
  const [old, now] = [menOf(before), menOf(after)];
  return squares.filter((square) => old.get(square) !== now.get(square));
}

/** Reports whether a position comes from another by an edit. @param {string} before a FEN @param {string} after */
export const isKin = (before, after) => changedSquares(before, after).length <= most;

/** Returns a small diagram with frames round some squares. @param {string} fen @param {string[]} framed */
export function framedBoard(fen, framed) {
  const board = miniBoard(fen);
  for (const square of framed) {
    const [column, row] = place(square, "white");
    board.append(svg("rect", { class: "framed", x: 100 * column + 5, y: 100 * row + 5, width: 90, height: 90 }));
  }
  return board;
}
