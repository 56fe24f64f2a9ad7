// The panel of the page "Problem": the tabs, and the parts of a report behind them, loaded when they are wanted.

import { el, fill } from "./dom.js";
import { later, messageOf } from "./engine.js";
import { solution } from "./report.js";
import { Tabs } from "./tabs.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { ProblemPage } from "./problem.js" */
/** @import { Moment } from "./problem-undo.js" @import { Terms } from "./report-themes.js" */
/** @import { Report, Walker } from "./report.js" */

/** What the page shows: a step of its history, the report about it, the terms of reports. */
/** @typedef {{moment: Moment, report: Report | null, terms: Terms}} View */

/** @typedef {(report: Report, walker: Walker, terms: Terms) => HTMLElement} Draw */

const names = ["solution", "phases", "themes", "notes", "neighbours"];

/** The tabs and their panel. */
export class Panel {
  #app;
  #walker;
  #drawn = 0;
  /** @type {import("./problem-neighbours.js").Neighbours | null} once they are wanted */
  #neighbours = null;
  /** @type {Record<string, () => Promise<Draw>>} */
  #parts;

  /** @param {App} app @param {Walker} walker @param {ProblemPage} page */
  constructor(app, walker, page) {
    this.#app = app;
    this.#walker = walker;
    this.#parts = {
      solution: async () => solution,
      phases: async () => (await import("./report-phases.js")).phases,
      themes: async () => (await import("./report-themes.js")).themes,
      notes: async () => (await import("./report-notes.js")).notes,
      neighbours: async () => {
        const { Neighbours } = await import("./problem-neighbours.js");
        return () => (this.#neighbours ??= new Neighbours(app, page)).section;
      },
    };
    this.node = el("div", { role: "tabpanel", id: "panel", tabIndex: 0 });
    this.tabs = new Tabs(names, this.node, { texts: "problem.tab", label: t("problem.parts"), chosen: () => {
      app.go({ tab: this.tabs.now === "solution" ? "" : this.tabs.now }, { replace: true });
      page.draw();
    } });
  }

  /** Draws the chosen part. @param {View} view */
  async draw({ moment, report, terms }) {
    const drawn = ++this.#drawn;
    if (!report) {
      this.#neighbours?.goal.leave();
      fill(this.node);
      return;
    }
    this.#neighbours?.pause();
    const { now } = this.tabs;
    const failed = (/** @type {unknown} */ thrown) => () =>
      el("p", { class: "fault", role: "alert" }, t("app.unreachable", { message: messageOf(thrown) }));
    const load = /** @type {() => Promise<Draw>} */ (this.#parts[now]);
    const draw = await (now === "solution" ? load() : later(this.#app.engine, load).catch(failed));
    if (drawn !== this.#drawn || this.#app.left.aborted) return;
    fill(this.node, el("h2", { class: "unseen" }, t(`problem.tab.${now}`)), draw(report, this.#walker, terms));
    if (now === "neighbours") {
      this.#neighbours?.ask(moment, report, terms);
    } else {
      this.#neighbours?.goal.leave();
    }
  }

  /** Stops the search for neighbours: the diagram has changed. */
  pause() {
    this.#neighbours?.pause();
  }

  close() {
    this.pause();
    this.#neighbours?.goal.leave();
  }
}
