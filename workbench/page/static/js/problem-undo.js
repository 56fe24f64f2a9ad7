// The steps of undo on the problem page, which survive a reload of the tab, what a step changes, and the part of
// the address for a problem.

import { fen, History, nameOf } from "./diagram.js";
import { recallHere, rememberHere } from "./memory.js";
import { menOf } from "./board-draw.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" */
/** @import { State } from "./pages.js" */

/**
 * A state for undo: the twins, which of them is on the board, whether their keys are made, and how many keys are meant.
 * @typedef {{twins: Diagram[], at: number, after?: boolean, solutions?: number}} Moment
 */

/** A moment as it is stored. @typedef {{twins: string[], at: number, after?: boolean, solutions?: number}} Stored */

/** How many steps survive a reload. */
const most = 100;

/** A diagram as nameOf writes it. */
const written = /^(?:[1-8KQRBNPkqrbnp]+\/){7}[1-8KQRBNPkqrbnp]+ ([wb]) (\S+) (\S+) \d+ \d+ #(\d{1,2})$/;

/** Reads what nameOf wrote. @param {string} name @returns {Diagram[]} nothing if it is not that */
function readName(name) {
  const [, side, castling, enpassant, n] = written.exec(String(name)) ?? [];
  return side && castling && enpassant ? [{ men: menOf(name), side, castling, enpassant, n: Number(n) }] : [];
}

/** Stores the steps for this tab. @param {History<Moment>} history */
export function keepSteps(history) {
  const from = Math.min(Math.max(history.past.length - most, 0), history.at);
  const past = history.past.slice(from, from + most).map((moment) => ({ ...moment, twins: moment.twins.map(nameOf) }));
  rememberHere("problem.steps", { past, at: history.at - from });
}

/** Returns the steps that this tab has stored. @returns {History<Moment> | null} */
export function storedSteps() {
  const { past, at } = recallHere("problem.steps", { past: /** @type {Stored[]} */ ([]), at: 0 });
  const [first, ...others] = past.filter((moment) => Array.isArray(moment?.twins))
    .map(({ twins, at, after, solutions }) => ({ twins: twins.flatMap(readName), at: Number(at), after: after === true, solutions: Number(solutions) || 1 }));
  if (!first || [first, ...others].some((moment) => !(moment.at in moment.twins))) {
    return null;
  }
  const history = new History(first);
  others.forEach((moment) => history.push(moment));
  history.step(at - history.at);
  return history;
}

/**
 * Returns the moment with another diagram on the board.
 * @param {Moment} moment
 * @param {Diagram} diagram
 * @returns {Moment}
 */
export function withDiagram(moment, diagram) {
  return { ...moment, twins: moment.twins.with(moment.at, diagram) };
}

/**
 * Returns the moment with a twin more or less, or with another one on the board.
 * @param {Moment} moment
 * @param {"add" | "drop" | number} way
 * @returns {Moment}
 */
export function withTwin(moment, way) {
  const { twins, at } = moment;
  if (way === "add") {
    return { ...moment, twins: [...twins, /** @type {Diagram} */ (twins[at])], at: twins.length };
  }
  return way === "drop" ? { ...moment, twins: twins.filter((_, i) => i !== at), at: Math.max(at - 1, 0) } : { ...moment, at: way };
}

/**
 * Returns the moment with the key to be found, or with the key made: then the other side is to move.
 * @param {Moment} moment
 * @param {boolean} after
 * @returns {Moment}
 */
export function withKeyMade(moment, after) {
  const twins = moment.twins.map((d) => ({ ...d, side: d.side === "w" ? "b" : "w", enpassant: "-" }));
  return { ...moment, twins, after };
}

/** Returns the request for the analysis of the diagram on the board. @param {Moment} moment */
export function queryOf({ twins, at, after, solutions = 1 }) {
  const d = /** @type {Diagram} */ (twins[at]);
  return { position: fen(d), stipulation: `#${d.n}`, ...(after ? { post_key: true } : {}), ...(solutions > 1 ? { solutions } : {}) };
}

/**
 * Names the sides in a list by which of them mates: the one to move, or the other if the key is made.
 * @param {HTMLSelectElement} list with the side to move
 * @param {boolean} after
 */
export function nameSides(list, after) {
  for (const option of list.options) {
    option.text = t(`problem.side.${(option.value === "w") !== after ? "w" : "b"}`);
  }
}

/** Returns the part of a link for a problem. @param {Moment} moment @returns {State} */
export function stateOf({ twins, at, after, solutions = 1 }) {
  const [a, ...others] = /** @type {[Diagram, ...Diagram[]]} */ (twins);
  return { position: fen(a), n: String(a.n), twins: others.map(nameOf).join(","), twin: at > 0 ? String(at) : "", after: after ? "key" : "",
    solutions: solutions > 1 ? String(solutions) : "" };
}

/** Reports whether a link has this problem. @param {Moment} moment @param {State} state @returns {boolean} */
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
  return { twins, at: Math.min(Math.max(at, 0), twins.length - 1), after: state["after"] === "key",
    solutions: Math.min(Math.max(Math.trunc(Number(state["solutions"])) || 1, 1), 99) };
}
