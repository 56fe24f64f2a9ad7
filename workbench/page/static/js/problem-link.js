// The part of the address for a problem: its twins with their stipulations, and which of them is on
// the board.

import { fen, nameOf } from "./diagram.js";

/** @import { Diagram } from "./diagram.js" */
/** @import { State } from "./pages.js" */

/**
 * A state for undo: the twins, which of them is on the board, and whether their keys are made.
 * @typedef {{twins: Diagram[], at: number, after?: boolean}} Moment
 */

/**
 * Returns the part of a link for a problem.
 * @param {Moment} moment
 * @returns {State}
 */
export function stateOf({ twins, at, after }) {
  const [a, ...others] = /** @type {[Diagram, ...Diagram[]]} */ (twins);
  return { position: fen(a), n: String(a.n), twins: others.map(nameOf).join(","), twin: at > 0 ? String(at) : "", after: after ? "key" : "" };
}

/**
 * Reports whether a link has this problem.
 * @param {Moment} moment
 * @param {State} state
 * @returns {boolean}
 */
export function isOf(moment, state) {
  return Object.entries(stateOf(moment)).every(([name, value]) => (state[name] ?? "") === value);
}

/**
 * Returns the texts of the positions in a link, each with its stipulation; none if it has no
 * position.
 * @param {State} state
 * @returns {string[]}
 */
export function textsOf({ position, n, twins }) {
  if (!position) {
    return [];
  }
  const own = n && !position.includes("#") ? `${position} #${n}` : position;
  return [own, ...(twins ?? "").split(",").filter((text) => text !== "")];
}

/**
 * Returns the moment in a link, once its positions are read.
 * @param {Diagram[]} twins at least one
 * @param {State} state
 * @returns {Moment}
 */
export function momentOf(twins, state) {
  const at = Math.trunc(Number(state["twin"])) || 0;
  return { twins, at: Math.min(Math.max(at, 0), twins.length - 1), after: state["after"] === "key" };
}
