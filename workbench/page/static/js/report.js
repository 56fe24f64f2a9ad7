// The solution of a problem as a tree of lines that are shown on a board.

import { add, el } from "./dom.js";
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
 */

/**
 * Writes a move with English letters in the language of the page.
 * @param {string} san
 * @returns {string}
 */
export function letters(san) {
  const own = t("problem.letters");
  return san.replace(/[KQRBN]/g, (letter) => own["KQRBN".indexOf(letter)] ?? letter);
}

/**
 * Returns the solution as a tree. The arrow keys move in it: up and down to other lines, left and
 * right along the moves of a line.
 * @param {Report} report
 * @param {Walker} walker
 * @returns {HTMLElement}
 */
export function solution(report, walker) {
  const lines = report.lines ?? [];
  if (lines.length === 0) {
    return el("p", { class: "hint" }, t("problem.nolines"));
  }
  const tree = el("div", { class: "solution moves", role: "tree", "aria-label": t("problem.tab.solution") });
  let tries = false;
  for (const line of lines) {
    if (line.kind === "try" && !tries) {
      tries = true;
      tree.append(el("h3", { role: "presentation" }, t("problem.tries")));
    }
    tree.append(node(line, 1, walker));
  }
  tree.addEventListener("keydown", (event) => walkByKey(event, tree, walker));
  const first = /** @type {HTMLElement | null} */ (tree.querySelector("[role=treeitem]"));
  if (first) {
    first.tabIndex = 0;
  }
  return tree;
}

/**
 * Lets lists of moves break between moves, not within one.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
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
    const head = line.kind === "set" || line.kind === "post_key" ? el("h3", { role: "presentation" }, line.text) : el("p", { class: "hint", role: "presentation" }, level === 1 ? t("problem.leftout", { reasons: line.text }) : line.text);
    return el("div", { role: "presentation", class: `ply of-${line.kind}` }, head, group);
  }
  const item = el(
    "div",
    {
      role: "treeitem",
      tabIndex: -1,
      class: `item ${line.kind}${line.dual ? " dual" : ""}${line.idle ? " idle" : ""}`,
      "aria-level": level,
      "aria-selected": "false",
      data: { moves: line.moves.join(" ") },
    },
    line.kind === "refutation" && el("span", { class: "remark" }, `${line.note} `),
    el("span", { class: "move" }, breakable(line.text)),
    line.answer && el("span", { class: "answer" }, breakable(` ${line.answer}`)),
    line.note && line.kind !== "refutation" && el("span", { class: "remark" }, ` (${line.note})`),
  );
  const choose = () => {
    for (const other of item.closest("[role=tree]")?.querySelectorAll("[aria-selected=true]") ?? []) {
      other.setAttribute("aria-selected", "false");
    }
    item.setAttribute("aria-selected", "true");
    walker.show(line.moves, line.threats ?? [], `${line.text} ${line.answer ?? ""}`);
  };
  item.addEventListener("click", () => {
    item.focus();
    choose();
  });
  item.addEventListener("walk", choose);
  return el("div", { role: "presentation", class: `ply of-${line.kind}` }, item, group);
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} tree
 * @param {Walker} walker
 */
function walkByKey(event, tree, walker) {
  const items = /** @type {HTMLElement[]} */ ([...tree.querySelectorAll("[role=treeitem]")]);
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  /** @type {Record<string, number>} */
  const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const to = ways[event.key];
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    event.preventDefault();
    walker.step(event.key === "ArrowRight" ? 1 : -1);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    items[at]?.dispatchEvent(new Event("walk"));
  } else if (to !== undefined && items[to]) {
    event.preventDefault();
    const item = /** @type {HTMLElement} */ (items[to]);
    items.forEach((other) => (other.tabIndex = other === item ? 0 : -1));
    item.focus();
    item.dispatchEvent(new Event("walk"));
  }
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

/**
 * Returns phases and defences side by side.
 * @param {Report} report
 * @param {Walker} walker
 * @returns {HTMLElement}
 */
export function phases(report, walker) {
  const table = report.table;
  if (!table || table.phases.length === 0) {
    return el("p", { class: "hint" }, t("problem.nophases"));
  }
  const mates = new Map(table.mates.map((mate) => [mate.letter, mate]));
  const used = new Map(table.mates.map(({ letter }, i) => [letter, "abcdefgh"[i % 8]]));
  const head = el(
    "tr",
    null,
    el("td", null),
    table.defences.map((column) => el("th", { scope: "col" }, el("b", null, column.letter), el("small", null, column.moves_san.map(letters).join(", ")))),
  );
  const rows = table.phases.map((row) => {
    const title = row.move === "0000" ? t("problem.set") : `1.${letters(row.san)}${row === table.phases.at(-1) ? "!" : "?"}`;
    const first = row.move === "0000" ? ["0000"] : [row.move];
    const threats = row.threats.join("") + (row.more_threats ? "…" : "");
    const force = row.type === "threat" && threats !== "" ? `[${threats}]` : row.type === "block" ? t("problem.zugzwang") : "";
    const show = el("button", { type: "button", class: "link", onclick: () => walker.show(first, [], title) }, title);
    return el(
      "tr",
      null,
      el("th", { scope: "row" }, show, row.letter && ` (${row.letter})`, force !== "" && el("small", null, force)),
      table.defences.map((column) => cell(row, column, first, { mates, used, walker, title })),
    );
  });
  const tries = triesOf(report);
  const omitted = tries.rows < tries.all && el("p", { class: "hint omitted" }, t("problem.phases.omitted", { n: tries.all - tries.rows, of: tries.all }));
  const legend = el("p", { class: "legend moves" }, table.mates.map((mate) => el("span", { class: `chip tint-${used.get(mate.letter)}` }, `${mate.letter} ${letters(mate.san)}`)));
  return el("div", { class: "phases" }, el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("problem.tab.phases") }, el("table", null, el("thead", null, head), el("tbody", null, rows))), legend, omitted);
}

/**
 * @param {TableRow} row
 * @param {{letter: string, moves: string[], moves_san: string[]}} column
 * @param {string[]} first
 * @param {{mates: Map<string, {move: string, san: string}>, used: Map<string, string | undefined>, walker: Walker, title: string}} shown
 * @returns {HTMLElement}
 */
function cell(row, column, first, { mates, used, walker, title }) {
  const found = row.cells.find(({ letter }) => letter === column.letter);
  const defence = column.moves[0] ?? "0000";
  if (!found) {
    return el("td", null, el("span", { class: "hint", "aria-label": t("problem.nothing") }, "–"));
  }
  if (found.refutes || found.many) {
    const text = found.refutes ? "!" : "…";
    const label = t(found.refutes ? "problem.refutes" : "problem.many");
    return el("td", null, el("button", { type: "button", class: "cell", title: label, "aria-label": label, onclick: () => walker.show([...first, defence], [], `${title} ${column.moves_san.map(letters)[0]}`) }, text));
  }
  const [mate = ""] = found.mates;
  const move = mates.get(mate);
  const button = el("button", { type: "button", class: `cell tint-${used.get(mate)}`, onclick: () => walker.show([...first, defence], move ? [move.move] : [], `${title} ${column.moves_san.map(letters)[0]} ${move ? letters(move.san) : ""}`) }, found.mates.join(""));
  button.title = move ? letters(move.san) : "";
  return add(el("td", null), button);
}
