// The effect of a change on a problem: keys, mates and themes gained and lost. This module compares
// two reports (docs/problem-json.md) and is independent of pages.

import { menOf, squares } from "./board-draw.js";

/** The maximum number of squares that an edit changes; beyond it is another problem. */
const most = 4;

/** @typedef {{defence: string, san: string, mates: string[], mates_san: string[]}} Variation */
/** @typedef {{move: string, san: string, variations: Variation[]}} Play */

/**
 * The fields of a report that are compared; post_key is the play after a key that is made.
 * @typedef {{verdict: string, keys: Play[], post_key?: Play, themes: {name: string}[] | null, men?: string}} Compared
 */

/** A verdict, with the former one, key, mate or theme. @typedef {{kind: string, name: string, was?: string}} Change */

/**
 * Compares two versions of a problem.
 * @param {Compared} before @param {Compared} after
 * @returns {{verdict: Change | null, gained: Change[], lost: Change[]}}
 */
export function compare(before, after) {
  const same = before.verdict === after.verdict;
  const verdict = same ? null : { kind: "verdict", name: after.verdict, was: before.verdict };
  const gained = [];
  const lost = [];
  for (const [kind, of] of /** @type {[string, (report: Compared) => Map<string, string>][]} */ (kinds)) {
    const [old, now] = [of(before), of(after)];
    gained.push(...missing(old, now, kind));
    lost.push(...missing(now, old, kind));
  }
  return { verdict, gained, lost };
}

/**
 * Returns what the second has and the first lacks.
 * @param {Map<string, string>} first names by what tells them apart
 * @param {Map<string, string>} second @param {string} kind
 */
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
 * Returns the mates of the keys' play. A mate is identified by the moves of its line, whatever
 * the key: 1...Nf3~ 2.Qh2 stays the same with a key from another square.
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

/**
 * Reports whether a position comes from another by an edit and is not another problem.
 * @param {string} before @param {string} after
 */
export function isKin(before, after) {
  const [old, now] = [menOf(before), menOf(after)];
  return squares.filter((square) => old.get(square) !== now.get(square)).length <= most;
}
