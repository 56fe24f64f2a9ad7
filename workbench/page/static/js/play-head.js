// What is shown above the moves: players, event and result of a game's text, and the name of the opening.

import { el, fill } from "./dom.js";

/** @import { App } from "./pages.js" */
/** @import { Side, Table } from "./play-table.js" */
/** @import { Tree } from "./play-tree.js" */

/** Returns the value of a tag, "" if it is unknown. @param {Tree} tree @param {string} name */
function tag({ tags = [] }, name) {
  const value = tags.find(([one]) => one === name)?.[1] ?? "";
  return /^[?.\s-]*$/.test(value) ? "" : value;
}

/** Returns the name of a player, "" if it is unknown. @param {Tree} tree @param {Side} side */
export const playerOf = (tree, side) => tag(tree, side === "white" ? "White" : "Black");

/** @param {string} result */
export const writtenResult = (result) => result.replace("1/2-1/2", "½–½").replace("-", "–");

/** Shows players, event and result, if known. @param {HTMLElement} root @param {Tree} tree */
export function drawHead(root, tree) {
  const players = [playerOf(tree, "white"), playerOf(tree, "black")];
  const round = tag(tree, "Round");
  const event = [tag(tree, "Event"), round && `(${round})`].filter(Boolean).join(" ");
  const where = [event, tag(tree, "Site"), tag(tree, "Date")].filter(Boolean).join(", ");
  const result = (tree.result ?? "*") === "*" ? "" : (tree.result ?? "");
  root.hidden = (tree.tags ?? []).length === 0 || (players.every((name) => name === "") && where === "" && result === "");
  fill(root,
    players.some(Boolean) && el("strong", null, players.map((name) => name || "?").join(" – ")),
    where !== "" && el("span", { class: "hint" }, where),
    result !== "" && el("span", { class: "chip" }, writtenResult(result)),
  );
}

/**
 * Shows the name of the opening up to the current position. The table of names is loaded with the first move.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Table} table
 */
export async function drawOpening(root, app, { at, fen, standing }) {
  root.dataset["fen"] = fen;
  const fens = standing.plies.slice(0, at).map((ply) => ply.fen);
  const names = fens.length > 0 ? await import("./play-openings.js").catch(() => null) : null; // a name can be missing
  if (root.dataset["fen"] === fen) {
    fill(root, names?.openingOf(fens, app.language));
  }
}
