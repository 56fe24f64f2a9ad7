// The page "Play": a game against the program, or any game or position with the program's analysis. Its state is the
// table and the conduct of the game; draw() hands it to the parts.

import "./words-play.js";
import { add, button, el, fill, takeDropped, takePasted } from "./dom.js";
import { drawActions, stepRow } from "./play-buttons.js";
import { EvalBar } from "./play-bar.js";
import { drawBoard, keyed, listen, Premove } from "./play-board.js";
import { Conduct } from "./play-conduct.js";
import { Council } from "./play-council.js";
import { GameGraph } from "./play-graph.js";
import { clockRow, Clocks, drawHead, drawOpening, playerNames, writtenResult } from "./play-clock.js";
import { MoveList } from "./play-moves.js";
import { Lessons } from "./play-learn.js";
import { Opponent } from "./play-opponent.js";
import { Table } from "./play-table.js";
import { Study } from "./play-study.js";
import { Tabs } from "./tabs.js";
import { Text } from "./play-text.js";
import { Thinking } from "./play-think.js";
import { Why } from "./play-why.js";
import { t } from "./words.js";

/** @import { App, Page, State } from "./pages.js" @import { ChessBoard } from "./board.js" */

export { keys } from "./play-board.js";

/** @param {HTMLElement} root @param {App} app @param {State} state @returns {Promise<Page>} */
export async function open(root, app, state) {
  const table = new Table(app);
  const [choices, refused] = await Promise.all([app.engine.call("play"), table.open(state)]);
  const page = new PlayPage(root, app, table, choices);
  page.show(state, refused);
  return page;
}

/** The page. */
class PlayPage {
  #app;
  #choices;
  #table;
  #conduct;
  #board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
  #premove;
  #bar;
  #clocks;
  #top = clockRow("top");
  #bottom = clockRow("bottom");
  #opponent;
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

  /** @param {HTMLElement} root @param {App} app @param {Table} table @param {any} choices */
  constructor(root, app, table, choices) {
    this.#app = app;
    this.#choices = choices;
    const conduct = new Conduct(app, table, () => this.#draw());
    const study = new Study(table, conduct);
    const play = (/** @type {string[]} */ moves) => conduct.play(moves[0] ?? "");
    this.#table = table;
    this.#conduct = conduct;
    this.#study = study;
    this.#premove = new Premove(this.#board, table);
    this.#bar = new EvalBar(app, table, this.#board);
    this.#think = new Thinking(app, table, () => this.#why.letters, play);
    this.#why = new Why(app, this.#board);
    this.#council = new Council(app, table, this.#board, play, choices);
    this.#text = new Text(app, table, choices.forms);
    this.#lessons = new Lessons(app, table, study, {
      show: (uci) => conduct.point(uci),
      ring: (square) => (this.#board.marks = new Map([...this.#board.marks, [square, "ring"]])),
    });
    this.#moves = new MoveList(study);
    this.#graph = new GameGraph(app, table, (at) => conduct.go(at));
    this.#clocks = new Clocks(table, (side) => conduct.end(`${side} time`));
    this.#opponent = new Opponent(app, table, this.#clocks, this.#think);
    conduct.parts = {
      clocks: this.#clocks, opponent: this.#opponent, premove: this.#premove, lessons: this.#lessons, study,
    };
    const contents = {
      game: el("div", null,
        this.#lessons.element, this.#head, this.#opening, this.#moves.element, this.#graph.tally),
      think: this.#think.element, why: this.#why.element, council: this.#council.element, text: this.#text.element,
    };
    this.#tabs = new Tabs(Object.keys(contents), this.#panel,
      { texts: "play.tab", contents, chosen: (tab) => this.#onTab(tab) });
    this.#build(root);
    this.#listen();
  }

  /** @param {HTMLElement} root */
  #build(root) {
    const conduct = this.#conduct;
    this.#board.setAttribute("look", "wood");
    const steps = stepRow(this.#app, this.#table,
      { go: (at) => conduct.go(at), play: (move) => conduct.play(move), turn: () => this.#turn() }, this.#bar.number);
    const board = el("div", { class: "desk-board" }, this.#top.row, this.#board, this.#bottom.row, steps);
    const side = el("div", { class: "desk-side" }, el("div", { class: "play-state" }, this.#verdict, this.#says),
      this.#actions, this.#tabs.list, this.#panel, this.#graph.element);
    root.append(el("h1", { class: "unseen" }, t("page.play")), el("div", { class: "desk play" }, board, side));
  }

  #listen() {
    const [conduct, table] = [this.#conduct, this.#table];
    listen(this.#board, table, this.#premove, {
      play: (move) => conduct.play(move),
      refuse: (move) => conduct.judge({ moves: [...table.path, move], end: "" }),
      step: (by) => conduct.go(table.at + by),
      early: (move) => this.#app.announce(t("play.premove", { move })),
    });
    this.#think.onanalysis = (analysis) => this.#bar.hear(analysis);
    this.#think.onbest = (uci) => {
      this.#best = uci;
      this.#drawBoard();
    };
    this.#bar.onscore = (score) => this.#why.searched(score);
    this.#why.onletters = () => {
      this.#think.follow(true);
      this.#why.explain(table.fen);
    };
    this.#graph.onsay = (text) => conduct.say(text);
    this.#graph.onchange = () => this.#draw();
    this.#graph.onlearn = () => this.#lessons.begin(this.#graph.mistakes(table.game.side));
    this.#text.onshow = (tree) => this.#study.take(tree);
    this.#text.onmoves = () => this.#tabs.select("game");
    this.#text.onpoints = (points, moves) => this.#graph.take(points, moves);
    const signal = this.#app.left;
    document.addEventListener("keydown", keyed({
      ArrowLeft: () => conduct.go(table.at - 1),
      ArrowRight: () => conduct.go(table.at + 1),
      Escape: () => this.#premove.clear(),
      Home: () => conduct.go(0),
      End: () => conduct.go(table.game.moves.length),
      h: () => conduct.advise(),
      u: () => conduct.takeBack(),
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

  /** Shows what the table has opened. @param {State} state @param {string} refused why the game of the link was not */
  show(state, refused) {
    this.#tabs.show(state["tab"] ?? "");
    this.#orient();
    this.#conduct.judged();
    if (refused !== "") {
      this.#conduct.refuse(refused);
    }
    this.#conduct.look();
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
  async update(state) {
    this.#opponent.stop();
    this.#clocks.stop();
    this.show(state, await this.#table.open(state));
  }

  /** Turns the board to the reader. */
  #orient() {
    this.#board.orientation = this.#table.game.side === "black" ? "black" : "white";
  }

  #turn() {
    this.#board.orientation = this.#board.orientation === "white" ? "black" : "white";
    this.#draw();
  }

  #new() {
    this.#conduct.begin(this.#choices.levels, () => {
      this.#graph.clear();
      this.#orient();
      this.#tabs.select("game");
    });
  }

  #draw() {
    const { standing, game, at, fen, node, newest, over, ended } = this.#table;
    fill(this.#verdict, this.#state());
    if (over && newest) {
      add(this.#verdict, " ", el("span", { class: "chip good" }, writtenResult(standing.result)));
      if (ended) {
        add(this.#verdict, " ", button("link play-goon", t("play.goon"), () => this.#conduct.judge({ end: "" })));
      }
    }
    const { text, fault, again } = this.#conduct.said;
    fill(this.#says, fault ? el("span", { class: "fault" }, text) : text,
      again && [" ", button("link", t("app.again"), () => this.#conduct.reply())]);
    drawHead(this.#head, game.tree);
    drawOpening(this.#opening, this.#app, this.#table);
    this.#drawBoard();
    this.#drawActions();
    this.#moves.draw({ tree: game.tree, node, marks: this.#graph.marks(game.tree), fixed: game.side !== "both" });
    this.#graph.draw();
    const black = this.#board.orientation === "black";
    const names = playerNames(this.#app, game);
    this.#top.show(black ? "white" : "black", names, fen);
    this.#bottom.show(black ? "black" : "white", names, fen);
    this.#clocks.show(this.#top, this.#bottom);
    this.#bar.follow(this.#graph.points[at - 1]?.move.score ?? game.tree.nodes[node]?.score);
    this.#think.follow();
    this.#council.follow();
    if (this.#tabs.now === "why") {
      this.#why.explain(fen);
    }
    document.documentElement.dataset["moves"] = String(game.moves.length);
  }

  /** Returns what is to be done, or how the game ended, or which move the board shows. */
  #state() {
    const { standing, game, at, newest, over } = this.#table;
    const ply = standing.plies[at - 1];
    if (!newest) {
      return t("play.after", { move: ply?.san, number: ply?.number ?? "" });
    }
    return over || standing.side !== game.side ? standing.says : t("play.yours");
  }

  #drawBoard() {
    const arrows = [this.#best, this.#conduct.hint].filter((uci) => uci !== "");
    drawBoard(this.#board, this.#table, arrows.length > 0 || this.#tabs.now !== "council" ? arrows : null);
    const faults = this.#conduct.said.squares.map((square) => /** @type {const} */ ([square, "fault"]));
    this.#board.marks = new Map([...this.#board.marks, ...faults]);
    this.#premove.draw();
  }

  #drawActions() {
    const conduct = this.#conduct;
    drawActions(this.#actions, this.#app, this.#table, {
      new: () => this.#new(),
      back: () => conduct.takeBack(),
      hint: () => conduct.advise(),
      draw: () => conduct.offerDraw(),
      resign: (side) => conduct.end(`${side} resigns`),
      judge: this.#graph.running ? null : () => this.#graph.run(),
      stop: () => this.#graph.stop(),
      look: () => conduct.free(),
      before: this.#table.before ? () => conduct.goBack() : null,
    });
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
