// Counts of problems by field, as bars. Each bar is a filter: it finds the problems that it counts.

import { button, el, fill } from "./dom.js";
import { latest, refused } from "./latest.js";
import { recall, remember } from "./memory.js";
import { fieldName } from "./words-collection.js";

/** @import { Desk, Panel } from "./collection.js" */

/**
 * Counts of problems by the values of a field, without some others.
 * @typedef {{by: string, groups: {value: string, count: number, query: string}[], others: number}} Table
 */

/** The tables that are shown initially. */
const usual = ["stipulation", "verdict", "decade", "theme", "key", "pieces"];

/** The fields whose values are terms. */
const named = new Set(["theme", "key", "flaw", "merit", "warning", "picture", "change"]);

/** Draws a table as bars. @param {Desk} desk @param {Table} table @returns {HTMLElement} */
export function bars(desk, { by, groups, others }) {
  const { t } = desk.app;
  const longest = Math.max(1, ...groups.map(({ count }) => count));
  const rows = groups.map(({ value, count, query }) => {
    const bar = el("span", { class: "bar-fill" });
    bar.style.width = `${(100 * count) / longest}%`;
    const term = named.has(by) ? desk.terms.of(value) : value;
    const button = { type: "button", class: "bar-row", title: query, onclick: () => desk.ask(query) };
    return el("li", null, el("button", button,
      el("span", { class: "bar-name" }, by === "verdict" ? t(`collection.verdict.${value}`) : term),
      el("span", { class: "bar-track", "aria-hidden": "true" }, bar),
      el("span", { class: "bar-count" }, count, el("span", { class: "unseen" }, ` ${t("collection.bar", { count })}`)),
    ));
  });
  return el("section", { class: "bars" },
    el("h3", null, t("collection.by", { field: fieldName(by) })),
    rows.length > 0 ? el("ol", null, rows) : el("p", { class: "hint" }, t("collection.none")),
    others > 0 && el("p", { class: "hint" }, t("collection.others", { n: others })),
  );
}

/** @param {Desk} desk @returns {Panel} */
export function statisticsPanel(desk) {
  const { app } = desk;
  const { t } = app;
  const anew = latest();
  /** @type {string[]} */
  let chosen = recall("collection.statistics", usual);
  let before = "";
  let last = desk.query();
  const body = el("div", { class: "statistics-tables" });
  const fields = el("div", { class: "statistics-fields" });
  const total = el("p", { role: "status" }, "\u00a0"); // which keeps its place
  const back = button("link", t("collection.unfilter"), () => desk.ask(before), { hidden: true });
  const root = el("div", null,
    el("h2", null, t("collection.tab.statistics")),
    el("div", { class: "row" }, total, back),
    el("details", null, el("summary", null, t("collection.fields")), fields),
    body,
  );

  async function load() {
    last = desk.query();
    body.setAttribute("aria-busy", "true");
    try {
      const answer = await app.engine.call("collection/statistics", { query: last, by: chosen }, {
        signal: anew(),
        on: (event, data) => event === "waiting" && fill(total, t("app.waiting", data)),
      });
      await desk.terms.ready;
      fill(total, t("collection.count", { n: answer.total }));
      const tables = answer.tables.filter((/** @type {Table} */ { groups }) => groups.length > 0);
      fill(body, tables.map((/** @type {Table} */ table) => bars(desk, table)));
      fields.firstChild ?? fill(fields, answer.fields.map(choice));
      body.setAttribute("aria-busy", "false");
    } catch (thrown) {
      refused(body, thrown);
    }
  }

  /** @param {{name: string}} field */
  function choice({ name }) {
    const box = el("input", { type: "checkbox", checked: chosen.includes(name), onchange: () => {
      chosen = box.checked ? [...chosen, name].slice(-12) : chosen.filter((other) => other !== name);
      remember("collection.statistics", chosen);
      load();
    } });
    return el("label", null, box, ` ${fieldName(name)}`);
  }

  return {
    root,
    open: load,
    asked: () => {
      before = last;
      back.hidden = before === desk.query();
      load();
    },
    close: () => void anew(),
  };
}
