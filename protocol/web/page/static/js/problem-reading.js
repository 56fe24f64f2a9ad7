// Texts with positions: those of links and of the box, and files that are dropped anywhere on the
// page: what "Export" writes, or any text with a FEN in it.

import { emptyDiagram, fromPosition } from "./diagram.js";
import { recall } from "./memory.js";

/** @import { Diagram } from "./diagram.js" */
/** @import { Engine, Fault } from "./engine.js" */

/** A text that could not be read, and why. @typedef {{text: string, fault: Fault}} Refused */

/** J. Cumpe 1908, the first problem of the thesis. */
const first = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1";

/** The longest file that is read, in bytes. */
const longest = 1 << 20;
/** The most diagrams that are taken as twins. */
const most = 26;

const rows = "(?:[1-8KQRBNPSkqrbnps]{1,8}/){7}[1-8KQRBNPSkqrbnps]{1,8}";
const line = new RegExp(`${rows}(?: [wb] (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])(?: \\d+ \\d+)?| [wb]\\b)?(?: #\\d+)?`);

/**
 * Returns the positions that a text has, as the page reads them: all twins of an export as
 * JSON, else the first FEN.
 * @param {string} text
 * @returns {string[]}
 */
export function positionsOf(text) {
  try {
    const found = [JSON.parse(text)].flat().filter((problem) => typeof problem?.fen === "string");
    return found.slice(0, most).map(({ fen, n }) => (Number.isInteger(n) ? `${fen} #${n}` : fen));
  } catch {
    const [first] = line.exec(text) ?? [];
    return first ? [first] : [];
  }
}

/**
 * Reads positions, up to the first text that is refused.
 * @param {Engine} engine
 * @param {string[]} texts
 * @param {number} n number of moves where a text has no stipulation
 * @returns {Promise<{diagrams: Diagram[], refused: Refused | null}>} no diagrams if one is refused
 */
export async function readPositions(engine, texts, n) {
  const diagrams = [];
  for (const text of texts) {
    try {
      diagrams.push(fromPosition(await engine.call("position", { text }), n));
    } catch (thrown) {
      return { diagrams: [], refused: { text, fault: /** @type {Fault} */ (thrown) } };
    }
  }
  return { diagrams, refused: null };
}

/**
 * Reads the diagram that was on the board last, by what the browser remembers.
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
 * Takes files that are dropped anywhere on the page.
 * @param {(positions: string[], name: string) => void} take hears what a file has, perhaps nothing
 * @param {AbortSignal} signal ends it
 */
export function takeDropped(take, signal) {
  const over = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file) {
      event.preventDefault();
      take(file.size > longest ? [] : positionsOf(await file.text()), file.name);
    }
  }, { signal });
}
