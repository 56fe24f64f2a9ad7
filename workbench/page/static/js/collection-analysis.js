// Analysis of all problems of a query. Finished analyses are kept, also if it is stopped or the page
// is closed.

import { button, el, fill } from "./dom.js";
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
  const begin = button("primary", t("collection.analysis.begin"), run);
  const stop = button(null, t("collection.analysis.stop"), () => running?.abort(), { hidden: true });
  const bar = el("progress", { hidden: true, "aria-label": t("collection.tab.analysis") });
  const said = el("p", { role: "status" });
  const rows = el("ol", { class: "import-rows" });
  const asked = el("p", { class: "hint" });
  const root = el("div", null,
    el("h2", null, t("collection.tab.analysis")),
    asked,
    el("p", { class: "row" }, el("label", { for: seconds.id }, t("collection.analysis.seconds")), seconds),
    el("p", null, el("label", null, force, ` ${t("collection.analysis.force")}`)),
    el("p", { class: "row" }, begin, stop),
    bar, said, rows,
  );

  /** Names the query, and forgets what a run of another one said. A run goes on with its own query. */
  function name() {
    if (running) return;
    if (desk.query() !== query) {
      fill(said);
      fill(rows);
    }
    asked.textContent = t(`collection.analysis.${desk.query() === "" ? "all" : "query"}`, { query: desk.query() });
  }

  async function run() {
    name();
    query = desk.query();
    const { signal } = (running = new AbortController());
    begin.disabled = true;
    stop.hidden = bar.hidden = false;
    bar.removeAttribute("value");
    fill(rows);
    fill(said);
    let sofar = { done: 0, total: 0 };
    const begun = performance.now();
    try {
      const sum = await analyse(signal, (done) => {
        sofar = done;
        bar.max = Math.max(1, done.total);
        bar.value = done.done;
        const rate = done.done / Math.max(0.001, (performance.now() - begun) / 1000);
        const speed = rate.toLocaleString(app.language, { maximumFractionDigits: rate < 10 ? 1 : 0 });
        said.textContent = t("collection.analysis.progress", { ...done, rate: speed });
      });
      const verdicts = Object.entries(sum.verdicts).map(([verdict, n]) =>
        t("collection.analysis.verdict", { n, verdict: t(`collection.verdict.${verdict}`) }));
      said.textContent = [t("collection.analysis.done", { counts: [sum.done, sum.turned] }), verdicts.join(", "),
        sum.others > 0 && t("collection.analysis.others", { n: sum.others })].filter(Boolean).join(" · ");
    } catch (thrown) {
      const stopped = t(`collection.analysis.${force.checked ? "again" : "stopped"}`, sofar);
      const isFault = !cancelled(thrown);
      fill(said, el("span", { class: isFault ? "fault" : "" }, isFault ? messageOf(thrown) : stopped));
    } finally {
      running = null;
      begin.disabled = false;
      stop.hidden = bar.hidden = true;
      desk.refresh();
    }
  }

  /**
   * Repeats the request until all is done, since the server ends very long requests.
   * @param {AbortSignal} signal @param {(done: {done: number, total: number}) => void} tell @returns {Promise<any>}
   */
  async function analyse(signal, tell) {
    let before = 0;
    for (;;) {
      let done = 0;
      try {
        const body = { query, force: force.checked, seconds: Number(seconds.value) };
        return await app.engine.call("collection/analyse", body, {
          signal,
          on: (event, data) => {
            if (event === "progress") {
              done = data.done;
              tell({ done: before + data.done, total: before + data.total });
            } else if (event === "partial") {
              data.forEach(add);
            }
          },
        });
      } catch (thrown) {
        const timeUp = thrown instanceof Fault && thrown.code === "cancelled" && !signal.aborted;
        if (!timeUp || done === 0 || force.checked) throw thrown;
        before += done;
      }
    }
  }

  /** @param {any} line of the report */
  function add({ id, outcome, verdict, before, fault = "" }) {
    if (rows.childElementCount < mostRows) {
      const named = (/** @type {string} */ name) => t(`collection.verdict.${name}`);
      const what = outcome === "analysed"
        ? t("collection.analysis.turned", { before: named(before), verdict: named(verdict) })
        : `${t(`collection.analysis.${outcome}`)} ${fault}`;
      rows.append(el("li", { class: outcome === "fault" ? "fault" : "" }, desk.link(id), ` ${what}`));
    }
  }

  return { root, run, open: name, asked: name, close: () => running?.abort() };
}
