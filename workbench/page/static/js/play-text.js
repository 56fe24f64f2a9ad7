// The panel "PGN and trees": reads, converts, annotates and writes the game as PGN or in a tree
// notation, and shows a tree with all its variations as a nested list.

import { add, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recallHere, rememberHere } from "./memory.js";
import { toldOf } from "./play-head.js";
import { written } from "./play-moves.js";
import { first, pointsOf, withoutAnswers } from "./play-tree.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" */
/** @import { Table } from "./play-table.js" */
/** @import { Point } from "./play-moves.js" */
/** @import { Tree } from "./play-tree.js" */

/**
 * What to show from a text: the start, the moves, how many are played, whether it is another game
 * than the one shown, and its other contents.
 * @typedef {{start: string, moves: string[], at: number, other: boolean, told: import("./play-head.js").Told}} Shown
 */

const endings = { pgn: "pgn", text: "txt", numeric: "txt", table: "json", board: "txt", fen: "fen", show: "txt" };

/** Notations that lose a part of the tree, or cannot be read. */
const partly = new Set(["board", "fen", "show"]);

/** The panel. */
export class Text {
  element = el("div", { class: "text" });
  #app;
  #table;
  /** @type {Tree} */
  #tree = { nodes: [] };
  #form = "pgn";
  /** The latest text that was read or written. */
  #read = "";
  /** The number of the game that was read from it. */
  #number = 1;
  /** The latest text with the whole tree. */
  #source = "";
  /** @type {AbortController | null} */
  #running = null;
  #area = el("textarea", { class: "moves", rows: 8, spellcheck: false, "aria-label": t("play.text.label") });
  #games = el("select", { hidden: true, "aria-label": t("play.text.games") });
  #to = el("select", { class: "text-form", "aria-label": t("play.text.form") });
  #letters = el("input", { type: "text", size: 11, maxLength: 10, spellcheck: false, placeholder: ".RDTACPIFM", title: t("play.text.letters.long"), autocomplete: "off" });
  #status = el("p", { class: "strip text-status", role: "status" });
  #list = el("div", { class: "tree" });
  #file = el("input", { type: "file", hidden: true, accept: ".pgn,.txt,.json,.fen,.epd" });
  #stop = el("button", { type: "button", class: "text-stop", hidden: true, onclick: () => this.#running?.abort() }, t("play.stop"));
  /** Shows a game of the tree. @type {(shown: Shown) => void} */
  onshow = () => {};
  /** Receives the points of a graph of the main line. @type {(points: Point[]) => void} */
  onpoints = () => {};

  /**
   * @param {App} app
   * @param {Table} table
   * @param {string[]} forms
   */
  constructor(app, table, forms) {
    this.#app = app;
    this.#table = table;
    add(this.#to, forms.map((value) => el("option", { value }, t(`play.form.${value}`))));
    const button = (/** @type {string} */ name, /** @type {() => void} */ work) => el("button", { type: "button", class: `text-${name}`, onclick: work }, t(`play.text.${name}`));
    this.element.append(
      this.#area,
      el("div", { class: "tools" }, button("read", () => this.read()), button("write", () => this.write()), button("open", () => this.#file.click()), button("save", () => this.#save()), button("copy", () => this.#copy()), button("annotate", () => this.annotate()), this.#stop),
      this.#file,
      el("div", { class: "row" }, el("label", null, t("play.text.form"), " ", this.#to), button("convert", () => this.convert()), el("label", null, t("play.text.letters"), " ", this.#letters), button("grow", () => this.grow())),
      this.#games,
      this.#status,
      this.#list,
    );
    this.#file.addEventListener("change", async () => {
      await this.take(this.#file.files);
      this.#file.value = ""; // so that the same file can be chosen again
    });
    this.#games.addEventListener("change", () => this.read(Number(this.#games.value)));
    this.#area.addEventListener("paste", (event) => this.#paste(event));
    const kept = recallHere("play.text", { text: "", read: "", game: 1 });
    this.#area.value = kept.text;
    this.#read = kept.read;
    this.#number = kept.game;
  }

  /** Reads pasted text, which replaces a text that has been read. @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim() !== "" && this.#area.value === this.#read) {
      event.preventDefault();
      this.#area.value = text;
    }
    setTimeout(() => this.read(), 0);
  }

  close() {
    this.#running?.abort();
  }

  /** Stores the text in this tab. */
  keep() {
    rememberHere("play.text", { text: this.#area.value, read: this.#read, game: this.#number });
  }

  /** Reads the text of the last visit again; the board is not changed. */
  async restore() {
    if (this.#tree.nodes.length === 0 && this.#read !== "" && this.#area.value === this.#read) {
      await this.read(this.#number, true);
    }
  }

  /**
   * Reads files that were dropped or chosen.
   * @param {FileList | null} files
   */
  async take(files) {
    const file = files?.[0];
    if (!file) {
      return;
    }
    if (file.size > 4 << 20) {
      fill(this.#status, t("play.text.long"));
      return;
    }
    this.#area.value = await file.text();
    await this.read();
  }

  /**
   * Sends a request, and shows its error.
   * @param {string} name
   * @param {object} body
   * @param {(event: string, data: any) => void} [on]
   * @returns {Promise<any>} null if there is no answer
   */
  async #call(name, body, on) {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    this.#stop.hidden = on === undefined;
    try {
      return await this.#app.engine.call(name, body, { signal: own.signal, ...(on && { on }) });
    } catch (thrown) {
      if (this.#running === own) {
        fill(this.#status, el("span", { class: cancelled(thrown) ? "hint" : "fault" }, cancelled(thrown) ? t("play.stopped") : messageOf(thrown)));
      }
      return null;
    } finally {
      if (this.#running === own) {
        this.#stop.hidden = true;
      }
    }
  }

  /**
   * Reads the text in any notation. If it has an error, the display does not change.
   * @param {number} [game]
   * @param {boolean} [quiet] the board stays as it is
   * @returns {Promise<boolean>} whether all could be read
   */
  async read(game = 1, quiet = false) {
    const text = this.#area.value;
    const pgn = text.trimStart().startsWith("[") ? !/^\s*\[\s*\[?\d/.test(text) : /^\s*(1\.|\{)/.test(text);
    if (!pgn) {
      const answer = await this.#call("tree/convert", { text, to: "show", ...(this.#letters.value && { letters: this.#letters.value }) });
      if (answer) {
        this.#form = answer.from;
        this.#to.value = answer.from;
        this.#games.hidden = true;
        this.#source = text;
        this.#take(text, answer.tree, quiet);
      }
      return answer !== null;
    }
    const answer = await this.#call("pgn/read", { text, game });
    if (!answer) {
      return false;
    }
    this.#form = "pgn";
    this.#to.value = "pgn";
    this.#games.hidden = answer.games.length < 2;
    fill(
      this.#games,
      answer.games.map((/** @type {any} */ one) => el("option", { value: String(one.number), selected: one.number === answer.game }, `${one.number}. ${one.white ?? "?"} – ${one.black ?? "?"} ${one.date ?? ""} ${one.result}`)),
    );
    if (answer.faults.length > 0) {
      this.#sayFaults(answer.faults, answer.tree);
      return false;
    }
    this.#number = answer.game;
    this.#take(text, answer.tree, quiet);
    return true;
  }

  /**
   * Takes a tree that was read from a text or written to one.
   * @param {string} text
   * @param {Tree} tree
   * @param {boolean} [quiet] the board stays as it is
   */
  #take(text, tree, quiet = false) {
    this.#area.value = text;
    this.#read = text;
    if (!partly.has(this.#form)) {
      this.#source = text;
    }
    fill(this.#status, t("play.text.said", { count: tree.nodes.length }));
    if (quiet) {
      this.#tree = tree;
      this.#draw();
      this.follow();
    } else {
      this.#show(tree);
    }
  }

  /**
   * Shows the error in a text, and offers to show the part that could be read.
   * @param {{line?: number, column?: number, message: string}[]} faults
   * @param {Tree} tree
   */
  #sayFaults(faults, tree) {
    const count = tree.nodes.length;
    fill(
      this.#status,
      faults.map((fault) => el("span", { class: "fault" }, `${t("play.text.fault", { line: fault.line ?? 1, column: fault.column ?? 1 })} ${fault.message}. `)),
      count > 0 && el("button", { type: "button", class: "link text-whole", onclick: () => this.#take(this.#area.value, tree) }, t("play.text.whole", { count })),
    );
  }

  /** Returns the page's game as a tree: the tree that was read if its line is shown, else the moves. */
  #whole() {
    const { start, moves, told } = this.#table.game;
    if (this.#tree.nodes.length > 0 && (this.#tree.start ?? "") === this.#table.standing.start && this.#find(moves) !== null) {
      return { ...this.#tree, nodes: this.#tree.nodes.map(({ ply, ...rest }) => withoutAnswers(rest)) };
    }
    const { result } = this.#table.standing;
    const tags = told.tags.length > 0 ? told.tags : this.#tags();
    const nodes = moves.map((move, index) => ({ parent: index - 1, move, comment: told.comments[index + 1] ?? "" }));
    return { start, result: result === "*" && told.result !== "" ? told.result : result, tags, comment: told.comments[0] ?? "", nodes };
  }

  /** @returns {[string, string][]} */
  #tags() {
    const { side, level } = this.#table.game;
    const engine = level === 0 ? "Alfiere" : `Alfiere (${level})`;
    const me = side === "both" ? "?" : t("play.you");
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return [
      ["Event", "Alfiere"],
      ["Site", "?"],
      ["Date", date],
      ["Round", "-"],
      ["White", side === "black" ? engine : me],
      ["Black", side === "white" ? engine : me],
    ];
  }

  /**
   * Returns the node that moves lead to from the start; null if the tree does not have them.
   * @param {string[]} moves
   * @returns {number | null}
   */
  #find(moves) {
    let at = -1;
    const all = moves.every((move) => (at = this.#tree.nodes.findIndex((node) => node.parent === at && node.move === move)) >= 0);
    return all ? at : null;
  }

  /** Writes the page's game as PGN. */
  async write() {
    const answer = await this.#call("pgn/write", { tree: this.#whole() });
    if (answer) {
      this.#area.value = answer.text;
      await this.read();
    }
  }

  async convert() {
    if (this.#area.value.trim() === "") {
      const to = this.#to.value;
      await this.write();
      this.#to.value = to;
    }
    const game = this.#games.hidden ? 0 : Number(this.#games.value);
    // A text reduced to a position or an outline is not read again; the text before it is.
    const text = this.#area.value === this.#read && partly.has(this.#form) ? this.#source : this.#area.value;
    const body = { text, to: this.#to.value, game, ...(this.#letters.value && { letters: this.#letters.value }) };
    const answer = await this.#call("tree/convert", body);
    if (answer) {
      this.#form = answer.to;
      this.#games.hidden = true;
      this.#take(answer.text, answer.tree);
    }
  }

  /** Annotates the page's game, or the game in a text that has not been read yet. */
  async annotate() {
    if (this.#area.value.trim() !== "" && this.#area.value !== this.#read && !(await this.read())) {
      return;
    }
    const nodes = this.#table.game.nodes || 50000;
    const answer = await this.#call("pgn/annotate", { tree: this.#whole(), nodes }, (event, data) => {
      fill(this.#status, event === "progress" ? t("play.text.progress", data) : event === "waiting" ? t("app.waiting", data) : "");
    });
    if (answer) {
      this.#form = "pgn";
      this.#to.value = "pgn";
      this.#games.hidden = true;
      this.#take(answer.text, answer.tree);
      this.onpoints(pointsOf(answer.tree));
    }
  }

  /** Grows a tree from the current position. */
  async grow() {
    const { start, nodes } = this.#table.game;
    const body = { start, moves: this.#table.path, generations: 3, best: 3, nodes: nodes || 5000 };
    const answer = await this.#call("tree/grow", body, (event, data) => {
      fill(this.#status, event === "progress" ? t("play.text.grown", data) : event === "waiting" ? t("app.waiting", data) : "");
    });
    if (answer) {
      this.#form = "pgn";
      this.#to.value = "pgn";
      this.#games.hidden = true;
      this.#take(answer.text, answer.tree);
    }
  }

  #save() {
    const ending = /** @type {Record<string, string>} */ (endings)[this.#form] ?? "txt";
    const url = URL.createObjectURL(new Blob([this.#area.value], { type: "text/plain" }));
    el("a", { href: url, download: `alfiere.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#area.value);
      fill(this.#status, t("play.text.copied"));
    } catch {
      this.#area.select();
      fill(this.#status, t("play.text.select"));
    }
  }

  /**
   * Shows a tree: at the same position if it is the same game, else at the first one.
   * @param {Tree} tree
   */
  #show(tree) {
    this.#tree = tree;
    const { moves } = this.#table.game;
    const end = (tree.start ?? "") === this.#table.standing.start ? this.#find(moves) : null;
    this.#draw();
    if (end !== null && first(tree, end) < 0) {
      this.onshow({ start: this.#table.game.start, moves, at: this.#table.at, other: false, told: this.#told(end) });
    } else {
      this.#go(-1, end === null);
    }
  }

  /**
   * Shows a node on the board, with its line.
   * @param {number} node
   * @param {boolean} [other] the tree has not the game that is shown
   */
  #go(node, other = false) {
    const moves = this.#line(node).map((n) => this.#tree.nodes[n]?.move ?? "");
    const passed = moves.indexOf("0000");
    const at = moves.length - this.#behind(node).length;
    this.onshow({ start: this.#tree.start ?? "", moves: passed < 0 ? moves : moves.slice(0, passed), at, other, told: this.#told(node) });
  }

  /** Returns the nodes after a node in its line. @param {number} node */
  #behind(node) {
    const nodes = [];
    for (let n = first(this.#tree, node); n >= 0; n = first(this.#tree, n)) {
      nodes.push(n);
    }
    return nodes;
  }

  /** Returns the nodes of a node's line. @param {number} node */
  #line(node) {
    const nodes = this.#behind(node);
    for (let n = node; n >= 0; n = this.#tree.nodes[n]?.parent ?? -1) {
      nodes.unshift(n);
    }
    return nodes;
  }

  /** Returns the contents of the text for a node's line. @param {number} node */
  #told(node) {
    const line = this.#line(node);
    const comments = line.map((n) => [this.#tree.nodes[n]?.foreword, this.#tree.nodes[n]?.comment].filter(Boolean).join(" "));
    return toldOf(this.#tree, [this.#tree.comment ?? "", ...comments], line.join() === this.#behind(-1).join());
  }

  /** Marks the node of the board's position. */
  follow() {
    const at = this.#find(this.#table.path) ?? -1;
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.#list.querySelector(`[data-node="${at}"]`)?.setAttribute("aria-current", "step");
  }

  #draw() {
    const { nodes, comment } = this.#tree;
    /** @type {number[][]} */
    const children = nodes.map(() => []);
    /** @type {number[]} */
    const roots = [];
    nodes.forEach((node, index) => (node.parent < 0 ? roots : (children[node.parent] ?? roots)).push(index));
    fill(this.#list, comment && el("p", { class: "comment" }, comment), this.#branch(roots, children));
  }

  /**
   * Draws a line of moves, and the alternatives to each move as nested lists.
   * @param {number[]} siblings
   * @param {number[][]} children
   * @returns {HTMLElement}
   */
  #branch(siblings, children) {
    const line = el("div", { class: "tree-line" });
    for (let now = siblings, begins = true; now.length > 0; ) {
      const [main = 0, ...others] = now;
      this.#move(line, main, begins);
      const comment = this.#tree.nodes[main]?.comment;
      begins = others.length > 0 || Boolean(comment);
      if (others.length > 0) {
        line.append(el("ul", { class: "tree-branches" }, others.map((other) => el("li", null, this.#branch([other], children)))));
      }
      now = children[main] ?? [];
    }
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {number} index
   * @param {boolean} begins
   */
  #move(line, index, begins) {
    const node = this.#tree.nodes[index];
    if (!node) {
      return;
    }
    const { ply } = node;
    const number = ply.side === "white" ? `${ply.number}. ` : begins ? `${ply.number}… ` : "";
    add(
      line,
      node.foreword && el("span", { class: "comment" }, `${node.foreword} `),
      el("button", { type: "button", class: "move", data: { node: index }, onclick: () => this.#go(index) }, `${number}${ply.san}`, node.marks && el("b", null, node.marks)),
      node.score && el("span", { class: "hint" }, `${written(node.score)} `),
      node.comment && el("span", { class: "comment" }, `${node.comment} `),
      (node.missing ?? 0) > 0 && el("span", { class: "hint" }, `(+${node.missing}) `),
    );
  }
}
