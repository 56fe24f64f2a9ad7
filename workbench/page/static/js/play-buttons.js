// The buttons of a game, and the row below the board: steps through the game, and a field for typing moves.

import { button, el, fill } from "./dom.js";
import { isOver } from "./play-tree.js";

/** @import { App } from "./pages.js" @import { Side, Table } from "./play-table.js" */

/**
 * What the buttons do. judge is null during an analysis, before is null if there is no previous game.
 * @typedef {{new: () => void, back: () => void, hint: () => void, draw: () => void, resign: (side: Side) => void,
 *   judge: (() => void) | null, stop: () => void, look: () => void, before: (() => void) | null}} Actions
 */

/**
 * Draws the buttons that can be used now.
 * @param {HTMLElement} root @param {App} app @param {Table} table @param {Actions} actions
 */
export function drawActions(root, app, table, actions) {
  const { moves, side, tree } = table.game;
  const ended = isOver(tree); // a game of others
  const running = !table.over && !ended;
  const begun = moves.length > 0;
  const focused = root.contains(document.activeElement) ? document.activeElement?.className : "";
  const does = (/** @type {string} */ name, /** @type {() => void} */ work) =>
    button(`do-${name}`, app.t(`play.do.${name}`), work);
  fill(root,
    does("new", actions.new),
    begun && !ended && does("back", actions.back),
    (!table.over || !table.newest) && does("hint", actions.hint),
    running && begun && does(table.standing.claim ? "claim" : "draw", actions.draw),
    running && begun && does("resign", () => actions.resign(side === "both" ? table.standing.side : side)),
    actions.judge ? begun && does("judge", actions.judge) : does("stop", actions.stop),
    side !== "both" && does("look", actions.look),
    actions.before && does("before", actions.before),
  );
  if (focused) {
    /** @type {HTMLElement | null} */ (root.querySelector(`.${focused}`) ?? root.querySelector("button"))?.focus();
  }
}

/**
 * @param {App} app @param {Table} table
 * @param {{go: (at: number) => void, play: (move: string) => Promise<boolean>, turn: () => void}} does
 *   play says whether the move was played
 * @param {HTMLElement} number the evaluation
 * @returns {HTMLElement}
 */
export function stepRow(app, table, { go, play, turn }, number) {
  const step = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ work) => {
    const title = app.t(`play.step.${name}`);
    return button(`step-${name}`, sign, work, { title, "aria-label": title });
  };
  const typed = el("input", { type: "text", class: "typed", size: 7, autocomplete: "off", autocapitalize: "off",
    spellcheck: false, enterKeyHint: "send" });
  const form = el("form", { class: "typing" }, el("label", null, app.t("play.type"), " ", typed));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = typed.value.trim();
    if (move === "") return;
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
    step("turn", "⇅", turn),
    number,
    form,
  );
}
