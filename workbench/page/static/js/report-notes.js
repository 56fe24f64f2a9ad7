// Further notes on a problem: flaws, merits, economy, statistics.

import "./words-compose.js";
import { el } from "./dom.js";
import { letters, milliseconds, triesOf } from "./report.js";
import { lit } from "./report-themes.js";
import { t } from "./words.js";

/** @import { Flaw, Report, Walker } from "./report.js" */
/** @import { Terms } from "./report-themes.js" */

/**
 * Returns flaws, merits, superfluous men, warnings, economy and statistics.
 * @param {Report} report
 * @param {Walker} walker
 * @param {Terms} terms
 * @returns {HTMLElement}
 */
export function notes(report, walker, terms) {
  const block = report.block_kind ? terms[report.block_kind] : undefined;
  return el("div", { class: "notes" },
    block && el("section", null, el("h3", null, t("problem.kind")), el("p", null, el("b", null, block.name), ": ", block.meaning, ".")),
    flaws("problem.flaws", report.flaws ?? [], terms, walker),
    flaws("problem.merits", report.merits ?? [], terms, walker),
    superfluous(report, walker),
    warnings(report, terms, walker),
    el("section", null, el("h3", null, t("problem.statistics")), el("p", null, statistics(report))),
  );
}

/**
 * @param {string} title
 * @param {Flaw[]} list
 * @param {Terms} terms
 * @param {Walker} walker
 */
function flaws(title, list, terms, walker) {
  return list.length > 0 && el("section", null, el("h3", null, t(title)), el("ul", null, list.map((flaw) =>
    lit(el("li", { tabIndex: 0 }, el("b", null, `1.${letters(flaw.key_san)} `), terms[flaw.name]?.name ?? flaw.name, flaw.squares.length > 0 && ` (${flaw.squares.join(", ")})`), flaw.squares, walker))));
}

/** @param {Report} report @param {Walker} walker */
function superfluous(report, walker) {
  const title = el("h3", null, t("problem.economy"));
  if (!report.superfluous) {
    return report.economy === "untested" && el("section", null, title, el("p", { class: "hint" }, t("problem.untested")));
  }
  if (report.superfluous.length === 0) {
    return el("section", null, title, el("p", null, t("problem.economical")));
  }
  const rows = report.superfluous.map((square) => {
    const lost = (report.lost_tries ?? []).find(({ man }) => man === square);
    const text = lost ? t("problem.losttries", { tries: lost.tries_san.map((san) => `1.${letters(san)}?`).join(" ") }) : "";
    const button = el("button", { type: "button", "aria-label": t("problem.remove.man", { square }), onclick: () => walker.remove?.(square) }, t("problem.remove"));
    return lit(el("li", null, `${square} `, button, " ", el("span", { class: "hint" }, text)), [square], walker);
  });
  return el("section", null, title, el("p", null, t("problem.superfluous")), el("ul", { class: "superfluous" }, rows));
}

/** @param {Report} report @param {Terms} terms @param {Walker} walker */
function warnings(report, terms, walker) {
  const list = report.warnings ?? [];
  return list.length > 0 && el("section", null, el("h3", null, t("problem.warnings")), el("ul", null, list.map((warning) => {
    const term = terms[warning.name];
    const squares = warning.squares.length > 0 ? ` (${warning.squares.join(", ")})` : "";
    return lit(el("li", { tabIndex: 0, class: warning.impossible ? "warn" : null }, el("b", null, term?.name ?? warning.name), squares, term && `: ${term.meaning}`), warning.squares, walker);
  })));
}

/** @param {Report} report @returns {string} */
function statistics(report) {
  const pictures = report.pictures ?? [];
  const defences = report.keys.reduce((sum, key) => sum + key.variations.length, 0);
  const mates = new Set(report.keys.flatMap((key) => key.variations.flatMap((variation) => variation.mates))).size;
  const duals = report.keys.reduce((sum, key) => sum + key.duals, 0);
  const parts = [
    t("problem.stat.men", { men: report.men }),
    ...(report.complete || report.keys.length > 0 ? [t("problem.stat.play", { defences, mates, duals }), t("problem.stat.tries", triesOf(report))] : []),
  ];
  if (pictures.length > 0) {
    const models = pictures.filter(({ model }) => model).length;
    parts.push(t("problem.stat.pictures", { pure: pictures.filter(({ pure }) => pure).length, models, ideal: pictures.filter(({ ideal }) => ideal).length }));
  }
  parts.push(t("problem.stat.effort", { nodes: report.nodes.toLocaleString(document.documentElement.lang), time: milliseconds(report.seconds) }));
  return parts.join(" ");
}
