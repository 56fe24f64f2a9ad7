// Parts of an experiment on the page: its state, progress and the command that repeats it; its picture; the games of a
// tournament, which open on the board of the page "Play"; and a proposal store: its search settings, and how much of
// each suite it covers.

import "./words-laboratory.js";
import { button, copied as copyText, el, fadeEdges, fill } from "./dom.js";
import { refused } from "./latest.js";

/** @import { App } from "./pages.js" */

/** Chips by state. @type {Record<string, string>} */
const chips = { running: "chip good", done: "chip", stopped: "chip warn", failed: "chip fault" };

/** Returns the chip with the state of a job. @param {App} app @param {any} job */
export const stateChip = (app, job) =>
  el("span", { class: chips[job.state] ?? "chip" }, app.t(`job.state.${job.state}`));

/** Returns the time left of a job that runs, if it is known. @param {App} app @param {any} job */
export const timeLeft = (app, { state, left }) =>
  state === "running" && left ? el("span", { class: "hint" }, app.t("job.left", { left })) : null;

/** Returns the bar of a job that runs. @param {App} app @param {any} job */
export function progress(app, { state, done = 0, whole }) {
  const value = whole > 0 ? { max: whole, value: done } : {};
  return state === "running" && el("progress", { "aria-label": app.t("job.bar"), ...value });
}

/**
 * The part of the page that follows a job.
 * @param {App} app @param {string} name
 * @param {() => void} changed hears that its state is another one
 */
export function jobPanel(app, name, changed) {
  const { t } = app;
  const line = el("code", { class: "laboratory-line" });
  const shell = el("span", { class: "hint" });
  const copied = el("span", { class: "hint", role: "status" });
  const copy = button("copy", t("job.copy"), () => take());
  const standing = el("div");
  const root = el("div", { class: "laboratory-job" }, standing, el("p", { class: "row" }, shell, copy, copied), line);
  let state = "";

  /** Copies the command, or selects it where that is not permitted. */
  async function take() {
    const done = await copyText(line.textContent ?? "");
    if (!done) {
      getSelection()?.selectAllChildren(line);
    }
    fill(copied, t(done ? "job.copied" : "job.selected"));
  }

  /** @param {any} job */
  function update(job) {
    const { done = 0, whole, rate, left, text = "", message } = job;
    const active = job.state === "running";
    if (state !== "" && state !== job.state) {
      app.announce(`${name}: ${t(`job.state.${job.state}`)}`);
      changed();
    }
    state = job.state;
    const said = whole > 0 && [t("job.progress", { done, whole }), rate && t("job.rate", { rate }),
      left && t("job.left", { left })].filter(Boolean).join(" · ");
    // Results and Elo are in the table.
    const rest = text.replace(/^\d+ of \d+ \w+(: |$)/, "")
      .replace(/\+\d+ =\d+ -\d+, Elo [^,[]*(\[[^\]]*\])?(, )?/, "").replace(/ -(?=\d)/g, " −");
    const isRead = app.language === "en" || rest.startsWith("LLR"); // words are English ones
    fill(standing,
      el("p", { class: "row" }, stateChip(app, job)),
      progress(app, job),
      active && said && el("p", { class: "hint" }, said),
      active && rest !== "" && isRead && el("p", { class: "laboratory-standing" }, rest),
      message && el("pre", { class: "note warn laboratory-message", lang: "en" }, message),
    );
    shell.textContent = t("job.command", { shell: job.shell });
    fill(line, job.command.split(/( --\S+)/).map((/** @type {string} */ part, /** @type {number} */ i) =>
      i % 2 === 0 ? part : [" ", el("span", { class: "unbroken" }, part.trim())]).flat());
  }

  return { root, update };
}

/**
 * Returns the picture, with its size, so that nothing moves when it is decoded.
 * @param {{svg?: string, png?: string}} data in base64
 * @param {string} alt
 */
export function picture({ svg, png = "" }, alt) {
  if (!svg && !png) return null;
  const [width, height] = svg ? sizeOfSVG(svg) : sizeOfPNG(png);
  const src = `data:image/${svg ? "svg+xml" : "png"};base64,${svg || png}`;
  return el("p", { class: "wide" }, el("img", { src, alt, class: "laboratory-picture", width, height }));
}

/** @param {string} base64 @returns {(number | undefined)[]} */
function sizeOfSVG(base64) {
  const root = /<svg[^>]*>/.exec(atob(base64.slice(0, 2000)))?.[0] ?? "";
  return ["width", "height"].map((name) =>
    Number(RegExp(`\\s${name}="(\\d+)(\\.\\d+)?(px)?"`).exec(root)?.[1]) || undefined);
}

/** @param {string} base64 @returns {number[]} */
function sizeOfPNG(base64) {
  const bytes = Uint8Array.from(atob(base64.slice(0, 40)), (sign) => sign.charCodeAt(0));
  return bytes.length < 24 ? [] : [16, 20].map((at) => new DataView(bytes.buffer).getUint32(at));
}

/** The number of games that are listed at once, as the program returns them. */
const most = 200;

/**
 * Returns the part of the page with the games, which are listed when it is opened. The link has the latest one.
 * @param {App} app @param {string} name @param {AbortSignal} signal
 * @param {number} at the game that was opened; with it, the list is open
 */
export function gamesPanel(app, name, signal, at) {
  const { t } = app;
  const list = el("ol", { class: "laboratory-games" });
  const said = el("div", { role: "status" });
  const turn = (/** @type {string} */ key, /** @type {number} */ by) =>
    button(null, t(key), () => look(from + by), { hidden: true });
  const back = turn("laboratory.games.before", -most);
  const next = turn("laboratory.games.after", most);
  let from = at > 0 ? at - ((at - 1) % most) : 1;

  /** @param {any} body @param {(answer: any) => void} take */
  const ask = (body, take) => app.engine.call("laboratory/games", { name, ...body }, { signal })
    .then(take, (thrown) => refused(said, thrown));

  /** Lists the games from a number on. @param {number} first */
  function look(first) {
    fill(said, el("p", { class: "hint" }, t("laboratory.loading")));
    return ask({ from: first }, ({ count, games }) => {
      from = first;
      list.start = first;
      fill(list, games.map((/** @type {any} */ { number, white, black, result }) => el("li", null,
        button("link", `${white} – ${black}`,
          () => show(number, { white, black, result }), { data: { game: String(number) } }),
        ` ${result.replace("1/2-1/2", "½-½")}`)));
      fill(said);
      back.hidden = first === 1;
      next.hidden = first + games.length > count;
    });
  }

  /** Opens a game on the board. @param {number} game @param {Record<string, string>} head its players and result */
  const show = (game, head) => ask({ game }, ({ start = "", moves = [] }) => {
    app.go({ games: String(game) }, { replace: true });
    app.go({ page: "play", side: "both", start, moves: moves.join(","), at: "0", ...head });
  });

  /** Lists the games when they are first wanted. */
  async function toggle() {
    app.go({ games: root.open ? String(at > 0 ? at : from) : "" }, { replace: true });
    if (root.open && list.children.length === 0) {
      await look(from);
      at > 0 && /** @type {HTMLElement | null} */ (list.querySelector(`[data-game="${at}"]`))?.focus();
    }
  }

  const root = el("details", { class: "laboratory-part", open: at > 0, ontoggle: toggle },
    el("summary", null, t("laboratory.games.list")), said, list, el("p", { class: "row" }, back, next));
  return root;
}

/** The minimum time between two reads of a changing store, in milliseconds. */
const rest = 3000;

/**
 * The part of the page that shows a store, and reads it again on request.
 * @param {App} app @param {string} name @param {AbortSignal} signal
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
    await app.engine.call("laboratory/store", { name }, { signal }).then(draw, (thrown) => refused(body, thrown));
    body.removeAttribute("aria-busy");
    timer = 0;
    last = performance.now();
  }

  /** @param {any} holds */
  function draw({ engine, conditions }) {
    const columns = ["engine", "nodes", "hash", "seats", "positions", "facts"];
    const named = (/** @type {string} */ column) => t(`store.column.${column}`);
    const rows = conditions.map((/** @type {any} */ c) => el("tr", null,
      el("th", { scope: "row" },
        el("code", null, c.engine), " ", c.this_engine && el("span", { class: "chip good" }, t("store.this"))),
      columns.slice(1).map((column) => number(c[column])),
    ));
    const suites = conditions.flatMap((/** @type {any} */ c) =>
      (c.suites ?? []).map((/** @type {any} */ suite) => covered(c, suite)));
    fill(body,
      el("p", { class: "hint" }, t("store.engine", { engine })),
      rows.length > 0 ? table(columns.map(named), rows) : el("p", null, t("store.empty")),
      suites.length > 0 && table([t("store.suite"), named("nodes"), named("positions"), t("store.complete"),
        t("store.partial")], suites),
    );
  }

  /** @param {number} n */
  const number = (n) => el("td", { class: "number" }, n.toLocaleString(app.language));

  /** @param {any} c @param {any} s */
  const covered = ({ nodes, seats: max }, { suite, positions, complete_seats: value, partial_seats: partial }) =>
    el("tr", null,
      el("th", { scope: "row" }, suite),
      number(nodes),
      number(positions),
      el("td", null, el("meter", { min: 0, max, value, "aria-label": t("store.complete") }),
        ` ${t("job.progress", { done: value, whole: max })}`),
      number(partial),
    );

  /** @param {string[]} head @param {HTMLElement[]} rows */
  function table(head, rows) {
    const left = [head[0], t("store.complete")];
    const label = `${t("store.title")}: ${head[0]}`;
    return fadeEdges(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label },
      el("table", { class: "cross" },
        el("thead", null, el("tr", null,
          head.map((text) => el("th", { scope: "col", class: left.includes(text) ? "" : "number" }, text)))),
        el("tbody", null, rows))));
  }

  look();
  return { root, look };
}
