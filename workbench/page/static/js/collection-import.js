// Imports problems from files dropped anywhere on the page, or from pasted text.

import { el, fill, takeDropped, textOf } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";

/** @import { Desk, Panel } from "./collection.js" */

/** The maximum length of a file in bytes, the server's limit. */
const longest = 20 << 20;

/** How many lines of the report are shown. */
const mostRows = 500;

/**
 * @param {Desk} desk
 * @param {HTMLElement} page where files may be dropped
 * @param {() => void} choose brings the panel into sight
 * @returns {Panel & {take: (list: {name: string, text: string}[]) => Promise<boolean>, pick: () => void}}
 */
export function importPanel(desk, page, choose) {
  const { app } = desk;
  const { t } = app;
  /** @type {AbortController | null} */
  let running = null;
  const text = el("textarea", { rows: 5, id: "import-text", spellcheck: false });
  const doubles = el("select", { id: "import-doubles" }, ["skip", "merge", "add"].map((way) => el("option", { value: way }, t(`collection.doubles.${way}`))));
  const moves = el("input", { type: "number", min: "0", max: "32", value: "0", id: "import-moves" });
  const file = el("input", { type: "file", multiple: true, hidden: true, onchange: () => { takeFiles([...(file.files ?? [])]); file.value = ""; } });
  const bar = el("progress", { hidden: true, max: 1, value: 0, "aria-label": t("collection.tab.import") });
  const stop = el("button", { type: "button", hidden: true, onclick: () => running?.abort() }, t("collection.cancel"));
  const said = el("p", { role: "status" });
  const rows = el("ol", { class: "import-rows" });
  const root = el("div", null,
    el("h2", null, t("collection.tab.import")),
    el("p", { class: "hint" }, t("collection.import.hint")),
    el("p", null, el("button", { type: "button", id: "import-files", onclick: () => file.click() }, t("collection.empty.choose")), file),
    el("p", null, el("label", { for: "import-text" }, t("collection.import.text")), text),
    el("p", { class: "row" }, el("label", { for: "import-doubles" }, t("collection.doubles")), doubles),
    el("p", { class: "row" }, el("label", { for: "import-moves" }, t("collection.import.moves")), moves),
    el("p", { class: "row" }, el("button", { type: "button", class: "primary", onclick: pasted }, t("collection.import.take")), stop),
    bar,
    said,
    rows,
  );

  /** @param {{added: number, doubles: number, merged: number, faults: number}} sum */
  const report = ({ added, doubles, merged, faults }) =>
    t("collection.import.sum", { counts: [added, doubles, merged, faults] });

  /** Imports the pasted text, which stays if it has faults: their places are in it. */
  async function pasted() {
    if (await take([{ name: t("collection.pasted"), text: text.value }])) {
      text.value = "";
    }
  }

  /** @param {File[]} files */
  async function takeFiles(files) {
    const list = [];
    for (const one of files) {
      if (one.size > longest) {
        fill(rows);
        fill(said, el("span", { class: "fault" }, t("collection.import.long", { name: one.name })));
        return;
      }
      list.push({ name: one.name, text: await textOf(one) });
    }
    await take(list);
  }

  /**
   * Imports texts, and returns whether all were imported.
   * @param {{name: string, text: string}[]} list
   * @returns {Promise<boolean>}
   */
  async function take(list) {
    if (running || list.length === 0) {
      return false;
    }
    const mine = (running = new AbortController());
    const sum = { added: 0, doubles: 0, merged: 0, faults: 0 };
    fill(rows);
    fill(said);
    bar.hidden = stop.hidden = false;
    try {
      for (const [i, one] of list.entries()) {
        bar.value = i / list.length;
        const result = await app.engine.call("collection/import", { name: one.name, text: one.text, doubles: doubles.value, moves: Number(moves.value) }, {
          signal: mine.signal,
          on: (event, data) => {
            if (event === "progress") {
              bar.value = (i + data.bytes / Math.max(1, data.whole)) / list.length;
              said.textContent = `${one.name}: ${report(data)}`;
            } else if (event === "partial") {
              add(one.name, data);
            } else if (event === "waiting") {
              said.textContent = t("app.waiting", data);
            }
          },
        });
        for (const key of /** @type {(keyof typeof sum)[]} */ (Object.keys(sum))) {
          sum[key] += result[key];
        }
      }
      said.textContent = report(sum);
      return sum.faults === 0;
    } catch (thrown) {
      fill(said, el("span", { class: "fault" }, cancelled(thrown) ? t("collection.import.cancelled") : messageOf(thrown)));
      return false;
    } finally {
      running = null;
      bar.hidden = stop.hidden = true;
      desk.refresh();
    }
  }

  /** Lists duplicates and errors. @param {string} name @param {any[]} list */
  function add(name, list) {
    for (const { line, column, outcome, id, exact, error } of list) {
      if (rows.childElementCount >= mostRows) {
        return;
      }
      const place = `${name}:${line}${column ? `:${column}` : ""}`;
      const other = id > 0 && el("button", { type: "button", class: "link", onclick: () => desk.show(id) }, t("collection.problem", { id }));
      const what = outcome === "fault" ? error : t(`collection.outcome.${outcome}.${exact ? "same" : "image"}`);
      rows.append(el("li", { class: outcome === "fault" ? "fault" : "" }, el("code", null, place), " ", what, " ", other));
    }
  }

  takeDropped((files) => {
    choose();
    takeFiles(files);
  }, app.left, (over) => page.classList.toggle("dropping", over));
  return {
    root,
    take,
    /** Opens the dialog for files. */
    pick: () => file.click(),
    close: () => {
      running?.abort();
      page.classList.remove("dropping");
    },
  };
}
