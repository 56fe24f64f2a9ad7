// The evaluation bar beside the board, and its number. It shows what is known of the position on the
// board, and lets the program look at it briefly if nothing is, unless it is the opponent.

import { el } from "./dom.js";
import { expected, written } from "./play-moves.js";
import { seen, whileSeen } from "./engine.js";
import { latest } from "./latest.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { ChessBoard } from "./board.js" */
/** @import { Score } from "./play-moves.js" @import { Table } from "./play-table.js" */

/** How long a position stays on the board before the program looks at it, in milliseconds. */
const pause = 250;

/** The bar. */
export class EvalBar {
  /** The number, for the row below the board. */
  number = el("output", { class: "eval-number", "aria-label": t("play.eval") });
  #white = el("div", { class: "eval-white" });
  #bar = el("div", { class: "eval-bar", "aria-hidden": "true" }, this.#white);
  #app;
  #table;
  #board;
  /** The scores that are known, by positions. @type {Map<string, Score>} */
  #known = new Map();
  #asked = "";
  /** Is called with what is known of the position on the board. @type {(score?: Score) => void} */
  onscore = () => {};
  #anew = latest();

  /** @param {App} app @param {Table} table @param {ChessBoard} board */
  constructor(app, table, board) {
    this.#app = app;
    this.#table = table;
    this.#board = board;
    board.append(this.#bar);
  }

  stop() {
    this.#anew();
    this.#asked = "";
  }

  /** Takes what a search has found. @param {{fen?: string, score?: Score, lines: {score: Score}[]}} analysis */
  hear({ fen, lines }) {
    const score = lines[0]?.score;
    if (fen && score) {
      this.#known.set(fen, score);
      this.#draw();
    }
  }

  /** Shows the position on the board. @param {Score} [score] if the graph knows it */
  follow(score) {
    const { fen, game, over, newest } = this.#table;
    if (score) {
      this.#known.set(fen, score);
    }
    this.#draw();
    if (this.#known.has(fen) || game.side !== "both" || (over && newest)) {
      this.stop();
    } else if (this.#asked !== fen) {
      this.#ask(fen);
    }
  }

  /** @param {string} fen */
  async #ask(fen) {
    this.#asked = fen;
    const own = this.#anew();
    await new Promise((resolve) => setTimeout(resolve, pause));
    await seen(own);
    if (own.aborted) return;
    const { start, nodes } = this.#table.game;
    const body = { start, moves: this.#table.path, nodes: Math.min(nodes || 20000, 20000) };
    const signal = whileSeen(own);
    const answer = await this.#app.engine.call("search", body, { signal }).catch(() => null); // the bar stays as it is
    if (answer) {
      this.hear({ ...answer.analysis, fen });
    } else if (!own.aborted) {
      this.#asked = "";
    }
  }

  #draw() {
    const { fen, standing, newest } = this.#table;
    const ends = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 };
    const end = newest ? /** @type {Record<string, number>} */ (ends)[standing.result] : undefined;
    const score = this.#known.get(fen);
    this.onscore(score);
    this.number.textContent = score && end === undefined ? written(score) : "";
    this.#bar.classList.toggle("turned", this.#board.orientation === "black");
    const share = end ?? (score ? expected(score, "white") : this.#table.game.moves.length === 0 ? 0.5 : null);
    if (share !== null) {
      this.#white.style.height = `${(100 * share).toFixed(1)}%`;
    }
  }
}
