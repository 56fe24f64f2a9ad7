// The details of a problem, and editing it.

import { menOf } from "./board-draw.js";
import { caption, captionOf, directMate } from "./collection-caption.js";
import { editForm, noSource } from "./collection-edit.js";
import { button, copied, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { latest, refused } from "./latest.js";
import { write } from "./link.js";

/** @import { ChessBoard } from "./board.js" @import { Desk } from "./collection.js" */

/** The kinds of traits that are shown; query fields have the same names. */
const kinds = ["theme", "key", "flaw", "merit", "warning", "picture", "change", "keyword"];

/** @param {Desk} desk */
export function detailsPanel(desk) {
  const { app } = desk;
  const { t } = app;
  let shown = /** @type {any} */ (null);
  let at = 0; // the requested problem
  /** Edits that can be undone, the latest at the end. @type {{id: number, before: any}[]} */
  let undoable = [];
  const anew = latest();
  const title = el("h2", { tabindex: "-1" });
  const said = el("div", { role: "status" });
  const body = el("div");
  const previous = step(-1, "‹", "collection.previous");
  const following = step(1, "›", "collection.following");
  const root = el("div", { class: "collection-details" },
    el("div", { class: "row" }, title, previous, following), said, body);

  /** Returns a button to the previous or next problem. @param {number} by @param {string} sign @param {string} key */
  function step(by, sign, key) {
    const onclick = () => desk.show(desk.beside(at, by));
    return button("quiet step", sign, onclick, { title: t(key), "aria-label": t(key) });
  }

  /** Shows a problem. @param {number} id */
  async function show(id) {
    const signal = anew();
    title.textContent = t("collection.problem", { id });
    at = id;
    steps();
    if (shown?.id !== id) {
      fill(said);
    }
    try {
      const answer = await app.engine.call("collection/show", { id }, { signal });
      await desk.terms.ready;
      if (!signal.aborted) {
        shown = answer;
        draw();
      }
    } catch (thrown) {
      shown = cancelled(thrown) ? shown : null;
      refused(body, thrown);
    }
  }

  /** Enables the buttons to the previous and next problem if there is one. */
  function steps() {
    previous.disabled = desk.beside(at, -1) === 0;
    following.disabled = desk.beside(at, 1) === 0;
  }

  function draw() {
    const signal = anew();
    const p = shown.problem;
    const board = /** @type {ChessBoard} */ (document.createElement("chess-board"));
    board.men = menOf(p.fen);
    const solutions = p.solutions > 1 ? String(p.solutions) : "";
    const n = directMate.test(p.stipulation) ? p.stipulation.slice(1) : "";
    const href = write({ page: "problem", position: p.fen, n, solutions, from: String(shown.id) });
    const tool = (/** @type {string} */ key, /** @type {(event: Event) => void} */ onclick) =>
      button(null, t(key), onclick);
    fill(body,
      board,
      caption(captionOf({ ...p, source: shown.source })),
      el("p", { class: "row" }, el("strong", null, p.stipulation), shown.men, verdict()),
      el("p", { class: "tools" },
        el("a", { class: "button primary", href }, t("collection.open")),
        tool("collection.edit", edit),
        tool("collection.like", () => desk.ask(`like:${p.fen.split(" ")[0]}`)),
        tool("collection.copy", copy),
        tool("collection.delete", remove),
      ),
    );
    const facts = [
      ...kinds.map(traits),
      row("solutions", solutions),
      row("reference", p.reference),
      ...(p.comments ?? []).map((/** @type {string} */ text) => row("comment", text)),
      row("position", p.fen),
      links("twins", (shown.twins ?? []).map((/** @type {any} */ { id, label, change = "" }) =>
        [id, `${label}) ${change}`])),
      links("alike", (shown.alike ?? []).map((/** @type {any} */ { id, exact }) =>
        [id, t(exact ? "collection.same" : "collection.image", { id })])),
    ].flat();
    // The facts wait a moment for the solution, so that it does not push them down.
    const pause = new Promise((resolve) => setTimeout(resolve, 1000));
    Promise.race([lines(board, signal), pause]).then(() =>
      signal.aborted || body.append(el("dl", { class: "facts" }, facts), analysed()));
  }

  /** @param {string} name @param {string | HTMLElement[] | undefined} content */
  function row(name, content) {
    const about = Array.isArray(content) ? { class: "row" } : null;
    return content?.length ? [el("dt", null, t(`collection.of.${name}`)), el("dd", about, content)] : [];
  }

  /** @param {string} name @param {[number, string][]} list */
  const links = (name, list) => row(name, list.map(([id, text]) => {
    const current = id === shown.id ? "true" : null;
    const onclick = () => desk.show(id);
    return button("link", text, onclick, { "aria-current": current });
  }));

  /** @param {string} kind */
  const traits = (kind) => row(kind, (shown.traits?.[kind] ?? []).map((/** @type {any} */ { name, count }) => {
    const isWord = kind === "keyword";
    const query = `${kind}${isWord ? " = " : ":"}"${name.replace(/[\\"]/g, "\\$&")}"`;
    const onclick = () => desk.ask(query);
    return el("button", { type: "button", class: "chip", title: t("collection.filter"), onclick },
      isWord ? name : desk.terms.of(name), count > 1 && ` ×${count}`);
  }));

  function verdict() {
    const report = shown.report?.text;
    const name = report?.verdict ?? "not";
    const stopped = report && !report.complete && ` (${t("collection.incomplete")})`;
    return el("span", { class: `verdict-${name}` }, t(`collection.verdict.${name}`), stopped);
  }

  /** Shows the key, and then the whole solution. @param {ChessBoard} board @param {AbortSignal} signal */
  async function lines(board, signal) {
    const p = shown.problem;
    if (!directMate.test(p.stipulation)) return;
    const keys = el("strong");
    const about = { class: "collection-lines", "aria-label": t("collection.solution"), "aria-busy": "true" };
    const solving = el("span", { class: "hint" }, t("collection.solving"));
    const place = el("section", about, el("p", null, keys, " ", solving));
    body.append(place);
    try {
      const { solve, walkable } = await import("./collection-solution.js");
      const { letters } = await import("./report.js");
      const stored = shown.report?.text.keys ?? [];
      fill(keys, stored.map((/** @type {any} */ key) => `1.${letters(key.san)}!`).join(", "));
      const report = await solve(app, p, signal);
      const unsolved = !shown.report && report.complete && report.keys.length === 0; // nothing above says so
      fill(place,
        unsolved && el("p", { class: `verdict-${report.verdict}` }, t(`collection.verdict.${report.verdict}`)),
        walkable(app, board, report));
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(place, keys.firstChild ? keys : el("p", { class: "hint" }, messageOf(thrown)));
      }
    }
    place.setAttribute("aria-busy", "false");
  }

  /** Returns which program analysed the problem, and when. */
  function analysed() {
    const { report, problem } = shown;
    const when = report && new Date(report.analysed).toLocaleDateString(app.language, { dateStyle: "medium" });
    const none = directMate.test(problem.stipulation) && t("collection.unanalysed"); // no other can be analysed
    return el("p", { class: "hint" }, report ? `${report.program}, ${when}` : none);
  }

  /** Copies the position; the button says so for a moment. @param {Event} event */
  async function copy({ currentTarget }) {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    if (await copied(shown.problem.fen)) {
      app.announce(t("collection.copied"));
      button.style.minWidth = `${button.offsetWidth}px`; // what follows stays in place
      button.textContent = t("collection.copied");
      setTimeout(() => (button.textContent = t("collection.copy")), 2000);
    }
  }

  function edit() {
    const form = editForm(app, shown, {
      save: async (fields) => {
        const before = shown;
        shown = await app.engine.call("collection/edit", { id: before.id, revision: before.revision, fields });
        undoable.push({ id: before.id, before });
        saved("collection.saved");
      },
      theirs: async () => (shown = await app.engine.call("collection/show", { id: shown.id })),
      cancel: draw,
    });
    fill(body, form);
    form.querySelector("input")?.focus();
  }

  /** Deletes the problem, after a question. */
  function remove() {
    const { id, revision } = shown;
    const sure = button(null, t("collection.delete"), async () => {
      try {
        await app.engine.call("collection/delete", { id, revision });
        undoable = undoable.filter((edit) => edit.id !== id);
        fill(body);
        fill(said, el("p", { class: "note" }, t("collection.deleted", { id })));
        title.focus();
        desk.refresh();
      } catch (thrown) {
        refused(said, thrown);
      }
    });
    fill(said, el("p", { class: "note row" }, t("collection.delete.sure", { id }), sure,
      button(null, t("collection.cancel"), () => fill(said))));
    sure.focus();
  }

  /** Shows a saved change, also in the list. @param {string} key */
  function saved(key) {
    draw();
    const { problem: p, id, men, source, report, traits } = shown;
    desk.changed(id, {
      ...p, id, men, source, awards: (p.awards ?? []).map((/** @type {any} */ { text }) => text), twin: p.twin?.label,
      verdict: report?.text.verdict, themes: traits?.theme?.map((/** @type {any} */ { name }) => name),
    });
    const undo = undoable.length > 0 && button(null, t("collection.undo"), takeBack);
    fill(said, el("p", { class: "note row" }, t(key, { id }), undo));
    title.focus();
  }

  /** Undoes the latest edit, and restores the report that it removed. */
  async function takeBack() {
    const last = undoable.at(-1);
    if (!last) return;
    const { id, before: { problem: p, report } } = last;
    const fields = {
      fen: p.fen, stipulation: p.stipulation, solutions: p.solutions ?? 0, title: p.title ?? "",
      authors: p.authors ?? [], reference: p.reference ?? "", keywords: p.keywords ?? [], comments: p.comments ?? [],
      source: { ...noSource, ...p.source },
      awards: (p.awards ?? []).map((/** @type {any} */ award) => ({ text: "", tourney: "", ...award })),
    };
    try {
      if (shown?.id !== id) {
        await show(id);
      }
      const body = { id, revision: shown.revision, fields, ...(report && !shown.report ? { report } : {}) };
      shown = await app.engine.call("collection/edit", body);
      undoable.pop();
      saved("collection.undone");
    } catch (thrown) {
      refused(said, thrown);
    }
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
    close: () => void anew(),
  };
}
