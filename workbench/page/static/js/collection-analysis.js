// Analysis of all problems of a query. Finished analyses are kept, also if it is stopped or the page
// is closed.

import { el, fill } from "./dom.js";
import { cancelled, Fault, messageOf } from "./engine.js";

/** @import { Desk, Panel } from "./collection.js" */

/** How many lines of the report are shown. */
const mostRows = 500;

/** @param {Desk} desk @returns {Panel & {run: () => Promise<void>}} */
export function analysisPanel(desk) {
  const { app } = desk;
  const { t } = app;
  /** @type {AbortController | null} */
  let running = null;
  let query = ""; // of the last run
  const seconds = el("input", { type: "number", id: "analysis-seconds", min: "1", max: "600", value: "60" });
  const force = el("input", { type: "checkbox" });
  const begin = el("button", { type: "button", class: "primary", onclick: () => run() }, t("collection.analysis.begin"));
  const stop = el("button", { type: "button", hidden: true, onclick: () => running?.abort() }, t("collection.analysis.stop"));
  const bar = el("progress", { hidden: true, "aria-label": t("collection.tab.analysis") });
  const said = el("p", { role: "status" });
  const rows = el("ol", { class: "import-rows" });
  const asked = el("p", { class: "hint" });
  const root = el("div", null,
    el("h2", null, t("collection.tab.analysis")),
    asked,
    el("p", { class: "row" }, el("label", { for: "analysis-seconds" }, t("collection.analysis.seconds")), seconds),
    el("p", null, el("label", null, force, ` ${t("collection.analysis.force")}`)),
    el("p", { class: "row" }, begin, stop),
    bar,
    said,
    rows,
  );

  /** Names the query, and forgets what a run of another one said. A run goes on with its own query. */
  function name() {
    if (running) {
      return;
    }
    if (desk.query() !== query) {
      fill(said);
      fill(rows);
    }
    asked.textContent = desk.query() === "" ? t("collection.analysis.all") : t("collection.analysis.query", { query: desk.query() });
  }

  async function run() {
    name();
    query = desk.query();
    const mine = (running = new AbortController());
    begin.disabled = true;
    stop.hidden = bar.hidden = false;
    bar.removeAttribute("value");
    fill(rows);
    fill(said);
    let told = { done: 0, total: 0 };
    const begun = performance.now();
    try {
      const sum = await analyse(mine.signal, (done) => {
        told = done;
        bar.max = Math.max(1, done.total);
        bar.value = done.done;
        const rate = done.done / Math.max(0.001, (performance.now() - begun) / 1000);
        said.textContent = t("collection.analysis.progress", { ...done, rate: rate.toLocaleString(app.language, { maximumFractionDigits: rate < 10 ? 1 : 0 }) });
      });
      const verdicts = Object.entries(sum.verdicts).map(([verdict, n]) => t("collection.analysis.verdict", { n, verdict: t(`collection.verdict.${verdict}`) })).join(", ");
      said.textContent = [t("collection.analysis.done", { counts: [sum.done, sum.turned] }), verdicts, sum.others > 0 && t("collection.analysis.others", { n: sum.others })].filter(Boolean).join(" · ");
    } catch (thrown) {
      const message = cancelled(thrown) ? t(`collection.analysis.${force.checked ? "again" : "stopped"}`, told) : messageOf(thrown);
      fill(said, el("span", { class: cancelled(thrown) ? "" : "fault" }, message));
    } finally {
      running = null;
      begin.disabled = false;
      stop.hidden = bar.hidden = true;
      desk.refresh();
    }
  }

  /**
   * Repeats the request until all is done, since the server ends very long requests.
   * @param {AbortSignal} signal
   * @param {(done: {done: number, total: number}) => void} tell
   * @returns {Promise<any>}
   */
  async function analyse(signal, tell) {
    let before = 0;
    for (;;) {
      let done = 0;
      try {
        return await app.engine.call("collection/analyse", { query, force: force.checked, seconds: Number(seconds.value) }, {
          signal,
          on: (event, data) => {
            if (event === "progress") {
              done = data.done;
              tell({ done: before + data.done, total: before + data.total });
            } else if (event === "partial") {
              add(data);
            }
          },
        });
      } catch (thrown) {
        const timeUp = thrown instanceof Fault && thrown.code === "cancelled" && !signal.aborted;
        if (!timeUp || done === 0 || force.checked) {
          throw thrown;
        }
        before += done;
      }
    }
  }

  /** @param {any[]} list */
  function add(list) {
    for (const { id, outcome, verdict, before, fault } of list) {
      if (rows.childElementCount >= mostRows) {
        return;
      }
      const what = outcome === "analysed"
        ? t("collection.analysis.turned", { before: t(`collection.verdict.${before}`), verdict: t(`collection.verdict.${verdict}`) })
        : `${t(`collection.analysis.${outcome}`)} ${fault ?? ""}`;
      rows.append(el("li", { class: outcome === "fault" ? "fault" : "" }, el("button", { type: "button", class: "link", onclick: () => desk.show(id) }, t("collection.problem", { id })), ` ${what}`));
    }
  }

  return { root, run, open: name, asked: name, close: () => running?.abort() };
}
