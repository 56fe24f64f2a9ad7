// The details of a problem, and editing it.

import { caption, captionOf, directMate } from "./collection-caption.js";
import { editForm } from "./collection-edit.js";
import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { write } from "./link.js";
import { menOf } from "./board-draw.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Desk } from "./collection.js" */

/** The kinds of traits that are shown; query fields have the same names. */
const kinds = ["theme", "key", "flaw", "merit", "warning", "picture", "change", "keyword"];

/** @param {Desk} desk */
export function detailsPanel(desk) {
  const { app } = desk;
  const { t } = app;
  let shown = /** @type {any} */ (null);
  let at = 0; // the requested problem
  /** Edits that can be undone, the latest at the end. @type {{id: number, before: any}[]} */
  const undoable = [];
  let asking = new AbortController();
  const title = el("h2", { tabindex: "-1" });
  const said = el("div", { role: "status" });
  const body = el("div");
  const previous = step(-1, "‹", "collection.previous");
  const following = step(1, "›", "collection.following");
  const root = el("div", { class: "collection-details" }, el("div", { class: "row" }, title, previous, following), said, body);

  /** Returns a button to the previous or next problem. @param {number} by @param {string} sign @param {string} key */
  function step(by, sign, key) {
    return el("button", { type: "button", class: "quiet step", title: t(key), "aria-label": t(key), onclick: () => desk.show(desk.beside(at, by)) }, sign);
  }

  /** Shows a problem. @param {number} id */
  async function show(id) {
    asking.abort();
    asking = new AbortController();
    title.textContent = t("collection.problem", { id });
    at = id;
    steps();
    if (shown?.id !== id) {
      fill(said);
    }
    try {
      const { signal } = asking;
      const answer = await app.engine.call("collection/show", { id }, { signal });
      await desk.terms.ready;
      if (signal.aborted) {
        return;
      }
      shown = answer;
      draw();
    } catch (thrown) {
      if (!cancelled(thrown)) {
        shown = null;
        fill(body, el("p", { class: "fault", role: "alert" }, messageOf(thrown)));
      }
    }
  }

  /** Enables the buttons to the previous and next problem if there is one. */
  function steps() {
    previous.disabled = desk.beside(at, -1) === 0;
    following.disabled = desk.beside(at, 1) === 0;
  }

  function draw() {
    asking.abort();
    asking = new AbortController();
    const p = shown.problem;
    const board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
    board.men = menOf(p.fen);
    const position = write({
      page: "problem", position: p.fen, n: directMate.test(p.stipulation) ? p.stipulation.slice(1) : "",
      solutions: p.solutions > 1 ? String(p.solutions) : "", from: String(shown.id),
    });
    const rows = [
      row("solutions", p.solutions > 1 ? String(p.solutions) : ""),
      row("reference", p.reference),
      ...(p.comments ?? []).map((/** @type {string} */ text) => row("comment", text)),
      row("position", p.fen),
      links("twins", (shown.twins ?? []).map((/** @type {any} */ twin) => [twin.id, `${twin.label}) ${twin.change ?? ""}`])),
      links("alike", (shown.alike ?? []).map((/** @type {any} */ a) => [a.id, t(a.exact ? "collection.same" : "collection.image", { id: a.id })])),
    ];
    fill(body,
      board,
      caption(captionOf({ ...p, source: shown.source })),
      el("p", { class: "row" }, el("strong", null, p.stipulation), shown.men, verdict()),
      el("p", { class: "tools" },
        el("a", { class: "button primary", href: position }, t("collection.open")),
        el("button", { type: "button", onclick: edit }, t("collection.edit")),
        el("button", { type: "button", onclick: () => desk.ask(`like:${p.fen.split(" ")[0]}`) }, t("collection.like")),
        el("button", { type: "button", onclick: copy }, t("collection.copy")),
      ),
    );
    // The facts wait a moment for the solution, so that it does not push them down.
    const { signal } = asking;
    const pause = new Promise((resolve) => setTimeout(resolve, 1000));
    Promise.race([lines(board), pause]).then(() => signal.aborted || body.append(el("dl", { class: "facts" }, traits(), rows.flat()), analysed()));
  }

  /** @param {string} name @param {string | undefined} text */
  function row(name, text) {
    return text ? [el("dt", null, t(`collection.of.${name}`)), el("dd", null, text)] : [];
  }

  /** @param {string} name @param {[number, string][]} list */
  function links(name, list) {
    if (list.length === 0) {
      return [];
    }
    const buttons = list.map(([id, text]) => el("button", { type: "button", class: "link", "aria-current": id === shown.id ? "true" : null, onclick: () => desk.show(id) }, text));
    return [el("dt", null, t(`collection.of.${name}`)), el("dd", { class: "row" }, buttons)];
  }

  function verdict() {
    const report = shown.report?.text;
    const name = report?.verdict ?? "not";
    return el("span", { class: `verdict-${name}` }, t(`collection.verdict.${name}`), report && !report.complete ? ` (${t("collection.incomplete")})` : "");
  }

  function traits() {
    return kinds.flatMap((kind) => {
      const list = shown.traits?.[kind] ?? [];
      if (list.length === 0) {
        return [];
      }
      const chips = list.map((/** @type {any} */ { name, count }) => {
        const called = kind === "keyword" ? name : desk.terms.of(name);
        const text = count > 1 ? `${called} ×${count}` : called;
        return el("button", { type: "button", class: "chip", title: t("collection.filter"), onclick: () => desk.ask(`${kind}${kind === "keyword" ? " = " : ":"}"${name.replace(/[\\"]/g, "\\$&")}"`) }, text);
      });
      return [el("dt", null, t(`collection.of.${kind}`)), el("dd", { class: "row" }, chips)];
    });
  }

  /** Shows the key, and then the whole solution. @param {ChessBoard} board */
  async function lines(board) {
    const p = shown.problem;
    const stored = shown.report?.text.keys ?? [];
    const keys = el("strong");
    const place = el("section", { class: "collection-lines", "aria-label": t("collection.solution"), "aria-busy": "true" },
      el("p", null, keys, " ", el("span", { class: "hint" }, t("collection.solving"))));
    if (!directMate.test(p.stipulation)) {
      return;
    }
    body.append(place);
    const { signal } = asking;
    try {
      const [{ solve, walkable }, { letters }] = await Promise.all([import("./collection-solution.js"), import("./report.js")]);
      fill(keys, stored.map((/** @type {any} */ key) => `1.${letters(key.san)}!`).join(", "));
      const report = await solve(app, p, signal);
      const unsolved = !shown.report && report.complete && report.keys.length === 0; // the verdict is not yet told
      fill(place, unsolved && el("p", { class: `verdict-${report.verdict}` }, t(`collection.verdict.${report.verdict}`)), walkable(app, board, report));
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(place, keys.firstChild ? keys : el("p", { class: "hint" }, messageOf(thrown)));
      }
    }
    place.setAttribute("aria-busy", "false");
  }

  /** Returns which program analysed the problem, and when. */
  function analysed() {
    const stored = shown.report;
    const none = directMate.test(shown.problem.stipulation) ? t("collection.unanalysed") : ""; // no other problem can be analysed
    return el("p", { class: "hint" }, stored ? `${stored.program}, ${new Date(stored.analysed).toLocaleDateString(app.language, { dateStyle: "medium" })}` : none);
  }

  /** Copies the position; the button says so for a moment. @param {Event} event */
  function copy({ currentTarget }) {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    navigator.clipboard?.writeText(shown.problem.fen).then(() => {
      app.announce(t("collection.copied"));
      button.style.minWidth = `${button.offsetWidth}px`; // what follows stays in place
      button.textContent = t("collection.copied");
      setTimeout(() => (button.textContent = t("collection.copy")), 2000);
    });
  }

  function edit() {
    const form = editForm(app, shown, {
      save: async (fields) => {
        const before = shown;
        shown = await app.engine.call("collection/edit", { id: before.id, revision: before.revision, fields });
        undoable.push({ id: before.id, before });
        saved("collection.saved");
      },
      theirs: async () => {
        shown = await app.engine.call("collection/show", { id: shown.id });
        return shown;
      },
      cancel: draw,
    });
    fill(body, form);
    form.querySelector("input")?.focus();
  }

  /** @param {string} key */
  function saved(key) {
    draw();
    tellGrid();
    const undo = undoable.length > 0 && el("button", { type: "button", onclick: () => takeBack() }, t("collection.undo"));
    fill(said, el("p", { class: "note row" }, t(key, { id: shown.id }), undo));
    title.focus();
  }

  /** Undoes the latest edit, and restores the report that it removed. */
  async function takeBack() {
    const last = undoable.at(-1);
    if (!last) {
      return;
    }
    const { before } = last;
    const p = before.problem;
    const source = { name: "", issue: "", number: "", year: 0, month: 0, day: 0, ...p.source };
    const fields = {
      fen: p.fen, stipulation: p.stipulation, solutions: p.solutions ?? 0, title: p.title ?? "", authors: p.authors ?? [], source, reference: p.reference ?? "",
      awards: (p.awards ?? []).map((/** @type {any} */ a) => ({ text: "", tourney: "", ...a })), keywords: p.keywords ?? [], comments: p.comments ?? [],
    };
    try {
      if (shown?.id !== last.id) {
        await show(last.id);
      }
      const body = { id: last.id, revision: shown.revision, fields, ...(before.report && !shown.report ? { report: before.report } : {}) };
      shown = await app.engine.call("collection/edit", body);
      undoable.pop();
      saved("collection.undone");
    } catch (thrown) {
      fill(said, el("p", { class: "note fault", role: "alert" }, messageOf(thrown)));
    }
  }

  /** Shows the change also in the grid. */
  function tellGrid() {
    const p = shown.problem;
    desk.changed(shown.id, {
      id: shown.id, fen: p.fen, stipulation: p.stipulation, solutions: p.solutions, men: shown.men, title: p.title, authors: p.authors, source: shown.source,
      awards: (p.awards ?? []).map((/** @type {any} */ a) => a.text), twin: p.twin?.label, verdict: shown.report?.text.verdict,
      themes: shown.traits?.theme?.map((/** @type {any} */ trait) => trait.name),
    });
  }

  return {
    root,
    show,
    steps,
    focus: () => {
      title.focus({ preventScroll: true });
      if (matchMedia("(max-width: 760px)").matches) {
        root.scrollIntoView({ block: "start" });
      }
    },
    close: () => asking.abort(),
  };
}
