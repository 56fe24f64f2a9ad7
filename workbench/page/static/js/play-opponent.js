// The program as the opponent: its moves, its hints, and its answers to draw offers.

import { cancelled } from "./engine.js";
import { latest } from "./latest.js";

/** @import { App } from "./pages.js" @import { Clocks } from "./play-clock.js" */
/** @import { Move, Table } from "./play-table.js" @import { Thinking } from "./play-think.js" */

/** The maximum thinking time in seconds, for a move without a clock and for a hint. */
const usualSeconds = 2;
/** The maximum of a weak player, who needs few positions, and the rating from which a player is not weak. */
const [weakSeconds, strong] = [0.5, 1800];

/** The opponent. */
export class Opponent {
  /** Whether it would agree to a draw, as of its last move. */
  agrees = false;
  #app;
  #table;
  #clocks;
  #think;
  #anew = latest();

  /** @param {App} app @param {Table} table @param {Clocks} clocks @param {Thinking} think shows its search */
  constructor(app, table, clocks, think) {
    this.#app = app;
    this.#table = table;
    this.#clocks = clocks;
    this.#think = think;
  }

  stop() {
    this.#anew();
  }

  /** Finds a move at the strength of the game. @returns {Promise<string>} "" if it was stopped */
  async move() {
    const signal = this.#anew();
    this.agrees = false;
    const { start, moves, level, nodes, clock } = this.#table.game;
    const seconds = level > 0 && level < strong ? weakSeconds : usualSeconds;
    const limits = nodes ? { nodes } : clock ? { clock: this.#clocks.now() } : { seconds };
    try {
      const body = { start, moves, level, ...limits };
      const answer = await this.#app.engine.call("search", body,
        { signal, on: (event, data) => this.#think.overhear(event, data) });
      if (signal.aborted) return "";
      this.agrees = answer.acceptsDraw;
      this.#think.overhear("partial", answer.analysis);
      return answer.move.uci;
    } catch (thrown) {
      if (cancelled(thrown)) return "";
      throw thrown;
    }
  }

  /** Finds the best move in the current position. @returns {Promise<Move>} */
  async hint() {
    const { start, nodes } = this.#table.game;
    const limits = nodes ? { nodes } : { seconds: usualSeconds / 2 };
    return (await this.#app.engine.call("search", { start, moves: this.#table.path, ...limits })).move;
  }
}
