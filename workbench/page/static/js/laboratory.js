// The page "Laboratory": the experiments of the folder as cards, and the selected one live.

import "./words-laboratory.js";
import { el, fadeEdges, fill } from "./dom.js";
import { cancelled, Fault, messageOf, seen, whileSeen } from "./engine.js";
import { figures } from "./figures.js";
import { gamesPanel, jobPanel, picture, progress, stateChip, storePanel, timeLeft } from "./laboratory-parts.js";
import { plot } from "./plot.js";

/** @import { App, Page, State } from "./pages.js" */

/** Reports whether files are only a proposal store. @param {string[]} parts */
const isStore = (parts) => parts.length === 1 && parts[0] === "db";

/** A command for an empty folder. */
const example = "alfiere-lab experiment tournament --player nodes=1000 --player nodes=2000 --pgn match.pgn";

/** How often the folder is listed, in milliseconds. */
const every = 5000;

/** Reports whether cards and experiment are one above the other. */
const isNarrow = () => matchMedia("(max-width: 760px)").matches;

/** @param {HTMLElement} root @param {App} app @param {State} state @returns {Page} */
export function open(root, app, state) {
  const { t } = app;
  let chosen = "";
  let listed = "";
  let timer = 0;
  let listing = 0;
  let watching = new AbortController();
  /** @type {ReturnType<typeof jobPanel> | null} */
  let job = null;
  /** @type {ReturnType<typeof storePanel> | null} */
  let store = null;
  /** @type {HTMLElement | null} */
  let games = null;
  /** The game from which the list of games was left, or 0 while the list is closed. */
  let game = Number(state.games);
  /** Whether the link waits for the first list, so that the page is laid out once. */
  let unfollowed = Boolean(state.name);

  const cards = el("ul", { class: "laboratory-cards", "aria-label": t("laboratory.experiments") });
  const said = el("p", { class: "hint laboratory-said", role: "status" });
  const title = el("h2", { tabindex: "-1" });
  const head = el("div");
  const body = el("div");
  const detail = el("section", { class: "laboratory-detail", hidden: true, "aria-label": t("laboratory.experiment") },
    title, head, body);
  const empty = el("p", { class: "laboratory-welcome", hidden: true },
    t("laboratory.welcome"), el("code", { class: "laboratory-line" }, example));
  const frame = el("div", { class: "laboratory-frame" }, cards, empty, detail);
  root.append(el("h1", { class: "unseen" }, t("page.laboratory")), said, frame);
  const when = (/** @type {string} */ time) =>
    new Date(time).toLocaleString(app.language, { dateStyle: "medium", timeStyle: "short" });

  /** Lists the experiments, now and at intervals. The latest request counts. */
  async function list() {
    const mine = ++listing;
    clearTimeout(timer);
    try {
      const { experiments, count } = await app.engine.call("laboratory/list", {}, { signal: app.left });
      if (mine !== listing) return;
      const text = JSON.stringify([experiments, chosen]);
      if (text !== listed) {
        listed = text;
        draw(experiments, count);
      }
      if (chosen === "" && !unfollowed && experiments.length > 0 && !isNarrow()) {
        show(experiments[0].name, false);
      }
    } catch (thrown) {
      if (cancelled(thrown) || mine !== listing) return;
      fill(said, messageOf(thrown));
    }
    timer = window.setTimeout(list, every);
    if (unfollowed) {
      unfollowed = false;
      follow(state);
    }
  }

  /** @param {any[]} experiments @param {number} whole the number of all */
  function draw(experiments, whole) {
    frame.classList.toggle("empty", experiments.length === 0);
    empty.hidden = experiments.length > 0;
    const runs = experiments.filter(({ parts }) => !isStore(parts));
    const live = runs.filter((one) => one.live).length;
    fill(said, t(whole === 0 ? "laboratory.empty" : "laboratory.count", { n: runs.length, live }),
      whole > experiments.length && ` · ${t("laboratory.latest", { n: experiments.length, whole })}`);
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.name : undefined;
    const drawn = new Map([...cards.querySelectorAll("button")].map((button) => [button.dataset.name, button]));
    const items = experiments.map((experiment) => {
      const button = card(experiment);
      const before = drawn.get(experiment.name);
      if (!before?.parentElement) return el("li", null, button);
      // A button replaced between press and release gets no click, so only its contents are replaced.
      before.replaceChildren(...button.childNodes);
      return before.parentElement;
    });
    if (items.length !== cards.children.length || items.some((item, i) => item !== cards.children[i])) {
      cards.replaceChildren(...items);
    }
    mark();
    drawn.get(focused)?.focus({ preventScroll: true });
  }

  /** Marks the card of the selected experiment. */
  function mark() {
    for (const button of cards.querySelectorAll("button")) {
      button.ariaCurrent = button.dataset.name === chosen ? "true" : null;
    }
  }

  /** Scrolls the list, and only the list, until the selected card is in sight. */
  function reveal() {
    const item = cards.querySelector("[aria-current]")?.parentElement;
    if (item) {
      const edge = cards.scrollTop + item.getBoundingClientRect().top - cards.getBoundingClientRect().top;
      cards.scrollTop = Math.max(Math.min(cards.scrollTop, edge), edge + item.offsetHeight - cards.clientHeight);
    }
  }

  /** @param {any} experiment */
  function card({ name, parts, live, changed, job: run }) {
    const kinds = parts.filter((/** @type {string} */ part) => part !== "job")
      .map((/** @type {string} */ part) => t(`laboratory.part.${part}`));
    const chip = live && !isStore(parts) && el("span", { class: "chip good" }, t("job.state.running"));
    return el("button", { type: "button", class: "experiment", data: { name }, onclick: () => show(name, true) },
      el("strong", null, name),
      run ? el("span", { class: "row" }, stateChip(app, run), timeLeft(app, run), progress(app, run)) : chip,
      el("span", { class: "hint" }, [...new Set(kinds)].join(", "), el("time", { datetime: changed }, when(changed))),
    );
  }

  /** Shows an experiment and follows it. @param {string} name @param {boolean} firmly it was chosen */
  async function show(name, firmly) {
    if (firmly) {
      app.go({ name, games: "" });
      game = 0;
    }
    chosen = name;
    listed = "";
    mark();
    watching.abort();
    const { signal } = (watching = new AbortController());
    detail.hidden = false;
    title.textContent = name;
    job = store = games = null;
    fill(head);
    fill(body, el("p", { class: "hint" }, t("laboratory.loading")));
    reveal();
    if (firmly) {
      title.focus({ preventScroll: true });
      isNarrow() && detail.scrollIntoView({ block: "start" });
    }
    while (!signal.aborted) {
      await seen(signal);
      try {
        await app.engine.call("laboratory/watch", { name }, {
          signal: whileSeen(signal),
          on: (event, data) => (event === "partial" ? update(data) : event === "progress" && job?.update(data)),
        });
        return;
      } catch (thrown) {
        // Otherwise the page was hidden, or the server ended a very long request.
        if (!signal.aborted && !(thrown instanceof Fault && thrown.code === "cancelled")) {
          fill(body, el("p", { class: "fault", role: "alert" }, messageOf(thrown)));
          return;
        }
      }
    }
  }

  /** @param {any} data */
  function update(data) {
    const { name, tournament, curves, older, faults = [] } = data;
    const parts = () => [...body.querySelectorAll("details")];
    const nameOf = (/** @type {HTMLElement} */ part) => part.querySelector("summary")?.textContent;
    const before = new Map(parts().map((part) => [nameOf(part), part.open]));
    const aside = body.querySelector(".cross")?.parentElement?.scrollLeft ?? 0;
    if (data.job) {
      job ??= jobPanel(app, name, list);
      head.firstChild ?? head.append(job.root);
      job.update(data.job);
      // The card follows before the list is requested again.
      cards.querySelector(`[data-name="${CSS.escape(name)}"] .chip`)?.replaceWith(stateChip(app, data.job));
    }
    if (data.parts.includes("db")) {
      store ??= storePanel(app, name, watching.signal);
      store.look();
    }
    games ??= tournament && gamesPanel(app, name, watching.signal, game);
    const image = picture(data, t("laboratory.picture", { name }));
    const standing = data.live ? t("laboratory.running") : t("laboratory.resting", { when: when(data.changed) });
    fill(body,
      store?.root,
      !data.job && !store && el("p", { class: "hint" }, standing),
      faults.map((/** @type {string} */ text) => el("p", { class: "note warn" }, text)),
      older && el("p", { class: "note warn" }, t("laboratory.older", { files: older.join(", ") })),
      tournament && match(tournament),
      tournament && games,
      curves && plot(curves.map(named), { x: t("laboratory.axis.generations"), y: t("laboratory.axis.solved"),
        label: t("laboratory.curve.breeding"), zero: false }),
      image && (tournament || curves ? section("laboratory.part.svg", image, false) : image), // curves are drawn once
      data.text && section("laboratory.report", el("pre", { tabindex: "0", lang: "en" }, data.text.trimEnd()), true),
      data.figures && section("laboratory.part.json", figures(data.figures, app), !tournament && !data.text),
    );
    body.querySelector(".cross")?.parentElement?.scrollTo(aside, 0);
    for (const part of parts()) {
      part.open = before.get(nameOf(part)) ?? part.open;
    }
  }

  /** The curves of a breeding in the reader's words. @param {import("./plot.js").Curve} curve */
  const named = (curve) => ({ ...curve, name: t(`laboratory.breeding.${curve.name}`) });

  /** @param {string} key @param {Node} content @param {boolean} open */
  const section = (key, content, open) =>
    el("details", { class: "laboratory-part", open }, el("summary", null, t(key)), content);

  /** Table and curve of a tournament. @param {any} tournament */
  function match({ games: n, table, prior, ends, curves }) {
    return [
      el("p", { role: "status" },
        t("laboratory.games", { n }), el("span", { class: "hint" }, ` · ${t("laboratory.ends", { ends })}`)),
      cross(table),
      prior && el("p", { class: "hint" }, t("laboratory.prior")),
      plot(curves, { x: t("laboratory.axis.games"), y: "Elo", label: t("laboratory.curve.elo"), zero: true }),
    ];
  }

  /** The cross table: headings, then players. @param {string[][]} table */
  function cross([head = [], ...rows]) {
    const names = ["#", t("laboratory.name"), "Elo", "± 95 %", "LOS",
      ...["points", "played", "score"].map((name) => t(`laboratory.${name}`)), "+", "=", "−"];
    const number = (/** @type {string} */ text) =>
      (app.language === "it" ? text.replace(".", ",") : text).replace(/^-$/, "–").replace(/^-/, "−");
    const cell = (/** @type {string} */ text, /** @type {number} */ i) =>
      i === 1 ? el("th", { scope: "row" }, text) : el("td", { class: "number" }, number(text));
    return fadeEdges(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("laboratory.cross") },
      el("table", { class: "cross" },
        el("thead", null, el("tr", null,
          head.map((text, i) => el("th", { scope: "col", class: i === 1 ? "" : "number" }, names[i] ?? text)))),
        el("tbody", null, rows.map((row) => el("tr", null, row.map(cell)))),
      ),
    ));
  }

  /** @param {State} link */
  function follow(link) {
    if (link.name && link.name !== chosen) {
      game = Number(link.games);
      show(link.name, false);
    }
  }

  list();
  return {
    close() {
      clearTimeout(timer);
      watching.abort();
    },
    update: follow,
  };
}
