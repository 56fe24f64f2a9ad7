// The analysis that follows each edit: at once after a rest, else a little later; cancelled by the next edit.

import { cancelled } from "./engine.js";

/** @import { Engine, Fault } from "./engine.js" @import { Report } from "./report.js" */

/** The delay between an edit and its analysis, in milliseconds, and the rest after which there is none. */
const pause = 150;
/** The time limit of an analysis, in seconds. */
const limit = 120;
/** How many reports are cached, for undo and for comparisons. */
const kept = 200;

/**
 * @typedef {object} Listener
 * @property {() => void} began
 * @property {(event: string, data: any) => void} far receives waiting, progress and partial
 * @property {(report: Report, name: string) => void} done
 * @property {(fault: Fault) => void} failed
 * @property {() => void} stopped is called when the reader stops it
 */

/** Analyses one version after another. */
export class Analysis {
  #engine;
  #listener;
  #timer = 0;
  #edited = -pause;
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Map<string, Report>} */
  #reports = new Map();

  /** @param {Engine} engine @param {Listener} listener */
  constructor(engine, listener) {
    this.#engine = engine;
    this.#listener = listener;
  }

  /**
   * Analyses a version, and no other. Its position is judged meanwhile: what is illegal is cancelled, not reported.
   * @param {string} name that is its own @param {object} query @param {Promise<unknown>} judged
   */
  ask(name, query, judged) {
    this.cancel();
    const now = performance.now();
    const rested = now - this.#edited >= pause;
    this.#edited = now;
    const known = this.#reports.get(name);
    if (known) {
      this.#listener.done(known, name);
      return;
    }
    if (rested) {
      this.#run(name, query, judged);
    } else {
      this.#timer = window.setTimeout(() => this.#run(name, query, judged), pause);
    }
  }

  /** Cancels the running analysis. */
  cancel() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }

  /** Stops at the reader's request. */
  stop() {
    if (this.#running) {
      this.cancel();
      this.#listener.stopped();
    }
  }

  get busy() {
    return this.#running !== null;
  }

  /** @param {string} name @param {object} query @param {Promise<unknown>} judged */
  async #run(name, query, judged) {
    this.cancel();
    const mine = new AbortController();
    this.#running = mine;
    this.#listener.began();
    try {
      const report = await this.#engine.call("problem", { ...query, seconds: limit }, {
        signal: mine.signal,
        on: (event, data) => this.#running === mine && this.#listener.far(event, data),
      });
      if (this.#running !== mine) return;
      this.#running = null;
      if (report.complete) {
        this.#reports.set(name, report);
        [...this.#reports.keys()].slice(0, -kept).forEach((old) => this.#reports.delete(old));
      }
      this.#listener.done(report, name);
    } catch (thrown) {
      await judged.catch(() => {});
      if (this.#running === mine && !cancelled(thrown)) {
        this.#running = null;
        this.#listener.failed(/** @type {Fault} */ (thrown));
      }
    }
  }
}
