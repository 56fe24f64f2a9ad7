// Further notes on a problem: flaws, merits, economy, statistics.

import "./words-compose.js";
import { button, el } from "./dom.js";
import { letters, milliseconds, triesOf } from "./report.js";
import { lit } from "./report-themes.js";
import { t } from "./words.js";

/** @import { Flaw, Report, Walker } from "./report.js" @import { Terms } from "./report-themes.js" */

/** Returns what else there is to say. @param {Report} report @param {Walker} walker @param {Terms} terms */
export function notes(report, walker, terms) {
  const block = report.block_kind ? terms[report.block_kind] : undefined;
  return el("div", { class: "notes" },
    block && section("problem.kind", el("p", null, el("b", null, block.name), ": ", block.meaning, ".")),
    flaws("problem.flaws", report.flaws ?? [], terms, walker),
    flaws("problem.merits", report.merits ?? [], terms, walker),
    superfluous(report, walker),
    warnings(report, terms, walker),
    section("problem.statistics", el("p", null, statistics(report))),
  );
}

/** @param {string} title @param {...HTMLElement} parts */
function section(title, ...parts) {
  return el("section", null, el("h3", null, t(title)), parts);
}

/** Returns squares in parentheses. @param {string[]} squares */
const listed = (squares) => (squares.length > 0 ? ` (${squares.join(", ")})` : "");

/** @param {string} title @param {Flaw[]} list @param {Terms} terms @param {Walker} walker */
function flaws(title, list, terms, walker) {
  return list.length > 0 && section(title, el("ul", null, list.map(({ name, key_san, squares }) =>
    lit(el("li", { tabIndex: 0 }, el("b", null, `1.${letters(key_san)} `), terms[name]?.name ?? name, listed(squares)),
      squares, walker))));
}

/** @param {Report} report @param {Walker} walker */
function superfluous(report, walker) {
  const title = "problem.economy";
  if (!report.superfluous) {
    return report.economy === "untested" && section(title, el("p", { class: "hint" }, t("problem.untested")));
  }
  if (report.superfluous.length === 0) {
    return section(title, el("p", null, t("problem.economical")));
  }
  const rows = report.superfluous.map((square) => {
    const lost = (report.lost_tries ?? []).find(({ man }) => man === square);
    const tries = lost?.tries_san.map((san) => `1.${letters(san)}?`).join(" ");
    const text = tries ? t("problem.losttries", { tries }) : "";
    const remove = button(null, t("problem.remove"),
      () => walker.remove?.(square), { "aria-label": t("problem.remove.man", { square }) });
    return lit(el("li", null, `${square} `, remove, " ", el("span", { class: "hint" }, text)), [square], walker);
  });
  return section(title, el("p", null, t("problem.superfluous")), el("ul", { class: "superfluous" }, rows));
}

/** @param {Report} report @param {Terms} terms @param {Walker} walker */
function warnings(report, terms, walker) {
  const list = report.warnings ?? [];
  return list.length > 0 && section("problem.warnings", el("ul", null, list.map(({ name, squares, impossible }) => {
    const term = terms[name];
    return lit(el("li", { tabIndex: 0, class: impossible ? "warn" : null }, el("b", null, term?.name ?? name),
      listed(squares), term && `: ${term.meaning}`), squares, walker);
  })));
}

/** @param {Report} report @returns {string} */
function statistics(report) {
  const pictures = report.pictures ?? [];
  const defences = report.keys.reduce((sum, key) => sum + key.variations.length, 0);
  const mates = new Set(report.keys.flatMap((key) => key.variations.flatMap((variation) => variation.mates))).size;
  const duals = report.keys.reduce((sum, key) => sum + key.duals, 0);
  const parts = [t("problem.stat.men", { men: report.men })];
  if (report.complete || report.keys.length > 0) {
    const tries = triesOf(report);
    const whole = tries.lines === tries.all && tries.rows === tries.all;
    parts.push(t("problem.stat.play", { defences, mates, duals }),
      t(whole ? "problem.stat.tries" : "problem.stat.shown", tries));
  }
  if (pictures.length > 0) {
    const [pure, models, ideal] = /** @type {const} */ (["pure", "model", "ideal"])
      .map((kind) => pictures.filter((picture) => picture[kind]).length);
    parts.push(t("problem.stat.pictures", { pure, models, ideal }));
  }
  const nodes = report.nodes.toLocaleString(document.documentElement.lang);
  parts.push(t("problem.stat.effort", { nodes, time: milliseconds(report.seconds) }));
  return parts.join(" ");
}
