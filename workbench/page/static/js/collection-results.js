// The results of a query: counts as bars that are filters, or a grid of small diagrams as long as the list. Only cards
// near the window exist; padding keeps the height of the others, which are requested as the reader scrolls.

import { miniBoard } from "./board-draw.js";
import { caption, captionOf } from "./collection-caption.js";
import { bars } from "./collection-statistics.js";
import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";

/** @import { Desk } from "./collection.js" */

/** How many problems are requested first, and at most. */
const [page, most] = [40, 200];

/** The height of a row before one is measured, in pixels. */
const usualHeight = 300;

/** @param {Desk} desk */
export function results(desk) {
  const { app } = desk;
  const { t } = app;
  let query = "";
  let sort = "";
  let total = 0;
  let chosen = 0;
  let loading = false;
  let asking = new AbortController();
  let first = 0; // place of the first card, a multiple of the columns
  let columns = 1;
  /** The heights of rows, as far as they have been measured. @type {number[]} */
  let heights = [];
  /** The numbers of the problems by their places, as far as they are known. @type {number[]} */
  let ids = [];
  /** The card at the top of the window, and where it is; none while the top of the list is in sight. */
  let held = { at: 0, top: 0, is: false };
  let width = 0;

  const count = el("p", { class: "collection-count", role: "status" });
  const grid = el("ul", { class: "collection-grid", tabindex: "-1", "aria-label": t("collection.results") });
  const counted = el("div", { class: "collection-counted" });
  const place = el("p", { class: "collection-place hint", "aria-hidden": "true", hidden: true });
  const nothing = el("p", { class: "hint" }, t("collection.nothing"));
  const about = { class: "collection-results", "aria-label": t("collection.results") };
  const root = el("section", about, counted, grid, place);
  const resized = new ResizeObserver(reflow);
  resized.observe(grid);
  grid.addEventListener("keydown", walk);
  window.addEventListener("scroll", () => requestAnimationFrame(() => {
    tellPlace();
    look();
  }), { passive: true, signal: app.left });

  /** @param {number} offset @param {number} limit @param {boolean} [whole] also counts */
  const request = (offset, limit, whole = false, text = query, order = sort) => app.engine.call("collection/find",
    { query: text, sort: order, offset, limit, count: whole }, { signal: asking.signal });

  /**
   * Sends a query and shows its results. Returns the error in it and whether they are counts, or null if a later query
   * was sent in the meantime.
   * @param {string} text @param {string} order
   */
  async function ask(text, order) {
    asking.abort();
    const mine = (asking = new AbortController());
    loading = true;
    root.setAttribute("aria-busy", "true");
    try {
      const answer = await request(0, page, true, text, order);
      await desk.terms.ready;
      if (mine !== asking) return null;
      [query, sort, total, ids, heights] = [text, order, answer.total ?? 0, [], []];
      held.is = false;
      count.scrollIntoView({ block: "nearest" }); // the query is above it
      const groups = answer.by ? (answer.groups ?? []) : null;
      fill(counted, groups && bars(desk, { by: answer.by, groups, others: 0 }));
      fill(count, groups ? t("collection.groups", { n: groups.length }) : t("collection.count", { n: total }));
      fill(grid);
      put(0, answer.problems);
      if (total === 0 && !groups) {
        fill(counted, text === "" ? desk.empty() : nothing);
      }
      return { fault: null, counts: groups !== null };
    } catch (thrown) {
      if (mine !== asking) return null;
      nothing.isConnected && [counted, count].forEach((part) => fill(part)); // a fault is not an empty result
      return { fault: thrown, counts: false };
    } finally {
      if (mine === asking) {
        loading = false;
        root.setAttribute("aria-busy", "false");
        look();
      }
    }
  }

  const end = () => first + grid.childElementCount;
  const average = () => heights.reduce((a, b) => a + b, 0) / Object.keys(heights).length || usualHeight;

  /** Returns the height of rows. @param {number} from @param {number} to */
  function sum(from, to) {
    const usual = average();
    let all = 0;
    for (let row = from; row < to; row++) {
      all += heights[row] ?? usual;
    }
    return all;
  }

  /** Returns the first and last card in sight or near it. @param {number} around windows above and below */
  function inSight(around) {
    const top = -grid.getBoundingClientRect().top - around * innerHeight;
    const bottom = top + (1 + 2 * around) * innerHeight;
    const usual = average();
    let [from, to, y] = [0, 0, 0];
    for (let row = 0; row * columns < total && y < bottom; row++) {
      y += heights[row] ?? usual;
      from = y <= top ? row + 1 : from;
      to = row + 1;
    }
    return [Math.min(from * columns, total), Math.min(to * columns, total)];
  }

  /** Requests the cards near the window that are missing, and removes those far from it. */
  async function look() {
    const mine = asking;
    while (!loading && total > 0) {
      const [from = 0, to = 0] = inSight(1);
      let [low, high] = [end(), Math.min(to, end() + most)];
      if (to <= first || from >= end()) {
        [low, high] = [from, Math.min(to, from + most)];
      } else if (from < first) {
        [low, high] = [Math.max(from, first - most + (most % columns)), first];
      }
      if (low >= high) break;
      loading = true;
      try {
        const { problems } = await request(low, high - low);
        if (mine !== asking) return;
        total = problems.length === high - low ? total : low + problems.length;
        put(low, problems);
      } catch (thrown) {
        if (!cancelled(thrown)) {
          count.textContent = messageOf(thrown);
        }
        return;
      } finally {
        loading &&= mine !== asking;
      }
    }
    trim();
  }

  /** Adds cards before or after those that are there, or instead of them. @param {number} at @param {any[]} problems */
  function put(at, problems) {
    hold();
    const items = problems.map((entry, i) => {
      ids[at + i] = entry.id;
      return el("li", { data: { id: entry.id }, "aria-setsize": total, "aria-posinset": at + i + 1 }, card(entry));
    });
    if (at + items.length === first) {
      grid.prepend(...items);
      first = at;
    } else {
      if (at !== end()) {
        fill(grid);
        first = at;
      }
      grid.append(...items);
    }
    align();
    lay();
    desk.listed();
  }

  /** Counts the columns, and removes cards until the first one begins a row. */
  function align() {
    columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    while (first % columns > 0 && grid.firstChild) {
      grid.firstChild.remove();
      first++;
    }
  }

  /** Removes the cards that are far from the window. */
  function trim() {
    const [from = 0, to = 0] = inSight(3);
    const far = [...grid.children].filter((_, i) => first + i < from || first + i >= to);
    if (far.length > 0 && far.length < grid.childElementCount) {
      hold();
      const lost = far.some((item) => item.contains(document.activeElement));
      first = Math.max(first, from);
      far.forEach((item) => item.remove());
      lost && grid.focus({ preventScroll: true });
      lay();
    }
  }

  /** Measures the rows and sets the padding for the missing ones. The card at the top of the window stays there. */
  function lay() {
    const tops = [...grid.children].filter((_, i) => i % columns === 0).map((item) => item.getBoundingClientRect());
    const row = first / columns;
    tops.forEach((box, i) => (heights[row + i] = (tops[i + 1]?.top ?? box.bottom) - box.top));
    grid.style.paddingTop = `${sum(0, row)}px`;
    grid.style.paddingBottom = `${sum(row + tops.length, Math.ceil(total / columns))}px`;
    const item = grid.children[held.at - first];
    if (held.is && item) {
      scrollBy({ top: item.getBoundingClientRect().top - held.top, behavior: "instant" });
    }
    tellPlace();
  }

  /** Lays the grid out again when its width changes. */
  function reflow() {
    if (grid.clientWidth !== width) {
      width = grid.clientWidth;
      heights = [];
      align();
      lay();
      look();
    }
  }

  /** Notes which card is at the top of the window. */
  function hold() {
    const items = [...grid.children];
    const top = items.findIndex((item) => item.getBoundingClientRect().bottom >= 0);
    const box = items[top]?.getBoundingClientRect();
    held = { at: first + top, top: box?.top ?? 0, is: box !== undefined && grid.getBoundingClientRect().top < 0 };
  }

  /** Says which problem is at the top of the window, if there are more than fit. */
  function tellPlace() {
    hold();
    place.hidden = !held.is || held.at === 0;
    fill(place, t("collection.place", { n: held.at + 1, of: total }));
  }

  /** @param {any} entry @returns {HTMLElement} */
  function card(entry) {
    const verdict = entry.verdict ? t(`collection.verdict.${entry.verdict}`) : "";
    const onclick = () => desk.show(entry.id);
    return el("button", { type: "button", class: "problem", "aria-current": String(entry.id === chosen), onclick },
      miniBoard(entry.fen),
      el("span", { class: "line" },
        el("strong", null, entry.stipulation), ` ${entry.men}`, entry.twin && ` ${entry.twin})`,
        el("span", { class: `verdict-${entry.verdict ?? "not"}`, title: verdict }, verdict)),
      caption(captionOf({ ...entry, title: entry.source || entry.awards ? "" : entry.title })),
      entry.themes && el("span", { class: "themes hint" }, entry.themes.map(desk.terms.of).join(", ")),
    );
  }

  /** Moves through the grid by the arrow keys. @param {KeyboardEvent} event */
  function walk(event) {
    const buttons = [...grid.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const next = buttons[at < 0 ? held.at - first : at + (by ?? 0)];
    if (by !== undefined && next) {
      event.preventDefault();
      next.focus();
    }
  }

  /** Returns the card of a problem, if it exists. @param {number} id @returns {HTMLElement | null} */
  const itemOf = (id) => grid.querySelector(`li[data-id="${id}"]`);

  return {
    root,
    count,
    ask,
    /** Redraws a problem that has changed. @param {number} id @param {any} entry */
    replace(id, entry) {
      const item = itemOf(id);
      if (item) {
        hold();
        fill(item, card(entry));
        lay();
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
     * Returns the problem before (-1) or after (1) one in the list, or 0. If it is not known yet, it is requested.
     * @param {number} id @param {number} step
     */
    beside(id, step) {
      const at = ids.indexOf(id) + step;
      if (at < step || at < 0 || at >= total) return 0;
      if (ids[at] === undefined) {
        request(at, 1).then(({ problems: [problem] }) => {
          ids[at] = problem?.id ?? 0;
          desk.listed();
        }, () => {});
      }
      return ids[at] ?? 0;
    },
    /** The card of the problem whose details are shown, if it exists. */
    chosen: () => /** @type {HTMLElement | null} */ (itemOf(chosen)?.firstElementChild ?? null),
    close() {
      asking.abort();
      resized.disconnect();
    },
  };
}
