// Themes of a problem, and what else a composer wants to know of it.

import { el } from "./dom.js";
import { letters } from "./report.js";
import { language, t } from "./words.js";

/** @import { Flaw, Report, Walker } from "./report.js" */

/** Names and meanings of terms in the language of the page, by their English names. @typedef {Record<string, {name: string, meaning: string}>} Terms */

/**
 * Returns the themes, a paragraph each. Whoever points at a line sees its squares.
 * @param {Report} report
 * @param {Terms} terms
 * @param {Walker} walker
 * @returns {HTMLElement}
 */
export function themes(report, terms, walker) {
  const list = report.themes ?? [];
  if (list.length === 0) {
    return el("p", { class: "hint" }, t("problem.nothemes"));
  }
  return el("div", { class: "themes" }, list.map((theme) => {
    const squares = [...new Set(theme.moves.flatMap(squaresOf))];
    const definition = el("p", { class: "hint definition" });
    const about = el("details", null, el("summary", null, t("problem.definition")), definition);
    about.addEventListener("toggle", async () => {
      const { definitions } = await (language() === "it" ? import("./theme-definitions-it.js") : import("./theme-definitions.js"));
      definition.textContent = definitions[theme.name] ?? "";
    });
    const lines = theme.lines.map((line, i) => {
      const text = lineText(line, theme.lines_san[i] ?? []);
      const show = el("button", { type: "button", class: "link moves", onclick: () => walker.show(line, [], text) }, text);
      return lit(el("li", null, show), [...new Set(line.flatMap(squaresOf))], walker);
    });
    return lit(el("section", { class: "theme" }, el("h3", null, terms[theme.name]?.name ?? theme.name), about, el("ul", null, lines)), squares, walker);
  }));
}

/**
 * Lights squares while an element is pointed at or has the focus.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string[]} squares
 * @param {Walker} walker
 * @returns {E}
 */
function lit(element, squares, walker) {
  const on = (/** @type {Event} */ event) => {
    event.stopPropagation();
    walker.light(squares);
  };
  const off = () => walker.light([]);
  element.addEventListener("mouseover", on);
  element.addEventListener("mouseleave", off);
  element.addEventListener("focusin", on);
  element.addEventListener("focusout", off);
  return element;
}

/** @param {string} move */
function squaresOf(move) {
  return move === "0000" ? [] : [move.slice(0, 2), move.slice(2, 4)];
}

/**
 * Writes a line with its numbers: 1.Kd6 Nd4 2.Qxh2#.
 * @param {string[]} line
 * @param {string[]} sans
 * @returns {string}
 */
export function lineText(line, sans) {
  return line.map((move, i) => {
    const text = move === "0000" ? "…" : letters(sans[i] ?? move);
    return i % 2 === 0 ? `${i / 2 + 1}.${text}` : text;
  }).join(" ");
}

/**
 * Returns flaws, merits, superfluous men, warnings, economy and statistics.
 * @param {Report} report
 * @param {Terms} terms
 * @param {Walker} walker
 * @param {(square: string) => void} remove takes a man off the diagram
 * @returns {HTMLElement}
 */
export function notes(report, terms, walker, remove) {
  const block = report.block_kind ? terms[report.block_kind] : undefined;
  return el(
    "div",
    { class: "notes" },
    block && el("section", null, el("h3", null, t("problem.kind")), el("p", null, el("b", null, block.name), ": ", block.meaning)),
    flaws("problem.flaws", report.flaws ?? [], terms, walker),
    flaws("problem.merits", report.merits ?? [], terms, walker),
    superfluous(report, walker, remove),
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

/**
 * @param {Report} report
 * @param {Walker} walker
 * @param {(square: string) => void} remove
 */
function superfluous(report, walker, remove) {
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
    const button = el("button", { type: "button", "aria-label": t("problem.remove.man", { square }), onclick: () => remove(square) }, t("problem.remove"));
    return lit(el("li", null, `${square} `, button, " ", el("span", { class: "hint" }, text)), [square], walker);
  });
  return el("section", null, title, el("p", null, t("problem.superfluous")), el("ul", { class: "superfluous" }, rows));
}

/**
 * @param {Report} report
 * @param {Terms} terms
 * @param {Walker} walker
 */
function warnings(report, terms, walker) {
  const list = report.warnings ?? [];
  return list.length > 0 && el("section", null, el("h3", null, t("problem.warnings")), el("ul", null, list.map((warning) => {
    const term = terms[warning.name];
    const squares = warning.squares.length > 0 ? ` (${warning.squares.join(", ")})` : "";
    return lit(el("li", { tabIndex: 0, class: warning.impossible ? "warn" : null }, el("b", null, term?.name ?? warning.name), squares, term && `: ${term.meaning}`), warning.squares, walker);
  })));
}

/**
 * @param {Report} report
 * @returns {string}
 */
function statistics(report) {
  const pictures = report.pictures ?? [];
  const defences = report.keys.reduce((sum, key) => sum + key.variations.length, 0);
  const mates = new Set(report.keys.flatMap((key) => key.variations.flatMap((variation) => variation.mates))).size;
  const duals = report.keys.reduce((sum, key) => sum + key.duals, 0);
  const parts = [
    t("problem.stat.men", { men: report.men }),
    t("problem.stat.play", { defences, mates, duals }),
    t("problem.stat.tries", { n: report.tries?.length ?? 0 }),
  ];
  if (pictures.length > 0) {
    const models = pictures.filter(({ model }) => model).length;
    parts.push(t("problem.stat.pictures", { pure: pictures.filter(({ pure }) => pure).length, models, ideal: pictures.filter(({ ideal }) => ideal).length }));
  }
  parts.push(t("problem.stat.effort", { nodes: report.nodes.toLocaleString(document.documentElement.lang), time: milliseconds(report.seconds) }));
  return parts.join(" ");
}

/**
 * Writes a time: 0.13 ms, 4.2 s.
 * @param {number} seconds
 * @returns {string}
 */
export function milliseconds(seconds) {
  const lang = document.documentElement.lang;
  return seconds < 1 ? `${(seconds * 1000).toLocaleString(lang, { maximumSignificantDigits: 2 })} ms` : `${seconds.toLocaleString(lang, { maximumFractionDigits: 1 })} s`;
}
