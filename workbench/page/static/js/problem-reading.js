// Reads texts with problems: from links, the text box, the clipboard, and files dropped anywhere on
// the page.

import { emptyDiagram, fromPosition } from "./diagram.js";
import { takeDropped, takePasted, textOf } from "./dom.js";
import { recall } from "./memory.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" */
/** @import { Engine, Fault } from "./engine.js" */

/** An unreadable text and its error. @typedef {{text: string, fault: Fault}} Refused */

/**
 * The contents of a text: the first problem with its twins, unless it is refused, and what is not shown.
 * @typedef {{diagrams: Diagram[], refused: Refused | null, remark: string}} Found
 */

/**
 * The answer to "read" (docs/web-api.md).
 * @typedef {object} Answer
 * @property {{position: string, stipulation: string, twin?: string}[]} problems
 * @property {{line: number, column?: number, message: string}[]} faults
 * @property {boolean} more
 */

/** J. Cumpe 1908, the first problem of the thesis. */
const first = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1";

/** The maximum length of a text in bytes, as it is sent. */
const longest = 1_000_000;
/** The maximum number of diagrams that are read as twins. */
const most = 26;

const ranks = "(?:[1-8KQRBNPSkqrbnps]{1,8}/){7}[1-8KQRBNPSkqrbnps]{1,8}";
/** A FEN within a text. */
const line = new RegExp(`${ranks}(?: [wb] (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])(?: \\d+ \\d+)?| [wb]\\b)?(?: #\\d+)?`);

/**
 * Reads positions up to the first invalid text.
 * @param {Engine} engine
 * @param {string[]} texts
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
 * @param {Engine} engine
 * @param {string} text
 * @param {number} n number of moves where the text has no stipulation
 * @param {boolean} typed the text is nothing but problems; any other may have a FEN among words
 * @returns {Promise<Found>}
 */
export async function readProblems(engine, text, n, typed) {
  const exported = exportedIn(text);
  if (exported.length > 0) {
    return readPositions(engine, exported, n);
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
  const found = await readPositions(engine, twins.map(({ position, stipulation }) => `${position} ${stipulation}`.trim()), n);
  return { ...found, remark: remarkOf(answer, twins.length) };
}

/**
 * Reports what else a text contains, and which entries could not be read.
 * @param {Answer} answer
 * @param {number} shown problems
 * @returns {string}
 */
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

/** Returns the positions of an export as JSON: a problem, or its twins. @param {string} text @returns {string[]} */
function exportedIn(text) {
  try {
    const found = [JSON.parse(text)].flat().filter((problem) => typeof problem?.fen === "string" && Number.isInteger(problem.n));
    return found.slice(0, most).map(({ fen, n }) => `${fen} #${n}`);
  } catch {
    return [];
  }
}

/**
 * Reads the latest diagram on the board from the browser's storage.
 * @param {Engine} engine
 * @returns {Promise<Diagram>} the first problem if nothing is remembered that can be read
 */
export async function readLast(engine) {
  for (const text of [recall("problem", first), first]) {
    const { diagrams: [diagram] } = await readPositions(engine, [text], 2);
    if (diagram) {
      return diagram;
    }
  }
  return emptyDiagram;
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
  const takeFiles = async (/** @type {File[]} */ [file]) => file && takeShort(file.size > longest ? null : await textOf(file), file.name);
  takeDropped(takeFiles, signal);
  takePasted((text) => takeShort(text, ""), takeFiles, signal);
}
