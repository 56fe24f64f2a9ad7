// The page "Collection": a query, its results as small diagrams, and next to them a panel of
// tools.

import "./words-collection.js";
import { analysisPanel } from "./collection-analysis.js";
import { detailsPanel } from "./collection-details.js";
import { exportPanel } from "./collection-export.js";
import { importPanel } from "./collection-import.js";
import { emptyCollection, queryBox } from "./collection-query.js";
import { results } from "./collection-results.js";
import { statisticsPanel } from "./collection-statistics.js";
import { button, el, fill } from "./dom.js";
import { keysInItalian } from "./words-fields.js";

/** @import { App, Page, State } from "./pages.js" */

/**
 * What the parts of the page share.
 * @typedef {object} Desk
 * @property {App} app
 * @property {() => string} query the latest query
 * @property {() => string} sort the order of the list; "" is that of the query
 * @property {(text: string) => void} ask sends another query and puts it into the box
 * @property {() => void} refresh repeats the query and reads the lists of the form again, after a change
 * @property {(id: number) => void} show opens the details of a problem
 * @property {(id: number) => HTMLElement} link returns a button that does so
 * @property {Terms} terms names of themes and other terms
 * @property {(id: number, step: number) => number} beside returns the problem before or after one in the list, or 0
 * @property {() => void} listed is called when the list changes or grows
 * @property {() => HTMLElement} empty returns what an empty collection shows
 * @property {(id: number, entry: any) => void} changed is called when a problem changes
 */

/**
 * A part of the panel next to the results.
 * @typedef {object} Panel
 * @property {HTMLElement} root
 * @property {() => void} [open] is called when it becomes visible
 * @property {() => void} [asked] is called when another query is sent while it is visible
 * @property {() => void} close is called when the page closes
 */

const tabs = ["details", "solve", "statistics", "import", "analysis", "export"];

/** The page's entries in the list of keys. */
export const keys = /** @type {[string, string][]} */ ([
  ["Enter", "collection.keys.enter"],
  ["↑ ↓", "collection.keys.completion"],
  ["← ↑ → ↓", "collection.keys.grid"],
]);

/** The orders of the list; "" is that of the query. */
const orders = ["", "year", "year desc", "author", "source", "pieces", "variations desc", "tries desc", "id desc"];

/** Returns a panel that is loaded when it first opens. @param {() => Promise<Panel>} load @returns {Panel} */
function later(load) {
  const root = el("div");
  /** @type {Promise<Panel> | null} */
  let panel = null;
  let closed = false;
  return {
    root,
    open: async () => {
      panel ??= load();
      const loaded = await panel;
      if (closed) {
        loaded.close();
        return;
      }
      fill(root, loaded.root);
      loaded.open?.();
    },
    asked: async () => (await panel)?.asked?.(),
    close: () => {
      closed = true;
      panel?.then((loaded) => loaded.close());
    },
  };
}

/** Opens the page. @param {HTMLElement} root @param {App} app @param {State} state @returns {Page} */
export function open(root, app, state) {
  let query = state.q ?? "";
  let tab = "";
  /** @type {Desk} */
  const desk = {
    app,
    query: () => query,
    sort: () => sort(),
    ask: (text) => {
      box.set(text);
      asked(text, true);
    },
    refresh: () => {
      found.ask(query, sort());
      box.refresh();
    },
    show: (id) => choose("details", String(id)),
    link: (id) => button("link", app.t("collection.problem", { id }), () => desk.show(id)),
    terms: termsOf(app),
    beside: (id, step) => found.beside(id, step),
    empty: () => emptyCollection(desk, { choose: () => (choose("import"), imports.pick()), classics }),
    listed: () => details.steps(),
    changed: (id, entry) => found.replace(id, entry),
  };
  const found = results(desk);
  const box = queryBox(desk, query, asked);
  const details = detailsPanel(desk);
  const imports = importPanel(desk, root, () => choose("import"), classics);
  const analysis = analysisPanel(desk);
  const solve = later(async () => (await import("./collection-solve.js")).solvePanel(desk));
  /** @type {Record<string, Panel>} */
  const panels =
    { details, solve, statistics: statisticsPanel(desk), import: imports, analysis, export: exportPanel(desk) };
  const order = el("select", { id: "collection-sort", onchange: () => {
    app.go({ sort: sort() }, { replace: true });
    found.ask(query, sort());
  } }, orders.map((value) => el("option", { value }, app.t(`collection.sort.${value || "none"}`))));
  const sort = () => order.value;
  sortAs(state);

  /** Imports the classic problems, and analyses them. */
  async function classics() {
    choose("import");
    const { classicLines } = await import("./collection-classics.js");
    if (await imports.take([{ name: app.t("collection.classics.name"), text: classicLines() }])) {
      choose("analysis");
      await analysis.run();
      choose(""); // they are in the list
    }
  }

  /** Selects the order in a link; an unknown order counts as none. @param {State} link */
  function sortAs(link) {
    order.value = orders.find((value) => value === link.sort) ?? "";
  }

  /**
   * Runs a query, and shows its error or clears the previous one.
   * @param {string} text
   * @param {boolean} firmly it was not just being typed
   */
  async function find(text, firmly) {
    const answer = await found.ask(text, sort());
    if (answer) {
      box.fault(answer.fault, firmly);
      order.disabled = answer.fault ? order.disabled : answer.counts; // counts have their own order
    }
    return answer !== null && !answer.fault; // it is a query, and no later one was asked meanwhile
  }

  /** Sends a typed or chosen query. @param {string} text @param {boolean} firmly it was not just being typed */
  async function asked(text, firmly) {
    if ((await find(text, firmly)) && text !== query) {
      query = text;
      app.go({ q: text }, { replace: !firmly });
      panels[tab]?.asked?.();
    }
  }

  /** Shows a panel; "" closes it. @param {string} name @param {string} [id] */
  function choose(name, id = "") {
    app.go({ tab: name, id: name === "details" ? id : "" });
    showPanel(name, id);
    if (name === "details" && id !== "") {
      details.focus();
    }
  }

  /** @param {string} name @param {string} id */
  function showPanel(name, id) {
    tab = tabs.includes(name) ? name : "";
    side.hidden = tab === "";
    frame.dataset["tab"] = tab;
    for (const button of bar.querySelectorAll("button")) {
      button.setAttribute("aria-expanded", String(button.dataset.tab === tab));
    }
    fill(side, tab !== "" && closer, panels[tab]?.root);
    side.setAttribute("aria-label", tab === "" ? "" : app.t(`collection.tab.${tab}`));
    if (tab === "details" && Number(id) > 0) {
      details.show(Number(id));
    }
    panels[tab]?.open?.();
    if (tab === "solve" && matchMedia("(max-width: 900px)").matches) {
      side.scrollIntoView({ block: "start" }); // board and buttons have no room below the list's tools
    }
    found.mark(tab === "details" ? Number(id) : 0);
  }

  const bar = el("div", { class: "tools", role: "group", "aria-label": app.t("collection.tools") },
    tabs.slice(1).map((name) => el("button", {
      type: "button", "aria-expanded": "false", "aria-controls": "collection-side", data: { tab: name },
      onclick: () => choose(name === tab ? "" : name),
    }, app.t(`collection.tab.${name}`))));
  const title = app.t("app.close");
  const closer = el("button", { type: "button", class: "quiet closer", title, "aria-label": title, onclick: () => {
    const opener = found.chosen() ?? bar.querySelector(`[data-tab="${tab}"]`) ?? bar.querySelector("button");
    choose("");
    opener?.focus();
  } }, "✕");
  const side = el("aside", { id: "collection-side", class: "collection-side", hidden: true });
  const frame = el("div", { class: "collection-frame" }, side, found.root);
  root.append(
    el("h1", { class: "unseen" }, app.t("page.collection")),
    box.root,
    el("div", { class: "row collection-bar" },
      found.count,
      el("span", { class: "row" }, el("label", { for: "collection-sort" }, app.t("collection.sort")), order),
      bar,
    ),
    frame,
  );
  showPanel(state.tab ?? (state.id ? "details" : ""), state.id ?? "");
  find(query, true);
  return {
    close() {
      found.close();
      box.close();
      Object.values(panels).forEach((panel) => panel.close());
    },
    update(next) {
      showPanel(next.tab ?? (next.id ? "details" : ""), next.id ?? "");
      const [before, sorted] = [query, sort()];
      query = next.q ?? "";
      sortAs(next);
      if (query !== before) {
        box.set(query);
        find(query, true);
        panels[tab]?.asked?.();
      } else if (sort() !== sorted) {
        found.ask(query, sort());
      }
    },
  };
}

/**
 * The names of terms, which are ready when they are known or cannot be had.
 * @typedef {{ready: Promise<void>, of: (name: string) => string}} Terms
 */

/** Requests the terms from the program, unless they are the stored ones. @param {App} app @returns {Terms} */
function termsOf(app) {
  if (app.language === "en") {
    return { ready: Promise.resolve(), of: (name) => name };
  }
  /** @type {Record<string, {name: string}>} */
  let known = {};
  return {
    ready: app.engine.call("terms").then((answer) => void (known = answer), () => {}),
    of: (name) => keysInItalian[name] ?? known[name]?.name ?? name,
  };
}
