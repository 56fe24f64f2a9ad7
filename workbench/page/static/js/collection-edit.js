// The form that edits a problem.

import { captionOf } from "./collection-caption.js";
import { button, el, fill } from "./dom.js";
import { Fault, messageOf } from "./engine.js";

/** @import { App } from "./pages.js" */

/** @param {string} text */
const same = (text) => text;

/**
 * The fields of the form: name, number of lines, the text shown for a problem, and the value
 * stored for a text.
 * @type {[string, number, (p: any) => string, (text: string) => any][]}
 */
const fields = [
  ["title", 1, (p) => p.title ?? "", same],
  ["authors", 2, (p) => (p.authors ?? []).join("\n"), lines],
  ["name", 1, (p) => p.source?.name ?? "", same],
  ["issue", 1, (p) => p.source?.issue ?? "", same],
  ["number", 1, (p) => p.source?.number ?? "", same],
  ["date", 1, (p) => dateText(p.source ?? {}), dateOf],
  ["awards", 2, (p) => (p.awards ?? []).map((/** @type {any} */ one) => captionOf({ awards: [one] }).award).join("\n"),
    awards],
  ["keywords", 1, (p) => (p.keywords ?? []).join(", "), (text) => lines(text.replaceAll(",", "\n"))],
  ["comments", 3, (p) => (p.comments ?? []).join("\n\n"),
    (text) => text.split(/\n\s*\n/).filter((part) => part.trim())],
  ["reference", 1, (p) => p.reference ?? "", same],
  ["stipulation", 1, (p) => p.stipulation ?? "", same],
  ["solutions", 1, (p) => String(p.solutions || 1), Number],
  ["fen", 1, (p) => p.fen, same],
];

/** The fields that belong to the source, and those of an unknown one. */
const ofSource = ["name", "issue", "number", "date"];
export const noSource = { name: "", issue: "", number: "", year: 0, month: 0, day: 0 };

/** Dates as the form shows them; whether a day exists is for the collection to say. */
const dates = /^$|^\d{1,4}(-(0?\d|1[0-2])(-([0-2]?\d|3[01]))?)?$/;

/** @param {string} text */
function lines(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** @param {string} text */
function awards(text) {
  return lines(text).map((line) => {
    const [distinction = "", ...tourney] = line.split(", ");
    return { text: distinction, tourney: tourney.join(", ") };
  });
}

/** @param {{year?: number, month?: number, day?: number}} source */
function dateText({ year = 0, month = 0, day = 0 }) {
  const parts = [String(year), String(month).padStart(2, "0"), String(day).padStart(2, "0")];
  return year === 0 ? "" : parts.slice(0, month === 0 ? 1 : day === 0 ? 2 : 3).join("-");
}

/** Reads what dateText writes; the form refuses other texts. @param {string} text */
function dateOf(text) {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return { year, month, day };
}

/**
 * Returns the form of a problem.
 * @param {App} app
 * @param {any} shown the answer of collection/show
 * @param {{save: (fields: any) => Promise<void>, theirs: () => Promise<any>, cancel: () => void}} does
 * @returns {HTMLFormElement}
 */
export function editForm(app, shown, does) {
  const { t } = app;
  /** @type {Map<string, HTMLInputElement | HTMLTextAreaElement>} */
  const inputs = new Map();
  let before = shown.problem;
  const fault = el("div", { role: "alert" });

  /** Returns the changed fields, in the form of collection/edit. */
  function changes() {
    /** @type {Record<string, any>} */
    const changed = {};
    for (const [name, , read, parse] of fields) {
      const text = inputs.get(name)?.value ?? "";
      if (text !== read(before)) {
        const place = ofSource.includes(name) ? (changed.source ??= { ...noSource, ...before.source }) : changed;
        name === "date" ? Object.assign(place, parse(text)) : (place[name] = parse(text));
      }
    }
    return changed;
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    const changed = changes();
    if (Object.keys(changed).length === 0) {
      does.cancel();
      return;
    }
    const date = inputs.get("date")?.value.replace(/\s|-+$/g, "") ?? "";
    if (changed.source && !dates.test(date)) {
      fill(fault, el("p", { class: "note fault" }, t("collection.edit.undated", { date })));
      return;
    }
    fill(fault);
    try {
      await does.save(changed);
    } catch (thrown) {
      refused(thrown);
    }
  }

  /** @param {unknown} thrown */
  function refused(thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== "conflict") {
      fill(fault, el("p", { class: "note fault" }, messageOf(thrown)));
      return;
    }
    fill(fault, el("p", { class: "note warn" },
      t("collection.conflict"), " ",
      button(null, t("collection.conflict.merge"), merge),
    ));
  }

  /** Accepts the other user's changes in fields that were not changed here. */
  async function merge() {
    const theirs = (await does.theirs()).problem;
    for (const [name, , read] of fields) {
      const input = inputs.get(name);
      if (input && input.value === read(before)) {
        input.value = read(theirs);
      }
    }
    before = theirs;
    fill(fault, el("p", { class: "note" }, t("collection.conflict.merged")));
  }

  return el("form", { class: "collection-edit", onsubmit: save },
    fields.map(([name, rows, read]) => {
      const value = read(before);
      const kind = name === "solutions" ? { type: "number", min: "1", max: "99", required: true } : { type: "text" };
      const one = { ...kind, value, name, autocomplete: "off" };
      const input = rows > 1 ? el("textarea", { rows, value, name }) : el("input", one);
      inputs.set(name, input);
      return el("label", { class: `edit-${name}` }, el("span", null, t(`collection.edit.${name}`)), input);
    }),
    el("p", { class: "hint" }, t("collection.edit.hint")),
    fault,
    el("p", { class: "row" }, el("button", { class: "primary" }, t("collection.save")),
      button(null, t("collection.cancel"), does.cancel)),
  );
}
