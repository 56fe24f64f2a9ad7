// The row below the board: buttons to step through the game, and a field for typing moves.

import { el } from "./dom.js";

/** @import { App } from "./pages.js" */
/** @import { Table } from "./play-table.js" */

/**
 * @param {App} app
 * @param {Table} table
 * @param {{go: (at: number) => void, play: (move: string) => Promise<boolean>}} does play says whether the move was played
 * @param {HTMLElement} number the evaluation
 * @returns {HTMLElement}
 */
export function stepRow(app, table, { go, play }, number) {
  const step = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ work) =>
    el("button", { type: "button", class: `step-${name}`, title: app.t(`play.step.${name}`), "aria-label": app.t(`play.step.${name}`), onclick: work }, sign);
  const typed = el("input", { type: "text", class: "typed", size: 7, autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "send" });
  const form = el("form", { class: "typing" }, el("label", null, app.t("play.type"), " ", typed));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = typed.value.trim();
    if (move === "") {
      return;
    }
    if (await play(move)) {
      typed.value = "";
    } else {
      typed.select();
    }
  });
  return el("div", { class: "tools steps" },
    step("first", "|◀", () => go(0)),
    step("previous", "◀", () => go(table.at - 1)),
    step("next", "▶", () => go(table.at + 1)),
    step("last", "▶|", () => go(table.game.moves.length)),
    number,
    form,
  );
}
