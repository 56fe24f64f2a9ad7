// The contents of a proposal store: search settings, and how much of each suite it covers.

import "./words-experiments.js";
import { el, fadeEdges, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";

/** @import { App } from "./pages.js" */

/** The minimum time between two reads of a changing store, in milliseconds. */
const rest = 3000;

/**
 * The part of the page that shows a store, and reads it again on request.
 * @param {App} app
 * @param {string} name
 * @param {AbortSignal} signal
 */
export function storePanel(app, name, signal) {
  const { t } = app;
  const body = el("div", { "aria-busy": "true" }, el("p", { class: "hint" }, t("laboratory.loading")));
  const root = el("section", { "aria-label": t("store.title") }, el("h3", null, t("store.title")), body);
  let timer = 0;
  let last = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));

  function look() {
    if (timer === 0 && !signal.aborted) {
      timer = window.setTimeout(ask, Math.max(0, last + rest - performance.now()));
    }
  }

  async function ask() {
    try {
      draw(await app.engine.call("laboratory/store", { name }, { signal }));
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(body, el("p", { class: "fault", role: "alert" }, messageOf(thrown)));
      }
    } finally {
      body.removeAttribute("aria-busy");
      timer = 0;
      last = performance.now();
    }
  }

  /** @param {any} holds */
  function draw({ engine, conditions }) {
    const hint = el("p", { class: "hint" }, t("store.engine", { engine }));
    if (conditions.length === 0) {
      fill(body, hint, el("p", null, t("store.empty")));
      return;
    }
    const columns = ["engine", "nodes", "hash", "seats", "positions", "facts"];
    const number = (/** @type {number} */ n) => n.toLocaleString(app.language);
    const rows = conditions.map((/** @type {any} */ c) =>
      el("tr", null,
        el("th", { scope: "row" }, el("code", null, c.engine), " ", c.this_engine && el("span", { class: "chip good" }, t("store.this"))),
        columns.slice(1).map((column) => el("td", { class: "number" }, number(c[column]))),
      ),
    );
    const suites = conditions.flatMap((/** @type {any} */ c) => (c.suites ?? []).map((/** @type {any} */ s) => covered(c, s)));
    fill(body,
      hint,
      table(columns.map((column) => t(`store.column.${column}`)), rows),
      suites.length > 0 && table([t("store.suite"), t("store.column.nodes"), t("store.column.positions"), t("store.complete"), t("store.partial")], suites),
    );
    /** @param {any} c @param {any} s */
    function covered(c, s) {
      return el("tr", null,
        el("th", { scope: "row" }, s.suite),
        el("td", { class: "number" }, number(c.nodes)),
        el("td", { class: "number" }, number(s.positions)),
        el("td", null, el("meter", { min: 0, max: c.seats, value: s.complete_seats, "aria-label": t("store.complete") }), ` ${t("store.of", { n: s.complete_seats, whole: c.seats })}`),
        el("td", { class: "number" }, number(s.partial_seats)),
      );
    }
  }

  /** @param {string[]} head @param {HTMLElement[]} rows */
  function table(head, rows) {
    const left = [head[0], t("store.complete")];
    return fadeEdges(el(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": `${t("store.title")}: ${head[0]}` },
      el("table", { class: "cross" }, el("thead", null, el("tr", null, head.map((text) => el("th", { scope: "col", class: left.includes(text) ? "" : "number" }, text)))), el("tbody", null, rows)),
    ));
  }

  look();
  return { root, look };
}
