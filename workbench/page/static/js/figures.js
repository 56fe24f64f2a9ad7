// Data of an experiment in any form: values as a list, lists of objects as tables.

import { el, fadeEdges } from "./dom.js";
import { listed, named, written } from "./words-figures.js";

/** @import { App } from "./pages.js" */

const mostRows = 300;
const mostDepth = 6;

/** @param {unknown} value */
const isPlain = (value) => value === null || typeof value !== "object";

/** The class of the cells of a column. @param {unknown[]} values */
function kind(values) {
  const there = values.filter((value) => value !== null && value !== undefined);
  const isShort = there.every((value) => String(value).length < 26);
  return there.every((value) => typeof value === "number") ? "number" : isShort ? "short" : "";
}

/** @typedef {Record<string, unknown>} Data */

/**
 * Flattens nested objects: {count: {best: 3}} has the column "count: best".
 * @param {Data} object @param {string} [before] @returns {[string, unknown][]}
 */
function flat(object, before = "") {
  return Object.entries(object).flatMap(([name, value]) => {
    const full = before + named(name);
    if (isPlain(value)) {
      return [/** @type {[string, unknown]} */ ([full, value])];
    }
    if (Array.isArray(value)) {
      return value.every(isPlain) ? [/** @type {[string, unknown]} */ ([full, listed(value)])] : [];
    }
    return flat(/** @type {Data} */ (value), `${full}: `);
  });
}

/** Shows the data. @param {unknown} value @param {App} app @param {number} [depth] @returns {HTMLElement} */
export function figures(value, app, depth = 0) {
  if (isPlain(value) || depth > mostDepth) return el("span", null, written(value));
  if (Array.isArray(value)) return list(value, app, depth);
  const object = /** @type {Data} */ (value);
  const plain = flat(object).flatMap(([name, part]) => [el("dt", null, name), el("dd", null, written(part))]);
  return el("div", { class: "figures" },
    plain.length > 0 && el("dl", { class: "facts" }, plain),
    Object.entries(object).map(([name, part]) => Array.isArray(part) && !part.every(isPlain) &&
      el("details", { open: depth < 2 && part.length <= 40 },
        el("summary", null, `${named(name)} (${part.length})`), figures(part, app, depth + 1))),
  );
}

/** @param {unknown[]} values @param {App} app @param {number} depth @returns {HTMLElement} */
function list(values, app, depth) {
  if (values.every(isPlain)) return el("p", null, listed(values.slice(0, mostRows)));
  const rows = values.slice(0, mostRows).map((value) =>
    /** @type {Data} */ (isPlain(value) || Array.isArray(value) ? { value } : value));
  if (rows.some((row) => Object.values(row).some((part) => Array.isArray(part) && !part.every(isPlain)))) {
    return el("div", null, rows.map((row) => figures(row, app, depth + 1)));
  }
  const columns = [...new Set(rows.flatMap((row) => flat(row).map(([name]) => name)))];
  const cells = rows.map((row) => new Map(flat(row)));
  const kinds = columns.map((name) => kind(cells.map((row) => row.get(name))));
  return fadeEdges(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": app.t("laboratory.table") },
    el("table", null,
      el("thead", null, el("tr", null, columns.map((name, i) => el("th", { scope: "col", class: kinds[i] }, name)))),
      el("tbody", null, cells.map((row) => el("tr", null,
        columns.map((name, i) => el("td", { class: kinds[i] }, row.has(name) ? written(row.get(name)) : ""))))),
    ),
    values.length > mostRows && el("p", { class: "hint" }, app.t("laboratory.rest", { n: values.length - mostRows })),
  ));
}
