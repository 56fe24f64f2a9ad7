// The panel "PGN and trees": reads, converts, annotates and writes the game as PGN or in a tree
// notation.

import { add, button, copied, download, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recallHere, rememberHere } from "./memory.js";
import { asked, find, lineOf, movesOf, pointsOf } from "./play-tree.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { Table } from "./play-table.js" */
/** @import { Point } from "./play-moves.js" @import { Tree } from "./play-tree.js" */

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
  #area = el("textarea", { class: "moves", rows: 8, spellcheck: false, "aria-label": t("play.text.label"),
    placeholder: t("play.text.hint") });
  #games = el("select", { hidden: true, "aria-label": t("play.text.games") });
  #to = el("select", { class: "text-form", "aria-label": t("play.text.form") });
  #letters = el("input", { type: "text", size: 11, maxLength: 10, spellcheck: false, autocomplete: "off",
    placeholder: ".RDTACPIFM", title: t("play.text.letters.long") });
  #status = el("p", { class: "strip text-status", role: "status" });
  #file = el("input", { type: "file", hidden: true, accept: ".pgn,.txt,.json,.fen,.epd" });
  #stop = button("text-stop", t("play.stop"), () => this.#running?.abort(), { hidden: true });
  /** Shows a tree. @type {(tree: Tree) => void} */
  onshow = () => {};
  /** Shows the list of moves. */
  onmoves = () => {};
  /** Receives a graph of the main line, and its moves. @type {(points: Point[], moves: string[]) => void} */
  onpoints = () => {};

  /** @param {App} app @param {Table} table @param {string[]} forms */
  constructor(app, table, forms) {
    this.#app = app;
    this.#table = table;
    add(this.#to, forms.map((value) => el("option", { value }, t(`play.form.${value}`))));
    const does = (/** @type {string} */ name, /** @type {() => void} */ work) =>
      button(`text-${name}`, t(`play.text.${name}`), work);
    this.element.append(
      this.#area,
      el("div", { class: "tools" },
        does("read", () => this.read()), does("write", () => this.write()), does("open", () => this.#file.click()),
        does("save", () => this.#save()), does("copy", () => this.#copy()), does("annotate", () => this.annotate()),
        this.#stop),
      this.#file,
      el("div", { class: "row tools" },
        el("label", null, t("play.text.form"), " ", this.#to), does("convert", () => this.convert()),
        el("label", null, t("play.text.letters"), " ", this.#letters), does("grow", () => this.grow())),
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
   * @param {string} name @param {object} body
   * @param {string} [progress] the key of its progress, which the reader can stop
   * @returns {Promise<any>} null if there is no answer
   */
  async #call(name, body, progress) {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    this.#stop.hidden = progress === undefined;
    const on = (/** @type {string} */ event, /** @type {any} */ data) => {
      const key = event === "progress" ? progress : event === "waiting" ? "app.waiting" : "";
      fill(this.#status, key && t(key, data));
    };
    try {
      return await this.#app.engine.call(name, body, { signal: own.signal, ...(progress && { on }) });
    } catch (thrown) {
      if (this.#running === own) {
        const [kind, text] = cancelled(thrown) ? ["hint", t("play.stopped")] : ["fault", messageOf(thrown)];
        fill(this.#status, el("span", { class: kind }, text));
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
      const answer = await this.#call("tree/convert", { text, to: "show", ...this.#lettered });
      if (answer) {
        this.#forms(answer.from);
        this.#source = text;
        this.#take(text, answer.tree, quiet);
      }
      return answer !== null;
    }
    const answer = await this.#call("pgn/read", { text, game });
    if (!answer) return false;
    this.#forms("pgn", answer.games.length < 2);
    fill(this.#games, answer.games.map((/** @type {any} */ { number, white = "?", black = "?", date = "", result }) =>
      el("option", { value: String(number), selected: number === answer.game },
        `${number}. ${white} – ${black} ${date} ${result}`)));
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
   * @param {string} text @param {Tree} tree
   * @param {boolean} [quiet] the board stays as it is
   */
  #take(text, tree, quiet = false) {
    this.#area.value = text;
    this.#read = text;
    if (!partly.has(this.#form)) {
      this.#source = text;
    }
    fill(this.#status, t("play.text.said", { count: tree.nodes.length }), " ",
      button("link text-moves", t("play.text.moves"), () => this.onmoves()));
    if (!quiet) {
      this.onshow(tree);
    }
  }

  /**
   * Shows the error in a text, and offers to show the part that could be read.
   * @param {{line?: number, column?: number, message: string}[]} faults @param {Tree} tree
   */
  #sayFaults(faults, tree) {
    const count = tree.nodes.length;
    fill(this.#status,
      faults.map(({ line = 1, column = 1, message }) =>
        el("span", { class: "fault" }, `${t("play.text.fault", { line, column })} ${message}. `)),
      count > 0 && button("link text-whole", t("play.text.whole", { count }),
        () => this.#take(this.#area.value, tree)),
    );
  }

  /** Returns the page's game as a tree. */
  #whole() {
    const { start, moves, tree } = this.#table.game;
    const { result } = this.#table.standing;
    const whole = find(tree, moves) === lineOf(tree, -1).at(-1);
    const tags = tree.tags?.length ? tree.tags : this.#tags();
    return asked({ ...tree, start, result: whole && result !== "*" ? result : tree.result || "*", tags });
  }

  /** The letters of board strings, if the reader gave any. */
  get #lettered() {
    return this.#letters.value === "" ? {} : { letters: this.#letters.value };
  }

  /** @returns {[string, string][]} */
  #tags() {
    const { side, level } = this.#table.game;
    const engine = level === 0 ? "Alfiere" : `Alfiere (${level})`;
    const me = side === "both" ? "?" : t("play.you");
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return [["Event", "Alfiere"], ["Site", "?"], ["Date", date], ["Round", "-"],
      ["White", side === "black" ? engine : me], ["Black", side === "white" ? engine : me]];
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
    const answer = await this.#call("tree/convert", { text, to: this.#to.value, game, ...this.#lettered });
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
