// The contents of a game's text besides its moves: players, event, result, comments. They stay with
// the game on the board.

import { el, fill } from "./dom.js";

/** @import { Side } from "./play-table.js" */

/**
 * The contents of a game's text: tags, result, and comments. The first comment comes before all
 * moves, then there is one after each move; "" is none.
 * @typedef {{tags: [string, string][], result: string, comments: string[]}} Told
 */

/** @returns {Told} */
export const nothingTold = () => ({ tags: [], result: "", comments: [] });

/** Tags that follow from the moves and the position. */
const derived = new Set(["Result", "FEN", "SetUp"]);

/**
 * Returns the contents for a line of a tree.
 * @param {{tags?: [string, string][], result?: string}} tree
 * @param {string[]} comments
 * @param {boolean} whole the line is the game itself, no other one
 * @returns {Told}
 */
export function toldOf({ tags = [], result = "" }, comments, whole) {
  return { tags: tags.filter(([name]) => !derived.has(name)), result: whole && result !== "*" ? result : "", comments };
}

/**
 * Returns what stays valid after other moves: comments as far as the moves are the same.
 * @param {Told} told
 * @param {string[]} before
 * @param {string[]} now
 * @returns {Told}
 */
export function stillTold(told, before, now) {
  if (before.join() === now.join()) {
    return told;
  }
  const other = before.findIndex((move, index) => move !== now[index]);
  return { tags: told.tags, result: "", comments: told.comments.slice(0, (other < 0 ? before.length : other) + 1) };
}

/** Returns the value of a tag, "" if it is unknown. @param {Told} told @param {string} name */
function tag(told, name) {
  const value = told.tags.find(([one]) => one === name)?.[1] ?? "";
  return /^[?.\s-]*$/.test(value) ? "" : value;
}

/** Returns the name of a player, "" if it is unknown. @param {Told} told @param {Side} side */
export const playerOf = (told, side) => tag(told, side === "white" ? "White" : "Black");

/** @param {string} result */
export const writtenResult = (result) => result.replace("1/2-1/2", "½–½").replace("-", "–");

/**
 * Shows players, event and result, if known.
 * @param {HTMLElement} root
 * @param {Told} told
 */
export function drawHead(root, told) {
  const players = [playerOf(told, "white"), playerOf(told, "black")];
  const round = tag(told, "Round");
  const event = [tag(told, "Event"), round && `(${round})`].filter(Boolean).join(" ");
  const where = [event, tag(told, "Site"), tag(told, "Date")].filter(Boolean).join(", ");
  root.hidden = told.tags.length === 0 || (players.every((name) => name === "") && where === "" && told.result === "");
  fill(
    root,
    players.some(Boolean) && el("strong", null, players.map((name) => name || "?").join(" – ")),
    where !== "" && el("span", { class: "hint" }, where),
    told.result !== "" && el("span", { class: "chip" }, writtenResult(told.result)),
  );
}
