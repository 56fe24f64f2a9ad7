// The buttons of a game, and the row below the board: steps through the game, and a field for typing moves.

import { el, fill } from "./dom.js";

/** @import { App } from "./pages.js" */
/** @import { Side, Table } from "./play-table.js" */

/**
 * What the buttons do. judge is null during an analysis, before is null if there is no previous game.
 * @typedef {{new: () => void, back: () => void, hint: () => void, turn: () => void, draw: () => void,
 *   resign: (side: Side) => void, judge: (() => void) | null, stop: () => void, look: () => void,
 *   before: (() => void) | null}} Actions
 */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Table} table
 * @param {Actions} actions
 */
export function drawActions(root, app, table, actions) {
  const { moves, side } = table.game;
  const running = !table.over;
  const begun = moves.length > 0;
  const focused = root.contains(document.activeElement) ? document.activeElement?.className : "";
  const button = (/** @type {string} */ name, /** @type {boolean} */ enabled, /** @type {() => void} */ work) =>
    el("button", { type: "button", class: `do-${name}`, disabled: !enabled, onclick: work }, app.t(`play.do.${name}`));
  fill(root,
    button("new", true, actions.new),
    button("back", begun, actions.back),
    button("hint", running || !table.newest, actions.hint),
    button("turn", true, actions.turn),
    button(table.standing.claim ? "claim" : "draw", running && begun, actions.draw),
    button("resign", running && begun, () => actions.resign(side === "both" ? table.standing.side : side)),
    actions.judge ? button("judge", begun, actions.judge) : button("stop", true, actions.stop),
    side !== "both" && button("look", true, actions.look),
    actions.before && button("before", true, actions.before),
  );
  if (focused) {
    /** @type {HTMLElement | null} */ (root.querySelector(`.${focused}`))?.focus();
  }
}

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
