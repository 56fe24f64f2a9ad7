// The phases of a problem and their defences side by side.

import "./words-compose.js";
import { button, el, fadeEdges } from "./dom.js";
import { letters, lineButton, triesOf } from "./report.js";
import { t } from "./words.js";

/** @import { Column, Letter, Report, Row, Walker } from "./report.js" */

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
    table.defences.map(({ letter, moves_san }) => el("th", { scope: "col" }, el("b", null, letter),
      el("small", { class: "moves" }, moves_san.map(letters).join(", ")))),
  );
  const rows = table.phases.map((row) => {
    const sign = row === table.phases.at(-1) ? "!" : "?";
    const title = row.move === "0000" ? t("problem.set") : `1.${letters(row.san)}${sign}`;
    const first = [row.move];
    const threats = row.threats.join("") + (row.more_threats ? "…" : "");
    const zugzwang = row.type === "block" ? t("problem.zugzwang") : "";
    const force = row.type === "threat" && threats !== "" ? `[${threats}]` : zugzwang;
    const show = lineButton(title, () => walker.show(first, [], title));
    return el("tr", null,
      el("th", { scope: "row" }, show, row.letter && ` (${row.letter})`, force !== "" && el("small", null, force)),
      table.defences.map((column) => cell(row, column, first, { mates, used, walker, title })),
    );
  });
  const tries = triesOf(report);
  const omitted = { n: tries.all - tries.rows, of: tries.all };
  const region = el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("problem.tab.phases") },
    el("table", null, el("thead", null, head), el("tbody", null, rows)));
  return el("div", { class: "phases" }, fadeEdges(region),
    el("p", { class: "legend moves" }, table.mates.map(({ letter, san }) =>
      el("span", { class: `chip tint-${used.get(letter)}` }, `${letter} ${letters(san)}`))),
    omitted.n > 0 && el("p", { class: "hint omitted" }, t("problem.phases.omitted", omitted)));
}

/**
 * @param {Row} row @param {Column} column @param {string[]} first
 * @param {{mates: Map<string, Letter>, used: Map<string, string | undefined>, walker: Walker, title: string}} shown
 * @returns {HTMLElement}
 */
function cell(row, column, first, { mates, used, walker, title }) {
  const found = row.cells.find(({ letter }) => letter === column.letter);
  const moves = [...first, column.moves[0] ?? "0000"];
  const san = column.moves_san.map(letters)[0];
  if (!found) {
    return el("td", null, el("span", { class: "hint", "aria-label": t("problem.nothing") }, "–"));
  }
  if (found.refutes || found.many) {
    const label = t(found.refutes ? "problem.refutes" : "problem.many");
    return el("td", null, button("cell", found.refutes ? "!" : "…",
      () => walker.show(moves, [], `${title} ${san}`), { title: label, "aria-label": label }));
  }
  const [letter = ""] = found.mates;
  const mate = mates.get(letter);
  const line = `${row.move === "0000" ? "1…" : `${title} `}${san}${mate ? ` 2.${letters(mate.san)}` : ""}`;
  return el("td", null, button(`cell tint-${used.get(letter)}`, found.mates.join(""),
    () => walker.show(moves, mate ? [mate.move] : [], line), { title: mate ? letters(mate.san) : "" }));
}
