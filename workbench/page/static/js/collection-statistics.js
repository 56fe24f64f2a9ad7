// Counts of problems by field, as bars. Each bar is a filter: it finds the problems that it counts.

import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recall, remember } from "./memory.js";
import { fieldName } from "./words-collection.js";

/** @import { Desk, Panel } from "./collection.js" */

/**
 * Counts of problems by the values of a field.
 * @typedef {object} Table
 * @property {string} by
 * @property {{value: string, count: number, query: string}[]} groups
 * @property {boolean} number
 * @property {number} others
 */

/** The tables that are shown initially. */
const usual = ["stipulation", "verdict", "decade", "theme", "key", "pieces"];

/** The fields whose values are terms. */
const named = new Set(["theme", "key", "flaw", "merit", "warning", "picture", "change"]);

/** Draws a table as bars. @param {Desk} desk @param {Table} table @returns {HTMLElement} */
export function bars(desk, table) {
  const { t } = desk.app;
  const longest = Math.max(1, ...table.groups.map(({ count }) => count));
  const rows = table.groups.map(({ value, count, query }) => {
    const bar = el("span", { class: "bar-fill" });
    bar.style.width = `${(100 * count) / longest}%`;
    const name = table.by === "verdict" ? t(`collection.verdict.${value}`) : named.has(table.by) ? desk.terms.of(value) : value;
    return el("li", null,
      el("button", { type: "button", class: "bar-row", title: query, onclick: () => desk.ask(query) },
        el("span", { class: "bar-name" }, name),
        el("span", { class: "bar-track", "aria-hidden": "true" }, bar),
        el("span", { class: "bar-count" }, String(count), el("span", { class: "unseen" }, ` ${t("collection.bar", { count })}`)),
      ),
    );
  });
  return el("section", { class: "bars" },
    el("h3", null, t("collection.by", { field: fieldName(table.by) })),
    rows.length > 0 ? el("ol", null, rows) : el("p", { class: "hint" }, t("collection.none")),
    table.others > 0 && el("p", { class: "hint" }, t("collection.others", { n: table.others })),
  );
}

/** @param {Desk} desk @returns {Panel} */
export function statisticsPanel(desk) {
  const { app } = desk;
  const { t } = app;
  let asking = new AbortController();
  /** @type {string[]} */
  let chosen = recall("collection.statistics", usual);
  let before = "";
  const body = el("div", { class: "statistics-tables" });
  const fields = el("div", { class: "statistics-fields" });
  const total = el("p", { role: "status" });
  const back = el("button", { type: "button", class: "link", hidden: true, onclick: () => desk.ask(before) }, t("collection.unfilter"));
  const root = el("div", null,
    el("h2", null, t("collection.tab.statistics")),
    el("div", { class: "row" }, total, back),
    el("details", null, el("summary", null, t("collection.fields")), fields),
    body,
  );

  async function load() {
    asking.abort();
    asking = new AbortController();
    body.setAttribute("aria-busy", "true");
    try {
      const answer = await app.engine.call("collection/statistics", { query: desk.query(), by: chosen }, {
        signal: asking.signal,
        on: (event, data) => event === "waiting" && fill(total, t("app.waiting", data)),
      });
      await desk.terms.ready;
      fill(total, t("collection.count", { n: answer.total }));
      fill(body, answer.tables.filter((/** @type {Table} */ table) => table.groups.length > 0).map((/** @type {Table} */ table) => bars(desk, table)));
      choices(answer.fields);
      body.setAttribute("aria-busy", "false");
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(body, el("p", { class: "fault", role: "alert" }, messageOf(thrown)));
      }
    }
  }

  /** @param {{name: string, help: string}[]} list */
  function choices(list) {
    if (fields.childElementCount > 0) {
      return;
    }
    fill(fields, list.map(({ name }) =>
      el("label", null,
        el("input", {
          type: "checkbox", checked: chosen.includes(name),
          onchange: (/** @type {Event} */ event) => {
            const on = /** @type {HTMLInputElement} */ (event.target).checked;
            chosen = on ? [...chosen, name].slice(-12) : chosen.filter((other) => other !== name);
            remember("collection.statistics", chosen);
            load();
          },
        }),
        ` ${fieldName(name)}`,
      )));
  }

  let last = desk.query();
  return {
    root,
    open: () => {
      last = desk.query();
      load();
    },
    asked: () => {
      before = last;
      last = desk.query();
      back.hidden = before === last;
      load();
    },
    close: () => asking.abort(),
  };
}
