// The game on the page: start, moves, players, clocks. The program is the referee; its latest answer
// is stored with the game.

import { cancelled, messageOf } from "./engine.js";
import { recall, recallHere, remember, rememberHere } from "./memory.js";
import { emptyTree, find, grown, isOver, isTree, lineOf, movesOf, stored, treeIn, without } from "./play-tree.js";

/** @import { App, State } from "./pages.js" @import { Tree } from "./play-tree.js" */

/** @typedef {"white" | "black"} Side */
/** @typedef {{uci: string, san: string, from: string, to: string, promotion?: string}} Move */
/** @typedef {Move & {number: number, side: Side, fen: string, check?: string}} Ply */
/** @typedef {{index: number, move?: string, reason: string, message: string, squares?: string[]}} Refusal */

/**
 * The referee's answer.
 * @typedef {{start: string, plies: Ply[], fen: string, side: Side, number: number, check?: string, legal: Move[],
 *   result: string, ending?: string, says: string, claim?: string, refused?: Refusal}} Standing
 */

/** Seconds that are left. @typedef {{white: number, black: number}} Left */

/**
 * A stored game. White, Black or both are the reader's; level is a rating, 0 for full strength;
 * clock has minutes and seconds per move, or is ""; times has the time left after each move. The
 * tree has these moves and all variations, in a language.
 * @typedef {{start: string, moves: string[], end: string, side: Side | "both", level: number, clock: string,
 *   left: Left, times: Left[], nodes: number, tree: Tree, language: string}} Game
 */

export const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The maximum number of characters of a name in a link. */
const longest = 80;

/** @returns {Game} */
function fresh() {
  return { start: "", moves: [], end: "", side: "white", level: 1300, clock: "", left: { white: 0, black: 0 },
    times: [], nodes: 0, tree: emptyTree(), language: "en" };
}

/** Returns the initial time of both sides. @param {string} clock @returns {Left} */
function whole(clock) {
  const seconds = 60 * Number(clock.split("+")[0] || 0);
  return { white: seconds, black: seconds };
}

/** Returns a stored game without what cannot be in one. @param {Game} game @returns {Game} */
function sound(game) {
  return {
    ...game,
    moves: game.moves.map(String),
    times: game.times.filter((left) => left?.white >= 0 && left.black >= 0),
    side: ["white", "black", "both"].includes(game.side) ? game.side : "both",
    tree: isTree(game.tree) ? game.tree : emptyTree(),
  };
}

/** The game, the referee's answer, and the current position. */
export class Table {
  /** @type {Game} */
  game = fresh();
  /** @type {Standing} */
  standing = { start: initial, plies: [], fen: initial, side: "white", number: 1, legal: [], result: "*", says: "" };
  /** The number of moves before the current position. */
  at = 0;
  /** The legal moves in an older position, once they have been requested. */
  #here = { fen: "", legal: /** @type {Move[]} */ ([]) };
  #app;
  #asked = 0;
  /** Whether the referee has accepted the game; another one is not stored. */
  #accepted = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * Takes the game in a link, or else the stored game of this tab or the last one. If the referee refuses it, the
   * stored game remains, or a new one begins. A stored game that a link replaces becomes the previous game.
   * @param {State} state
   * @returns {Promise<string>} why the game was refused; "" if it was not
   */
  async open(state) {
    let why = "";
    this.#load({});
    const before = this.game;
    for (const take of [() => this.#load(state), () => this.#load({}), () => this.begin({})]) {
      this.#accepted = false;
      take();
      const { refused } = await this.judge().catch((thrown) => ({ refused: { message: messageOf(thrown) } })) ?? {};
      if (!refused) break;
      why ||= refused.message;
    }
    if (why === "" && this.game.moves.join() !== before.moves.join() && !isOver(before.tree)) {
      this.setAside(before);
    }
    if (why === "" && (state["white"] ?? state["black"])) {
      this.#name(state);
    }
    return why;
  }

  /** Takes players and result of a link, from which they go. @param {State} state */
  #name({ white = "", black = "", result = "" }) {
    const tags = [["White", white.slice(0, longest)], ["Black", black.slice(0, longest)]];
    const known = isOver({ nodes: [], result }) ? result : "*";
    this.game.tree = { ...this.game.tree, tags: /** @type {[string, string][]} */ (tags), result: known };
    this.remember();
    this.#app.go({ white: "", black: "", result: "" }, { replace: true });
  }

  /** @param {State} state */
  #load(state) {
    const linked = state["moves"] !== undefined || state["start"] !== undefined;
    const moves = (state["moves"] ?? "").split(",").filter((move) => move !== "");
    const none = fresh();
    const kept = [recallHere("play", none), recall("play", none)].map((game) => game === none ? none : sound(game));
    const last = kept.find((game) => game !== none) ?? none;
    const start = state["start"] ?? "";
    this.game = last;
    if (linked) {
      const same = kept.find((game) => moves.join() === game.moves.join() && start === game.start);
      this.game = same ?? { ...last, start, moves, end: "", side: "both", clock: "", tree: emptyTree() };
    }
    this.#translate();
    const side = state["side"];
    if (side === "white" || side === "black" || side === "both") {
      this.game.side = side;
    }
    if (state["nodes"] !== undefined) {
      this.game.nodes = Number(state["nodes"]) || 0;
    }
    const { length } = this.game.moves;
    this.at = state["at"] === undefined ? length : Math.min(Math.max(Number(state["at"]) || 0, 0), length);
  }

  /** Starts a game. @param {Partial<Game>} how */
  begin(how) {
    const clock = how.clock ?? this.game.clock;
    this.game = { ...fresh(), nodes: this.game.nodes, language: this.#app.language, ...how, clock, left: whole(clock) };
    this.at = 0;
  }

  /** Writes the tree with the letters of the page's language. */
  #translate() {
    this.game.tree = treeIn(this.game.tree, this.game.language, this.#app.language);
    this.game.language = this.#app.language;
  }

  /** Stores the game in the browser. */
  remember() {
    if (this.#accepted) {
      const game = { ...this.game, tree: stored(this.game.tree) };
      remember("play", game);
      rememberHere("play", game);
    }
  }

  /** Stores the game in the browser, and its moves in the link. */
  keep() {
    this.remember();
    const { start, moves, side } = this.game;
    const at = this.at === moves.length ? "" : String(this.at);
    this.#app.go({ start, moves: moves.join(","), at, side }, { replace: true });
  }

  /** Changes the tree. Its result is that of its main line, so another one has none. @param {Tree} tree */
  edit(tree) {
    const main = this.#main;
    this.game.tree = tree;
    if (main !== this.#main) {
      this.game.tree = { ...tree, result: "" };
    }
    this.keep();
  }

  /** Stores this game, or the given one, as the previous game, which can be restored. */
  setAside(game = this.game) {
    if (game.moves.length > 0) {
      rememberHere("play.before", { ...game, tree: stored(game.tree) });
    }
  }

  /** Returns the previous game, if any. @returns {Game | null} */
  get before() {
    const none = fresh();
    const before = recallHere("play.before", none);
    return before === none ? null : sound(before);
  }

  /** Restores the previous game; this one becomes the previous game. */
  goBack() {
    const { before } = this;
    if (before) {
      rememberHere("play.before", this.game.moves.length > 0 ? this.game : null);
      this.#accepted = false;
      this.game = before;
      this.#translate();
      this.at = this.game.moves.length;
    }
  }

  /** Returns the number of moves left after taking back the reader's last move and the reply to it. */
  get earlier() {
    const { moves, side } = this.game;
    const turn = (/** @type {number} */ length) =>
      (length > 0 ? this.standing.plies[length - 1]?.fen : this.standing.start)?.split(" ")[1];
    let kept = moves.length - 1;
    while (side !== "both" && kept > 0 && turn(kept) !== side[0]) {
      kept--;
    }
    return kept;
  }

  /** Requests the legal moves in the current position. */
  async look() {
    const { fen, path } = this;
    if (!this.newest && fen !== this.#here.fen) {
      const { legal } = await this.#app.engine.call("game", { start: this.game.start, moves: path });
      this.#here = { fen, legal };
    }
  }

  /** Returns the legal moves in the current position, if known. */
  get legal() {
    return this.newest ? this.standing.legal : this.fen === this.#here.fen ? this.#here.legal : [];
  }

  /**
   * Asks the referee about the game, with other moves or another end if given. They are kept
   * unless they are refused. Moves that are taken back leave the tree.
   * @param {{moves?: string[], end?: string, cut?: boolean}} [changes]
   * @returns {Promise<Standing | null>} null if a later question was quicker
   */
  async judge({ moves = this.game.moves, end = this.game.end, cut = false } = {}) {
    const mine = ++this.#asked;
    try {
      const standing = await this.#app.engine.call("game", { start: this.game.start, moves, end });
      if (mine !== this.#asked) return null;
      if (!standing.refused) {
        this.#accepted = true;
        const { at, game: { moves: before } } = this;
        const played = moves !== before && moves.length === at + 1;
        const followed = at >= before.length || moves.length < at || played || moves.length > before.length;
        if (moves.length < before.length) {
          this.#turnBack(moves.length);
        }
        const left = cut ? find(this.game.tree, this.game.moves.slice(0, moves.length + 1)) : null;
        this.game.moves = standing.plies.map((/** @type {Ply} */ ply) => ply.uci);
        this.edit(grown(left === null ? this.game.tree : without(this.game.tree, left), standing.plies));
        this.game.end = end;
        this.standing = standing;
        this.at = followed ? this.game.moves.length : this.at;
        this.keep();
      }
      return standing;
    } catch (thrown) {
      if (cancelled(thrown)) return null;
      throw thrown;
    }
  }

  /** Sets the clocks to their times after a number of moves. @param {number} length */
  #turnBack(length) {
    const { game } = this;
    game.left = { ...(game.times[length - 1] ?? (length === 0 ? whole(game.clock) : game.left)) };
    game.times.length = Math.min(length, game.times.length);
  }

  /** Returns the moves of the main line, as a text. */
  get #main() {
    return movesOf(this.game.tree, lineOf(this.game.tree, -1)).join();
  }

  /** Returns the node of the current position. */
  get node() {
    return find(this.game.tree, this.path) ?? -1;
  }

  /** Returns the moves up to the current position. */
  get path() {
    return this.game.moves.slice(0, this.at);
  }

  /** Returns the FEN of the current position. */
  get fen() {
    return this.at === 0 ? this.standing.start : (this.standing.plies[this.at - 1]?.fen ?? this.standing.fen);
  }

  /** Returns the side to move in the current position. @returns {Side} */
  get side() {
    return this.fen.split(" ")[1] === "b" ? "black" : "white";
  }

  /** Reports whether the reader ended the game, and so may continue it. */
  get ended() {
    return this.over && this.game.end !== "" && !this.game.end.endsWith("time");
  }

  get over() {
    return this.standing.result !== "*";
  }

  get newest() {
    return this.at === this.game.moves.length;
  }

  /** Reports whether the program is to move. */
  get waits() {
    return !this.over && this.game.side !== "both" && this.standing.side !== this.game.side;
  }
}
