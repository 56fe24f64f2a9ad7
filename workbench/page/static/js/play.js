// The page "Play": a game against the program, or any game or position with the program's analysis.
// The method "game" is the referee; the page itself knows no rules.

import "./words-play.js";
import { add, el, fill, takeDropped, takePasted } from "./dom.js";
import { messageOf } from "./engine.js";
import { drawActions, stepRow } from "./play-buttons.js";
import { EvalBar } from "./play-bar.js";
import { drawBoard, keyed, listen, Premove } from "./play-board.js";
import { Council } from "./play-council.js";
import { GameGraph } from "./play-graph.js";
import { clockRow, Clocks, drawHead, drawOpening, playerNames, writtenResult } from "./play-clock.js";
import { MoveList } from "./play-moves.js";
import { Lessons } from "./play-learn.js";
import { newGame } from "./play-dialogs.js";
import { Opponent } from "./play-opponent.js";
import { Table } from "./play-table.js";
import { Study } from "./play-study.js";
import { Tabs } from "./tabs.js";
import { Text } from "./play-text.js";
import { Thinking } from "./play-think.js";
import { Why } from "./play-why.js";

/** @import { App, Page, State } from "./pages.js" */
/** @import { ChessBoard } from "./board.js" */

export { keys } from "./play-board.js";

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {State} state
 * @returns {Promise<Page>}
 */
export async function open(root, app, state) {
  const choices = await app.engine.call("play");
  const page = new PlayPage(root, app, choices);
  await page.load(state);
  return page;
}

/** The page. */
class PlayPage {
  #app;
  #choices;
  #table;
  #board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
  #premove;
  #bar;
  #clocks;
  #top;
  #bottom;
  #opponent;
  #hint = "";
  #best = "";
  #verdict = el("p", { class: "verdict play-verdict" });
  #says = el("p", { class: "strip play-says", role: "status" });
  #head = el("p", { class: "row game-head", hidden: true });
  #opening = el("p", { class: "hint opening" });
  #study;
  #lessons;
  #moves;
  #graph;
  #actions = el("div", { class: "tools play-actions" });
  #tabs;
  #think;
  #why;
  #council;
  #text;
  #panel = el("div", { role: "tabpanel", tabIndex: 0, id: "play-panel" });

  /** @param {HTMLElement} root @param {App} app @param {any} choices */
  constructor(root, app, choices) {
    this.#app = app;
    this.#choices = choices;
    this.#table = new Table(app);
    this.#premove = new Premove(this.#board, this.#table);
    this.#bar = new EvalBar(app, this.#table, this.#board);
    const play = (/** @type {string[]} */ moves) => this.#play(moves[0] ?? "");
    this.#think = new Thinking(app, this.#table, () => this.#why.letters, play);
    this.#why = new Why(app, this.#board);
    this.#council = new Council(app, this.#table, this.#board, play, choices);
    this.#text = new Text(app, this.#table, choices.forms);
    const page = { judge: (/** @type {any} */ changes) => this.#judge(changes), halt: () => this.#halt(), go: (/** @type {number} */ at) => this.#go(at), draw: () => this.#draw() };
    const study = new Study(this.#table, page);
    this.#study = study;
    this.#lessons = new Lessons(app, this.#table, study, {
      show: (uci) => {
        this.#hint = uci;
        this.#drawBoard();
      },
      ring: (square) => (this.#board.marks = new Map([...this.#board.marks, [square, "ring"]])),
    });
    this.#moves = new MoveList({ go: (node) => study.show(node), comment: (node, text) => study.comment(node, text), raise: (node) => study.raise(node), remove: (node) => study.remove(node) });
    this.#graph = new GameGraph(app, this.#table, (at) => this.#go(at));
    this.#clocks = new Clocks(this.#table, (side) => this.#end(`${side} time`));
    this.#opponent = new Opponent(app, this.#table, this.#clocks, this.#think);
    this.#top = clockRow("top");
    this.#bottom = clockRow("bottom");
    const game = el("div", null,
      this.#lessons.element, this.#head, this.#opening, this.#moves.element, this.#graph.tally);
    const contents = { game, think: this.#think.element, why: this.#why.element, council: this.#council.element, text: this.#text.element };
    this.#tabs = new Tabs(Object.keys(contents), this.#panel, { texts: "play.tab", contents, chosen: (tab) => this.#onTab(tab) });
    this.#build(root);
    this.#listen();
  }

  /** @param {HTMLElement} root */
  #build(root) {
    this.#board.setAttribute("look", "wood");
    const steps = stepRow(this.#app, this.#table, { go: (at) => this.#go(at), play: (move) => this.#play(move) }, this.#bar.number);
    const board = el("div", { class: "desk-board" }, this.#top.row, this.#board, this.#bottom.row, steps);
    const side = el("div", { class: "desk-side" }, this.#verdict, this.#says, this.#actions, this.#tabs.list, this.#panel, this.#graph.element);
    root.append(el("h1", { class: "unseen" }, this.#app.t("page.play")), el("div", { class: "desk play" }, board, side));
  }

  #listen() {
    listen(this.#board, this.#table, this.#premove, {
      play: (move) => this.#play(move),
      refuse: (move) => this.#judge({ moves: [...this.#table.path, move], end: "" }),
      step: (by) => this.#go(this.#table.at + by),
      early: (move) => this.#app.announce(this.#app.t("play.premove", { move })),
    });
    this.#think.onanalysis = (analysis) => this.#bar.hear(analysis);
    this.#think.onbest = (uci) => {
      this.#best = uci;
      this.#drawBoard();
    };
    this.#bar.onscore = (score) => this.#why.searched(score);
    this.#why.onletters = () => {
      this.#think.follow(true);
      this.#why.explain(this.#table.fen);
    };
    this.#graph.onsay = (text) => fill(this.#says, text);
    this.#graph.onchange = () => this.#draw();
    this.#graph.onlearn = () => this.#lessons.begin(this.#graph.mistakes(this.#table.game.side));
    this.#text.onshow = (tree) => this.#study.take(tree);
    this.#text.onmoves = () => this.#tabs.select("game");
    this.#text.onpoints = (points, moves) => this.#graph.take(points, moves);
    const signal = this.#app.left;
    document.addEventListener("keydown", keyed({
      ArrowLeft: () => this.#go(this.#table.at - 1),
      ArrowRight: () => this.#go(this.#table.at + 1),
      Escape: () => this.#premove.clear(),
      Home: () => this.#go(0),
      End: () => this.#go(this.#table.game.moves.length),
      h: () => this.#showHint(),
      u: () => this.#takeBack(),
      n: () => this.#new(),
    }), { signal });
    window.addEventListener("pagehide", () => this.#leave(), { signal });
    document.addEventListener("visibilitychange", () => this.#leave(), { signal });
    document.addEventListener("away", (event) => { // the clocks stop while the program is away
      const back = /** @type {CustomEvent} */ (event).detail === null;
      back ? this.#clocks.run() : this.#clocks.stop();
    }, { signal });
    const files = (/** @type {File[]} */ files) => {
      this.#tabs.select("text");
      this.#text.takeFile(files);
    };
    takeDropped(files, signal);
    takePasted((text) => {
      this.#tabs.select("text");
      this.#text.take(text);
    }, files, signal);
  }

  /** Stores the game and its clocks when the window is closed. */
  #leave() {
    this.#clocks.take();
    this.#table.remember();
    this.#text.keep();
  }

  /** @param {State} state */
  async load(state) {
    this.#tabs.show(state["tab"] ?? "");
    const refused = await this.#table.open(state);
    this.#board.orientation = this.#table.game.side === "black" ? "black" : "white";
    this.#judged();
    if (refused !== "") {
      this.#refuse(refused, []);
    }
    this.#lookHere();
    this.#graph.restore();
    this.#text.restore();
  }

  close() {
    this.#opponent.stop();
    this.#graph.stop();
    this.#think.stop();
    this.#bar.stop();
    this.#lessons.stop();
    this.#council.stop();
    this.#text.close();
    this.#clocks.stop();
    this.#leave();
  }

  /** @param {State} state */
  update(state) {
    this.#opponent.stop();
    this.#clocks.stop();
    this.load(state);
  }

  /**
   * Asks the referee, shows the answer, and lets the program move if it is its turn.
   * @param {{moves?: string[], end?: string, cut?: boolean}} [changes]
   * @param {boolean} [played] the last move is a new one
   * @returns {Promise<boolean>} whether nothing was refused
   */
  async #judge(changes, played = false) {
    try {
      const before = this.#table.game.moves.length;
      const standing = await this.#table.judge(changes);
      if (!standing) {
        return false;
      }
      if (standing.refused) {
        this.#refuse(standing.refused.message, standing.refused.squares ?? []);
        return false;
      }
      const { length } = this.#table.game.moves;
      if (length < before || (played && length === before)) {
        this.#clocks.reset();
      } else if (played) {
        this.#clocks.press();
      }
      this.#judged();
      return true;
    } catch (thrown) {
      this.#refuse(messageOf(thrown), []);
      return false;
    }
  }

  /** Shows the referee's answer, and lets the program move. */
  #judged() {
    const { claim } = this.#table.standing;
    this.#hint = "";
    fill(this.#says, claim ? `${this.#app.t("play.claimable")} ${claim}` : "");
    this.#draw();
    this.#reply();
  }

  /** @param {string} message @param {string[]} squares */
  #refuse(message, squares) {
    fill(this.#says, el("span", { class: "fault" }, message));
    this.#app.announce(message);
    this.#drawBoard();
    this.#board.marks = new Map([...this.#board.marks, ...squares.map((square) => /** @type {[string, string]} */ ([square, "fault"]))]);
  }

  /**
   * Plays a move in the current position. Beside another move it makes a variation.
   * @param {string} move
   * @returns {Promise<boolean>} whether it was played
   */
  async #play(move) {
    if (this.#table.waits && this.#table.newest) {
      this.#refuse(this.#app.t("play.wait"), []);
      return false;
    }
    if ((await this.#lessons.asking?.try(move)) || (await this.#study.step(move))) {
      return true;
    }
    if (!(await this.#judge({ moves: [...this.#table.path, move], end: "" }, true))) {
      return false;
    }
    this.#sayMove();
    return true;
  }

  #sayMove() {
    const last = this.#table.standing.plies.at(-1);
    if (last) {
      const over = this.#table.over ? ` ${this.#table.standing.says}` : last.check ? ` ${this.#app.t("play.check")}` : "";
      this.#app.announce(`${this.#app.t(`play.${last.side}`)}: ${last.san}.${over}`);
    }
  }

  /** The program moves, if it is its turn. */
  async #reply() {
    this.#opponent.stop();
    this.#clocks.run();
    if (!this.#table.waits) {
      return;
    }
    fill(this.#says, this.#app.t("play.thinks"));
    const { moves } = this.#table.game;
    try {
      const move = await this.#opponent.move();
      if (move !== "" && (await this.#judge({ moves: [...moves, move], end: "" }, true))) {
        this.#sayMove();
        const premove = this.#premove.take();
        if (premove !== "") {
          await this.#play(premove);
        }
      }
    } catch (thrown) {
      this.#refuse(messageOf(thrown), []);
      add(this.#says, " ", el("button", { type: "button", class: "link", onclick: () => this.#reply() }, this.#app.t("app.again")));
    }
  }

  #halt() {
    this.#opponent.stop();
    this.#clocks.stop();
    this.#premove.clear();
  }

  /** Restores the game that another one has replaced. */
  async #goBack() {
    this.#halt();
    this.#table.goBack();
    await this.#judge();
  }

  /** @param {number} at */
  #go(at) {
    this.#table.at = Math.max(0, Math.min(at, this.#table.game.moves.length));
    this.#hint = "";
    this.#table.keep();
    this.#draw();
    this.#lookHere();
    const ply = this.#table.standing.plies[this.#table.at - 1];
    this.#app.announce(ply ? `${ply.number}${ply.side === "white" ? "." : "…"} ${ply.san}` : this.#app.t("play.start"));
  }

  /** Lets a reader who plays both sides branch off in an older position. */
  async #lookHere() {
    const { fen, game } = this.#table;
    if (game.side === "both") {
      await this.#table.look().catch(() => {}); // without an answer, men cannot be moved here
      if (fen === this.#table.fen) {
        this.#drawBoard();
      }
    }
  }

  async #new() {
    const how = await newGame(this.#app, { levels: this.#choices.levels, game: this.#table.game, fen: this.#table.fen });
    if (how) {
      this.#halt();
      this.#graph.clear();
      this.#table.setAside();
      this.#table.begin(how);
      this.#clocks.reset();
      this.#board.orientation = how.side === "black" ? "black" : "white";
      this.#tabs.select("game");
      await this.#judge();
    }
  }

  async #takeBack() {
    this.#halt();
    if (this.#table.earlier >= 0) {
      await this.#judge({ moves: this.#table.game.moves.slice(0, this.#table.earlier), end: "", cut: true });
      this.#app.announce(this.#app.t("play.tookback"));
    }
  }

  async #showHint() {
    const fen = this.#table.fen;
    fill(this.#says, this.#app.t("play.looks"));
    try {
      const move = await this.#opponent.hint();
      if (fen === this.#table.fen) {
        this.#hint = move.uci;
        const says = this.#app.t("play.hint.says", { move: move.san });
        fill(this.#says, says);
        this.#app.announce(says);
        this.#drawBoard();
      }
    } catch (thrown) {
      this.#refuse(messageOf(thrown), []);
    }
  }

  /** Ends the game. An end chosen by the reader can be undone. @param {string} end */
  async #end(end) {
    this.#opponent.stop();
    if (await this.#judge({ end })) {
      this.#app.announce(this.#table.standing.says);
    }
  }

  async #offerDraw() {
    if (this.#table.standing.claim) {
      await this.#end("claim");
    } else if (this.#opponent.agrees || this.#table.game.side === "both") {
      await this.#end("agree");
    } else {
      fill(this.#says, this.#app.t("play.declined"));
      this.#app.announce(this.#app.t("play.declined"));
    }
  }

  #draw() {
    const { standing, game, at } = this.#table;
    fill(this.#verdict, this.#table.newest ? standing.says : this.#app.t("play.after", { move: standing.plies[at - 1]?.san ?? this.#app.t("play.start"), number: standing.plies[at - 1]?.number ?? "" }));
    if (this.#table.over && this.#table.newest) {
      add(this.#verdict, " ", el("span", { class: "chip good" }, writtenResult(standing.result)));
      if (this.#table.ended) {
        add(this.#verdict, " ", el("button", { type: "button", class: "link play-goon", onclick: () => this.#judge({ end: "" }) }, this.#app.t("play.goon")));
      }
    }
    drawHead(this.#head, game.tree);
    drawOpening(this.#opening, this.#app, this.#table);
    this.#drawBoard();
    this.#drawActions();
    this.#moves.draw({ tree: game.tree, node: this.#table.node, marks: this.#graph.marks(game.tree), fixed: game.side !== "both" });
    this.#graph.draw();
    const black = this.#board.orientation === "black";
    const names = playerNames(this.#app, game);
    this.#top.show(black ? "white" : "black", names);
    this.#bottom.show(black ? "black" : "white", names);
    this.#clocks.show(this.#top, this.#bottom);
    this.#bar.follow(this.#graph.points[at - 1]?.move.score ?? game.tree.nodes[this.#table.node]?.score);
    this.#think.follow();
    this.#council.follow();
    if (this.#tabs.now === "why") {
      this.#why.explain(this.#table.fen);
    }
    document.documentElement.dataset["moves"] = String(game.moves.length);
  }

  #drawBoard() {
    const arrows = [this.#best, this.#hint].filter((uci) => uci !== "");
    drawBoard(this.#board, this.#table, arrows.length > 0 || this.#tabs.now !== "council" ? arrows : null);
    this.#premove.draw();
  }

  #drawActions() {
    drawActions(this.#actions, this.#app, this.#table, {
      new: () => this.#new(),
      back: () => this.#takeBack(),
      hint: () => this.#showHint(),
      turn: () => this.#turn(),
      draw: () => this.#offerDraw(),
      resign: (side) => this.#end(`${side} resigns`),
      judge: this.#graph.running ? null : () => this.#graph.run(),
      stop: () => this.#graph.stop(),
      look: () => this.#look(),
      before: this.#table.before ? () => this.#goBack() : null,
    });
  }

  /** Gives both sides to the reader. */
  #look() {
    this.#opponent.stop();
    this.#table.game.side = "both";
    this.#table.game.clock = "";
    this.#clocks.reset();
    this.#judge({ end: "" });
  }

  #turn() {
    this.#board.orientation = this.#board.orientation === "white" ? "black" : "white";
    this.#draw();
  }

  /** @param {string} tab */
  #onTab(tab) {
    this.#app.go({ tab: tab === "game" ? "" : tab }, { replace: true });
    if (tab === "why") {
      this.#why.explain(this.#table.fen);
    } else {
      this.#why.tint(false);
    }
  }
}
