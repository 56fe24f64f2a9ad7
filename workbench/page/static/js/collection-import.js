// Imports problems from files dropped anywhere on the page, or from pasted text.

import { button, el, fill, takeDropped, textOf } from "./dom.js";
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
 * @param {() => void} classics imports the classic problems
 * @returns {Panel & {take: (list: {name: string, text: string}[]) => Promise<boolean>, pick: () => void}}
 */
export function importPanel(desk, page, choose, classics) {
  const { app } = desk;
  const { t } = app;
  /** @type {AbortController | null} */
  let running = null;
  const text = el("textarea", { rows: 5, id: "import-text", spellcheck: false });
  const ways = ["skip", "merge", "add"].map((way) => el("option", { value: way }, t(`collection.doubles.${way}`)));
  const doubles = el("select", { id: "import-doubles" }, ways);
  const moves = el("input", { type: "number", min: "0", max: "32", value: "0", id: "import-moves" });
  const file = el("input", { type: "file", multiple: true, hidden: true, onchange: () => {
    takeFiles([...(file.files ?? [])]);
    file.value = "";
  } });
  const bar = el("progress", { hidden: true, max: 1, value: 0, "aria-label": t("collection.tab.import") });
  const named = (/** @type {string} */ key, /** @type {() => void} */ onclick, more = {}) =>
    button(null, t(key), onclick, more);
  const stop = named("collection.cancel", () => running?.abort(), { hidden: true });
  const said = el("p", { role: "status" });
  const rows = el("ol", { class: "import-rows" });
  const root = el("div", null,
    el("h2", null, t("collection.tab.import")),
    el("p", { class: "hint" }, t("collection.import.hint")),
    el("p", null, named("collection.empty.choose", () => file.click(), { id: "import-files" }), file, " ",
      named("collection.classics", classics, { id: "import-classics" })),
    el("p", null, el("label", { for: text.id }, t("collection.import.text")), text),
    el("p", { class: "row" }, el("label", { for: doubles.id }, t("collection.doubles")), doubles),
    el("p", { class: "row" }, el("label", { for: moves.id }, t("collection.import.moves")), moves),
    el("p", { class: "row" }, named("collection.import.take", pasted, { class: "primary" }), stop),
    bar, said, rows,
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
    const long = files.find(({ size }) => size > longest);
    if (long) {
      fill(rows);
      fill(said, el("span", { class: "fault" }, t("collection.import.long", { name: long.name })));
    } else {
      await take(await Promise.all(files.map(async (one) => ({ name: one.name, text: await textOf(one) }))));
    }
  }

  /**
   * Imports texts, and returns whether all were imported.
   * @param {{name: string, text: string}[]} list @returns {Promise<boolean>}
   */
  async function take(list) {
    if (running || list.length === 0) return false;
    const { signal } = (running = new AbortController());
    const sum = { added: 0, doubles: 0, merged: 0, faults: 0 };
    fill(rows);
    fill(said);
    bar.hidden = stop.hidden = false;
    try {
      for (const [i, one] of list.entries()) {
        bar.value = i / list.length;
        const body = { ...one, doubles: doubles.value, moves: Number(moves.value) };
        const result = await app.engine.call("collection/import", body, {
          signal,
          on: (event, data) => {
            if (event === "progress") {
              bar.value = (i + data.bytes / Math.max(1, data.whole)) / list.length;
              said.textContent = `${one.name}: ${report(data)}`;
            } else if (event === "partial") {
              data.forEach((/** @type {any} */ line) => add(one.name, line));
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
      const message = cancelled(thrown) ? t("collection.import.cancelled") : messageOf(thrown);
      fill(said, el("span", { class: "fault" }, message));
      return false;
    } finally {
      running = null;
      bar.hidden = stop.hidden = true;
      desk.refresh();
    }
  }

  /** Lists a duplicate or an error. @param {string} name @param {any} line of the report */
  function add(name, { line, column, outcome, id, exact, error }) {
    if (rows.childElementCount < mostRows) {
      const isFault = outcome === "fault";
      const what = isFault ? error : t(`collection.outcome.${outcome}.${exact ? "same" : "image"}`);
      rows.append(el("li", { class: isFault ? "fault" : "" },
        el("code", null, `${name}:${line}${column ? `:${column}` : ""}`), ` ${what} `, id > 0 && desk.link(id)));
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
