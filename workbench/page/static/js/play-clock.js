// The players of a game: their names and clocks above and below the board; the event and the opening above the moves.

import { drawMan, menOf } from "./board-draw.js";
import { el, fill, svg } from "./dom.js";
import { openingOf } from "./play-openings.js";
import { decimals, t } from "./words.js";

/** @import { App } from "./pages.js" @import { Game, Side, Table } from "./play-table.js" */
/** @import { Tree } from "./play-tree.js" */

/** Returns the value of a tag, "" if it is unknown. @param {Tree} tree @param {string} name */
function tag({ tags = [] }, name) {
  const value = tags.find(([one]) => one === name)?.[1] ?? "";
  return /^[?.\s-]*$/.test(value) ? "" : value;
}

/** Returns the name of a player, "" if it is unknown. @param {Tree} tree @param {Side} side */
const playerOf = (tree, side) => tag(tree, side === "white" ? "White" : "Black");

/** @param {string} result */
export const writtenResult = (result) => result.replace("1/2-1/2", "½–½").replace("-", "–");

/** Shows players, event and result, if known. @param {HTMLElement} root @param {Tree} tree */
export function drawHead(root, tree) {
  const players = [playerOf(tree, "white"), playerOf(tree, "black")];
  const round = tag(tree, "Round");
  const event = [tag(tree, "Event"), round && `(${round})`].filter(Boolean).join(" ");
  const where = [event, tag(tree, "Site"), tag(tree, "Date")].filter(Boolean).join(", ");
  const result = (tree.result ?? "*") === "*" ? "" : (tree.result ?? "");
  root.hidden = (tree.tags ?? []).length === 0 || ![...players, where, result].some(Boolean);
  fill(root,
    players.some(Boolean) && el("strong", null, players.map((name) => name || "?").join(" – ")),
    where !== "" && el("span", { class: "hint" }, where),
    result !== "" && el("span", { class: "chip" }, writtenResult(result)),
  );
}

/**
 * Shows the name of the opening up to the current position. The table of names is loaded with the first move.
 * @param {HTMLElement} root @param {App} app @param {Table} table
 */
export async function drawOpening(root, app, { at, fen, standing }) {
  root.dataset["fen"] = fen;
  const fens = standing.plies.slice(0, at).map((ply) => ply.fen);
  const name = fens.length > 0 ? await openingOf(fens, app.language) : "";
  if (root.dataset["fen"] === fen) {
    fill(root, name);
  }
}

/**
 * The row of a player. show draws the player of a side and what that side is ahead in a position.
 * @typedef {{row: HTMLElement, clock: HTMLElement, side: Side,
 *   show: (side: Side, names: Record<Side, string>, fen: string) => void}} Row
 */

/** A row with a player's name and clock. @param {string} place @returns {Row} */
export function clockRow(place) {
  const name = el("span", { class: "player-name" });
  const clock = el("span", { class: "player-clock", role: "timer", hidden: true });
  const row = {
    row: el("div", { class: `player player-${place}` }, name, clock),
    clock,
    /** @type {Side} */
    side: "white",
    show: (/** @type {Side} */ side, /** @type {Record<Side, string>} */ names, /** @type {string} */ fen) => {
      row.side = side;
      fill(name, el("span", { class: `player-sign ${side}`, "aria-hidden": "true" }),
        el("span", { class: "player-text", title: names[side] }, names[side]), ahead(side, fen));
    },
  };
  return row;
}

/** Points of the men, as players count them. @type {[string, number][]} */
const points = [["Q", 9], ["R", 5], ["B", 3], ["N", 3], ["P", 1]];

/** Returns a side's surplus of men, and its lead in points. @param {Side} side @param {string} fen */
function ahead(side, fen) {
  const men = [...menOf(fen).values()];
  const own = (/** @type {string} */ letter) => (side === "white" ? letter : letter.toLowerCase());
  const count = (/** @type {string} */ letter) => men.filter((man) => man === letter).length;
  const more = points.map(([letter, worth]) => {
    const other = side === "white" ? letter.toLowerCase() : letter;
    return { letter, worth, n: count(own(letter)) - count(other) };
  });
  const lead = more.reduce((sum, { worth, n }) => sum + worth * n, 0);
  return el("span", { class: "player-more" },
    more.flatMap(({ letter, n }) => Array.from({ length: Math.max(0, n) }, () =>
      svg("svg", { viewBox: "12 8 76 84", "aria-hidden": "true" }, drawMan(own(letter))))),
    lead > 0 && el("span", { "aria-label": t("play.material", { n: lead }), role: "img" }, `+${lead}`));
}

/** Returns the names of the players. @param {App} app @param {Game} game @returns {Record<Side, string>} */
export function playerNames(app, { side, level, tree }) {
  if (side === "both") {
    const name = (/** @type {Side} */ one) => playerOf(tree, one) || app.t(`play.${one}`);
    return { white: name("white"), black: name("black") };
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
    const more = this.#increment;
    return { white: this.#left("white"), black: this.#left("black"), whiteIncrement: more, blackIncrement: more };
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
      const shown = left < 20 ? decimals(left, 1) : String(Math.floor(left % 60)).padStart(2, "0");
      row.clock.textContent = left < 20 ? `0:${shown.padStart(4, "0")}` : `${Math.floor(left / 60)}:${shown}`;
      row.clock.classList.toggle("running", this.#since > 0 && row.side === this.#side);
      row.clock.classList.toggle("low", left < 20);
    }
  }
}
