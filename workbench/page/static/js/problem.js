// The page "Problem": edits a diagram and shows its analysis.

import "./tray.js";
import "./words-problem.js";
import { Analysis } from "./problem-analysis.js";
import { Asked } from "./problem-asked.js";
import { isKin } from "./difference.js";
import { emptyDiagram, fen, History, transformed } from "./diagram.js";
import { el, fadeEdges, fill } from "./dom.js";
import { later, messageOf } from "./engine.js";
import { Editor, moveKing } from "./problem-editor.js";
import { share } from "./problem-export.js";
import { Maps } from "./problem-maps.js";
import { knownOf, originLine, unknown } from "./problem-origin.js";
import { Panel } from "./problem-panel.js";
import { readLast, readLink, readPositions, readProblems, takeTexts } from "./problem-reading.js";
import { isOf, keepSteps, matesIn, queryOf, stateOf, storedSteps, withDiagram, withTwin } from "./problem-undo.js";
import { Strip } from "./problem-strip.js";
import { Verdict } from "./problem-verdict.js";
import { remember } from "./memory.js";
import { Versions } from "./problem-versions.js";
import { Walk } from "./problem-walk.js";
import { Welcome } from "./problem-welcome.js";

/** @import { ChessBoard } from "./board.js" @import { Diagram } from "./diagram.js" */
/** @import { Fault } from "./engine.js" @import { View } from "./problem-panel.js" */
/** @import { Moment } from "./problem-undo.js" @import { Refused } from "./problem-reading.js" */
/** @import { App, Open, Page, State } from "./pages.js" @import { Terms } from "./report-themes.js" */
/** @import { Report, Walker } from "./report.js" @import { ChessTray } from "./tray.js" */

/** @type {[string, string][]} */
export const keys = [
  ["Ctrl Z", "problem.key.undo"],
  ["Ctrl Y", "problem.key.redo"],
  ["← ↑ → ↓", "problem.key.walk"],
  ["Ctrl V", "problem.key.paste"],
  ["Esc", "problem.key.leave"],
];

/** @type {History<Moment> | null} what was being edited when the page was closed, for the next time it is opened */
let left = null;

/** @type {Open} */
export async function open(root, app, state) {
  const page = new ProblemPage(root, app);
  await page.begin(state);
  return page;
}

/** @implements {Page} */
export class ProblemPage {
  #app;
  #t;
  /** @type {History<Moment>} */
  #history;
  /** @type {Report | null} what is shown */
  #report = null;
  #tray = /** @type {ChessTray} */ (document.createElement("chess-tray"));
  /** @type {Terms} */
  #terms = {};
  #asked = 0;
  #begun;
  /** Whether the problem in the address is unreadable: then the address and the storage stay unchanged. */
  #unread = false;

  /** @param {HTMLElement} root @param {App} app */
  constructor(root, app) {
    this.#app = app;
    this.#t = app.t;
    const known = left ?? storedSteps();
    this.#begun = known !== null;
    this.#history = known ?? new History({ twins: [emptyDiagram], at: 0 });
    this.board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
    this.board.id = "board";
    this.board.setAttribute("look", "paper");
    this.board.editable = true;
    this.asked = new Asked(this);
    this.editor = new Editor(this);
    this.origin = originLine((origin) => this.push({ ...this.now, origin }));
    this.welcome = new Welcome(this);
    this.walk = new Walk(app, this.board, () => this.#walked());
    this.analysis = new Analysis(app.engine, {
      began: () => this.verdict.begin(),
      far: (event, data) => this.verdict.far(event, data),
      done: (report) => this.#done(report),
      failed: (fault) => this.#failed(fault),
      stopped: () => {
        this.#report = null;
        this.verdict.stopped();
        this.draw();
      },
    });
    const failed = (/** @type {unknown} */ thrown) => this.verdict.busy("", messageOf(thrown));
    this.versions = new Versions({
      current: () => ({ ...this.now, verdict: (!this.analysis.busy && this.#report?.verdict) || "undecided" }),
      read: ({ fen, n, after, solutions, origin }) => this.take(`${fen} #${n}`, { after, solutions, origin }),
      compare: (version) => this.strip.pinVersion(app.engine, version, app.left)
        .then(() => this.#verdictInSight(), failed),
      beside: (versions) => later(app.engine, () => import("./problem-compare.js"))
        .then(({ openBeside }) => openBeside(app, this.#terms, versions), failed),
    }, app.left);
    this.maps = new Maps(app, this.board);
    this.verdict = new Verdict(app, () => this.analysis.stop());
    this.strip = new Strip();
    this.panel = new Panel(app, this.#walker(), this);
    this.share = share(app, () => this.view);
    this.#layout(root);
    this.#listen();
  }

  /** What is on the page. @returns {View} */
  get view() {
    return { moment: this.now, report: this.#report, terms: this.#terms };
  }

  /** What the parts of a report do with the board. @returns {Walker} */
  #walker() {
    return {
      show: (moves, threats = [], label = "") => this.walk.show(this.#report?.fen ?? "", moves, threats, label),
      step: (by) => this.walk.step(by),
      light: (squares) => this.walk.on || (this.board.marks = new Map(squares.map((square) => [square, "light"]))),
      redraw: () => this.#report && this.#done(this.#report),
      remove: (square) => {
        this.change({ ...this.diagram, men: new Map([...this.diagram.men].filter(([at]) => at !== square)) });
        this.#verdictInSight();
      },
    };
  }

  #verdictInSight() {
    this.verdict.node.scrollIntoView({ block: "nearest" });
  }

  /** @param {HTMLElement} root */
  #layout(root) {
    this.#tray.setAttribute("for", "board");
    const { editor, verdict, panel } = this;
    fadeEdges(this.versions.row);
    editor.tools.querySelector(".whole > .items")?.append(...this.maps.buttons, editor.edge);
    fill(root, el("h1", { class: "unseen" }, this.#t("page.problem")), el("div", { class: "desk" },
      el("div", { class: "desk-board" }, this.board, this.origin.node, this.walk.bar,
        el("div", { class: "hand" }, this.#tray, editor.history), editor.tools, this.versions.section),
      el("div", { class: "desk-side" }, this.maps.legend, this.asked.stipulation, this.share,
        verdict.node, el("div", { class: "working" }, this.strip.node, verdict.status, verdict.stop),
        this.welcome.node, panel.tabs.list, panel.node, editor.below)));
  }

  #listen() {
    const signal = this.#app.left;
    this.board.addEventListener("change", () => this.change({ ...this.diagram, men: this.board.men, enpassant: "-" }));
    this.board.addEventListener("place", (event) => moveKing(this.board, /** @type {CustomEvent} */ (event)));
    this.board.addEventListener("swap", (event) => {
      event.preventDefault();
      this.transform("swap");
    });
    this.board.addEventListener("select", () => this.walk.on && this.walk.leave());
    this.board.addEventListener("step", (event) => {
      if (this.walk.on) {
        event.preventDefault();
        this.walk.step(/** @type {CustomEvent} */ (event).detail.by);
      }
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    new ResizeObserver(() => this.verdict.fit()).observe(this.board); // which has its place and size now
    takeTexts((text, name) => this.read(text, false, name), (message) => this.editor.remark(message), signal);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = /** @type {HTMLElement} */ (event.target).matches("input, textarea");
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !typing && (key === "z" || key === "y")) {
      event.preventDefault();
      this.undo(key === "y" || event.shiftKey ? 1 : -1);
    } else if (key === "/" && !typing && document.activeElement !== this.editor.text) {
      event.preventDefault();
      this.editor.unfold(true);
      this.editor.text.focus();
    } else if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      this.walk.leave();
      this.analysis.stop();
    }
  }

  /** @param {State} state */
  async begin(state) {
    // The welcome is for a first visit without a link; it stays if only the language changes.
    this.welcome.node.hidden ||= Boolean(state.position) && !this.#begun;
    const told = this.#app.engine.call("terms").then((answer) => {
      this.#terms = answer;
      if (this.#report) {
        this.draw();
      }
    }, () => {});
    await Promise.all([this.update(state), told]);
  }

  /** @param {State} state */
  async update(state) {
    this.panel.tabs.show(state.tab ?? "");
    if (this.#begun && (!state.position || isOf(this.now, state))) {
      this.#shown();
      return;
    }
    const asked = ++this.#asked;
    const { moment, refused } = await readLink(this.#app, state);
    const last = this.#begun || moment ? null : await readLast(this.#app);
    if (this.#begun && asked !== this.#asked) return;
    if (moment) {
      this.#history[this.#begun ? "push" : "mend"](moment);
    } else if (last) {
      this.#history.mend(last);
    }
    this.#begun = true;
    this.#shown(refused !== null);
    if (refused) {
      this.#refuse(refused);
    }
  }

  close() {
    left = this.#begun ? this.#history : null;
    document.documentElement.classList.remove("walking");
    this.analysis.cancel();
    this.panel.close();
  }

  /** The step of the history that is shown. */
  get now() {
    return this.#history.now;
  }

  get diagram() {
    const { twins, at } = this.now;
    return /** @type {Diagram} */ (twins[at]);
  }

  /** Shows an unreadable text; the diagram stays. @param {Refused} refused @param {string} [name] of its file */
  #refuse({ text, fault }, name) {
    this.editor.refuse(text, fault, name);
    this.board.marks = new Map(fault.squares.map((square) => [square, "fault"]));
  }

  /**
   * Takes the first problem of a text, with its twins, and reports what else it contains. Typed
   * text replaces the diagram on the board; any other text replaces all twins.
   * @param {string} text @param {boolean} typed
   * @param {string} [name] of its file
   */
  async read(text, typed, name = "") {
    const asked = ++this.#asked;
    const found = await readProblems(this.#app.engine, text, this.diagram.n, typed);
    const { diagrams: [diagram, twin], refused, origin, solutions } = found;
    if (asked !== this.#asked) return;
    if (refused) {
      this.#refuse(refused, name);
      return;
    }
    const { now } = this;
    const edited = typed && diagram && !twin;
    const next = edited ? withDiagram(now, diagram) : { twins: found.diagrams, at: 0 };
    const known = Object.keys(knownOf(origin)).length > 0 || !edited || !isKin(fen(this.diagram), fen(diagram));
    this.push({ ...next, ...(solutions ? { solutions } : {}), ...(known ? { origin } : {}) }, typed);
    this.editor.remark(found.remark);
    this.#tray.lay();
    typed || this.#verdictInSight();
  }

  /** Shows a position from a list below. @param {string} text @param {Partial<Moment>} [more] of a version */
  async take(text, more = {}) {
    const asked = ++this.#asked;
    const { diagrams: [diagram] } = await readPositions(this.#app.engine, [text], this.diagram.n);
    if (diagram && asked === this.#asked) {
      this.push({ ...withDiagram(this.now, diagram), ...more });
    }
    this.#tray.lay();
    this.#verdictInSight();
  }

  /** Shows an example: no edit, so the welcome stays. @param {State} example */
  async example(example) {
    const asked = ++this.#asked;
    const { moment } = await readLink(this.#app, example);
    if (moment && asked === this.#asked) {
      this.#history.push(moment);
      this.#shown();
    }
  }

  /** @param {Diagram} next */
  change(next) {
    this.push(withDiagram(this.now, next));
  }

  /** @param {string} how */
  transform(how) {
    const next = transformed(this.diagram, how);
    const text = this.#t(next ? `problem.do.${how}` : "problem.edge");
    if (next) {
      this.change(next);
    } else { // beside the button, since the menu covers the status
      this.editor.edge.textContent = text;
      this.editor.edge.scrollIntoView({ block: "nearest" });
    }
    this.#app.announce(text);
  }

  turn() {
    this.board.orientation = this.board.orientation === "white" ? "black" : "white";
  }

  /** @param {number} by */
  undo(by) {
    this.editor.typed = false;
    if (this.#history.step(by)) {
      this.#shown();
    }
  }

  /** @param {"add" | "drop" | number} way */
  twin(way) {
    this.welcome.leave();
    this.#history[typeof way === "number" ? "mend" : "push"](withTwin(this.now, way));
    this.#shown();
  }

  /** @param {Moment} moment the next one @param {boolean} [typed] as the text of the position */
  push(moment, typed = false) {
    this.editor.typed = typed;
    this.welcome.leave();
    if (!isOf(this.now, stateOf(moment))) {
      this.#history.push(moment);
    }
    this.#shown();
  }

  /** Shows and analyses the diagram. @param {boolean} [unread] the address holds another one, which is unreadable */
  #shown(unread = false) {
    this.#unread = unread;
    this.walk.leave();
    this.panel.pause();
    this.share.querySelector("[role=status]")?.replaceChildren(); // it was about the diagram before
    this.analysis.cancel();
    this.#judge(this.diagram); // first: the server answers while the page draws
    const { now } = this;
    this.board.men = this.diagram.men;
    this.board.marks = [];
    this.board.arrows = [];
    this.editor.show(this.#history);
    this.asked.show(now);
    this.origin.show(now.origin ?? unknown);
    this.#link();
    this.#map();
  }

  /** Puts the visible state into the link and stores it. */
  #link() {
    if (!this.#unread) {
      const { now } = this;
      const state = stateOf(now);
      remember("problem", { ...state, own: now.origin?.own ? "own" : "" });
      this.#app.go(state, { replace: true });
    }
    keepSteps(this.#history);
  }

  /** Checks the diagram, and requests its analysis if it is legal. @param {Diagram} d */
  async #judge(d) {
    const asked = ++this.#asked;
    const query = queryOf(this.now);
    const judging = this.#app.engine.call("position", { text: fen(d) }, { signal: this.#app.left });
    this.analysis.ask(`${JSON.stringify(query)} ${this.#app.language}`, query, judging);
    try {
      const position = await judging;
      if (asked !== this.#asked) return;
      this.editor.showRights(d, position);
      if (position.faults.length > 0) {
        this.analysis.cancel();
        this.#illegal(position.faults);
        return;
      }
      if (position.castling !== d.castling || position.enpassant !== d.enpassant) {
        const { castling, enpassant } = position;
        this.#history.mend(withDiagram(this.now, { ...d, castling, enpassant }));
        this.editor.showText(this.diagram);
        this.#link();
      }
    } catch (thrown) {
      if (asked === this.#asked) {
        this.analysis.cancel();
        this.#failed(/** @type {Fault} */ (thrown));
      }
    }
  }

  /** @param {{text: string, squares: string[]}[]} faults */
  #illegal(faults) {
    this.board.marks = new Map(faults.flatMap(({ squares }) => squares.map((square) => [square, "fault"])));
    const men = [...this.diagram.men.values()];
    const unfinished = !(men.includes("K") && men.includes("k")) && faults.every(({ squares }) => squares.length === 0);
    const text = men.length === 0 ? this.#t("problem.empty") : `${faults.map((fault) => fault.text).join("; ")}.`;
    this.verdict.say(`${text.charAt(0).toUpperCase()}${text.slice(1)}`, unfinished ? "calm" : "fault");
    this.verdict.busy("");
    this.#report = null;
    this.draw();
  }

  /** @param {Report} report */
  #done(report) {
    this.strip.follow(this.#report, report);
    this.#report = report;
    this.draw();
    this.verdict.tell(report); // measures its place: last, so that the layout is computed once
    document.documentElement.dataset.analysed = report.fen;
  }

  /** @param {Fault} fault */
  #failed(fault) {
    this.#report = null;
    this.verdict.say(fault.message, "fault");
    this.verdict.busy("");
    this.draw();
  }

  /** Draws the strip and the selected part. */
  draw() {
    this.strip.show(this.#report, this.#terms);
    this.panel.draw(this.view);
  }

  #walked() {
    this.board.editable = !this.walk.on;
    for (const node of [this.board.parentElement, document.documentElement]) {
      node?.classList.toggle("walking", this.walk.on);
    }
    if (!this.walk.on) {
      this.board.men = this.diagram.men;
      this.board.marks = [];
      this.board.arrows = [];
    }
    this.#map();
  }

  /** Shows the maps of the diagram, unless the board shows a line. */
  #map() {
    this.maps.show(this.walk.on ? "" : fen(this.diagram), matesIn(this.now));
  }
}
