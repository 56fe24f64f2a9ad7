// The steps of undo on the problem page, which survive a reload of the tab, what a step changes, and the part of
// the address for a problem.

import { fen, History, nameOf } from "./diagram.js";
import { recallHere, rememberHere } from "./memory.js";
import { menOf } from "./board-draw.js";
import { originIn, unknown } from "./problem-origin.js";

/** @import { Diagram } from "./diagram.js" @import { State } from "./pages.js" */
/** @import { Origin } from "./problem-origin.js" */

/**
 * A state for undo: the twins, which of them is on the board, whether their keys are made, how many keys are
 * intended, and the origin.
 * @typedef {{twins: Diagram[], at: number, after?: boolean, solutions?: number, origin?: Origin}} Moment
 */

/** How many steps survive a reload. */
const most = 100;

/** A diagram as nameOf writes it. */
const written = /^(?:[1-8KQRBNPkqrbnp]+\/){7}[1-8KQRBNPkqrbnp]+ ([wb]) (\S+) (\S+) \d+ \d+ #(\d{1,2})$/;

/** Reads what nameOf wrote. @param {string} name @returns {Diagram[]} nothing if it is not that */
function readName(name) {
  const [, side, castling, enpassant, n] = written.exec(String(name)) ?? [];
  return side && castling && enpassant ? [{ men: menOf(name), side, castling, enpassant, n: Number(n) }] : [];
}

/** Returns a number from 1 to 99; 1 if it is none. @param {unknown} value */
export const solutionsIn = (value) => Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), 99);

/** Stores the steps for this tab. @param {History<Moment>} history */
export function keepSteps(history) {
  const from = Math.min(Math.max(history.past.length - most, 0), history.at);
  const past = history.past.slice(from, from + most).map((moment) => ({ ...moment, twins: moment.twins.map(nameOf) }));
  rememberHere("problem.steps", { past, at: history.at - from });
}

/** Returns the steps that this tab has stored. @returns {History<Moment> | null} */
export function storedSteps() {
  const { past, at } = recallHere("problem.steps", { past: /** @type {any[]} */ ([]), at: 0 });
  const [first, ...others] = past.filter((moment) => Array.isArray(moment?.twins))
    .map(({ twins, at, after, solutions, origin }) => ({ twins: twins.flatMap(readName), at: Number(at),
      after: after === true, solutions: solutionsIn(solutions), origin: originIn(origin) }));
  if (!first || [first, ...others].some((moment) => !(moment.at in moment.twins))) return null;
  const history = new History(first);
  others.forEach((moment) => history.push(moment));
  history.step(at - history.at);
  return history;
}

/**
 * Returns the moment with another diagram on the board. An origin that was not written here belongs to the old one.
 * @param {Moment} moment @param {Diagram} diagram @returns {Moment}
 */
export function withDiagram({ origin, ...moment }, diagram) {
  const same = problemOf(diagram) === problemOf(/** @type {Diagram} */ (moment.twins[moment.at]));
  const kept = same || (origin?.own && diagram.men.size > 0);
  return { ...moment, twins: moment.twins.with(moment.at, diagram), origin: kept ? origin : undefined };
}

/** Returns what makes a problem another one: men, side and stipulation. @param {Diagram} d */
function problemOf(d) {
  return `${fen(d).split(" ", 2).join(" ")} #${d.n}`;
}

/** Adds or drops a twin, or shows another one. @param {Moment} moment @param {"add" | "drop" | number} way */
export function withTwin(moment, way) {
  const { twins, at } = moment;
  if (way === "add") {
    return { ...moment, twins: [...twins, /** @type {Diagram} */ (twins[at])], at: twins.length };
  }
  const left = twins.filter((_, i) => i !== at);
  return way === "drop" ? { ...moment, twins: left, at: Math.max(at - 1, 0) } : { ...moment, at: way };
}

/** Makes the key or takes it back: the other side is to move. @param {Moment} moment @param {boolean} after */
export function withKeyMade(moment, after) {
  const twins = moment.twins.map((d) => ({ ...d, side: d.side === "w" ? "b" : "w", enpassant: "-" }));
  return { ...moment, twins, after };
}

/** Returns the request for the analysis of the diagram on the board. @param {Moment} moment */
export function queryOf({ twins, at, after = false, solutions = 1 }) {
  const d = /** @type {Diagram} */ (twins[at]);
  return { position: fen(d), stipulation: `#${d.n}`, post_key: after, solutions };
}

/** Returns the side that mates: the one to move, or the other if the key is made. @param {Moment} moment */
export function matesIn({ twins, at, after = false }) {
  return (twins[at]?.side === "w") !== after ? "w" : "b";
}

/** Returns the part of a link for a problem. @param {Moment} moment @returns {State} */
export function stateOf({ twins, at, after, solutions = 1, origin = unknown }) {
  const [a, ...others] = /** @type {[Diagram, ...Diagram[]]} */ (twins);
  const { own, ...named } = origin;
  return { position: fen(a), n: String(a.n), twins: others.map(nameOf).join(","), twin: at > 0 ? String(at) : "",
    after: after ? "key" : "", solutions: solutions > 1 ? String(solutions) : "", from: "", ...named };
}

/** Reports whether a link has this problem. @param {Moment} moment @param {State} state @returns {boolean} */
export function isOf(moment, state) {
  return Object.entries(stateOf(moment)).every(([name, value]) => (state[name] ?? "") === value);
}

/** Returns the positions in a link as texts with their stipulations. @param {State} state @returns {string[]} */
export function textsOf({ position, n, twins }) {
  if (!position) return [];
  const own = n && !position.includes("#") ? `${position} #${n}` : position;
  return [own, ...(twins ?? "").split(",").filter((text) => text !== "")];
}

/** Returns the moment in a link. @param {Diagram[]} twins that are read, at least one @param {State} state */
export function momentOf(twins, state) {
  const at = Math.trunc(Number(state["twin"])) || 0;
  return { twins, at: Math.min(Math.max(at, 0), twins.length - 1), after: state["after"] === "key",
    solutions: solutionsIn(state["solutions"]), origin: originIn(state) };
}
