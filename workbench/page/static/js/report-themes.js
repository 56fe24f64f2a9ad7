// Themes of a problem with their lines, written as in the solution.

import "./words-compose.js";
import { definitionOf } from "./definitions.js";
import { el } from "./dom.js";
import { letters, lineButton, written } from "./report.js";
import { t } from "./words.js";

/** @import { Line, Report, Walker } from "./report.js" */

/**
 * Names and meanings of terms in the language of the page, by their English names.
 * @typedef {Record<string, {name: string, meaning: string}>} Terms
 */

/** One line of play, or several that the solution combines. @typedef {{moves: string[], text: string}} Row */

/** Returns the themes with their lines. @param {Report} report @param {Walker} walker @param {Terms} terms */
export function themes(report, walker, terms) {
  const list = report.themes ?? [];
  if (list.length === 0) {
    return el("p", { class: "hint" }, t("problem.nothemes"));
  }
  return el("div", { class: "themes" }, [...new Set(list.map(({ name }) => name))].map((name) => {
    const occurrences = list.filter((theme) => theme.name === name);
    const definition = el("p", { class: "hint definition" });
    const about = el("details", null, el("summary", null, t("problem.definition")), definition);
    about.addEventListener("toggle", async () => {
      definition.textContent = await definitionOf(name);
    });
    const item = (/** @type {Row} */ { moves, text }) =>
      lit(el("li", null, lineButton(text, () => walker.show(moves, [], text))), squaresOf(moves), walker);
    const lines = occurrences.map((theme) =>
      el("ul", null, rows(report, theme.lines, theme.lines_san).map(item)));
    return lit(el("section", { class: "theme" }, el("h3", null, terms[name]?.name ?? name), about, lines),
      squaresOf(occurrences.flatMap(({ moves }) => moves)), walker);
  }));
}

/** Combines lines as the solution does. @param {Report} report @param {string[][]} lines @param {string[][]} sans */
function rows(report, lines, sans) {
  const found = [];
  /** @type {Set<string[]>} */
  const written = new Set();
  for (const [i, line] of lines.entries()) {
    if (written.has(line)) continue;
    const group = groupOf(report, line);
    const alike = lines.filter((other) => other.length === 3 && other[0] === line[0] && other[2] === line[2] &&
      group?.defences?.includes(other[1] ?? ""));
    const whole = group !== undefined && alike.length === group.defences?.length;
    (whole ? alike : [line]).forEach((one) => written.add(one));
    found.push({ moves: line, text: lineText(report, line, sans[i] ?? [], whole ? group.text : "") });
  }
  return found;
}

/** Returns the line of the solution that has a line with others alike. @param {Report} report @param {string[]} line */
function groupOf(report, [first, defence, ...answers]) {
  if (answers.length !== 1) return undefined;
  const phases = (report.lines ?? [])
    .filter(({ kind, moves }) => (first === "0000" ? kind === "set" : moves[0] === first));
  const from = defence?.slice(0, 2);
  return phases.flatMap(({ below }) => below ?? []).find(({ defences = [] }) => defences.length > 1 &&
    defences.includes(defence ?? "") && defences.every((other) => other.slice(0, 2) === from));
}

/**
 * Writes a line as in the solution: 1.Kd6! Nd4 2.Qxh2#, 1…Nd4 2.Qxh2# in set play, with the
 * threat as 1.Kd6! [2.Qxh2#].
 * @param {Report} report @param {string[]} line @param {string[]} sans
 * @param {string} defences the first defence with others, as the solution has them; else ""
 * @returns {string}
 */
function lineText(report, line, sans, defences) {
  const set = line[0] === "0000";
  const tried = (report.tries ?? []).find(({ move }) => move === line[0]);
  const sign = tried ? "?" : report.keys.some(({ move }) => move === line[0]) ? "!" : "";
  return line.map((move, i) => {
    const text = letters(sans[i] ?? move);
    if (move === "0000") return "";
    if (i === 0) {
      return `1.${text}${sign}`;
    }
    if (i === 1) {
      const alone = `${text}${tried?.refutations.includes(move) ? "!" : ""}`;
      return (set ? "1…" : "") + (defences ? written(defences).replace(/^1…/, "") : alone);
    }
    const numbered = i % 2 === 0 ? `${i / 2 + 1}.${text}` : text;
    return line[i - 1] === "0000" ? `[${numbered}]` : numbered;
  }).filter((text) => text !== "").join(" ");
}

/**
 * Lights squares while an element is pointed at or has the focus.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string[]} squares
 * @param {Walker} walker
 * @returns {E}
 */
export function lit(element, squares, walker) {
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

/** Returns the squares of moves, each once. @param {string[]} moves */
function squaresOf(moves) {
  const made = moves.filter((move) => move !== "0000");
  return [...new Set(made.flatMap((move) => [move.slice(0, 2), move.slice(2, 4)]))];
}
