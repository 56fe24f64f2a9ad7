// An experiment with a record: its state, its progress, and the command that repeats it.

import "./words-experiments.js";
import { copied as copyText, el, fill } from "./dom.js";

/** @import { App } from "./pages.js" */

/** Chips by state. @type {Record<string, string>} */
const chips = { running: "chip good", done: "chip", stopped: "chip warn", failed: "chip fault" };

/** Returns the chip with the state of a job. @param {App} app @param {any} job */
export function stateChip(app, job) {
  return el("span", { class: chips[job.state] ?? "chip" }, app.t(`job.state.${job.state}`));
}

/** Returns the time left of a job that runs, if it is known. @param {App} app @param {any} job */
export function timeLeft(app, job) {
  return job.state === "running" && job.left ? el("span", { class: "hint" }, app.t("job.left", { left: job.left })) : null;
}

/**
 * The part of the page that follows a job.
 * @param {App} app
 * @param {string} name
 * @param {() => void} changed hears that its state is another one
 */
export function jobPanel(app, name, changed) {
  const { t } = app;
  const chip = el("span");
  const line = el("code", { class: "laboratory-line" });
  const bar = el("progress", { "aria-label": t("job.bar") });
  const said = el("p", { class: "hint" });
  const standing = el("p", { class: "laboratory-standing" });
  const message = el("pre", { class: "note warn laboratory-message" });
  const copied = el("span", { class: "hint", role: "status" });
  const copy = el("button", { type: "button", class: "copy", onclick: () => take() }, t("job.copy"));
  const command = el("div", null, el("p", { class: "row" }, el("span", { class: "hint" }, t("job.command")), copy, copied), line);
  const root = el("div", { class: "laboratory-job" }, el("p", { class: "row" }, chip), bar, said, standing, message, command);

  /** Copies the command, or selects it where that is not permitted. */
  async function take() {
    const done = await copyText(line.textContent ?? "");
    if (!done) {
      getSelection()?.selectAllChildren(line);
    }
    fill(copied, t(done ? "job.copied" : "job.selected"));
  }

  let state = "";

  /** @param {any} job */
  function update(job) {
    const active = job.state === "running";
    if (job.state !== state) {
      fill(chip, stateChip(app, job));
      if (state !== "") {
        app.announce(`${name}: ${t(`job.state.${job.state}`)}`);
        changed();
      }
      state = job.state;
    }
    bar.hidden = said.hidden = !active;
    if (active && job.whole > 0) {
      bar.max = job.whole;
      bar.value = job.done ?? 0;
    } else {
      bar.removeAttribute("value");
    }
    said.textContent = job.whole > 0
      ? [t("job.progress", { done: job.done ?? 0, whole: job.whole }), job.rate && t("job.rate", { rate: job.rate }), job.left && t("job.left", { left: job.left })].filter(Boolean).join(" · ")
      : "";
    // Results and Elo are in the table.
    const text = (job.text ?? "").replace(/^\d+ of \d+ \w+(: |$)/, "").replace(/\+\d+ =\d+ -\d+, Elo [^,[]*(\[[^\]]*\])?(, )?/, "");
    standing.hidden = !active || text === "" || (app.language !== "en" && !text.startsWith("LLR")); // words are English ones
    standing.textContent = text.replace(/ -(?=\d)/g, " −");
    message.hidden = !job.message;
    message.textContent = job.message ?? "";
    line.textContent = job.command;
  }

  return { root, update };
}
