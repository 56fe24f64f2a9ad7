// The panel "PGN and trees": reads, converts, annotates and writes the game as PGN or in a tree
// notation.

import { add, copied, download, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recallHere, rememberHere } from "./memory.js";
import { asked, find, lineOf, movesOf, pointsOf } from "./play-tree.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" */
/** @import { Table } from "./play-table.js" */
/** @import { Point } from "./play-moves.js" */
/** @import { Tree } from "./play-tree.js" */

const endings = { pgn: "pgn", text: "txt", numeric: "txt", table: "json", board: "txt", fen: "fen", show: "txt" };

/** The maximum length of a text. */
const longest = 4 << 20;

/** Notations that lose a part of the tree, or cannot be read. */
const partly = new Set(["board", "fen", "show"]);

/** The panel. */
export class Text {
  element = el("div", { class: "text" });
  #app;
  #table;
  #form = "pgn";
  /** The latest text that was read or written. */
  #read = "";
  /** The number of the game that was read from it. */
  #number = 1;
  /** The latest text with the whole tree. */
  #source = "";
  /** @type {AbortController | null} */
  #running = null;
  #area = el("textarea", { class: "moves", rows: 8, spellcheck: false, "aria-label": t("play.text.label"), placeholder: t("play.text.hint") });
  #games = el("select", { hidden: true, "aria-label": t("play.text.games") });
  #to = el("select", { class: "text-form", "aria-label": t("play.text.form") });
  #letters = el("input", { type: "text", size: 11, maxLength: 10, spellcheck: false, placeholder: ".RDTACPIFM", title: t("play.text.letters.long"), autocomplete: "off" });
  #status = el("p", { class: "strip text-status", role: "status" });
  #file = el("input", { type: "file", hidden: true, accept: ".pgn,.txt,.json,.fen,.epd" });
  #stop = el("button", { type: "button", class: "text-stop", hidden: true, onclick: () => this.#running?.abort() }, t("play.stop"));
  /** Shows a tree. @type {(tree: Tree) => void} */
  onshow = () => {};
  /** Shows the list of moves. */
  onmoves = () => {};
  /** Receives the points of a graph of the main line, and its moves. @type {(points: Point[], moves: string[]) => void} */
  onpoints = () => {};

  /** @param {App} app @param {Table} table @param {string[]} forms */
  constructor(app, table, forms) {
    this.#app = app;
    this.#table = table;
    add(this.#to, forms.map((value) => el("option", { value }, t(`play.form.${value}`))));
    const button = (/** @type {string} */ name, /** @type {() => void} */ work) => el("button", { type: "button", class: `text-${name}`, onclick: work }, t(`play.text.${name}`));
    this.element.append(
      this.#area,
      el("div", { class: "tools" }, button("read", () => this.read()), button("write", () => this.write()), button("open", () => this.#file.click()), button("save", () => this.#save()), button("copy", () => this.#copy()), button("annotate", () => this.annotate()), this.#stop),
      this.#file,
      el("div", { class: "row tools" }, el("label", null, t("play.text.form"), " ", this.#to), button("convert", () => this.convert()), el("label", null, t("play.text.letters"), " ", this.#letters), button("grow", () => this.grow())),
      this.#games,
      this.#status,
    );
    this.#file.addEventListener("change", async () => {
      await this.takeFile([...(this.#file.files ?? [])]);
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
    if (this.#read !== "" && this.#area.value === this.#read) {
      await this.read(this.#number, true);
    }
  }

  /** Reads the first of the files that were dropped, pasted or chosen. @param {File[]} files */
  async takeFile([file]) {
    if (file) {
      await this.take(file.size > longest ? null : await file.text());
    }
  }

  /** Reads a text; null is one that is too long. @param {string | null} text */
  async take(text) {
    if (text === null || text.length > longest) {
      fill(this.#status, t("play.text.long"));
      return;
    }
    this.#area.value = text;
    await this.read();
  }

  /**
   * Sends a request, and shows its error.
   * @param {string} name
   * @param {object} body
   * @param {string} [progress] the key of its progress, which the reader can stop
   * @returns {Promise<any>} null if there is no answer
   */
  async #call(name, body, progress) {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    this.#stop.hidden = progress === undefined;
    const on = (/** @type {string} */ event, /** @type {any} */ data) =>
      fill(this.#status, event === "progress" && progress ? t(progress, data) : event === "waiting" ? t("app.waiting", data) : "");
    try {
      return await this.#app.engine.call(name, body, { signal: own.signal, ...(progress && { on }) });
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
        this.#forms(answer.from);
        this.#source = text;
        this.#take(text, answer.tree, quiet);
      }
      return answer !== null;
    }
    const answer = await this.#call("pgn/read", { text, game });
    if (!answer) {
      return false;
    }
    this.#forms("pgn", answer.games.length < 2);
    fill(this.#games,
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

  /** Takes the form of a text, and whether it is that of one game. @param {string} form @param {boolean} [alone] */
  #forms(form, alone = true) {
    this.#form = form;
    this.#to.value = form;
    this.#games.hidden = alone;
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
    fill(this.#status, t("play.text.said", { count: tree.nodes.length }), " ", el("button", { type: "button", class: "link text-moves", onclick: () => this.onmoves() }, t("play.text.moves")));
    if (!quiet) {
      this.onshow(tree);
    }
  }

  /**
   * Shows the error in a text, and offers to show the part that could be read.
   * @param {{line?: number, column?: number, message: string}[]} faults
   * @param {Tree} tree
   */
  #sayFaults(faults, tree) {
    const count = tree.nodes.length;
    fill(this.#status,
      faults.map((fault) => el("span", { class: "fault" }, `${t("play.text.fault", { line: fault.line ?? 1, column: fault.column ?? 1 })} ${fault.message}. `)),
      count > 0 && el("button", { type: "button", class: "link text-whole", onclick: () => this.#take(this.#area.value, tree) }, t("play.text.whole", { count })),
    );
  }

  /** Returns the page's game as a tree. */
  #whole() {
    const { start, moves, tree } = this.#table.game;
    const { result } = this.#table.standing;
    const whole = find(tree, moves) === lineOf(tree, -1).at(-1);
    return asked({ ...tree, start, result: whole && result !== "*" ? result : tree.result || "*", tags: tree.tags?.length ? tree.tags : this.#tags() });
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
      this.#forms(answer.to);
      this.#take(answer.text, answer.tree);
    }
  }

  /** Annotates the page's game, or the game in a text that has not been read yet. */
  async annotate() {
    if (this.#area.value.trim() !== "" && this.#area.value !== this.#read && !(await this.read())) {
      return;
    }
    const nodes = this.#table.game.nodes || 50000;
    const answer = await this.#call("pgn/annotate", { tree: this.#whole(), nodes }, "play.text.progress");
    if (answer) {
      this.#forms("pgn");
      this.#take(answer.text, answer.tree);
      this.onpoints(pointsOf(answer.tree), movesOf(answer.tree, lineOf(answer.tree, -1)));
    }
  }

  /** Grows a tree from the current position. */
  async grow() {
    const { start, nodes } = this.#table.game;
    const body = { start, moves: this.#table.path, generations: 3, best: 3, nodes: nodes || 5000 };
    const answer = await this.#call("tree/grow", body, "play.text.grown");
    if (answer) {
      this.#forms("pgn");
      this.#take(answer.text, answer.tree);
    }
  }

  #save() {
    const ending = /** @type {Record<string, string>} */ (endings)[this.#form] ?? "txt";
    download(`alfiere.${ending}`, new Blob([this.#area.value], { type: "text/plain" }));
  }

  async #copy() {
    const done = await copied(this.#area.value);
    if (!done) {
      this.#area.select();
    }
    fill(this.#status, t(done ? "play.text.copied" : "play.text.select"));
  }
}
