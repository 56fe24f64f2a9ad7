// Data of an experiment in any form: values as a list, lists of objects as tables.

import { el } from "./dom.js";
import { listed, named, written } from "./words-figures.js";

/** @import { App } from "./pages.js" */

const mostRows = 300;
const mostDepth = 6;

/** @param {unknown} value */
const isPlain = (value) => value === null || typeof value !== "object";

/** The class of a value's cell. @param {unknown} value */
const kind = (value) => (typeof value === "number" ? "number" : typeof value === "string" && value.length < 13 ? "short" : "");

/**
 * Flattens nested objects: {count: {best: 3}} has the column "count: best".
 * @param {Record<string, unknown>} object
 * @param {string} [before]
 * @returns {[string, unknown][]}
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
    return flat(/** @type {Record<string, unknown>} */ (value), `${full}: `);
  });
}

/**
 * Shows the data.
 * @param {unknown} value
 * @param {App} app
 * @param {number} [depth]
 * @returns {HTMLElement}
 */
export function figures(value, app, depth = 0) {
  if (isPlain(value) || depth > mostDepth) {
    return el("span", null, written(value));
  }
  if (Array.isArray(value)) {
    return list(value, app, depth);
  }
  const object = /** @type {Record<string, unknown>} */ (value);
  const plain = flat(object);
  const lists = Object.entries(object).filter(([, part]) => Array.isArray(part) && !part.every(isPlain));
  return el(
    "div",
    { class: "figures" },
    plain.length > 0 && el("dl", { class: "facts" }, plain.flatMap(([name, part]) => [el("dt", null, name), el("dd", null, written(part))])),
    lists.map(([name, part]) => el("details", { open: depth < 2 && /** @type {unknown[]} */ (part).length <= 40 }, el("summary", null, `${named(name)} (${/** @type {unknown[]} */ (part).length})`), figures(part, app, depth + 1))),
  );
}

/**
 * @param {unknown[]} values
 * @param {App} app
 * @param {number} depth
 * @returns {HTMLElement}
 */
function list(values, app, depth) {
  if (values.every(isPlain)) {
    return el("p", null, listed(values.slice(0, mostRows)));
  }
  const rows = values.slice(0, mostRows).map((value) => (isPlain(value) || Array.isArray(value) ? { value } : /** @type {Record<string, unknown>} */ (value)));
  const nested = rows.some((row) => Object.values(row).some((part) => Array.isArray(part) && !part.every(isPlain)));
  if (nested) {
    return el("div", null, rows.map((row) => figures(row, app, depth + 1)));
  }
  const columns = [...new Set(rows.flatMap((row) => flat(row).map(([name]) => name)))];
  const cells = rows.map((row) => new Map(flat(row)));
  return el(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": app.t("laboratory.table") },
    el(
      "table",
      null,
      el("thead", null, el("tr", null, columns.map((name) => el("th", { scope: "col", class: kind(cells[0]?.get(name)) }, name)))),
      el("tbody", null, cells.map((row) => el("tr", null, columns.map((name) => el("td", { class: kind(row.get(name)) }, row.has(name) ? written(row.get(name)) : ""))))),
    ),
    values.length > mostRows && el("p", { class: "hint" }, app.t("laboratory.rest", { n: values.length - mostRows })),
  );
}
