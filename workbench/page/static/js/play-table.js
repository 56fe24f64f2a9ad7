// A game as the page holds it: where it began, its moves, who plays, the clocks. The referee is
// the program; what it says of the game is kept beside it until the next question.

import { cancelled } from "./engine.js";
import { recall, recallHere, remember, rememberHere } from "./memory.js";
import { nothingTold, stillTold } from "./play-head.js";

/** @import { App, State } from "./pages.js" */
/** @import { Told } from "./play-head.js" */

/** @typedef {"white" | "black"} Side */
/** @typedef {{uci: string, san: string, from: string, to: string, promotion?: string}} Move */
/** @typedef {Move & {number: number, side: Side, fen: string, check?: string}} Ply */
/** @typedef {{index: number, move?: string, reason: string, message: string, squares?: string[]}} Refusal */

/**
 * What the referee says.
 * @typedef {{start: string, plies: Ply[], fen: string, side: Side, number: number, check?: string, legal: Move[],
 *   result: string, ending?: string, says: string, claim?: string, refused?: Refusal}} Standing
 */

/** Seconds that are left. @typedef {{white: number, black: number}} Left */

/**
 * What is kept of a game. White, Black or both are the reader's; level is a rating, 0 full
 * strength; clock has minutes and seconds for each move, or is ""; times is what was left
 * behind each move; told is what the text has told that the game was read from.
 * @typedef {{start: string, moves: string[], end: string, side: Side | "both", level: number, clock: string,
 *   left: Left, times: Left[], nodes: number, told: Told}} Game
 */

export const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/**
 * Returns the men of a FEN by their squares.
 * @param {string} fen
 * @returns {Map<string, string>}
 */
export function menOf(fen) {
  const men = new Map();
  (fen.split(" ")[0] ?? "").split("/").forEach((rank, row) => {
    let column = 0;
    for (const sign of rank) {
      if (sign >= "1" && sign <= "8") {
        column += Number(sign);
      } else {
        men.set(`${"abcdefgh"[column++]}${8 - row}`, sign);
      }
    }
  });
  return men;
}

/** @returns {Game} */
function fresh() {
  return { start: "", moves: [], end: "", side: "white", level: 1300, clock: "", left: { white: 0, black: 0 }, times: [], nodes: 0, told: nothingTold() };
}

/**
 * What both sides have in the beginning.
 * @param {string} clock
 * @returns {Left}
 */
function whole(clock) {
  const seconds = 60 * Number(clock.split("+")[0] || 0);
  return { white: seconds, black: seconds };
}

/** The game, what the referee says of it, and which of its positions is shown. */
export class Table {
  /** @type {Game} */
  game = fresh();
  /** @type {Standing} */
  standing = { start: initial, plies: [], fen: initial, side: "white", number: 1, legal: [], result: "*", says: "" };
  /** How many moves are played in the position that is shown. */
  at = 0;
  /** The legal moves in an older position, once they were asked for. */
  #here = { fen: "", legal: /** @type {Move[]} */ ([]) };
  #app;
  #asked = 0;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * Takes the game of a link, or else the one that was kept, in this tab or in the last one.
   * @param {State} state
   */
  load(state) {
    const linked = state["moves"] !== undefined || state["start"] !== undefined;
    const moves = (state["moves"] ?? "").split(",").filter((move) => move !== "");
    const here = recallHere("play", null);
    const kept = [here, recall("play", null)].map((game) => /** @type {Game} */ ({ ...fresh(), .../** @type {object} */ (game ?? {}) }));
    const last = (here ? kept[0] : kept[1]) ?? fresh();
    const start = state["start"] ?? "";
    this.game = last;
    if (linked) {
      const same = kept.find((game) => moves.join() === game.moves.join() && start === game.start);
      this.game = same ?? { ...last, start, moves, end: "", side: "both", clock: "", told: nothingTold() };
    }
    const side = state["side"];
    if (side === "white" || side === "black" || side === "both") {
      this.game.side = side;
    }
    if (state["nodes"] !== undefined) {
      this.game.nodes = Number(state["nodes"]) || 0;
    }
    this.at = state["at"] === undefined ? this.game.moves.length : Math.min(Math.max(Number(state["at"]) || 0, 0), this.game.moves.length);
  }

  /**
   * Begins a game.
   * @param {Partial<Game>} how
   */
  begin(how) {
    const clock = how.clock ?? this.game.clock;
    this.game = { ...fresh(), nodes: this.game.nodes, ...how, clock, left: whole(clock) };
    this.at = 0;
  }

  /** Keeps the game in the browser. */
  remember() {
    remember("play", this.game);
    rememberHere("play", this.game);
  }

  /** Keeps the game in the browser, and its moves in the link. */
  keep() {
    this.remember();
    const { start, moves, side } = this.game;
    const at = this.at === moves.length ? "" : String(this.at);
    this.#app.go({ start, moves: moves.join(","), at, side }, { replace: true });
  }

  /** Keeps this game, or the one that is given, as the one before, to which one can go back. */
  setAside(game = this.game) {
    if (game.moves.length > 0) {
      rememberHere("play.before", game);
    }
  }

  /** The game before, if there is one. @returns {Game | null} */
  get before() {
    return recallHere("play.before", null);
  }

  /** Goes back to the game before, to which this one becomes the game before. */
  goBack() {
    const { before } = this;
    if (before) {
      rememberHere("play.before", this.game.moves.length > 0 ? this.game : null);
      this.game = { ...fresh(), ...before };
      this.at = this.game.moves.length;
    }
  }

  /** How many moves are left when the reader takes back, if an answer was played his own one, too. */
  get earlier() {
    const { moves, side } = this.game;
    const turn = (/** @type {number} */ length) => (length > 0 ? this.standing.plies[length - 1]?.fen : this.standing.start)?.split(" ")[1];
    let kept = moves.length - 1;
    while (side !== "both" && kept > 0 && turn(kept) !== side[0]) {
      kept--;
    }
    return kept;
  }

  /** Asks which moves are legal in the position that is shown. */
  async look() {
    const { fen, path } = this;
    if (!this.newest && fen !== this.#here.fen) {
      const { legal } = await this.#app.engine.call("game", { start: this.game.start, moves: path });
      this.#here = { fen, legal };
    }
  }

  /** The legal moves in the position that is shown, as far as they are known. */
  get legal() {
    return this.newest ? this.standing.legal : this.fen === this.#here.fen ? this.#here.legal : [];
  }

  /**
   * Asks the referee about the game, with other moves or another end if they are given; these
   * stand if they are not refused.
   * @param {{moves?: string[], end?: string}} [changes]
   * @returns {Promise<Standing | null>} null if a later question was quicker
   */
  async judge({ moves = this.game.moves, end = this.game.end } = {}) {
    const mine = ++this.#asked;
    try {
      const standing = await this.#app.engine.call("game", { start: this.game.start, moves, end });
      if (mine !== this.#asked) {
        return null;
      }
      if (!standing.refused) {
        const followed = this.at >= this.game.moves.length || moves.length < this.at || moves.length > this.game.moves.length;
        if (moves.length < this.game.moves.length) {
          this.#turnBack(moves.length);
        }
        const before = this.game.moves;
        this.game.moves = standing.plies.map((/** @type {Ply} */ ply) => ply.uci);
        this.game.told = stillTold(this.game.told, before, this.game.moves);
        this.game.end = end;
        this.standing = standing;
        this.at = followed ? this.game.moves.length : this.at;
        this.keep();
      }
      return standing;
    } catch (thrown) {
      if (cancelled(thrown)) {
        return null;
      }
      throw thrown;
    }
  }

  /**
   * Sets the clocks as they stood behind so many moves.
   * @param {number} length
   */
  #turnBack(length) {
    const { game } = this;
    game.left = { ...(game.times[length - 1] ?? (length === 0 ? whole(game.clock) : game.left)) };
    game.times.length = Math.min(length, game.times.length);
  }

  /** The moves up to the position that is shown. */
  get path() {
    return this.game.moves.slice(0, this.at);
  }

  /** The FEN of the position that is shown. */
  get fen() {
    return this.at === 0 ? this.standing.start : (this.standing.plies[this.at - 1]?.fen ?? this.standing.fen);
  }

  /** The side to move in the position that is shown. @returns {Side} */
  get side() {
    return this.fen.split(" ")[1] === "b" ? "black" : "white";
  }

  /** Whether the reader has ended the game, and so may go on with it. */
  get ended() {
    return this.over && this.game.end !== "" && !this.game.end.endsWith("time");
  }

  get over() {
    return this.standing.result !== "*";
  }

  get newest() {
    return this.at === this.game.moves.length;
  }

  /** Whether the program is to move. */
  get waits() {
    return !this.over && this.game.side !== "both" && this.standing.side !== this.game.side;
  }
}
