// The strip that shows the effect of the last change, or the difference from a saved version.

import { add, button, el, fadeEdges, fill } from "./dom.js";
import { compare, isKin } from "./difference.js";
import { requestOf } from "./problem-versions.js";
import { letters } from "./report.js";
import { t } from "./words.js";

/** @import { Change } from "./difference.js" @import { Engine } from "./engine.js" */
/** @import { Version } from "./problem-versions.js" @import { Report } from "./report.js" */
/** @import { Terms } from "./report-themes.js" */

/** The strip. */
export class Strip {
  node = fadeEdges(el("p",
    { class: "strip", id: "strip", "aria-label": t("problem.difference"), role: "group", tabIndex: 0 }));
  /** @type {Report | null} what reports are compared with */
  #base = null;
  /** The name of the version to compare with; "" for the previous one. */
  #pinned = "";
  /** @type {() => void} */
  #draw = () => {};

  /** Compares with the previous report, if an edit led here. @param {Report | null} before @param {Report} report */
  follow(before, report) {
    if (this.#pinned === "" && before && report !== before) {
      const kin = isKin(before.fen, report.fen) && !before.post_key === !report.post_key;
      this.#base = kin ? before : null;
    }
  }

  /** @param {Report | null} report none leaves the strip empty @param {Terms} terms */
  show(report, terms) {
    this.#draw = () => this.show(report, terms);
    if (!report) {
      fill(this.node);
      return;
    }
    showDifference(this.node, this.#base, report, terms);
    if (this.#pinned !== "") {
      const about = t("problem.unpin");
      const compared = t("problem.compared", { name: this.#pinned });
      this.node.prepend(el("span", { class: "pinned", title: compared }, compared), button("unpin", "✕",
        () => this.pin("", null), { title: about, "aria-label": about }), " ");
    }
  }

  /** Compares with a solved version. @param {Engine} engine @param {Version} version @param {AbortSignal} signal */
  async pinVersion(engine, version, signal) {
    this.pin(version.name, await engine.call("problem", requestOf(version, 10), { signal }));
  }

  /**
   * Compares with a version, or with the previous one if it is "".
   * @param {string} name @param {Report | null} report
   */
  pin(name, report) {
    [this.#pinned, this.#base] = [name, report];
    this.#draw();
  }
}

/** The maximum number of entries of a kind in the strip. */
const most = 6;

/** @param {HTMLElement} strip @param {Report | null} before @param {Report} after @param {Terms} terms */
function showDifference(strip, before, after, terms) {
  fill(strip);
  if (!before || before === after) {
    add(strip, el("span", { class: "hint" }, t("problem.nochange")));
    return;
  }
  const { verdict, gained, lost } = compare(before, after);
  if (verdict) {
    const kind = verdict.name === "sound" ? "good" : "warn";
    add(strip, el("span", { class: `chip ${kind}` }, t(`problem.now.${verdict.name}`)), " ");
  }
  add(strip, part("lost", lost, terms, before), part("gained", gained, terms, after));
  if (!verdict && gained.length + lost.length === 0) {
    add(strip, el("span", { class: "hint" }, t(after.keys.length > 0 ? "problem.same" : "problem.nochange")));
  }
}

/**
 * @param {"gained" | "lost"} way @param {Change[]} changes @param {Terms} terms @param {Report} report that has them
 */
function part(way, changes, terms, report) {
  if (changes.length === 0) return null;
  const sign = way === "gained" ? "+" : "−";
  const isGood = (/** @type {string} */ kind) =>
    (way === "gained") !== (kind === "key" && report.verdict === "cooked"); // a cook is no gain
  const chips = changes.slice(0, most).map(({ kind, name }) =>
    el("span", { class: `chip ${isGood(kind) ? "good" : "warn"}`, data: { kind } },
      kind === "theme" ? (terms[name]?.name ?? name) : letters(name), kind === "key" ? "!" : ""));
  const more = changes.length > most;
  const head = `${sign}\u00a0${t(`problem.${way}`)}${more ? `\u00a0(${changes.length})` : ""} `;
  return el("span", { class: way }, el("b", null, head), chips.flatMap((chip) => [chip, " "]), more && "… ");
}
