// Opens lessons about the mistakes of a game. Their module is loaded with the first one.

import { el, fill } from "./dom.js";

/** @import { App } from "./pages.js" */
/** @import { Mistake } from "./play-graph.js" */
/** @import { Study } from "./play-study.js" */
/** @import { Table } from "./play-table.js" */

/** The place of a lesson on the page. */
export class Lessons {
  element = el("div", null);
  #app;
  #table;
  #study;
  #page;
  /** @type {import("./play-learn.js").Lesson | null} */
  #now = null;

  /**
   * @param {App} app
   * @param {Table} table
   * @param {Study} study
   * @param {{show: (uci: string) => void, ring: (square: string) => void}} page
   */
  constructor(app, table, study, page) {
    this.#app = app;
    this.#table = table;
    this.#study = study;
    this.#page = page;
  }

  /** The lesson that waits for a move on the board, if any. */
  get asking() {
    return this.#now?.asks ? this.#now : null;
  }

  stop() {
    this.#now?.stop();
  }

  /** @param {Mistake[]} mistakes */
  async begin(mistakes) {
    const { Lesson } = await import("./play-learn.js");
    this.#study.free();
    this.stop();
    this.#now = new Lesson(this.#app, { table: this.#table, study: this.#study, mistakes }, { ...this.#page, close: () => this.#close() });
    fill(this.element, this.#now.element);
    await this.#now.ask(0);
    this.element.scrollIntoView({ block: "nearest" });
  }

  #close() {
    this.stop();
    this.#now = null;
    fill(this.element);
  }
}
