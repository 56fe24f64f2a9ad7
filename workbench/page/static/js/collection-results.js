// The results of a query: a grid of small diagrams that grows while scrolling, or counts as bars
// that are filters. Only cards near the window have contents.

import { caption, captionOf } from "./collection-caption.js";
import { bars } from "./collection-statistics.js";
import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { miniBoard } from "./board-draw.js";

/** @import { Desk } from "./collection.js" */

/** How many problems are requested at once. */
const page = 40;

/** @param {Desk} desk */
export function results(desk) {
  const { app } = desk;
  const { t } = app;
  let query = "";
  let sort = "";
  let shown = 0;
  let total = 0;
  let chosen = 0;
  let loading = false;
  let asking = new AbortController();

  const count = el("p", { class: "collection-count", role: "status" });
  const grid = el("ul", { class: "collection-grid", "aria-label": t("collection.results") });
  const more = el("button", { type: "button", class: "more", hidden: true, onclick: () => next() }, t("collection.more"));
  const counted = el("div", { class: "collection-counted" });
  const place = el("p", { class: "collection-place hint", "aria-hidden": "true", hidden: true });
  const nothing = el("p", { class: "hint" }, t("collection.nothing"));
  const root = el("section", { class: "collection-results", "aria-label": t("collection.results") }, counted, grid, more, place);
  /** The problems of the cards. @type {WeakMap<Element, any>} */
  const entries = new WeakMap();
  const near = new IntersectionObserver((seen) => seen.forEach(dress), { rootMargin: "1500px" });
  const watcher = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && next(), { rootMargin: "600px" });
  watcher.observe(more);
  grid.addEventListener("keydown", walk);
  window.addEventListener("scroll", () => requestAnimationFrame(tellPlace), { passive: true, signal: app.left });

  /**
   * Sends a query and shows its results. Returns the error in it, or null if there is none or if
   * a later query was sent in the meantime.
   * @param {string} text
   * @param {string} order
   * @returns {Promise<{fault: unknown, counts: boolean} | null>} and whether they are counts
   */
  async function ask(text, order) {
    asking.abort();
    const mine = (asking = new AbortController());
    loading = true;
    root.setAttribute("aria-busy", "true");
    try {
      const answer = await app.engine.call("collection/find", { query: text, sort: order, offset: 0, limit: page, count: true }, { signal: mine.signal });
      await desk.terms.ready;
      if (mine !== asking) {
        return null;
      }
      query = text;
      sort = order;
      shown = 0;
      total = answer.total ?? 0;
      near.disconnect();
      fill(grid);
      count.scrollIntoView({ block: "nearest" }); // the query is above it
      const groups = answer.by ? (answer.groups ?? []) : null;
      fill(counted, groups && bars(desk, { by: answer.by, groups, number: false, others: 0 }));
      fill(count, groups ? t("collection.groups", { n: groups.length }) : t("collection.count", { n: total }));
      append(answer);
      if (total === 0 && !groups) {
        fill(counted, text === "" ? desk.empty() : nothing);
      }
      return { fault: null, counts: groups !== null };
    } catch (thrown) {
      if (mine !== asking) {
        return null;
      }
      if (nothing.isConnected) { // a fault is not an empty result
        fill(counted);
        fill(count);
      }
      return { fault: thrown, counts: false };
    } finally {
      if (mine === asking) {
        loading = false;
        root.setAttribute("aria-busy", "false");
      }
    }
  }

  /** Shows more results. */
  async function next() {
    if (loading || more.hidden) {
      return;
    }
    loading = true;
    const mine = asking;
    try {
      append(await app.engine.call("collection/find", { query, sort, offset: shown, limit: page }, { signal: mine.signal }));
    } catch (thrown) {
      if (!cancelled(thrown)) {
        more.hidden = true;
        count.textContent = messageOf(thrown);
      }
    } finally {
      if (mine === asking) {
        loading = false;
      }
    }
    if (mine === asking && !more.hidden) { // still in view: the observer reports changes only
      watcher.unobserve(more);
      watcher.observe(more);
    }
  }

  /** @param {{problems: any[], more: boolean}} answer */
  function append(answer) {
    shown += answer.problems.length;
    for (const entry of answer.problems) {
      const item = el("li", { data: { id: entry.id } }, card(entry));
      entries.set(item, entry);
      near.observe(item);
      grid.append(item);
    }
    tellPlace();
    more.hidden = !answer.more;
    desk.listed();
  }

  /** Gives a card its contents when it comes near the window, and takes them when it leaves. @param {IntersectionObserverEntry} seen */
  function dress({ target, isIntersecting, boundingClientRect: { height } }) {
    const item = /** @type {HTMLElement} */ (target);
    if (isIntersecting && !item.firstChild) {
      fill(item, card(entries.get(item)));
      item.style.height = "";
    } else if (!isIntersecting && item.firstChild && !item.contains(document.activeElement)) {
      item.style.height = `${height}px`;
      fill(item);
    }
  }

  /** Says which problem is at the top of the window, if there are more than fit. */
  function tellPlace() {
    const items = grid.children;
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      (items[middle]?.getBoundingClientRect().bottom ?? 0) < 0 ? (low = middle + 1) : (high = middle);
    }
    place.hidden = low === 0;
    fill(place, t("collection.place", { n: low + 1, of: total }));
  }

  /** @param {any} entry @returns {HTMLElement} */
  function card(entry) {
    const verdict = entry.verdict ? t(`collection.verdict.${entry.verdict}`) : "";
    return el(
      "button",
      { type: "button", class: "problem", "aria-current": String(entry.id === chosen), onclick: () => desk.show(entry.id) },
      miniBoard(entry.fen),
      el("span", { class: "line" }, el("strong", null, entry.stipulation), ` ${entry.men}`, entry.twin && ` ${entry.twin})`, el("span", { class: `verdict-${entry.verdict ?? "not"}`, title: verdict }, verdict)),
      caption(captionOf({ ...entry, title: entry.source || entry.awards ? "" : entry.title })),
      entry.themes && el("span", { class: "themes hint" }, entry.themes.map(desk.terms.of).join(", ")),
    );
  }

  /** Moves through the grid by the arrow keys. @param {KeyboardEvent} event */
  function walk(event) {
    const buttons = [...grid.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const top = (/** @type {number} */ i) => buttons[i]?.offsetTop ?? 0;
    let columns = 1;
    while (columns < buttons.length && top(columns) === top(0)) {
      columns++;
    }
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (at >= 0 && by !== undefined && buttons[at + by]) {
      event.preventDefault();
      buttons[at + by]?.focus();
    }
  }

  return {
    root,
    count,
    ask,
    /** Redraws a problem that has changed. @param {number} id @param {any} entry */
    replace(id, entry) {
      const item = grid.querySelector(`li[data-id="${id}"]`);
      if (item) {
        entries.set(item, entry);
        item.firstChild && fill(item, card(entry));
      }
    },
    /** Marks the problem whose details are shown. @param {number} id */
    mark(id) {
      chosen = id;
      for (const item of grid.querySelectorAll("li")) {
        item.firstElementChild?.setAttribute("aria-current", String(item.dataset.id === String(id)));
      }
    },
    /**
     * Returns the problem before (-1) or after (1) one in the list, or 0. Near the end of the list
     * it requests more.
     * @param {number} id
     * @param {number} step
     */
    beside(id, step) {
      const items = [...grid.querySelectorAll("li")];
      const at = items.findIndex((item) => item.dataset.id === String(id));
      if (at >= items.length - 3) {
        next();
      }
      return at < 0 ? 0 : Number(items[at + step]?.dataset.id ?? 0);
    },
    /** The card of the problem whose details are shown, if it is in the list. @returns {HTMLElement | null} */
    chosen: () => {
      const item = /** @type {HTMLElement | null} */ (grid.querySelector(`li[data-id="${chosen}"]`));
      item && !item.firstChild && fill(item, card(entries.get(item)));
      return /** @type {HTMLElement | null} */ (item?.firstElementChild ?? null);
    },
    close() {
      asking.abort();
      watcher.disconnect();
      near.disconnect();
    },
  };
}
