// An experiment that the page started: its state, its progress, and the buttons to stop and
// resume it.

import "./words-experiments.js";
import { el, fill } from "./dom.js";
import { messageOf } from "./engine.js";

/** @import { App } from "./pages.js" */

/** Chips by state. @type {Record<string, string>} */
const chips = { waiting: "chip warn", running: "chip good", done: "chip", stopped: "chip warn", failed: "chip fault" };

/**
 * Returns the chip with the state of a job.
 * @param {App} app
 * @param {any} job
 */
export function stateChip(app, job) {
  return el("span", { class: chips[job.state] ?? "chip" }, app.t(`job.state.${job.state}`));
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
  const fault = el("p", { class: "fault", role: "alert" });
  const stop = el("button", { type: "button", onclick: () => ask("stop", stop) }, t("job.stop"));
  const resume = el("button", { type: "button", class: "primary", onclick: () => ask("resume", resume) }, t("job.resume"));
  const root = el("div", { class: "laboratory-job" }, el("p", { class: "row" }, chip, stop, resume), bar, said, standing, message, fault, line);

  /** @param {"stop" | "resume"} what @param {HTMLButtonElement} button */
  async function ask(what, button) {
    button.disabled = true;
    fill(fault);
    if (what === "stop") {
      said.textContent = t("job.stopping");
    }
    try {
      await app.engine.call(`laboratory/${what}`, { name });
    } catch (thrown) {
      fill(fault, messageOf(thrown));
    } finally {
      button.disabled = false;
    }
  }

  let state = "";
  let elsewhere = false;

  /** @param {any} job */
  function update(job) {
    const active = job.state === "running" || job.state === "waiting";
    if (job.state !== state || elsewhere !== Boolean(job.elsewhere)) {
      elsewhere = Boolean(job.elsewhere);
      fill(chip, stateChip(app, job));
      if (state !== "" && state !== job.state) {
        app.announce(`${name}: ${t(`job.state.${job.state}`)}`);
        changed();
      }
      const focused = document.activeElement;
      stop.hidden = !active || elsewhere;
      resume.hidden = active || job.state === "done";
      if (focused === stop && stop.hidden && !resume.hidden) {
        resume.focus();
      } else if (focused === resume && resume.hidden && !stop.hidden) {
        stop.focus();
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
    said.textContent = elsewhere ? t("job.elsewhere") : job.state === "waiting"
      ? t("job.ahead", { ahead: job.ahead ?? 0 })
      : job.whole > 0
        ? [t("job.progress", { done: job.done ?? 0, whole: job.whole }), job.rate && t("job.rate", { rate: job.rate }), job.left && t("job.left", { left: job.left })].filter(Boolean).join(" · ")
        : t("job.begins");
    // Results and Elo are in the table.
    const text = (job.text ?? "").replace(/^\d+ of \d+ \w+(: |$)/, "").replace(/\+\d+ =\d+ -\d+, Elo [^,[]*(\[[^\]]*\])?(, )?/, "");
    standing.hidden = !active || text === "" || (app.language !== "en" && !text.startsWith("LLR")); // words are English ones
    standing.textContent = text.replace(/ -(?=\d)/g, " −");
    message.hidden = !job.message;
    message.textContent = job.message ?? "";
    line.textContent = job.settings;
  }

  return { root, update };
}
