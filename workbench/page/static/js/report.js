// The solution of a problem as a tree of lines that are shown on a board.

import { el } from "./dom.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

/**
 * A line of the solution (docs/web-api.md).
 * @typedef {object} Line
 * @property {string} kind
 * @property {string} text
 * @property {string} [answer]
 * @property {string} [note]
 * @property {string[]} moves
 * @property {string[]} [defences]
 * @property {string[]} [mates]
 * @property {string[]} [threats]
 * @property {boolean} [dual]
 * @property {boolean} [idle]
 * @property {Line[]} [below]
 */

/**
 * @typedef {object} Phase
 * @property {string} move
 * @property {string} san
 * @property {string} type
 * @property {string[]} threats
 * @property {{defence: string, san: string, mates: string[], mates_san: string[], dual: boolean}[]} variations
 * @property {string[]} refutations
 * @property {string[]} refutations_san
 * @property {number} duals
 */

/** @typedef {{key_san: string, name: string, squares: string[]}} Flaw */
/** @typedef {{letter: string, mates: string[], many: boolean, refutes: boolean}} Cell */
/** @typedef {{move: string, san: string, type: string, letter?: string, threats: string[], more_threats: boolean, cells: Cell[], refutations_san: string[]}} TableRow */

/**
 * The fields of a report (docs/problem-json.md) that the page shows.
 * @typedef {object} Report
 * @property {string} fen
 * @property {string} men
 * @property {number} n
 * @property {string} verdict
 * @property {boolean} complete
 * @property {{without: number, in: number, refuted: number, first_moves: number} | null} proven
 * @property {string} [block_kind]
 * @property {Phase[]} keys
 * @property {Phase} [post_key]
 * @property {string[]} short
 * @property {{move: string, san: string, in: number}[]} short_mates
 * @property {Phase[] | null} tries
 * @property {{defences: {letter: string, moves: string[], moves_san: string[]}[], mates: {letter: string, move: string, san: string}[], phases: TableRow[]} | null} table
 * @property {{pure: boolean, model: boolean, ideal: boolean, double_check: boolean}[] | null} pictures
 * @property {string[] | null} superfluous
 * @property {{man: string, tries_san: string[]}[] | null} lost_tries
 * @property {string | null} economy
 * @property {{name: string, lines: string[][], lines_san: string[][], moves: string[]}[] | null} themes
 * @property {Flaw[] | null} flaws
 * @property {Flaw[] | null} merits
 * @property {{name: string, squares: string[], impossible: boolean}[] | null} warnings
 * @property {number} nodes
 * @property {number} seconds
 * @property {Line[] | null} lines
 */

/**
 * What the page offers to a part of a report.
 * @typedef {object} Walker
 * @property {(moves: string[], threats?: string[], label?: string) => void} show puts the end of
 *   a line on the board, with arrows for the threats
 * @property {(by: number) => void} step moves along the current line
 * @property {(squares: string[]) => void} light marks squares; none clears the marks
 * @property {() => void} redraw writes all moves anew
 * @property {(square: string) => void} [remove] takes a man off the diagram
 */

/** The number of tries that are shown at first. */
const unfolded = 5;

const figurines = "♔♕♖♗♘";

/** Whether moves have figurines in place of letters. */
let drawn = recall("figurines", false);

/**
 * Writes a move with English letters in the language of the page, or with figurines.
 * @param {string} san
 * @returns {string}
 */
export function letters(san) {
  const own = drawn ? figurines : t("problem.letters");
  return dotted(san).replace(/[KQRBN]/g, (letter) => own["KQRBN".indexOf(letter)] ?? letter);
}

/**
 * Writes moves that have the letters of the page already: with figurines if these are chosen.
 * @param {string} text
 * @returns {string}
 */
export function written(text) {
  const own = t("problem.letters");
  const man = new RegExp(`[${own}](?=[a-hx1-8~-])|(?<=[=18])[${own}]`, "g");
  return drawn ? dotted(text).replace(man, (letter) => figurines[own.indexOf(letter)] ?? letter) : dotted(text);
}

/** Writes the number of a move of Black as 1… @param {string} text */
function dotted(text) {
  return text.replace(/(\d)\.\.\./g, "$1…");
}

/**
 * Returns the solution as a tree, and the choice of figurines. The arrow keys move in the tree: up and
 * down to other lines, left and right along the moves of a line.
 * @param {Report} report
 * @param {Walker} walker
 * @returns {HTMLElement}
 */
export function solution(report, walker) {
  const lines = report.lines ?? [];
  if (lines.length === 0) {
    return el("p", { class: "hint" }, t("problem.nolines"));
  }
  const isSet = (/** @type {Line} */ { kind }) => kind === "set";
  const isTry = (/** @type {Line} */ { kind, moves, below }) => kind === "try" || (kind !== "set" && moves.length === 0 && !below);
  const part = (/** @type {string} */ name, /** @type {Line[]} */ list, /** @type {HTMLElement[]} */ head = []) => list.length > 0 && el("div", { role: "presentation", class: `part ${name}` }, head, list.map((line) => node(line, 1, walker)));
  const tree = el("div", { class: "solution moves", role: "tree", "aria-label": t("problem.tab.solution") },
    part("play", lines.filter((line) => !isSet(line) && !isTry(line))),
    part("set", lines.filter(isSet)),
    part("tries", lines.filter(isTry), [el("h3", { role: "presentation" }, t("problem.tries"))]));
  fold([...tree.querySelectorAll(".tries > .of-try")].slice(unfolded));
  tree.addEventListener("keydown", (event) => walkByKey(event, tree, walker));
  const first = /** @type {HTMLElement | null} */ (tree.querySelector("[role=treeitem]"));
  if (first) {
    first.tabIndex = 0;
  } else { // nothing to choose
    tree.removeAttribute("role");
    tree.removeAttribute("aria-label");
  }
  return el("div", null, tree, choice(walker));
}

/** Returns the choice between letters and figurines. @param {Walker} walker */
function choice(walker) {
  const box = el("input", { type: "checkbox", checked: drawn });
  box.addEventListener("change", () => {
    drawn = box.checked;
    remember("figurines", drawn);
    walker.redraw();
  });
  return el("label", { class: "figurines hint noprint" }, box, ` ${t("problem.figurines")}`);
}

/** Hides tries behind a line that shows them. @param {Element[]} tries */
function fold(tries) {
  const [first] = tries;
  if (!first) {
    return;
  }
  tries.forEach((ply) => ply.classList.add("folded"));
  const more = el("div", { role: "treeitem", tabIndex: -1, class: "item play-line more", "aria-level": 1, "aria-expanded": "false" }, t("problem.tries.more", { n: tries.length }));
  const unfold = () => {
    tries.forEach((ply) => ply.classList.remove("folded"));
    const item = /** @type {HTMLElement | null} */ (first.querySelector("[role=treeitem]"));
    more.closest("[role=tree]")?.querySelectorAll("[tabindex='0']").forEach((other) => other.setAttribute("tabindex", "-1"));
    more.remove();
    if (item) {
      item.tabIndex = 0;
      item.focus();
    }
  };
  more.addEventListener("click", unfold);
  more.addEventListener("open", unfold);
  first.before(more);
}

/** Lets lists of moves break between moves, not within one. @param {string} text @returns {(string | HTMLElement)[]} */
function breakable(text) {
  return text.split(/(?<=[/,])/).flatMap((part, i) => (i === 0 ? [part] : [el("wbr", null), part]));
}

/**
 * @param {Line} line
 * @param {number} level
 * @param {Walker} walker
 * @returns {HTMLElement}
 */
function node(line, level, walker) {
  const below = (line.below ?? []).map((next) => node(next, level + 1, walker));
  const group = below.length > 0 ? el("div", { role: "group" }, below) : null;
  if (line.moves.length === 0) {
    const head = line.kind === "set" || line.kind === "post_key" ? el("h3", { role: "presentation" }, written(line.text)) : el("p", { class: "hint", role: "presentation" }, level === 1 ? t("problem.leftout", { reasons: line.text }) : breakable(written(line.text)));
    return el("div", { role: "presentation", class: `ply of-${line.kind}` }, head, group);
  }
  const item = el(
    "div",
    {
      role: "treeitem",
      tabIndex: -1,
      class: `item play-line ${line.kind}${line.dual ? " dual" : ""}${line.idle ? " idle" : ""}`,
      "aria-level": level,
      "aria-selected": "false",
      data: { moves: line.moves.join(" ") },
    },
    line.kind === "refutation" && el("span", { class: "remark" }, `${line.note} `),
    el("span", { class: "move" }, breakable(written(line.text))),
    line.answer && el("span", { class: "answer" }, breakable(` ${written(line.answer)}`)),
    line.note && line.kind !== "refutation" && el("span", { class: "remark" }, ` (${line.note})`),
  );
  const choose = () => {
    for (const other of item.closest("[role=tree]")?.querySelectorAll("[aria-selected=true]") ?? []) {
      other.setAttribute("aria-selected", "false");
    }
    item.setAttribute("aria-selected", "true");
    walker.show(line.moves, line.threats ?? [], written(`${line.text} ${line.answer ?? ""}`));
  };
  item.addEventListener("click", () => {
    item.focus();
    choose();
  });
  item.addEventListener("walk", choose);
  item.addEventListener("open", choose);
  return el("div", { role: "presentation", class: `ply of-${line.kind}` }, item, group);
}

/** @param {KeyboardEvent} event @param {HTMLElement} tree @param {Walker} walker */
function walkByKey(event, tree, walker) {
  const items = /** @type {HTMLElement[]} */ ([...tree.querySelectorAll("[role=treeitem]")].filter((item) => !item.closest(".folded")));
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  /** @type {Record<string, number>} */
  const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const to = ways[event.key];
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    event.preventDefault();
    walker.step(event.key === "ArrowRight" ? 1 : -1);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    items[at]?.dispatchEvent(new Event("open"));
  } else if (to !== undefined && items[to]) {
    event.preventDefault();
    const item = /** @type {HTMLElement} */ (items[to]);
    items.forEach((other) => (other.tabIndex = other === item ? 0 : -1));
    item.focus();
    item.dispatchEvent(new Event("walk"));
  }
}

/** Returns a line outside the solution that looks like those in it. @param {string} text @param {() => void} show */
export function lineButton(text, show) {
  const button = el("button", { type: "button", class: "play-line moves", onclick: () => {
    button.closest("[role=tabpanel]")?.querySelector(".play-line[aria-current]")?.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    show();
  } }, text);
  return button;
}

/**
 * Counts the tries of a problem, and the tries shown in the solution and in the table of phases.
 * @param {Report} report
 * @returns {{all: number, lines: number, rows: number}}
 */
export function triesOf({ tries, lines, table, keys }) {
  const rows = (table?.phases ?? []).filter(({ move }) => move !== "0000" && keys.every((key) => key.move !== move));
  return { all: tries?.length ?? 0, lines: (lines ?? []).filter(({ kind }) => kind === "try").length, rows: rows.length };
}

/** Writes a time, such as 0.13 ms or 4.2 s. @param {number} seconds @returns {string} */
export function milliseconds(seconds) {
  const lang = document.documentElement.lang;
  return seconds < 1 ? `${(seconds * 1000).toLocaleString(lang, { maximumSignificantDigits: 2 })} ms` : `${seconds.toLocaleString(lang, { maximumFractionDigits: 1 })} s`;
}
