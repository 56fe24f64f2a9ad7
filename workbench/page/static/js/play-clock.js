// The clocks of a game, and the rows with the players' names above and below the board.

import { el, fill } from "./dom.js";
import { playerOf } from "./play-head.js";

/** @import { App } from "./pages.js" */
/** @import { Game, Side, Table } from "./play-table.js" */

/** @typedef {{row: HTMLElement, clock: HTMLElement, side: Side, show: (side: Side, names: Record<Side, string>) => void}} Row */

/** A row with a player's name and clock. @param {string} place @returns {Row} */
export function clockRow(place) {
  const name = el("span", { class: "player-name" });
  const clock = el("span", { class: "player-clock", role: "timer", hidden: true });
  const row = {
    row: el("div", { class: `player player-${place}` }, name, clock),
    clock,
    /** @type {Side} */
    side: "white",
    show: (/** @type {Side} */ side, /** @type {Record<Side, string>} */ names) => {
      row.side = side;
      fill(name, el("span", { class: `player-sign ${side}`, "aria-hidden": "true" }), names[side]);
    },
  };
  return row;
}

/** Returns the names of the players. @param {App} app @param {Game} game @returns {Record<Side, string>} */
export function playerNames(app, { side, level, tree }) {
  if (side === "both") {
    return { white: playerOf(tree, "white") || app.t("play.white"), black: playerOf(tree, "black") || app.t("play.black") };
  }
  const you = app.t("play.you");
  const program = `Alfiere, ${level === 0 ? app.t("play.full") : level}`;
  return side === "white" ? { white: you, black: program } : { white: program, black: you };
}

/** The clocks. They run for the side to move once a move is played. */
export class Clocks {
  #table;
  #flag;
  /** When the running clock was last updated; 0 if none runs. */
  #since = 0;
  /** The side whose clock runs. @type {Side} */
  #side = "white";
  #timer = 0;
  /** @type {Row[]} */
  #rows = [];

  /** @param {Table} table @param {(side: Side) => void} flag hears whose time is up */
  constructor(table, flag) {
    this.#table = table;
    this.#flag = flag;
  }

  /** Stops the clocks and subtracts the time used. */
  stop() {
    this.take();
    this.reset();
  }

  /** Discards the time since the last update. */
  reset() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#since = 0;
  }

  /** Subtracts the time used so far. */
  take() {
    if (this.#since > 0) {
      this.#table.game.left[this.#side] = this.#left(this.#side);
      this.#since = performance.now();
    }
  }

  /** Starts the clock of the side to move, if the game has clocks and is not over. */
  run() {
    const { game, standing, over } = this.#table;
    this.stop();
    if (game.clock !== "" && !over && standing.plies.length > 0) {
      this.#side = standing.side;
      this.#since = performance.now();
      this.#timer = setInterval(() => this.#tick(), 200);
    }
    this.#draw();
  }

  /** Handles a move: subtracts the time used and adds the increment. */
  press() {
    if (this.#since > 0) {
      this.stop();
      this.#table.game.left[this.#side] += this.#increment;
    }
    const { clock, moves, times, left } = this.#table.game;
    if (clock !== "") {
      times[moves.length - 1] = { ...left };
    }
  }

  get #increment() {
    return Number(this.#table.game.clock.split("+")[1] ?? 0);
  }

  /** @param {Side} side */
  #left(side) {
    const running = this.#since > 0 && side === this.#side;
    return Math.max(0, this.#table.game.left[side] - (running ? (performance.now() - this.#since) / 1000 : 0));
  }

  /** Returns the clocks in the form of the method "search". */
  now() {
    return { white: this.#left("white"), black: this.#left("black"), whiteIncrement: this.#increment, blackIncrement: this.#increment };
  }

  #tick() {
    this.#draw();
    if (this.#left(this.#side) <= 0) {
      this.stop();
      this.#flag(this.#side);
    }
  }

  /** @param {...Row} rows */
  show(...rows) {
    this.#rows = rows;
    this.#draw();
  }

  #draw() {
    for (const row of this.#rows) {
      row.clock.hidden = this.#table.game.clock === "";
      const left = this.#left(row.side);
      const shown = left < 20 ? left.toFixed(1) : String(Math.floor(left % 60)).padStart(2, "0");
      row.clock.textContent = left < 20 ? `0:${shown.padStart(4, "0")}` : `${Math.floor(left / 60)}:${shown}`;
      row.clock.classList.toggle("running", this.#since > 0 && row.side === this.#side);
      row.clock.classList.toggle("low", left < 20);
    }
  }
}
