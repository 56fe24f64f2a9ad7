// The panel "Thinking": the live results of a search in the current position.

import { button, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { latest } from "./latest.js";
import { written } from "./play-moves.js";
import { decimals, t } from "./words.js";

/** @import { App } from "./pages.js" @import { Score } from "./play-moves.js" */
/** @import { Table } from "./play-table.js" */
/**
 * @typedef {{score: Score, depth?: number, san: string[], uci: string[]}} Line
 * @typedef {{fen: string, final: boolean, depth: number, nodes: number, seconds: number, score: Score,
 *   lines: Line[]}} Analysis
 */

/** The panel. */
export class Thinking {
  element = el("div", { class: "think" });
  #app;
  #table;
  #letters;
  #play;
  #anew = latest();
  #about = "";
  /** The position whose lines can be played. */
  #shown = "";
  #status = el("p", { class: "hint think-status" });
  #lines = el("ol", { class: "think-lines" });
  /** The first moves of the lines. @type {string[][]} */
  #moves = [];
  #count = el("select", { "aria-label": t("play.lines") }, [1, 2, 3, 5].map((n) =>
    el("option", { value: String(n), selected: n === 3 }, t("play.lines.n", { n }))));
  #button = button(null, t("play.think"), () => this.#toggle(), { "aria-pressed": "false" });
  /** Receives the first move of the best line, for an arrow on the board. @type {(uci: string) => void} */
  onbest = () => {};
  /** Receives every analysis. @type {(analysis: Analysis) => void} */
  onanalysis = () => {};

  /**
   * @param {App} app @param {Table} table
   * @param {() => string} letters of the evaluation terms in use
   * @param {(uci: string[]) => void} play plays moves
   */
  constructor(app, table, letters, play) {
    this.#app = app;
    this.#table = table;
    this.#letters = letters;
    this.#play = play;
    this.#count.addEventListener("change", () => this.follow(true));
    this.element.append(el("div", { class: "row" }, this.#button, this.#count), this.#status, this.#lines);
    fill(this.#status, t("play.think.hint"));
  }

  get on() {
    return this.#button.getAttribute("aria-pressed") === "true";
  }

  #toggle() {
    this.#button.setAttribute("aria-pressed", String(!this.on));
    fill(this.#button, t(this.on ? "play.think.stop" : "play.think"));
    if (this.on) {
      this.follow(true);
    } else {
      this.stop();
    }
  }

  stop() {
    this.#anew();
    this.#about = "";
    this.onbest("");
  }

  /** Searches the current position, if analysis is on and the position is new. @param {boolean} [anew] */
  async follow(anew = false) {
    const fen = this.#table.fen;
    if (this.#shown !== "" && this.#shown !== fen) {
      this.#shown = "";
      fill(this.#lines);
    }
    if (!this.on || (fen === this.#about && !anew)) return;
    this.stop();
    this.#about = fen;
    const signal = this.#anew();
    const { start, nodes } = this.#table.game;
    const lines = Number(this.#count.value);
    const limits = nodes ? { nodes } : { seconds: 60 };
    const body = { start, moves: this.#table.path, letters: this.#letters(), lines, ...limits };
    try {
      const on = (/** @type {string} */ event, /** @type {any} */ data) => this.#hear(event, data);
      const answer = await this.#app.engine.call("search", body, { signal, on });
      this.show(answer.analysis);
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(this.#lines);
        fill(this.#status, messageOf(thrown));
      }
    }
  }

  /** @param {string} event @param {any} data */
  #hear(event, data) {
    if (event === "waiting") {
      fill(this.#status, t("app.waiting", data));
    } else if (event === "partial") {
      this.show(data);
    }
  }

  /**
   * Shows an event of the opponent's search, unless this panel has its own search.
   * @param {string} event @param {any} data
   */
  overhear(event, data) {
    if (!this.on) this.#hear(event, data);
  }

  /** Writes lines into the rows that are there: neither focus nor a click under way is lost. @param {Line[]} lines */
  #write(lines) {
    this.#moves = lines.map(({ uci }) => uci.slice(0, 1));
    const live = this.#lines.querySelector("button") !== null;
    if (live !== this.on || this.#lines.childElementCount !== lines.length) {
      fill(this.#lines, lines.map((_, i) => {
        const first = this.on ? button("link", "", () => this.#play(this.#moves[i] ?? [])) : el("b");
        return el("li", null, el("b", { class: "score" }), first, el("span"));
      }));
    }
    lines.forEach(({ score, san }, i) => {
      const parts = [...this.#lines.children[i]?.children ?? []];
      const [value, first, rest] = /** @type {[Element, Element, Element]} */ (parts);
      fill(value, written(score));
      fill(first, san[0]);
      fill(rest, ` ${san.slice(1, 14).join(" ")}`);
      if (this.on) first.setAttribute("title", t("play.think.play"));
    });
  }

  /** @param {Analysis} analysis */
  show(analysis) {
    this.onanalysis(analysis);
    const speed = analysis.seconds > 0 ? Math.round(analysis.nodes / analysis.seconds / 1000) : 0;
    fill(this.#status, t("play.think.status", {
      depth: analysis.depth, nodes: analysis.nodes.toLocaleString(this.#app.language), speed,
      seconds: decimals(analysis.seconds, 1),
    }));
    this.#write(analysis.lines);
    this.#shown = this.on ? this.#about : "";
    if (this.on) this.onbest(analysis.lines[0]?.uci[0] ?? "");
  }
}
