// The caption of a diagram: author, source with year, award and title, each on its line.

import { el } from "./dom.js";

/** The stipulations that Alfiere solves. */
export const directMate = /^#[1-9]\d*$/;

/** What is known of the origin. @typedef {{author: string, source: string, award: string, title: string}} Caption */

/** @typedef {string | {text?: string, tourney?: string}} Award */

/**
 * Returns the caption of an entry of a list, or of a problem with its source in one line.
 * @param {{authors?: string[], source?: string, awards?: Award[], title?: string}} problem @returns {Caption}
 */
export function captionOf({ authors = [], source = "", awards = [], title = "" }) {
  const award = awards.map((one) =>
    typeof one === "string" ? one : [one.text, one.tourney].filter(Boolean).join(", "));
  return { author: authors.join(" & "), source, award: award.filter(Boolean).join("; "), title };
}

/** @param {Caption} caption @returns {HTMLElement} */
export function caption({ author, source, award, title }) {
  return el("span", { class: "caption" },
    author !== "" && el("span", { class: "who" }, author),
    source !== "" && el("span", { class: "hint" }, source),
    award !== "" && el("span", { class: "award" }, award),
    title !== "" && el("span", { class: "hint" }, title),
  );
}
