// The phases of a problem and their defences side by side.

import "./words-compose.js";
import { add, el, fadeEdges } from "./dom.js";
import { letters, lineButton, triesOf } from "./report.js";
import { t } from "./words.js";

/** @import { Report, TableRow, Walker } from "./report.js" */

/** Returns phases and defences side by side. @param {Report} report @param {Walker} walker @returns {HTMLElement} */
export function phases(report, walker) {
  const table = report.table;
  if (!table || table.phases.length === 0) {
    return el("p", { class: "hint" }, t(report.verdict === "none" ? "problem.none" : "problem.nophases"));
  }
  const mates = new Map(table.mates.map((mate) => [mate.letter, mate]));
  const used = new Map(table.mates.map(({ letter }, i) => [letter, "abcdefgh"[i % 8]]));
  const head = el("tr", null,
    el("td", null),
    table.defences.map((column) => el("th", { scope: "col" }, el("b", null, column.letter), el("small", { class: "moves" }, column.moves_san.map(letters).join(", ")))),
  );
  const rows = table.phases.map((row) => {
    const title = row.move === "0000" ? t("problem.set") : `1.${letters(row.san)}${row === table.phases.at(-1) ? "!" : "?"}`;
    const first = row.move === "0000" ? ["0000"] : [row.move];
    const threats = row.threats.join("") + (row.more_threats ? "…" : "");
    const force = row.type === "threat" && threats !== "" ? `[${threats}]` : row.type === "block" ? t("problem.zugzwang") : "";
    const show = lineButton(title, () => walker.show(first, [], title));
    return el("tr", null,
      el("th", { scope: "row" }, show, row.letter && ` (${row.letter})`, force !== "" && el("small", null, force)),
      table.defences.map((column) => cell(row, column, first, { mates, used, walker, title })),
    );
  });
  const tries = triesOf(report);
  const omitted = tries.rows < tries.all && el("p", { class: "hint omitted" }, t("problem.phases.omitted", { n: tries.all - tries.rows, of: tries.all }));
  const legend = el("p", { class: "legend moves" }, table.mates.map((mate) => el("span", { class: `chip tint-${used.get(mate.letter)}` }, `${mate.letter} ${letters(mate.san)}`)));
  return el("div", { class: "phases" }, fadeEdges(el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("problem.tab.phases") }, el("table", null, el("thead", null, head), el("tbody", null, rows)))), legend, omitted);
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
  const line = `${row.move === "0000" ? "1…" : `${title} `}${column.moves_san.map(letters)[0]}${move ? ` 2.${letters(move.san)}` : ""}`;
  const button = el("button", { type: "button", class: `cell tint-${used.get(mate)}`, onclick: () => walker.show([...first, defence], move ? [move.move] : [], line) }, found.mates.join(""));
  button.title = move ? letters(move.san) : "";
  return add(el("td", null), button);
}
