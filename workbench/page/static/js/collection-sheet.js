// A sheet of diagrams to print: the problems of a query, 4, 6 or 12 on a page, and at the end their keys or solutions.

import "./words-collection-tools.js";
import "./words-problem.js";
import { caption, captionOf, directMate } from "./collection-caption.js";
import { solve } from "./collection-solution.js";
import { button, el, fill } from "./dom.js";
import { messageOf } from "./engine.js";
import { latest } from "./latest.js";
import { miniBoard } from "./board-draw.js";
import { letters, written } from "./report.js";

/** @import { Desk } from "./collection.js" @import { App } from "./pages.js" @import { Line } from "./report.js" */

/** The maximum number of diagrams, which one request can return. */
const most = 200;

/** What the last pages have. */
const ends = ["keys", "solutions", "nothing"];

/** The last sheet. It stays until the next one: not every browser says when it has printed. @type {HTMLElement} */
let sheet = el("div");

/** Returns the section of the panel "Export" that prints. @param {Desk} desk @returns {HTMLElement} */
export function sheetSection(desk) {
  const { app } = desk;
  const { t } = app;
  const many = el("select", { id: "sheet-many" },
    [4, 6, 12].map((n) => el("option", { value: String(n), selected: n === 6 }, n)));
  const end = el("select", { id: "sheet-end" },
    ends.map((value) => el("option", { value }, t(`collection.sheet.${value}`))));
  const said = el("p", { role: "status" });
  const anew = latest();

  async function print() {
    const signal = anew();
    fill(said);
    try {
      const body = { query: desk.query(), sort: desk.sort(), offset: 0, limit: most };
      const { problems } = await app.engine.call("collection/find", body);
      if (problems.length === 0) {
        fill(said, t("collection.sheet.none"));
        return;
      }
      const what = end.value;
      const last = what === "solutions" ? await solutions(app, problems, said, signal)
        : what === "keys" ? keys(problems) : [];
      if (signal.aborted || !said.isConnected) return;
      sheet.remove();
      sheet = pages(problems, Number(many.value));
      const made = { n: problems.length, pages: sheet.childElementCount, end: last.length > 0 ? what : "nothing" };
      said.textContent = t("collection.sheet.made", made);
      if (last.length > 0) {
        sheet.append(el("section", { class: `sheet-${what}` },
          el("h2", null, t(`collection.sheet.${what}`)), el("ul", null, last)));
      }
      sheet.setAttribute("aria-hidden", "true");
      document.body.append(sheet);
      window.addEventListener("afterprint", () => sheet.remove(), { once: true });
      window.print();
    } catch (thrown) {
      fill(said, el("span", { class: "fault" }, messageOf(thrown)));
    }
  }

  return el("section", { class: "sheet-form" },
    el("h3", null, t("collection.sheet.title")),
    el("p", { class: "hint" }, t("collection.sheet.hint")),
    el("p", { class: "row" }, el("label", { for: "sheet-many" }, t("collection.sheet.many")), many),
    el("p", { class: "row" }, el("label", { for: "sheet-end" }, t("collection.sheet.end")), end,
      button("primary print", t("collection.sheet.print"), print)),
    said,
  );
}

/** @param {any[]} problems @param {number} many on a page @returns {HTMLElement} */
function pages(problems, many) {
  const root = el("div", { class: `print-sheet of-${many}` });
  for (let from = 0; from < problems.length; from += many) {
    const diagrams = problems.slice(from, from + many).map((entry, i) => diagram(entry, from + i + 1));
    root.append(el("section", { class: "sheet-page" }, diagrams));
  }
  return root;
}

/** @param {any} entry @param {number} n */
function diagram(entry, n) {
  const twin = entry.twin ? ` ${entry.twin})` : "";
  return el("figure", null,
    caption(captionOf(entry)),
    miniBoard(entry.fen),
    el("figcaption", null,
      el("b", null, n), ` ${twin}`, el("span", null, entry.stipulation), el("span", null, entry.men)),
  );
}

/** @param {number} i @param {...(string | HTMLElement[])} moves */
const item = (i, ...moves) => el("li", { class: "moves" }, el("b", null, `${i + 1} `), ...moves);

/** Returns the keys of analysed problems. @param {any[]} problems @returns {HTMLElement[]} */
const keys = (problems) => problems.flatMap(({ key }, i) => (key ? [item(i, `1.${letters(key)}!`)] : []));

/**
 * Solves problems one after the other.
 * @param {App} app @param {any[]} problems
 * @param {HTMLElement} said tells how far it is; the work ends when this leaves the page
 * @param {AbortSignal} signal @returns {Promise<HTMLElement[]>}
 */
async function solutions(app, problems, said, signal) {
  const list = [];
  for (const [i, problem] of problems.entries()) {
    if (signal.aborted || !said.isConnected) break;
    if (directMate.test(problem.stipulation)) {
      said.textContent = app.t("collection.sheet.solving", { n: i + 1, of: problems.length });
      const phases = await solve(app, problem, signal).then(
        ({ lines }) => (lines ?? []).flatMap((line) => play(line)), (thrown) => [messageOf(thrown)]);
      list.push(item(i, phases.map((phase) => el("p", null, phase))));
    }
  }
  return list;
}

/**
 * Writes a line and what follows it, in parentheses from the second level on.
 * @param {Line} line @param {number} [level]
 * @returns {string[]} nothing for what is left out
 */
function play({ kind, text, answer = "", note = "", moves, below = [] }, level = 1) {
  const refutes = kind === "refutation";
  const own = [refutes && note, written(text), written(answer), !refutes && note && `(${note})`]
    .filter(Boolean).join(" ");
  const next = below.flatMap((line) => play(line, level + 1)).join("; ");
  if (next === "") return moves.length > 0 || level > 1 ? [own] : [];
  return [moves.length === 0 ? `${own}: ${next}` : level > 1 ? `${own} (${next})` : `${own} ${next}`];
}
