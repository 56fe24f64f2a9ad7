// A sheet of diagrams to print: the problems of a query, 4, 6 or 12 on a page.

import "./words-collection-tools.js";
import "./words-problem.js";
import { caption, captionOf } from "./collection-caption.js";
import { el, fill } from "./dom.js";
import { messageOf } from "./engine.js";
import { miniBoard } from "./mini-board.js";
import { letters } from "./report.js";

/** @import { Desk } from "./collection.js" */

/** The maximum number of diagrams, which one request can return. */
const most = 200;

/** The last sheet. It stays until the next one: not every browser says when it has printed. @type {HTMLElement} */
let sheet = el("div");

/**
 * Returns the section of the panel "Export" that prints.
 * @param {Desk} desk
 * @returns {HTMLElement}
 */
export function sheetSection(desk) {
  const { app } = desk;
  const { t } = app;
  const many = el("select", { id: "sheet-many" }, [4, 6, 12].map((n) => el("option", { value: String(n), selected: n === 6 }, String(n))));
  const keys = el("input", { type: "checkbox", checked: true });
  const said = el("p", { role: "status" });

  async function print() {
    fill(said);
    try {
      const { problems } = await app.engine.call("collection/find", { query: desk.query(), sort: desk.sort(), offset: 0, limit: most });
      if (problems.length === 0) {
        fill(said, t("collection.sheet.none"));
        return;
      }
      sheet.remove();
      sheet = pages(problems, Number(many.value), keys.checked ? t("collection.sheet.solutions") : "");
      sheet.setAttribute("aria-hidden", "true");
      document.body.append(sheet);
      said.textContent = t("collection.sheet.made", { n: problems.length, pages: sheet.childElementCount });
      window.addEventListener("afterprint", () => sheet.remove(), { once: true });
      window.print();
    } catch (thrown) {
      fill(said, el("span", { class: "fault" }, messageOf(thrown)));
    }
  }

  return el(
    "section",
    { class: "sheet-form" },
    el("h3", null, t("collection.sheet.title")),
    el("p", { class: "hint" }, t("collection.sheet.hint")),
    el("p", { class: "row" }, el("label", { for: "sheet-many" }, t("collection.sheet.many")), many,
      el("label", null, keys, ` ${t("collection.sheet.keys")}`), el("button", { type: "button", class: "primary print", onclick: print }, t("collection.sheet.print"))),
    said,
  );
}

/**
 * @param {any[]} problems
 * @param {number} many on a page
 * @param {string} keys the heading of the keys at the end; "" leaves them out
 * @returns {HTMLElement}
 */
function pages(problems, many, keys) {
  const numbers = problems.map((_, i) => i + 1);
  const root = el("div", { class: `print-sheet of-${many}` });
  for (let from = 0; from < problems.length; from += many) {
    root.append(el("section", { class: "sheet-page" }, problems.slice(from, from + many).map((entry, i) => diagram(entry, from + i + 1))));
  }
  const known = numbers.filter((n) => problems[n - 1].key);
  if (keys !== "" && known.length > 0) {
    root.append(el("section", { class: "sheet-keys" }, el("h2", null, keys), el("ul", null, known.map((n) => el("li", null, el("b", null, `${n} `), `1.${letters(problems[n - 1].key)}!`)))));
  }
  return root;
}

/** @param {any} entry @param {number} n */
function diagram(entry, n) {
  const twin = entry.twin ? ` ${entry.twin})` : "";
  return el(
    "figure",
    null,
    caption(captionOf(entry)),
    miniBoard(entry.fen),
    el("figcaption", null, el("b", null, `${n}`), ` ${twin}`, el("span", null, entry.stipulation), el("span", null, entry.men)),
  );
}
