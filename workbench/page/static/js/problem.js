// The page "Problem": edits a diagram and shows its analysis.

import "./tray.js";
import "./words-problem.js";
import { Analysis } from "./problem-analysis.js";
import { emptyDiagram, fen, History, nameOf, transformed } from "./diagram.js";
import { el, fadeEdges, fill } from "./dom.js";
import { later, messageOf } from "./engine.js";
import { Editor, moveKing } from "./problem-editor.js";
import { share } from "./problem-export.js";
import { Maps } from "./problem-maps.js";
import { solution } from "./report.js";
import { readLast, readPositions, readProblems, takeTexts } from "./problem-reading.js";
import { isOf, keepSteps, momentOf, nameSides, queryOf, stateOf, storedSteps, textsOf, withDiagram, withKeyMade, withTwin } from "./problem-undo.js";
import { Strip } from "./problem-strip.js";
import { Verdict } from "./problem-verdict.js";
import { remember } from "./memory.js";
import { Tabs } from "./tabs.js";
import { Versions } from "./problem-versions.js";
import { Walk } from "./problem-walk.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Diagram } from "./diagram.js" */
/** @import { Fault } from "./engine.js" */
/** @import { Moment } from "./problem-undo.js" */
/** @import { Refused } from "./problem-reading.js" */
/** @import { App, Open, Page, State } from "./pages.js" */
/** @import { Terms } from "./report-themes.js" */
/** @import { Report, Walker } from "./report.js" */

/** @typedef {(report: Report, walker: Walker, terms: Terms) => HTMLElement} Draw */

const tabs = ["solution", "phases", "themes", "notes", "neighbours"];

/** The longest stipulation in the list. */
const longest = 12;

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
class ProblemPage {
  #app;
  #t;
  /** @type {History<Moment>} */
  #history;
  /** @type {Report | null} what is shown */
  #report = null;
  /** @type {Terms} */
  #terms = {};
  #asked = 0;
  #drawn = 0;
  /** @type {import("./problem-neighbours.js").Neighbours | null} once they are wanted */
  #neighbours = null;
  /** The modules of the parts behind the other tabs are loaded when they are wanted. @type {Record<string, () => Promise<Draw>>} */
  #parts = {
    phases: async () => (await import("./report-phases.js")).phases,
    themes: async () => (await import("./report-themes.js")).themes,
    notes: async () => (await import("./report-notes.js")).notes,
    neighbours: async () => {
      const { Neighbours } = await import("./problem-neighbours.js");
      return () => (this.#neighbours ??= new Neighbours(this.#app, this.board, (text) => this.#take(text))).section;
    },
  };
  #begun;
  /** Whether the problem in the address is unreadable: then the address and the storage stay unchanged. */
  #unread = false;

  /** @param {HTMLElement} root @param {App} app */
  constructor(root, app) {
    this.#app = app;
    this.#t = app.t;
    const t = app.t;
    const known = left ?? storedSteps();
    this.#begun = known !== null;
    this.#history = known ?? new History({ twins: [emptyDiagram], at: 0 });
    this.board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
    this.board.id = "board";
    this.board.setAttribute("look", "paper");
    this.board.editable = true;
    this.editor = new Editor({
      diagram: () => this.diagram,
      change: (next) => this.#change(next),
      transform: (how) => this.#transform(how),
      undo: (by) => this.#undo(by),
      read: (text) => this.#read(text, true),
      turn: () => this.#turn(),
      twin: (way) => this.#twin(way),
    });
    this.walk = new Walk(app, this.board, () => this.#walked());
    this.analysis = new Analysis(app.engine, {
      began: () => this.verdict.begin(),
      far: (event, data) => this.verdict.far(event, data),
      done: (report) => this.#done(report),
      failed: (fault) => this.#failed(fault),
      stopped: () => {
        this.#report = null;
        this.verdict.stopped();
        this.#draw();
      },
    });
    this.versions = new Versions({
      current: () => ({ diagram: this.diagram, verdict: (!this.analysis.busy && this.#report?.verdict) || "undecided", after: this.#history.now.after }),
      read: (version) => this.#take(`${version.fen} #${version.n}`),
      compare: (version) => this.strip.pinVersion(app.engine, version, app.left).then(() => this.verdict.node.scrollIntoView({ block: "nearest" }), (thrown) => this.verdict.busy("", messageOf(thrown))),
      beside: (versions) => later(app.engine, () => import("./problem-compare.js")).then(({ openBeside }) => openBeside(app, this.#terms, versions), (thrown) => this.verdict.busy("", messageOf(thrown))),
    }, app.left);
    this.maps = new Maps(app, this.board);
    this.stipulation = el("select", { "aria-label": t("problem.stipulation"), class: "stipulation", onchange: () => this.#change({ ...this.diagram, n: Number(this.stipulation.value) }) },
      Array.from({ length: longest }, (_, i) => el("option", { value: String(i + 1) }, `#${i + 1}`)));
    this.after = el("input", { type: "checkbox", onchange: () => this.#push(withKeyMade(this.#history.now, this.after.checked)) });
    this.solutions = el("input", { type: "number", min: "1", max: "99", onchange: () => this.#push({ ...this.#history.now, solutions: Math.trunc(Number(this.solutions.value)) || 1 }) });
    this.verdict = new Verdict(app, () => this.analysis.stop());
    this.asked = el("div", { class: "asked" }, this.stipulation, el("label", { class: "after", title: t("problem.after.about") }, this.after, ` ${t("problem.after")}`),
      el("label", { title: t("problem.intended.about") }, this.solutions, ` ${t("problem.intended")}`));
    this.strip = new Strip();
    this.panel = el("div", { role: "tabpanel", id: "panel", tabIndex: 0 });
    this.tabs = new Tabs(tabs, this.panel,
      { texts: "problem.tab", label: t("problem.parts"), chosen: () => this.#chosen() });
    this.#layout(root);
    this.#listen();
  }

  /** @param {HTMLElement} root */
  #layout(root) {
    const t = this.#t;
    const tray = document.createElement("chess-tray");
    tray.setAttribute("for", "board");
    const { editor, verdict } = this;
    fadeEdges(this.versions.row);
    editor.tools.querySelector(".whole > .items")?.append(...this.maps.buttons, editor.edge);
    fill(root, el("h1", { class: "unseen" }, t("page.problem")), el("div", { class: "desk" },
      el("div", { class: "desk-board" }, this.board, this.walk.bar, el("div", { class: "hand" }, tray, editor.history), editor.tools, this.versions.section),
      el("div", { class: "desk-side" },
        this.maps.legend, this.asked, share(this.#app, () => ({ diagram: this.diagram, report: this.#report, ...this.#history.now })),
        verdict.node, el("div", { class: "working" }, this.strip.node, verdict.status, verdict.stop),
        this.tabs.list, this.panel, editor.below)));
  }

  #listen() {
    const signal = this.#app.left;
    this.board.addEventListener("change", () => this.#change({ ...this.diagram, men: this.board.men, enpassant: "-" }));
    this.board.addEventListener("place", (event) => moveKing(this.board, /** @type {CustomEvent} */ (event)));
    this.board.addEventListener("swap", (event) => {
      event.preventDefault();
      this.#transform("swap");
    });
    this.board.addEventListener("select", () => this.walk.on && this.walk.leave());
    this.board.addEventListener("step", (event) => {
      if (this.walk.on) {
        event.preventDefault();
        this.walk.step(/** @type {CustomEvent} */ (event).detail.by);
      }
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    takeTexts((text, name) => this.#read(text, false, name), (message) => this.editor.remark(message), signal);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = /** @type {HTMLElement} */ (event.target).matches("input, textarea");
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !typing && (key === "z" || key === "y")) {
      event.preventDefault();
      this.#undo(key === "y" || event.shiftKey ? 1 : -1);
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
    this.tabs.show(state.tab ?? "");
    const told = this.#app.engine.call("terms").then((answer) => {
      this.#terms = answer;
      if (this.#report) {
        this.#draw();
      }
    }, () => {});
    await Promise.all([this.update(state), told]);
  }

  /** @param {State} state */
  async update(state) {
    this.tabs.show(state.tab ?? "");
    if (this.#begun && (!state.position || isOf(this.#history.now, state))) {
      this.#shown();
      return;
    }
    const texts = textsOf(state);
    const asked = ++this.#asked;
    const { engine } = this.#app;
    const { diagrams, refused } = await readPositions(engine, texts, 2);
    const last = refused || texts.length === 0 ? await readLast(engine) : emptyDiagram;
    if (this.#begun && asked !== this.#asked) {
      return;
    }
    if (diagrams.length > 0) {
      this.#history[this.#begun ? "push" : "mend"](momentOf(diagrams, state));
    } else if (!this.#begun) {
      this.#history.mend({ twins: [last], at: 0 });
    }
    this.#begun = true;
    this.#shown(refused !== null);
    if (refused) {
      this.#refuse(refused);
    }
  }

  close() {
    left = this.#begun ? this.#history : null;
    this.analysis.cancel();
    this.#neighbours?.close();
  }

  get diagram() {
    const { twins, at } = this.#history.now;
    return /** @type {Diagram} */ (twins[at]);
  }

  /**
   * Shows an unreadable text and the place of its error. The diagram stays.
   * @param {Refused} refused
   * @param {string} [name] of its file
   */
  #refuse({ text, fault }, name) {
    this.editor.refuse(text, fault, name);
    this.board.marks = new Map(fault.squares.map((square) => [square, "fault"]));
  }

  /**
   * Takes the first problem of a text, with its twins, and reports what else it contains. Typed
   * text replaces the diagram on the board; any other text replaces all twins.
   * @param {string} text
   * @param {boolean} typed
   * @param {string} [name] of its file
   */
  async #read(text, typed, name) {
    const asked = ++this.#asked;
    const { diagrams, refused, remark } = await readProblems(this.#app.engine, text, this.diagram.n, typed);
    const [diagram] = diagrams;
    if (asked !== this.#asked) {
      return;
    }
    if (refused) {
      this.#refuse(refused, name);
      return;
    }
    if (typed && diagram && diagrams.length === 1) {
      this.#change(diagram, true);
    } else {
      this.editor.typed = typed;
      this.#push({ twins: diagrams, at: 0 });
    }
    this.editor.remark(remark);
  }

  /** Takes a position from a list below, and shows its analysis. @param {string} text */
  async #take(text) {
    const asked = ++this.#asked;
    const { diagrams: [diagram] } = await readPositions(this.#app.engine, [text], this.diagram.n);
    if (diagram && asked === this.#asked) {
      this.#change(diagram);
    }
    this.verdict.node.scrollIntoView({ block: "nearest" });
  }

  /** @param {Diagram} next @param {boolean} [typed] as the text of the position */
  #change(next, typed = false) {
    this.editor.typed = typed;
    if (nameOf(next) === nameOf(this.diagram)) {
      this.#shown();
      return;
    }
    this.#push(withDiagram(this.#history.now, next));
  }

  /** @param {string} how */
  #transform(how) {
    const next = transformed(this.diagram, how);
    const text = this.#t(next ? `problem.do.${how}` : "problem.edge");
    if (next) {
      this.#change(next);
    } else { // beside the button, since the menu covers the status
      this.editor.edge.textContent = text;
      this.editor.edge.scrollIntoView({ block: "nearest" });
    }
    this.#app.announce(text);
  }

  #turn() {
    this.board.orientation = this.board.orientation === "white" ? "black" : "white";
  }

  /** @param {number} by */
  #undo(by) {
    this.editor.typed = false;
    if (this.#history.step(by)) {
      this.#shown();
    }
  }

  /** @param {"add" | "drop" | number} way */
  #twin(way) {
    this.#history[typeof way === "number" ? "mend" : "push"](withTwin(this.#history.now, way));
    this.#shown();
  }

  /** @param {Moment} moment the next one */
  #push(moment) {
    this.#history.push(moment);
    this.#shown();
  }

  /**
   * Shows the current diagram everywhere, and starts its analysis.
   * @param {boolean} [unread] the address holds another problem, which could not be read
   */
  #shown(unread = false) {
    this.#unread = unread;
    this.walk.leave();
    this.#neighbours?.stop();
    this.board.closest(".desk")?.querySelector(".share [role=status]")?.replaceChildren(); // it was about the diagram before
    const d = this.diagram;
    const { twins, at, after = false, solutions = 1 } = this.#history.now;
    this.board.men = d.men;
    this.board.marks = [];
    this.board.arrows = [];
    this.editor.show(d, this.#history);
    this.editor.showTwins(twins.length, at);
    if (d.n > longest && !this.stipulation.querySelector(`option[value="${d.n}"]`)) {
      this.stipulation.append(el("option", { value: String(d.n) }, `#${d.n}`));
    }
    this.stipulation.value = String(d.n);
    this.after.checked = after;
    this.solutions.value = String(solutions);
    nameSides(this.editor.side, after);
    this.#link();
    this.#map();
    this.analysis.cancel();
    this.#judge(d);
  }

  /** Puts the visible state into the link and stores it. */
  #link() {
    if (!this.#unread) {
      const state = stateOf(this.#history.now);
      remember("problem", `${state["position"]} #${state["n"]}`);
      this.#app.go(state, { replace: true });
    }
    keepSteps(this.#history);
  }

  /** Checks the diagram, and requests its analysis if it is legal. @param {Diagram} d */
  async #judge(d) {
    const asked = ++this.#asked;
    const text = fen(d);
    this.analysis.ask(`${nameOf(d)} ${this.#history.now.after} ${this.#history.now.solutions} ${this.#app.language}`, queryOf(this.#history.now));
    try {
      const position = await this.#app.engine.call("position", { text }, { signal: this.#app.left });
      if (asked !== this.#asked) {
        return;
      }
      this.editor.showRights(d, position);
      if (position.faults.length > 0) {
        this.analysis.cancel();
        this.#illegal(position.faults);
      } else if (position.castling !== d.castling || position.enpassant !== d.enpassant) {
        this.#history.mend(withDiagram(this.#history.now, { ...d, castling: position.castling, enpassant: position.enpassant }));
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
    this.#draw();
  }

  /** @param {Report} report */
  #done(report) {
    this.strip.follow(this.#report, report);
    this.#report = report;
    this.verdict.tell(report);
    this.#draw();
    document.documentElement.dataset.analysed = report.fen;
  }

  /** @param {Fault} fault */
  #failed(fault) {
    this.#report = null;
    this.verdict.say(fault.message, "fault");
    this.verdict.busy("");
    this.#draw();
  }

  /** Draws the strip and the selected part. */
  async #draw() {
    const report = this.#report;
    const drawn = ++this.#drawn;
    this.strip.show(report, this.#terms);
    if (!report) {
      this.#neighbours?.leave();
      fill(this.panel);
      return;
    }
    this.#neighbours?.pause();
    const { now } = this.tabs;
    const part = this.#parts[now];
    const draw = part ? await later(this.#app.engine, part).catch((thrown) => () => el("p", { class: "fault", role: "alert" }, this.#t("app.unreachable", { message: messageOf(thrown) }))) : solution;
    if (drawn !== this.#drawn || this.#app.left.aborted) {
      return;
    }
    fill(this.panel, el("h2", { class: "unseen" }, this.#t(`problem.tab.${now}`)), draw(report, {
      show: (moves, threats = [], label = "") => this.walk.show(report.fen, moves, threats, label),
      step: (by) => this.walk.step(by),
      light: (squares) => this.walk.on || (this.board.marks = new Map(squares.map((square) => [square, "light"]))),
      redraw: () => this.#done(report),
      remove: (square) => {
        this.#change({ ...this.diagram, men: new Map([...this.diagram.men].filter(([at]) => at !== square)) });
        this.verdict.node.scrollIntoView({ block: "nearest" });
      },
    }, this.#terms));
    if (now === "neighbours") {
      this.#neighbours?.ask(this.diagram, report, this.#terms);
    } else {
      this.#neighbours?.leave();
    }
  }

  #walked() {
    this.board.editable = !this.walk.on;
    this.board.parentElement?.classList.toggle("walking", this.walk.on);
    if (!this.walk.on) {
      this.board.men = this.diagram.men;
      this.board.marks = [];
      this.board.arrows = [];
    }
    this.#map();
  }

  /** Shows the maps of the diagram, unless the board shows a line. */
  #map() {
    const d = this.diagram;
    this.maps.show(this.walk.on ? "" : fen(d), (d.side === "w") === !this.#history.now.after ? "w" : "b");
  }

  #chosen() {
    this.#app.go({ tab: this.tabs.now === "solution" ? "" : this.tabs.now }, { replace: true });
    this.#draw();
  }
}
