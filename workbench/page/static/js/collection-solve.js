// Solving problems of a query: the key is moved on the board, the solution stays hidden until then.
// The problem, its clock and the wrong moves outlast a change of the language and a reload.

import "./words-collection-tools.js";
import "./words-problem.js";
import { menOf, targetsOf } from "./board-draw.js";
import { caption, captionOf, directMate } from "./collection-caption.js";
import { solve, walkable } from "./collection-solution.js";
import { button, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { latest } from "./latest.js";
import { recall, recallHere, remember, rememberHere } from "./memory.js";
import { letters, written } from "./report.js";

/** @import { ChessBoard } from "./board.js" @import { Desk, Panel } from "./collection.js" */
/** @import { Report } from "./report.js" */

/** A legal move. @typedef {{uci: string, san: string, from: string, to: string, promotion?: string}} Move */

/**
 * Where the reader is: the problem's place in the list, the time spent on it in milliseconds, and
 * how it ended: "solved", "shown" or "" while it is being solved.
 * @typedef {{query: string, sort: string, at: number, spent: number, wrong: number, end: string}} Task
 */

const noScore = { solved: 0, first: 0, shown: 0 };

/** Writes a time as 1:05. @param {number} milliseconds */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Desk} desk @returns {Panel} */
export const solvePanel = (desk) => new Solving(desk);

class Solving {
  #desk;
  #app;
  /** @type {Task} */
  #task = { query: "", sort: "", at: -1, spent: 0, wrong: 0, end: "" };
  #total = 0;
  /** @type {any} */
  #problem = null;
  /** @type {Move[]} */
  #legal = [];
  /** @type {Promise<Report>} */
  #report = new Promise(() => {});
  #anew = latest();
  #last = performance.now();
  #ticking;

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    this.#app = desk.app;
    const { t } = desk.app;
    this.heading = el("h2", { tabindex: "-1" });
    this.asked = () => this.#begin({ at: 0 });
    this.place = el("div", { class: "solve-board" });
    this.about = el("div");
    this.said = el("div", { class: "solve-said", role: "status" });
    this.promotion = el("div", { class: "row" });
    this.time = el("p", { class: "solve-time", role: "timer" });
    const named = (/** @type {string} */ name, /** @type {string} */ look, /** @type {() => void} */ onclick) =>
      button(look, t(`collection.solve.${name}`), onclick);
    this.give = named("give", "give", () => this.#end("shown"));
    this.next = named("next", "next", () => this.#begin({ at: this.#task.at + 1 }));
    this.solution = el("div");
    this.score = el("span", { class: "solve-score" });
    const reset = named("reset", "link", () => this.#tally(noScore));
    this.root = el("div", { class: "solve" }, this.place, el("div", { class: "solve-side" },
      this.heading, this.about, this.time, this.said, this.promotion,
      el("p", { class: "row" }, this.give, this.next), this.solution,
      el("p", { class: "row hint" }, this.score, reset),
    ));
    this.#tally(recall("collection.score", noScore));
    this.#ticking = setInterval(() => this.#tick(), 1000);
  }

  /** Resumes the problem of this tab if it belongs to the query, or begins with the first one. */
  open() {
    const { query, sort } = this.#list();
    const same = (/** @type {Task} */ task) => task.query === query && task.sort === sort;
    if (this.#task.at < 0 || !same(this.#task)) {
      const kept = recallHere("collection.solve", this.#task);
      this.#begin(kept.at >= 0 && same(kept) ? kept : { at: 0 });
    }
  }

  close() {
    this.#tick();
    clearInterval(this.#ticking);
    this.#anew();
  }

  #list() {
    return { query: this.#desk.query(), sort: this.#desk.sort() };
  }

  /** Counts the time while the problem is in sight. */
  #tick() {
    const now = performance.now();
    if (this.#problem && this.#task.end === "" && this.root.isConnected && !document.hidden) {
      this.#task.spent += Math.min(now - this.#last, 2000);
      this.#keep();
    }
    this.#last = now;
    this.time.textContent = this.#app.t("collection.solve.time", { time: clock(this.#task.spent) });
  }

  #keep() {
    rememberHere("collection.solve", this.#task);
  }

  /** Shows a problem of the query. @param {Partial<Task> & {at: number}} task */
  async #begin(task) {
    const signal = this.#anew();
    this.#problem = null;
    this.#task = { spent: 0, wrong: 0, end: "", ...task, ...this.#list() };
    fill(this.solution);
    fill(this.promotion);
    fill(this.said);
    this.#tick();
    try {
      const { query, sort, at: offset } = this.#task;
      const body = { query, sort, offset, limit: 1, count: true };
      const { problems, total } = await this.#app.engine.call("collection/find", body, { signal });
      if (signal.aborted) return;
      this.#total = total ?? 0;
      if (problems.length === 0) {
        this.#nothing();
        return;
      }
      await this.#show(problems[0], signal);
    } catch (thrown) {
      if (!cancelled(thrown)) {
        this.#say(messageOf(thrown), "fault");
      }
    }
  }

  #nothing() {
    this.give.disabled = this.next.disabled = this.place.hidden = this.time.hidden = true;
    fill(this.heading);
    fill(this.about);
    this.#say(this.#app.t(this.#task.at > 0 ? "collection.solve.end" : "collection.solve.nothing"));
  }

  /** @param {any} problem @param {AbortSignal} signal */
  async #show(problem, signal) {
    const { t } = this.#app;
    const board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
    board.setAttribute("look", "paper");
    board.men = menOf(problem.fen);
    board.orientation = this.board?.orientation ?? "white";
    board.addEventListener("move", (event) => {
      event.preventDefault();
      this.#moved(/** @type {CustomEvent} */ (event).detail);
    });
    board.addEventListener("refuse", () => this.#say(t("collection.solve.illegal")));
    this.board = board;
    fill(this.place, board);
    this.place.hidden = this.time.hidden = false;
    this.heading.textContent = `${this.#task.at + 1} / ${this.#total}`;
    fill(this.about,
      caption(captionOf(problem)), el("p", null, el("strong", null, problem.stipulation), ` ${problem.men}`));
    this.next.disabled = this.#task.at + 1 >= this.#total;
    this.give.disabled = false;
    if (!directMate.test(problem.stipulation)) {
      this.#say(t("collection.solve.none", { last: this.next.disabled }));
      this.give.disabled = true;
      return;
    }
    this.#report = solve(this.#app, problem, signal);
    this.#report.catch(() => {}); // reported when it is needed
    const { legal } = await this.#app.engine.call("position", { text: problem.fen }, { signal });
    if (signal.aborted) return;
    this.#legal = legal;
    this.#problem = problem;
    this.#last = performance.now();
    this.#tick();
    this.#keep();
    if (this.#task.end !== "") {
      await this.#reveal(this.#task.end === "shown" ? t("collection.solve.shown") : "");
      return;
    }
    board.targets = targetsOf(this.#legal);
    board.movable = true;
    const n = Number(problem.stipulation.slice(1));
    this.#say(this.#black ? t("collection.solve.black")
      : `${t("collection.solve.moves", { n })} ${t("collection.solve.find")}`);
  }

  /** Whether Black has to find the key. */
  get #black() {
    return this.#problem?.fen.split(" ")[1] === "b";
  }

  /** @param {{from: string, to: string}} move */
  #moved({ from, to }) {
    const moves = this.#legal.filter((move) => move.from === from && move.to === to);
    fill(this.promotion);
    if (moves.length > 1) {
      const buttons = moves.map((move) => {
        const { promotion: letter = "q" } = move;
        return button(null, this.#app.t(`board.${this.#black ? letter.toLowerCase() : letter.toUpperCase()}`),
          () => this.#guess(move));
      });
      fill(this.promotion, buttons);
      buttons[0]?.focus();
    } else if (moves[0]) {
      this.#guess(moves[0]);
    }
  }

  /** Judges a move. @param {Move} move */
  async #guess(move) {
    const { t } = this.#app;
    const task = this.#task;
    fill(this.promotion);
    this.#say(t("collection.solve.checking"));
    const report = await this.#known(task);
    if (!report || task.end !== "") return;
    if (report.keys.some((key) => key.move === move.uci)) {
      await this.#end("solved", move);
      return;
    }
    task.wrong++;
    this.#keep();
    const [refutation] = report.tries?.find((one) => one.move === move.uci)?.refutations_san ?? [];
    const san = written(move.san);
    const said = refutation ? "refuted" : "wrong";
    this.#say(t(`collection.solve.${said}`, { san, refutation: refutation && letters(refutation) }), "warn");
  }

  /**
   * Returns the report once it is there; null without a key, or if the reader has left the problem.
   * @param {Task} task
   */
  async #known(task) {
    try {
      const report = await this.#report;
      if (task === this.#task && report.keys.length === 0) {
        this.#say(this.#app.t("collection.solve.none", { last: this.next.disabled }));
        return null;
      }
      return task === this.#task ? report : null;
    } catch (thrown) {
      if (!cancelled(thrown) && task === this.#task) {
        this.#say(messageOf(thrown), "fault");
      }
      return null;
    }
  }

  /** @param {"solved" | "shown"} end @param {Move} [move] */
  async #end(end, move) {
    const { t } = this.#app;
    if (this.#task.end !== "" || !this.#problem) return;
    this.#tick();
    this.#task.end = end;
    this.#keep();
    const { wrong: n, spent } = this.#task;
    const score = recall("collection.score", noScore);
    this.#tally({ ...score, [end]: score[end] + 1, first: score.first + (end === "solved" && n === 0 ? 1 : 0) });
    const said = move ? `right${n > 0 ? ".after" : ""}` : "shown";
    await this.#reveal(t(`collection.solve.${said}`, { san: move ? written(move.san) : "", time: clock(spent), n }));
  }

  /** Shows the solution. @param {string} text */
  async #reveal(text) {
    this.give.disabled = true;
    this.#say(text, "good");
    const { board } = this;
    if (board) {
      board.movable = false;
    }
    const report = await this.#known(this.#task);
    if (report && board) {
      fill(this.solution, walkable(this.#app, board, report));
    }
    (this.next.disabled ? this.heading : this.next).focus({ preventScroll: true });
  }

  /** @param {string} text @param {string} [kind] */
  #say(text, kind = "") {
    fill(this.said, el("p", { class: `note ${kind}` }, text));
  }

  /** Stores the score and shows it. @param {typeof noScore} score */
  #tally(score) {
    remember("collection.score", score);
    this.score.textContent = this.#app.t("collection.solve.score", score);
  }
}
