// Reads texts with problems: from links, the text box, the clipboard, and files dropped anywhere on
// the page.

import { emptyDiagram, fromPosition } from "./diagram.js";
import { takeDropped, takePasted, textOf } from "./dom.js";
import { recall } from "./memory.js";
import { captionOf } from "./collection-caption.js";
import { fromCollection, originIn } from "./problem-origin.js";
import { momentOf, textsOf } from "./problem-undo.js";
import { examples } from "./problem-welcome.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" @import { Engine, Fault } from "./engine.js" */
/** @import { App, State } from "./pages.js" @import { Origin } from "./problem-origin.js" */
/** @import { Moment } from "./problem-undo.js" */

/** An unreadable text and its error. @typedef {{text: string, fault: Fault}} Refused */

/**
 * The contents of a text: the first problem with its twins, unless it is refused, and what is not shown.
 * @typedef {{diagrams: Diagram[], refused: Refused | null, remark: string, origin?: Origin, solutions?: number}} Found
 */

/**
 * The answer to "read" (docs/web-api.md).
 * @typedef {object} Answer
 * @property {{position: string, stipulation: string, title: string, authors: string[], source: string,
 *   awards?: string[], solutions?: number, twin?: string}[]} problems
 * @property {{line: number, column?: number, message: string}[]} faults
 * @property {boolean} more
 */

/** The maximum length of a text in bytes, as it is sent. */
const longest = 1_000_000;
/** The maximum number of diagrams that are read as twins. */
const most = 26;

const ranks = "(?:[1-8KQRBNPSkqrbnps]{1,8}/){7}[1-8KQRBNPSkqrbnps]{1,8}";
/** A FEN within a text. */
const line = new RegExp(
  `${ranks}(?: [wb] (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])(?: \\d+ \\d+)?| [wb]\\b)?(?: #\\d+)?`);

/**
 * Reads positions up to the first invalid text.
 * @param {Engine} engine @param {string[]} texts
 * @param {number} n number of moves where a text has no stipulation
 * @returns {Promise<Found>} no diagrams if one is refused
 */
export async function readPositions(engine, texts, n) {
  const diagrams = [];
  for (const text of texts) {
    try {
      diagrams.push(fromPosition(await engine.call("position", { text }), n));
    } catch (thrown) {
      return { diagrams: [], refused: { text, fault: /** @type {Fault} */ (thrown) }, remark: "" };
    }
  }
  return { diagrams, refused: null, remark: "" };
}

/**
 * Reads a text in any supported form, and the files of "Export".
 * @param {Engine} engine @param {string} text
 * @param {number} n number of moves where the text has no stipulation
 * @param {boolean} typed the text is nothing but problems; any other may have a FEN among words
 * @returns {Promise<Found>}
 */
export async function readProblems(engine, text, n, typed) {
  const exported = exportedIn(text);
  if (exported[0]) {
    const found = await readPositions(engine, exported.map(({ fen, n }) => `${fen} #${n}`), n);
    return { ...found, origin: originIn(exported[0]), solutions: exported[0].intended_solutions };
  }
  /** @type {Answer} */
  let answer;
  try {
    answer = await engine.call("read", { text });
  } catch (thrown) {
    const fault = /** @type {Fault} */ (thrown);
    const within = typed || fault.code !== "bad request" ? null : line.exec(text);
    const found = await readPositions(engine, within && fault.offset < within.index ? [within[0]] : [], n);
    return found.diagrams.length > 0 ? found : { ...found, refused: { text, fault } };
  }
  const { problems } = answer;
  const next = problems.findIndex(({ twin }, i) => i > 0 && (!twin || twin === "a"));
  const twins = problems.slice(0, next < 0 ? most : Math.min(next, most));
  const texts = twins.map(({ position, stipulation }) => `${position} ${stipulation}`.trim());
  const [first] = twins;
  return { ...await readPositions(engine, texts, n), remark: remarkOf(answer, twins.length),
    ...(first && { origin: originIn(captionOf(first)), solutions: first.solutions }) };
}

/** Reports what else a text has, and which entries are unreadable. @param {Answer} answer @param {number} shown */
function remarkOf({ problems, faults, more }, shown) {
  const parts = [];
  if (more || problems.length > shown) {
    parts.push(t("problem.read.several", { n: problems.length, more }));
  }
  const [fault] = faults;
  if (fault) {
    parts.push(t("problem.read.faults", { n: faults.length, ...fault }));
  }
  return parts.join(" ");
}

/**
 * Returns an export as JSON: a problem, or its twins.
 * @param {string} text @returns {{fen: string, n: number, intended_solutions?: number}[]}
 */
function exportedIn(text) {
  try {
    return [JSON.parse(text)].flat().slice(0, most)
      .filter((problem) => typeof problem?.fen === "string" && Number.isInteger(problem.n));
  } catch {
    return [];
  }
}

/**
 * Reads the problem of a link.
 * @param {App} app @param {State} state
 * @returns {Promise<{moment: Moment | null, refused: Refused | null}>} neither if the link has no problem
 */
export async function readLink(app, state) {
  const [{ diagrams, refused }, stored] = await Promise.all(
    [readPositions(app.engine, textsOf(state), 2), fromCollection(app, state["from"])]);
  return { moment: diagrams.length > 0 ? { ...momentOf(diagrams, state), ...stored } : null, refused };
}

/**
 * Reads the latest problem on the board from the browser's storage.
 * @param {App} app
 * @returns {Promise<Moment>} an example if nothing is remembered that can be read
 */
export async function readLast(app) {
  const last = recall("problem", /** @type {any} */ (null)); // earlier releases stored a text
  for (const state of [typeof last === "string" ? { position: last } : last, examples[0]]) {
    const texts = Object.entries(state ?? {}).filter(([, value]) => typeof value === "string");
    const { moment } = await readLink(app, Object.fromEntries(texts));
    if (moment) return moment;
  }
  return { twins: [emptyDiagram], at: 0 };
}

/**
 * Reads texts and files that are pasted or dropped anywhere on the page.
 * @param {(text: string, name: string) => void} take hears a text, and the name of its file if it has one
 * @param {(message: string) => void} refuse hears why a text is not read
 * @param {AbortSignal} signal ends it
 */
export function takeTexts(take, refuse, signal) {
  const takeShort = (/** @type {string | null} */ text, /** @type {string} */ name) => {
    if (text === null || new Blob([JSON.stringify(text)]).size > longest) {
      refuse(t("problem.read.long", { name: name || t("problem.read.pasted"), most: Math.floor(longest / 1000) }));
    } else {
      take(text, name);
    }
  };
  const takeFiles = async (/** @type {File[]} */ [file]) =>
    file && takeShort(file.size > longest ? null : await textOf(file), file.name);
  takeDropped(takeFiles, signal);
  takePasted((text) => takeShort(text, ""), takeFiles, signal);
}
