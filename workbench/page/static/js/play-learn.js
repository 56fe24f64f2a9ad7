// "Learn from your mistakes": goes from mistake to mistake of the graph, and lets the reader find a
// better move in the position before each.

import { button, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { latest } from "./latest.js";
import { expected, written } from "./play-moves.js";
import { find } from "./play-tree.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { Mistake } from "./play-graph.js" */
/** @import { Study } from "./play-study.js" @import { Table } from "./play-table.js" */

/** How much worse than the best move another one may be: about an inaccuracy, in points from 0 to 1. */
const enough = 0.1;
const nodes = 30000;

/**
 * What the page does: show shows moves as arrows, ring a ring around a square, close ends the lesson.
 * @typedef {{show: (uci: string) => void, ring: (square: string) => void, close: () => void}} Hooks
 */

/** The lesson about a game. */
class Lesson {
  element = el("section", { class: "learn note", "aria-label": t("play.learn") });
  #app;
  #table;
  #study;
  #page;
  /** @type {Mistake[]} */
  #mistakes;
  #at = 0;
  /** The position before the mistake. */
  #fen = "";
  #found = 0;
  #solved = false;
  #task = el("p", { class: "learn-task" });
  #says = el("p", { class: "learn-says", role: "status" });
  #buttons = el("div", { class: "tools" });
  #anew = latest();

  /** @param {App} app @param {{table: Table, study: Study, mistakes: Mistake[]}} what @param {Hooks} page */
  constructor(app, { table, study, mistakes }, page) {
    this.#app = app;
    this.#table = table;
    this.#study = study;
    this.#page = page;
    this.#mistakes = mistakes;
    this.element.append(this.#task, this.#says, this.#buttons);
  }

  stop() {
    this.#anew();
  }

  /** Shows the position before a mistake. @param {number} at */
  async ask(at) {
    this.stop();
    this.#at = at;
    this.#solved = false;
    const mistake = this.#mistakes[at];
    fill(this.#says);
    if (!mistake) {
      this.#fen = "";
      fill(this.#task, t("play.learn.end", { found: this.#found, of: this.#mistakes.length }));
      this.#draw();
      return;
    }
    const node = find(this.#table.game.tree, mistake.before);
    if (node === null) { // it was deleted meanwhile
      await this.ask(at + 1);
      return;
    }
    await this.#study.show(node);
    this.#fen = this.#table.fen;
    const { number, side, san, mistake: mark = "" } = mistake.move;
    const move = `${number}${side === "white" ? "." : "…"} ${san}`;
    fill(this.#task, el("b", null, `${at + 1}/${this.#mistakes.length} `),
      t("play.learn.task", { move, mark, side: t(`play.learn.${side}`) }));
    this.#draw();
  }

  /** Reports whether a move on the board is an answer. */
  get asks() {
    return this.#fen !== "" && this.#fen === this.#table.fen && !this.#solved;
  }

  /** Judges a move. @param {string} move in coordinates or SAN @returns {Promise<boolean>} false if it is not legal */
  async try(move) {
    const mistake = /** @type {Mistake} */ (this.#mistakes[this.#at]);
    const tried = this.#table.legal.find(({ uci, san }) => move === uci || move === san);
    if (!tried) return false;
    if (tried.uci === mistake.better.uci[0]) {
      this.#solve(t("play.learn.right", { line: lineOf(mistake) }), true);
    } else if (tried.uci === mistake.played) {
      this.#say(t("play.learn.same", { move: tried.san }));
    } else {
      await this.#judge(tried, mistake);
    }
    return true;
  }

  /**
   * Lets the program compare a move with the better one.
   * @param {{uci: string, san: string}} tried @param {Mistake} mistake
   */
  async #judge(tried, { before, better, move: { side } }) {
    const signal = this.#anew();
    this.#say(t("play.looks"));
    try {
      const body = { start: this.#table.game.start, moves: [...before, tried.uci] };
      const standing = await this.#app.engine.call("game", body, { signal });
      const goes = standing.result === "*";
      const search = () => this.#app.engine.call("search", { ...body, nodes }, { signal });
      const [best] = goes ? (await search()).analysis.lines : [];
      const score = best?.score ?? { cp: 0 };
      const points = goes ? expected(score, side) : standing.result === "1/2-1/2" ? 0.5 : 1;
      if (points >= expected(better.score, side) - enough) {
        this.#solve(t("play.learn.good", { move: tried.san, score: written(score) }), true, tried.uci);
      } else {
        this.#say(t("play.learn.bad", { move: tried.san, reply: best?.san[0] ?? "", score: written(score) }));
      }
    } catch (thrown) {
      if (!cancelled(thrown)) {
        this.#say(messageOf(thrown));
      }
    }
  }

  /** @param {string} text */
  #say(text) {
    fill(this.#says, text);
  }

  /** @param {string} text @param {boolean} own whether the reader found it @param {string} [uci] */
  #solve(text, own, uci = this.#mistakes[this.#at]?.better.uci[0] ?? "") {
    this.#solved = true;
    this.#found += Number(own);
    this.#say(text);
    this.#page.show(uci);
    this.#draw();
    /** @type {HTMLElement | null} */ (this.#buttons.querySelector(".learn-next"))?.focus();
  }

  #draw() {
    const mistake = this.#mistakes[this.#at];
    const from = mistake?.better.uci[0]?.slice(0, 2) ?? "";
    const does = (/** @type {string} */ name, /** @type {() => void} */ work) =>
      button(`learn-${name}`, t(`play.learn.do.${name}`), work);
    const hint = () => {
      this.#say(t("play.learn.hint", { square: from }));
      this.#page.ring(from);
    };
    const open = mistake && !this.#solved;
    fill(this.#buttons,
      open && does("hint", hint),
      open && does("solution", () => this.#solve(t("play.learn.was", { line: lineOf(mistake) }), false)),
      mistake && does("next", () => this.ask(this.#at + 1)),
      does("close", this.#page.close),
    );
  }
}

/** Writes the better line. @param {Mistake} mistake */
const lineOf = ({ better }) => `${better.san.slice(0, 5).join(" ")} (${written(better.score)})`;

/** The place of a lesson on the page. */
export class Lessons {
  element = el("div", null);
  #app;
  #table;
  #study;
  #page;
  /** @type {Lesson | null} */
  #now = null;

  /**
   * @param {App} app @param {Table} table @param {Study} study
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
    this.#study.free();
    this.stop();
    const about = { table: this.#table, study: this.#study, mistakes };
    this.#now = new Lesson(this.#app, about, { ...this.#page, close: () => this.#close() });
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
