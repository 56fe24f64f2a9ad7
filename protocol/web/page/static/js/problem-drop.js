// A file with a problem, dropped anywhere on the page: what "Export" writes, or any text with a
// FEN in it.

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
