// The page "Laboratory": experiments and tournaments as cards, and the selected one live.

import "./words-laboratory.js";
import { el, fadeEdges, fill } from "./dom.js";
import { cancelled, Fault, messageOf, seen, whileSeen } from "./engine.js";
import { figures } from "./figures.js";
import { gamesPanel, jobPanel, stateChip, storePanel, timeLeft } from "./laboratory-parts.js";
import { plot } from "./plot.js";

/** @import { App, Page, State } from "./pages.js" */

/** Reports whether files are only a proposal store. @param {string[]} parts */
const isStore = (parts) => parts.length === 1 && parts[0] === "db";

/** How often the folder is listed, in milliseconds. */
const every = 5000;

/**
 * Opens the page.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {State} state
 * @returns {Page}
 */
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
  /** @type {ReturnType<typeof gamesPanel> | null} */
  let games = null;
  /** Whether the link was followed: that waits for the first list, so that the page is laid out once. */
  let followed = false;

  const cards = el("ul", { class: "laboratory-cards", "aria-label": t("laboratory.experiments") });
  const said = el("p", { class: "hint", role: "status" });
  const title = el("h2", { tabindex: "-1" });
  const head = el("div");
  const body = el("div");
  const detail = el("section", { class: "laboratory-detail", hidden: true, "aria-label": t("laboratory.experiment") }, title, head, body);
  const empty = el("p", { class: "laboratory-welcome", hidden: true }, t("laboratory.welcome"));
  const frame = el("div", { class: "laboratory-frame" }, cards, empty, detail);
  root.append(el("h1", { class: "unseen" }, t("page.laboratory")), el("div", { class: "row laboratory-bar" }, said), frame);

  /** Lists the experiments, now and at intervals. The latest request counts. */
  async function list() {
    const mine = ++listing;
    clearTimeout(timer);
    try {
      const { experiments } = await app.engine.call("laboratory/list", {}, { signal: app.left });
      if (mine !== listing) {
        return;
      }
      const text = JSON.stringify([experiments, chosen]);
      if (text !== listed) {
        listed = text;
        draw(experiments);
      }
      start();
      if (chosen === "" && experiments.length > 0 && !matchMedia("(max-width: 760px)").matches) {
        show(experiments[0].name, false);
      }
    } catch (thrown) {
      if (cancelled(thrown) || mine !== listing) {
        return;
      }
      fill(said, messageOf(thrown));
      start();
    }
    timer = window.setTimeout(() => list(), every);
  }

  /** Follows the link, once. */
  function start() {
    if (!followed) {
      followed = true;
      follow(state);
    }
  }

  /** @param {any[]} experiments */
  function draw(experiments) {
    frame.classList.toggle("empty", experiments.length === 0);
    empty.hidden = experiments.length > 0;
    const run = experiments.filter(({ parts }) => !isStore(parts));
    fill(said, experiments.length === 0 ? t("laboratory.empty") : t("laboratory.count", { n: run.length, live: run.filter(({ live }) => live).length }));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.name : undefined;
    const drawn = new Map([...cards.querySelectorAll("button")].map((button) => [button.dataset.name, button]));
    const items = experiments.map((experiment) => {
      const button = card(experiment);
      const before = drawn.get(experiment.name);
      if (!before?.parentElement) {
        return el("li", null, button);
      }
      // A button replaced between press and release gets no click, so only its contents are replaced.
      before.replaceChildren(...button.childNodes);
      return before.parentElement;
    });
    if (items.length !== cards.children.length || items.some((item, i) => item !== cards.children[i])) {
      cards.replaceChildren(...items);
    }
    mark();
    for (const button of cards.querySelectorAll("button")) {
      if (focused !== undefined && button.dataset.name === focused) {
        button.focus({ preventScroll: true });
      }
    }
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
  function card({ name, parts, live, changed, job: begun }) {
    const when = new Date(changed);
    const kinds = new Set(parts.filter((/** @type {string} */ part) => part !== "job").map((/** @type {string} */ part) => t(`laboratory.part.${part}`)));
    return el("button", { type: "button", class: "experiment", data: { name }, onclick: () => show(name, true) },
      el("strong", null, name),
      el("span", { class: "row" }, begun ? [stateChip(app, begun), timeLeft(app, begun)] : live && !isStore(parts) && el("span", { class: "chip good" }, t("laboratory.live")), [...kinds].map((kind) => el("span", { class: "chip" }, kind))),
      el("time", { class: "hint", datetime: changed }, when.toLocaleString(app.language)),
    );
  }

  /** Clears the area next to the cards. @param {string} text */
  function begin(text) {
    watching.abort();
    watching = new AbortController();
    detail.hidden = false;
    title.textContent = text;
    job = store = games = null;
    fill(head);
    fill(body);
    return watching;
  }

  /** Reports whether the selected experiment is visible. */
  function arrive() {
    title.focus({ preventScroll: true });
    if (matchMedia("(max-width: 760px)").matches) {
      detail.scrollIntoView({ block: "start" });
    }
  }

  /** Shows an experiment and follows it. @param {string} name @param {boolean} firmly it was chosen */
  async function show(name, firmly) {
    if (firmly) {
      app.go({ name });
    }
    chosen = name;
    listed = "";
    mark();
    const mine = begin(name);
    reveal();
    fill(body, el("p", { class: "hint" }, t("laboratory.loading")));
    if (firmly) {
      arrive();
    }
    while (!mine.signal.aborted) {
      await seen(mine.signal);
      const signal = whileSeen(mine.signal);
      try {
        await app.engine.call("laboratory/watch", { name }, { signal, on: (event, data) => (event === "partial" ? update(data) : event === "progress" && job?.update(data)) });
        return;
      } catch (thrown) {
        if (mine.signal.aborted) {
          return;
        }
        if (thrown instanceof Fault && thrown.code === "cancelled") {
          continue; // the page was hidden, or the server ended a very long request
        }
        fill(body, el("p", { class: "fault", role: "alert" }, messageOf(thrown)));
        return;
      }
    }
  }

  /** @param {any} data */
  function update(data) {
    const before = new Map([...body.querySelectorAll("details")].map((part) => [part.querySelector("summary")?.textContent, part.open]));
    const tournament = data.tournament;
    if (data.job && !job) {
      job = jobPanel(app, data.name, () => list());
      head.append(job.root);
    }
    job?.update(data.job);
    const standing = cards.querySelector(`[data-name="${CSS.escape(data.name)}"] .row`);
    if (data.job && standing?.firstChild) {
      standing.firstChild.replaceWith(stateChip(app, data.job)); // before the list is requested again
    }
    if (data.parts.includes("db")) {
      store ??= storePanel(app, data.name, watching.signal);
      store.look();
    }
    if (tournament) {
      games ??= gamesPanel(app, data.name, watching.signal);
    }
    const aside = body.querySelector(".cross")?.parentElement?.scrollLeft ?? 0;
    const image = picture(data, t("laboratory.picture", { name: data.name }));
    const drawn = tournament || data.curves;
    fill(body,
      store?.root,
      !data.job && !store && el("p", { class: "hint" }, data.live ? t("laboratory.running") : t("laboratory.resting", { when: new Date(data.changed).toLocaleString(app.language) })),
      (data.faults ?? []).map((/** @type {string} */ text) => el("p", { class: "note warn" }, text)),
      tournament && [
        el("p", { role: "status" }, t("laboratory.games", { n: tournament.games })),
        cross(tournament.table),
        tournament.prior && el("p", { class: "hint" }, t("laboratory.prior")),
        el("p", { class: "hint" }, t("laboratory.ends", { ends: tournament.ends })),
        plot(tournament.curves, { x: t("laboratory.axis.games"), y: "Elo", label: t("laboratory.curve.elo"), zero: true }),
        games?.root,
      ],
      data.curves && plot(data.curves.map(named), { x: t("laboratory.axis.generations"), y: t("laboratory.axis.solved"), label: t("laboratory.curve.breeding"), zero: false }),
      image && (drawn ? section("laboratory.part.svg", image, false) : image), // its curves are drawn once
      data.text && section("laboratory.report", el("pre", { tabindex: "0", lang: "en" }, data.text.trimEnd()), true),
      data.figures && section("laboratory.part.json", figures(data.figures, app), !tournament && !data.text),
    );
    body.querySelector(".cross")?.parentElement?.scrollTo(aside, 0);
    for (const part of body.querySelectorAll("details")) {
      part.open = before.get(part.querySelector("summary")?.textContent) ?? part.open;
    }
  }

  /** The curves of a breeding in the reader's words. @param {import("./plot.js").Curve} curve */
  function named(curve) {
    return { ...curve, name: t(`laboratory.breeding.${curve.name}`) };
  }

  /** @param {string} key @param {Node} content @param {boolean} open */
  function section(key, content, open) {
    return el("details", { class: "laboratory-part", open }, el("summary", null, t(key)), content);
  }

  /** The cross table: headings, then players. @param {string[][]} table */
  function cross([head = [], ...rows]) {
    const names = ["#", t("laboratory.name"), "Elo", "± 95 %", "LOS", t("laboratory.points"), t("laboratory.played"), t("laboratory.score"), "+", "=", "−"];
    return fadeEdges(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("laboratory.cross") },
      el("table", { class: "cross" },
        el("thead", null, el("tr", null, head.map((text, i) => el("th", { scope: "col", class: i === 1 ? "" : "number" }, names[i] ?? text)))),
        el("tbody", null, rows.map((row) => el("tr", null, row.map((text, i) => (i === 1 ? el("th", { scope: "row" }, text) : el("td", { class: "number" }, (app.language === "it" ? text.replace(".", ",") : text).replace(/^-/, "−"))))))),
      ),
    ));
  }

  /** @param {State} link */
  function follow(link) {
    if (link.name && link.name !== chosen) {
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

/**
 * Returns the picture, with its size, so that nothing moves when it is decoded.
 * @param {{svg?: string, png?: string}} data in base64
 * @param {string} alt
 */
function picture({ svg, png }, alt) {
  if (!svg && !png) {
    return null;
  }
  const [width, height] = (svg ? sizeOfSVG(svg) : sizeOfPNG(png ?? "")) ?? [];
  const src = svg ? `data:image/svg+xml;base64,${svg}` : `data:image/png;base64,${png}`;
  return el("p", { class: "wide" }, el("img", { src, alt, class: "laboratory-picture", width, height }));
}

/** @param {string} base64 @returns {number[] | null} */
function sizeOfSVG(base64) {
  const root = /<svg[^>]*>/.exec(atob(base64.slice(0, 2000)))?.[0] ?? "";
  const [, width] = /\swidth="(\d+)(?:\.\d+)?(?:px)?"/.exec(root) ?? [];
  const [, height] = /\sheight="(\d+)(?:\.\d+)?(?:px)?"/.exec(root) ?? [];
  return width && height ? [Number(width), Number(height)] : null;
}

/** @param {string} base64 @returns {number[] | null} */
function sizeOfPNG(base64) {
  const bytes = Uint8Array.from(atob(base64.slice(0, 40)), (sign) => sign.charCodeAt(0));
  return bytes.length < 24 ? null : [16, 20].map((at) => new DataView(bytes.buffer).getUint32(at));
}
