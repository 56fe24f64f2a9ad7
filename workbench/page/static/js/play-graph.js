// The graph of a game: White's expectation after each move. It is at the foot of the side column, where it moves
// nothing else.

import { button, el, fill, svg } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recallHere, rememberHere } from "./memory.js";
import { written } from "./play-moves.js";
import { find, inLanguage } from "./play-tree.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { Table } from "./play-table.js" */
/** @import { Point, Score } from "./play-moves.js" @import { Tree } from "./play-tree.js" */

/**
 * The part of a graph that is stored in this tab: its line, the language of its moves, and the
 * mistakes of the sides, if known.
 * @typedef {{start: string, moves: string[], language: string, points: Point[], tally: Tally | null}} Kept
 * @typedef {{white: Record<string, number>, black: Record<string, number>}} Tally
 */

/**
 * A mistake: the moves before it, the move that was played, and a better one.
 * @typedef {{san: string[], uci: string[], score: Score}} Better
 * @typedef {{before: string[], played: string, move: Point["move"], better: Better}} Mistake
 */

/** The graph, and the search that evaluates the moves. */
export class GameGraph {
  element = el("div", { class: "graph", hidden: true });
  tally = el("div", null);
  /** The line that was evaluated. */
  #line = { start: "", moves: /** @type {string[]} */ ([]) };
  /** @type {Point[]} */
  #points = [];
  #app;
  #table;
  #go;
  /** @type {AbortController | null} */
  #running = null;
  /** Receives the progress. @type {(text: string) => void} */
  onsay = () => {};
  /** Is called when a search begins or ends. @type {() => void} */
  onchange = () => {};
  /** Begins a lesson about the mistakes. */
  onlearn = () => {};

  /** @param {App} app @param {Table} table @param {(at: number) => void} go shows a position */
  constructor(app, table, go) {
    this.#app = app;
    this.#table = table;
    this.#go = go;
  }

  get running() {
    return this.#running !== null;
  }

  stop() {
    this.#running?.abort();
  }

  clear() {
    this.stop();
    this.#points = [];
    fill(this.tally);
  }

  /** The moves that were evaluated and are also in the line on the board. */
  get points() {
    const { start, moves } = this.#table.game;
    const other = start === this.#line.start ? this.#line.moves.findIndex((move, index) => move !== moves[index]) : 0;
    return other < 0 ? this.#points : this.#points.slice(0, other);
  }

  /** Returns the mistakes of a side, or of both. @param {string} side @returns {Mistake[]} */
  mistakes(side) {
    return this.#points.flatMap(({ ply, move }) => {
      const { mistake, better } = move;
      const counts = mistake && better?.uci?.length && (side === "both" || side === move.side);
      const [before, played = ""] = [this.#line.moves.slice(0, ply - 1), this.#line.moves[ply - 1]];
      return counts ? [{ before, played, move, better: { ...better, uci: better.uci ?? [] } }] : [];
    });
  }

  /** Shows the numbers of mistakes. @param {Tally | null} tally */
  #tell(tally) {
    fill(this.tally,
      tally && tallies(tally),
      this.mistakes(this.#table.game.side).length > 0 && button("do-learn", t("play.learn"), () => this.onlearn()),
    );
  }

  /** Returns the signs of mistakes by the nodes of a tree. @param {Tree} tree @returns {Map<number, string>} */
  marks(tree) {
    const marks = new Map();
    for (const { ply, move } of this.#line.start === this.#table.game.start ? this.#points : []) {
      const node = move.mistake && find(tree, this.#line.moves.slice(0, ply));
      if (typeof node === "number") {
        marks.set(node, move.mistake);
      }
    }
    return marks;
  }

  /** Evaluates each move of the game. */
  async run() {
    this.clear();
    const own = new AbortController();
    this.#running = own;
    const { start, moves, nodes } = this.#table.game;
    this.#line = { start, moves };
    this.onchange();
    const on = (/** @type {string} */ event, /** @type {any} */ data) => {
      if (event === "partial" && this.#running === own) {
        this.#points.push(data);
        this.onsay(this.#app.t("play.judging", data));
        this.draw();
      } else if (event === "again" && this.#running === own) {
        this.#points = [];
      } else if (event === "waiting") {
        this.onsay(this.#app.t("app.waiting", data));
      }
    };
    let said = this.#app.t("play.judged");
    try {
      const body = { start, moves, nodes: nodes || 30000 };
      const answer = await this.#app.engine.call("graph", body, { signal: own.signal, on });
      this.#tell(answer);
      this.#keep({ white: answer.white, black: answer.black });
    } catch (thrown) {
      said = cancelled(thrown) ? this.#app.t("play.stopped") : messageOf(thrown);
      if (this.#running === own && this.#points.length > 0) {
        this.#keep(null); // the part that is done, also if the page is being closed
      }
    }
    if (this.#running === own) {
      this.#running = null;
      this.onsay(said);
      this.onchange();
    }
  }

  /** Stores the graph for the next visit of the page. @param {Tally | null} tally */
  #keep(tally) {
    rememberHere("play.graph", { ...this.#line, language: this.#app.language, points: this.#points, tally });
  }

  /**
   * Shows points that another panel found for a line, and stores them if it is a whole one.
   * @param {Point[]} points @param {string[]} moves
   */
  take(points, moves) {
    this.#line = { start: this.#table.game.start, moves };
    this.#points = points;
    if (points.at(-1)?.plies === moves.length) {
      this.#keep(null);
    }
    this.onchange();
  }

  /** Restores this game's graph after a reload, perhaps in another language. */
  restore() {
    /** @type {Kept} */
    const none = { start: "", moves: [], language: "", points: [], tally: null };
    const { start, moves, language, points, tally } = recallHere("play.graph", none);
    const damaged = points.some((point) => !point?.move?.score || typeof point.move.san !== "string");
    const { game } = this.#table;
    if (points.length === 0 || damaged || this.running || start !== game.start || moves[0] !== game.moves[0]) {
      return;
    }
    const here = (/** @type {string} */ san) => inLanguage(san, language, this.#app.language);
    this.#line = { start, moves };
    this.#points = points.map((point) => {
      const { better } = point.move;
      const again = better && { better: { ...better, san: better.san.map(here) } };
      return { ...point, move: { ...point.move, san: here(point.move.san), ...again } };
    });
    this.#keep(tally);
    this.#tell(tally);
    this.onchange();
  }

  draw() {
    this.tally.hidden = this.points.length < this.#points.length;
    const { game, at } = this.#table;
    drawGraph(this.element, { points: this.points, plies: game.moves.length, at, go: this.#go });
  }
}

/** How many moves of a better line are shown. */
const shown = 5;

const width = 600;
const height = 110;

/** Writes a move with its number and sign. @param {Point} point */
const moveOf = ({ move: { number, side, san, mistake = "" } }) =>
  `${number}${side === "white" ? "." : "…"} ${san}${mistake}`;

/** Says what is known of a move. @param {Point} [now] */
function saidOf(now) {
  if (!now) return t("play.graph.hint");
  const { san, mistake, score, better } = now.move;
  return better ? t("play.better", { move: `${san}${mistake}`, score: written(score),
    better: better.san.slice(0, shown).join(" "), than: written(better.score) }) : `${moveOf(now)}  ${written(score)}`;
}

/**
 * Draws White's expectation after each move. A click or an arrow key goes to a move.
 * @param {HTMLElement} root @param {{points: Point[], plies: number, at: number, go: (at: number) => void}} what
 */
function drawGraph(root, { points, plies, at, go }) {
  root.hidden = points.length === 0;
  if (root.hidden) return;
  const x = (/** @type {number} */ ply) => (plies === 0 ? 0 : (ply / plies) * width);
  const y = (/** @type {number} */ expectation) => height * (1 - expectation);
  const line = points.map((point) => `${x(point.ply).toFixed(1)} ${y(point.expectation).toFixed(1)}`);
  const last = points[points.length - 1];
  const area = `M0 ${height}L0 ${height / 2}L${line.join("L")}L${x(last?.ply ?? 0)} ${height}z`;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(
    svg("rect", { class: "graph-black", width, height }),
    svg("path", { class: "graph-white", d: area }),
    svg("path", { class: "graph-middle", d: `M0 ${height / 2}H${width}` }),
    svg("path", { class: "graph-now", d: `M${x(at)} 0V${height}` }),
  );
  const dots = points
    .filter((point) => point.move.mistake)
    .map(({ ply, move: { side, san, mistake } }) => {
      const kind = `graph-dot ${mistake === "??" ? "blunder" : ""}`;
      const dot = el("span", { class: kind, title: `${san}${mistake}` }, mistake);
      dot.style.left = `clamp(0.8em, ${(100 * x(ply)) / width}%, 100% - 0.8em)`; // whole also at the ends
      dot.style[side === "white" ? "bottom" : "top"] = "0";
      return dot;
    });
  const now = points[at - 1];
  const slider = el("div", {
    class: "graph-field", role: "slider", tabIndex: 0, "aria-label": t("play.graph"),
    "aria-valuemin": "0", "aria-valuemax": String(plies), "aria-valuenow": String(at),
    "aria-valuetext": now ? `${moveOf(now)} ${written(now.move.score)}` : t("play.start"),
  }, picture, dots);
  slider.addEventListener("click", (event) => {
    const { left, width: wide } = slider.getBoundingClientRect();
    go(Math.min(plies, Math.max(0, Math.round(((event.clientX - left) / wide) * plies))));
  });
  const focused = root.contains(document.activeElement) && document.activeElement?.getAttribute("role") === "slider";
  fill(root, slider, el("p", { class: "hint graph-said" }, saidOf(now)));
  if (focused) {
    slider.focus();
  }
}

/** Returns a sentence for each side about its mistakes. @param {Tally} tally */
function tallies({ white, black }) {
  return el("ul", { class: "tallies" },
    el("li", null, `${t("play.white")}: ${t("play.tally", white)}`),
    el("li", null, `${t("play.black")}: ${t("play.tally", black)}`),
  );
}
