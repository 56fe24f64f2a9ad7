// The help dialog: what can be dropped or pasted, signs, keys, mouse and touch.

import "./words-help.js";
import { showDialog } from "./dialog.js";
import { el } from "./dom.js";
import { t } from "./words.js";

/** @type {[string, string][]} */
const everywhere = [["?", "keys.help"], ["/", "keys.query"], ["Esc", "keys.escape"]];

/** @type {[string, string][]} */
const onBoard = [
  ["← ↑ → ↓", "board.keys.cursor"], ["K Q R B N P", "board.keys.place"], ["⇧ + K Q R B N P", "board.keys.black"],
  ["Delete", "board.keys.remove"], ["Space", "board.keys.pick"], ["x", "board.keys.swap"], ["f", "board.keys.turn"],
  ["m", "board.keys.mark"],
];

/** @type {[string, string][]} */
const signs = [["!", "key"], ["?", "try"], ["~", "any"], ["[ ]", "threat"], ["1…", "black"], ["#", "mate"]];

/** @type {Record<"finger" | "mouse", string[]>} */
const hands = { finger: ["tap", "drag", "long", "empty"], mouse: ["drag", "copy", "right", "wheel"] };

/** Mouse or touch actions on the board, whichever the device has. */
function byHand() {
  const what = matchMedia("(pointer: coarse)").matches ? "finger" : "mouse";
  return list(`board.hands.${what}`, hands[what].map((name) => [t(`board.hands.${name}`), `board.hands.${name}.does`]));
}

/**
 * Shows the help. The page's keys are pairs of keys and the key of their text.
 * @param {[string, string][]} ofPage
 * @param {string[]} pages the names of all pages
 */
export function showKeys(ofPage, pages) {
  const coarse = matchMedia("(pointer: coarse)").matches;
  showDialog("keys", t("app.keys"),
    list("help.drop", pages.filter((name) => name !== "laboratory")
      .map((name) => [t(`page.${name}`), `help.drop.${name}`]), "span"),
    list("help.signs", signs.map(([sign, name]) => [sign, `help.signs.${name}`])),
    coarse && byHand(),
    list("keys.everywhere", everywhere),
    list("keys.board", onBoard),
    !coarse && byHand(),
    ofPage.length > 0 && list("keys.page", ofPage),
  );
}

/** Writes the names of keys in the language. @param {string} keys */
function named(keys) {
  return keys.replace(/Delete|End|Enter|Home|Space/g, (name) => t(`board.key.${name}`));
}

/** @param {string} title @param {[string, string][]} rows @param {"kbd" | "span"} [tag] of the left column */
function list(title, rows, tag = "kbd") {
  return el("section", null,
    el("h3", null, t(title)),
    el("dl", null, rows.flatMap(([keys, text]) =>
      [el("dt", null, el(tag, null, named(keys))), el("dd", null, t(text))])),
  );
}
