// Parts of an experiment on the page: its state, progress and the command that repeats it; the games of a
// tournament, which open on the board of the page "Play"; and a proposal store: its search settings, and how much
// of each suite it covers.

import "./words-laboratory.js";
import { copied as copyText, el, fadeEdges, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";

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

/** The number of games that are listed at once, as the program returns them. */
const most = 200;

/**
 * The part of the page with the games, which are listed when it is opened.
 * @param {App} app
 * @param {string} name
 * @param {AbortSignal} signal
 */
export function gamesPanel(app, name, signal) {
  const { t } = app;
  const list = el("ol", { class: "laboratory-games" });
  const said = el("p", { class: "hint", role: "status" });
  const back = el("button", { type: "button", onclick: () => look(from - most) }, t("laboratory.games.before"));
  const next = el("button", { type: "button", onclick: () => look(from + most) }, t("laboratory.games.after"));
  const root = el("details", { class: "laboratory-part", ontoggle: () => root.open && list.children.length === 0 && look(1) },
    el("summary", null, t("laboratory.games.list")), said, list, el("p", { class: "row" }, back, next));
  let from = 1;
  back.hidden = next.hidden = true;

  /** Lists the games from a number on. @param {number} first */
  async function look(first) {
    fill(said, t("laboratory.loading"));
    try {
      const { count, games } = await app.engine.call("laboratory/games", { name, from: first }, { signal });
      from = first;
      list.start = first;
      fill(list, games.map((/** @type {any} */ { number, white, black, result }) =>
        el("li", null, el("button", { type: "button", class: "link", data: { game: String(number) }, onclick: () => show(number) }, `${white} – ${black}`), ` ${result}`)));
      fill(said);
      back.hidden = first === 1;
      next.hidden = first + games.length > count;
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(said, el("span", { class: "fault" }, messageOf(thrown)));
      }
    }
  }

  /** Opens a game on the board. @param {number} game */
  async function show(game) {
    try {
      const { start = "", moves = [] } = await app.engine.call("laboratory/games", { name, game }, { signal });
      app.go({ page: "play", side: "both", start, moves: moves.join(","), at: "0" });
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(said, el("span", { class: "fault" }, messageOf(thrown)));
      }
    }
  }

  return { root };
}

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
