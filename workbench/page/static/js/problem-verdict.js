// The verdict as one sentence, and the progress of an analysis.

import { button, el, fill } from "./dom.js";
import { letters, milliseconds, written } from "./report.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { Report } from "./report.js" */

/** The maximum number of keys in a sentence. */
const named = 4;

/** A height that only two lines have, in sizes of the type. */
const twoLines = 1.9;

/** Returns the verdict on a problem. @param {Report} report @returns {string} */
export function sentence(report) {
  if (report.post_key && report.verdict !== "undecided") {
    const all = report.post_key.refutations_san.map((san) => letters(`1...${san}!`));
    const by = all.slice(0, named).join(", ") + (all.length > named ? ", …" : "");
    return t(report.verdict === "sound" ? "problem.after.solves" : "problem.after.fails", { by });
  }
  const { verdict, keys } = report;
  const [mate] = report.short_mates ?? [];
  const more = keys.length > named ? ", …" : "";
  const list = keys.slice(0, named).map(({ san }) => `1.${letters(san)}`).join(", ") + more;
  if (verdict === "none") {
    return `${t("problem.none")} ${refuted(report)}`.trim();
  }
  const of = report.intended_solutions ?? report.intended_keys?.length ?? 1;
  return t(`problem.${verdict === "sound" && keys.length > 1 ? "solutions" : verdict}`, verdict === "short" ?
    { n: mate?.in ?? 0, move: `1.${letters(mate?.san ?? "")}` } : { n: keys.length, of, key: `${list}!`, keys: list });
}

/** Returns a sentence whose moves of Black, such as 1…Kg1!, do not break after the dots. @param {string} text */
export function unbroken(text) {
  return text.split(/(\d…\S+)/).map((part, i) => (i % 2 === 0 ? part : el("span", { class: "unbroken" }, part)));
}

/** Returns a text with the first try of the list, if any. @param {Report} report @returns {string} */
function refuted(report) {
  const line = (report.lines ?? []).find(({ kind }) => kind === "try");
  const refutation = line?.below?.find(({ kind }) => kind === "refutation");
  return line && refutation ? t("problem.refuted", { try: written(line.text), by: written(refutation.text) }) : "";
}

/** @param {Record<"without" | "in" | "refuted" | "first_moves", number>} far */
function progressText(far) {
  const parts = [];
  if (far.without > 0) {
    parts.push(t("problem.without", { n: far.without }));
  }
  if (far.first_moves > 0 && far.in > 0) {
    parts.push(t("problem.refutedof", { refuted: far.refuted, of: far.first_moves, n: far.in }));
  }
  return parts.join("; ");
}

/** Returns how long it took, or that it was not finished. @param {Report} report @returns {string} */
function effort(report) {
  const time = milliseconds(report.seconds);
  return report.complete ? time : t("problem.incomplete", { time });
}

/** How long an analysis runs before its progress is shown, in milliseconds. */
const patience = 150;

/** The verdict on the page, the running analysis, and the button that stops it. */
export class Verdict {
  #app;
  #timer = 0;
  /** Marks the verdict as that of another position. */
  #old = false;
  node = el("p", { class: "verdict", id: "verdict" });
  /** What is under way, and what the last analysis took: two places, so that nothing moves when one ends. */
  #working = el("span");
  #spent = el("span");
  status = el("span", { class: "hint", id: "status" }, this.#working, this.#spent);

  /** @param {App} app @param {() => void} stop */
  constructor(app, stop) {
    this.#app = app;
    this.stop = button("stop", t("problem.stop"), stop, { hidden: true });
  }

  /** @param {string} text @param {string} [kind] of the sentence: good, warn, fault, calm */
  say(text, kind = "") {
    this.#old = false;
    this.node.className = `verdict ${kind}`;
    if (this.node.textContent !== text) {
      fill(this.node, el("span", null, unbroken(text)));
      this.#app.announce(text);
    }
    this.fit();
  }

  /** Writes a sentence of two lines smaller, once the place is known. */
  fit() {
    this.node.classList.remove("long");
    const { clientHeight = 0 } = this.node.firstElementChild ?? {};
    this.node.classList.toggle("long", clientHeight > twoLines * parseFloat(getComputedStyle(this.node).fontSize));
  }

  /** Handles the start of an analysis. Most end before a reader could read about it. */
  begin() {
    clearTimeout(this.#timer);
    this.#old = true;
    this.#timer = window.setTimeout(() => this.busy(t("problem.solving")), patience);
  }

  /** @param {string} working what is under way, "" if nothing is @param {string} [otherwise] */
  busy(working, otherwise = "") {
    clearTimeout(this.#timer);
    this.stop.hidden = working === "";
    this.#working.textContent = working;
    this.#spent.textContent = working ? "" : otherwise;
    this.node.toggleAttribute("aria-busy", working !== "");
    if (this.#old && working !== "") {
      this.node.textContent = "…";
      this.node.className = "verdict";
    }
  }

  /** Handles an event of the running analysis. @param {string} event @param {any} data */
  far(event, data) {
    if (event === "waiting") {
      this.busy(t("app.waiting", data));
    } else if (event === "progress") {
      this.busy(this.#old ? `${t("problem.solving")} ${progressText(data)}` : t("problem.more"));
    } else if (event === "partial") {
      this.say(sentence(data), data.verdict === "sound" ? "good" : "warn");
      this.busy(t("problem.more"));
    }
  }

  /** Handles a stop by the reader: proven results stay. */
  stopped() {
    if (this.#old) {
      this.say(t("problem.unsolved"));
    }
    this.busy("", t("problem.stopped"));
  }

  /** @param {Report} report */
  tell(report) {
    this.say(sentence(report), report.verdict === "sound" ? "good" : "warn");
    this.busy("", `${report.men} · ${effort(report)}`);
  }
}
