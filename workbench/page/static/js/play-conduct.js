// Conducts a game: moves of both sides, ends, steps through it. Its state is the table (game, position, the referee's
// answer) and what is said beside it; the page draws both after each change. The method "game" is the referee; the
// page itself knows no rules.

import { messageOf } from "./engine.js";
import { newGame } from "./play-dialogs.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { Premove } from "./play-board.js" */
/** @import { Clocks } from "./play-clock.js" @import { Lessons } from "./play-learn.js" */
/** @import { Opponent } from "./play-opponent.js" @import { Study } from "./play-study.js" */
/** @import { Table } from "./play-table.js" */

/**
 * The other parts of the page that a game needs.
 * @typedef {{clocks: Clocks, opponent: Opponent, premove: Premove, lessons: Lessons, study: Study}} Parts
 */

/** The conduct of a game. */
export class Conduct {
  /** A move that is shown as an arrow, in coordinates: the hint, or a lesson's move. */
  hint = "";
  /** What is said beside the state of the game. A fault can have squares, and be tried again. */
  said = { text: "", fault: false, squares: /** @type {string[]} */ ([]), again: false };
  /** Is set before the first move. @type {Parts} */
  parts = /** @type {any} */ ({});
  #app;
  #table;
  /** Shows the state. */
  draw;

  /** @param {App} app @param {Table} table @param {() => void} draw */
  constructor(app, table, draw) {
    this.#app = app;
    this.#table = table;
    this.draw = draw;
  }

  /** @param {string} text @param {boolean} [announced] also to a screen reader */
  say(text, announced = false) {
    this.said = { text, fault: false, squares: [], again: false };
    this.draw();
    if (announced) {
      this.#app.announce(text);
    }
  }

  /** Shows an arrow. @param {string} uci */
  point(uci) {
    this.hint = uci;
    this.draw();
  }

  /**
   * @param {string} message @param {string[]} [squares]
   * @param {boolean} [again] the program's move can be tried again
   */
  refuse(message, squares = [], again = false) {
    this.said = { text: message, fault: true, squares, again };
    this.draw();
    this.#app.announce(message);
  }

  /**
   * Asks the referee, shows the answer, and lets the program move if it is its turn.
   * @param {{moves?: string[], end?: string, cut?: boolean}} [changes]
   * @param {boolean} [played] the last move is a new one
   * @returns {Promise<boolean>} whether nothing was refused
   */
  async judge(changes, played = false) {
    try {
      const before = this.#table.game.moves.length;
      const standing = await this.#table.judge(changes);
      if (!standing) return false;
      if (standing.refused) {
        this.refuse(standing.refused.message, standing.refused.squares);
        return false;
      }
      const { length } = this.#table.game.moves;
      if (length < before || (played && length === before)) {
        this.parts.clocks.reset();
      } else if (played) {
        this.parts.clocks.press();
      }
      this.judged();
      return true;
    } catch (thrown) {
      this.refuse(messageOf(thrown));
      return false;
    }
  }

  /** Shows the referee's answer, and lets the program move. */
  judged() {
    const { claim } = this.#table.standing;
    this.hint = "";
    this.say(claim ? `${t("play.claimable")} ${claim}` : "");
    this.reply();
  }

  /**
   * Plays a move in the current position. Beside another move it makes a variation.
   * @param {string} move
   * @returns {Promise<boolean>} whether it was played
   */
  async play(move) {
    if (this.#table.waits && this.#table.newest) {
      this.refuse(t("play.wait"));
      return false;
    }
    if ((await this.parts.lessons.asking?.try(move)) || (await this.parts.study.step(move))) {
      return true;
    }
    return this.#make([...this.#table.path, move]);
  }

  /** Plays the last of the moves, and announces it. @param {string[]} moves @returns {Promise<boolean>} */
  async #make(moves) {
    if (!(await this.judge({ moves, end: "" }, true))) return false;
    const { standing, over } = this.#table;
    const last = standing.plies.at(-1);
    if (last) {
      const more = over ? ` ${standing.says}` : last.check ? ` ${t("play.check")}` : "";
      this.#app.announce(`${t(`play.${last.side}`)}: ${last.san}.${more}`);
    }
    return true;
  }

  /** The program moves, if it is its turn. */
  async reply() {
    const { opponent, clocks, premove } = this.parts;
    opponent.stop();
    clocks.run();
    if (!this.#table.waits) return;
    this.say(t("play.thinks"));
    const { moves } = this.#table.game;
    try {
      const move = await opponent.move();
      if (move !== "" && (await this.#make([...moves, move]))) {
        const early = premove.take();
        if (early !== "") {
          await this.play(early);
        }
      }
    } catch (thrown) {
      this.refuse(messageOf(thrown), [], true);
    }
  }

  halt() {
    this.parts.opponent.stop();
    this.parts.clocks.stop();
    this.parts.premove.clear();
  }

  /** Restores the game that another one has replaced. */
  async goBack() {
    this.halt();
    this.#table.goBack();
    await this.judge();
  }

  /** Shows the position after a number of moves. @param {number} at */
  go(at) {
    this.#table.at = Math.max(0, Math.min(at, this.#table.game.moves.length));
    this.hint = "";
    this.#table.keep();
    this.draw();
    this.look();
    const ply = this.#table.standing.plies[this.#table.at - 1];
    this.#app.announce(ply ? `${ply.number}${ply.side === "white" ? "." : "…"} ${ply.san}` : t("play.start"));
  }

  /** Lets a reader who plays both sides branch off in an older position. */
  async look() {
    const { fen, game } = this.#table;
    if (game.side === "both") {
      await this.#table.look().catch(() => {}); // without an answer, men cannot be moved here
      if (fen === this.#table.fen) {
        this.draw();
      }
    }
  }

  /**
   * Begins a game as the reader chooses, unless the present one continues.
   * @param {number[]} levels
   * @param {() => void} before is called before the first move
   */
  async begin(levels, before) {
    const how = await newGame(this.#app, { levels, game: this.#table.game, fen: this.#table.fen });
    if (how) {
      this.halt();
      this.#table.setAside();
      this.#table.begin(how);
      this.parts.clocks.reset();
      before();
      await this.judge();
    }
  }

  async takeBack() {
    this.halt();
    const { earlier, game } = this.#table;
    if (earlier >= 0 && (await this.judge({ moves: game.moves.slice(0, earlier), end: "", cut: true }))) {
      this.#app.announce(t("play.tookback"));
    }
  }

  /** Shows the move that the program would play. */
  async advise() {
    const { fen } = this.#table;
    this.say(t("play.looks"));
    try {
      const move = await this.parts.opponent.hint();
      if (fen === this.#table.fen) {
        this.hint = move.uci;
        this.say(t("play.hint.says", { move: move.san }), true);
      }
    } catch (thrown) {
      this.refuse(messageOf(thrown));
    }
  }

  /** Ends the game. An end chosen by the reader can be undone. @param {string} end */
  async end(end) {
    this.parts.opponent.stop();
    if (await this.judge({ end })) {
      this.#app.announce(this.#table.standing.says);
    }
  }

  async offerDraw() {
    if (this.#table.standing.claim) {
      await this.end("claim");
    } else if (this.parts.opponent.agrees || this.#table.game.side === "both") {
      await this.end("agree");
    } else {
      this.say(t("play.declined"), true);
    }
  }

  /** Gives both sides to the reader. */
  async free() {
    this.parts.opponent.stop();
    Object.assign(this.#table.game, { side: "both", clock: "" });
    this.parts.clocks.reset();
    await this.judge({ end: "" });
  }
}
