// Curves over an axis, as SVG. The page draws them, so they grow live.

import { el, svg } from "./dom.js";
import { decimals } from "./words.js";

/**
 * A curve: points of x, y and how far the band reaches below and above y (default: as below).
 * @typedef {{name: string, points: [number, number, number, number?][]}} Curve
 */

const [width, height, left, right, top, bottom] = [640, 300, 48, 24, 28, 38];

/** The number of line styles; css/laboratory.css has their colours. */
const kinds = 8;

/** The largest number of curves that have bands: those of more hide each other. */
const mostBands = 4;

/**
 * Returns round numbers as the marks of an axis, about as many as requested, at least a distance apart.
 * @param {number} low @param {number} high @param {number} about @param {number} [apart]
 */
function ticks(low, high, about, apart = 0) {
  const raw = (high - low) / Math.max(1, about);
  if (!(raw > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(apart, ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power);
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9 && list.length < 100; i++) {
    list.push(Number((i * step).toPrecision(12)));
  }
  return list;
}

/** Returns how far the band of a point reaches below and above it. @param {Curve["points"][number]} point */
const reach = ([, , below, above = below]) => /** @type {[number, number]} */ ([below, above]);

/** Returns the runs of points that have a band: an unknown one is a gap. @param {Curve["points"]} points */
function banded(points) {
  /** @type {Curve["points"][]} */
  const runs = [[]];
  for (const point of points) {
    reach(point).some((far) => far > 0) ? runs.at(-1)?.push(point) : runs.push([]);
  }
  return runs.filter((run) => run.length > 1);
}

/**
 * Draws curves, with a text for screen readers: the label, and the end of each curve.
 * @param {Curve[]} curves
 * @param {{x: string, y: string, label: string, zero: boolean}} words zero: 0 is on the axis
 * @returns {HTMLElement}
 */
export function plot(curves, words) {
  const shown = curves.filter(({ points }) => points.length > 0);
  const all = shown.flatMap(({ points }) => points);
  const figure = el("figure", { class: "plot" });
  if (all.length === 0) return figure;
  const xs = range(all.map(([x]) => x));
  const middle = all.map(([, y]) => y);
  const spread = range(words.zero ? [...middle, 0] : middle);
  const margin = Math.max(1, 0.15 * (spread[1] - spread[0]));
  const bands = shown.length <= mostBands;
  const ends = range(all.flatMap((point) => reach(point).map((far, i) => point[1] + (bands ? (i ? far : -far) : 0))));
  const low = Math.max(Math.min(ends[0], spread[0]), spread[0] - 4 * margin) - margin / 3;
  const high = Math.min(Math.max(ends[1], spread[1]), spread[1] + 4 * margin) + margin / 3;
  const x = (/** @type {number} */ value) => left + ((value - xs[0]) / (xs[1] - xs[0] || 1)) * (width - left - right);
  const y = (/** @type {number} */ value) =>
    height - bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (height - top - bottom);
  const at = (/** @type {number} */ a, /** @type {number} */ b) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`;
  const said = shown.map(({ name, points }) => `${name}: ${decimals(points.at(-1)?.[1] ?? 0, 1)}`).join("; ");
  const viewBox = `0 0 ${width} ${height}`;
  const picture = svg("svg", { viewBox, role: "img", "aria-label": `${words.label} ${said}` });
  for (const value of ticks(low, high, 6)) {
    picture.append(
      svg("line", { class: value === 0 ? "axis" : "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      label(left - 6, y(value) + 4, written(value), "end"));
  }
  for (const value of ticks(xs[0], xs[1], 8, 1)) { // games and generations are whole
    picture.append(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: height - bottom }),
      label(x(value), height - bottom + 15, written(value), "middle"));
  }
  picture.append(label(width - right, height - 4, words.x, "end"), label(4, 13, words.y, "start"));
  shown.forEach(({ points }, i) => {
    const line = `line-${i % kinds}`;
    for (const run of bands ? banded(points) : []) {
      const edge = [...run.map((point) => at(point[0], point[1] + reach(point)[1])),
        ...run.map((point) => at(point[0], point[1] - reach(point)[0])).reverse()];
      picture.append(svg("path", { class: `band ${line}`, d: `M${edge.join("L")}Z` }));
    }
    picture.append(svg("path", { class: `curve ${line}`, d: `M${points.map(([a, b]) => at(a, b)).join("L")}` }));
    const [a, b] = points.at(-1) ?? [0, 0];
    picture.append(svg("circle", { class: `point ${line}`, cx: x(a), cy: y(b), r: 3.5 }));
  });
  const legend = shown.map(({ name }, i) => el("span", { class: "legend" },
    svg("svg", { viewBox: "0 0 30 8", class: "sample", "aria-hidden": "true" },
      svg("path", { class: `curve line-${i % kinds}`, d: "M0 4H30" })), name));
  figure.append(picture, el("figcaption", { class: "row" }, legend));
  return figure;
}

/** Writes a number in the page's language. @param {number} value */
const written = (value) =>
  value.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 12 }).replace("-", "−");

/** @param {number[]} values @returns {[number, number]} */
const range = (values) =>
  [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];

/** @param {number} x @param {number} y @param {string} text @param {string} anchor */
function label(x, y, text, anchor) {
  const node = svg("text", { x, y, "text-anchor": anchor });
  node.textContent = text;
  return node;
}
