// What an empty collection shows: how to fill it, and what it can be asked.

import { exampleList } from "./collection-query.js";
import { el } from "./dom.js";

/** @import { Desk } from "./collection.js" */

/** @param {Desk} desk @param {{choose: () => void, classics: () => void}} does @returns {HTMLElement} */
export function emptyCollection(desk, { choose, classics }) {
  const { t } = desk.app;
  return el("div", { class: "collection-empty" },
    el("div", { class: "drop-zone" },
      el("h2", null, t("collection.empty")),
      el("p", null, t("collection.empty.how")),
      el("p", { class: "row" },
        el("button", { type: "button", class: "primary classics", onclick: classics }, t("collection.classics")),
        el("button", { type: "button", class: "choose", onclick: choose }, t("collection.empty.choose")),
      ),
    ),
    el("h2", null, t("collection.empty.ask")),
    el("div", { class: "collection-examples" }, exampleList(desk)),
  );
}
