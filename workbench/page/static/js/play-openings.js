// The names of openings, of the file openings.txt. A line has the moves, the English name, the Italian one, and the
// key of the position after the moves, so that other orders of moves lead to it; a test computes the keys (-update).

/** @typedef {Map<string, Record<string, string>>} Names by the keys of positions */

/** @type {Promise<Names> | null} */
let loaded = null;

/** @returns {Promise<Names>} */
async function load() {
  const answer = await fetch("openings.txt");
  if (!answer.ok) throw new Error(answer.statusText);
  const lines = (await answer.text()).trim().split("\n");
  return new Map(lines.map((line) => {
    const [, en = "", it = "", key = ""] = line.split("|");
    return [key, { en, it }];
  }));
}

/** Returns the key of a position: a hash (FNV-1a) of its men and the side to move. @param {string} fen */
function keyOf(fen) {
  let hash = 0x811c9dc5;
  for (const sign of fen.split(" ", 2).join(" ")) {
    hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * Returns the name of the last position that the table has, "" if it has none or cannot be loaded.
 * @param {string[]} fens the positions of a game
 * @param {string} language
 */
export async function openingOf(fens, language) {
  try {
    const names = await (loaded ??= load());
    const key = fens.map(keyOf).findLast((one) => names.has(one));
    return names.get(key ?? "")?.[language] ?? "";
  } catch {
    loaded = null; // the next move asks again
    return "";
  }
}
