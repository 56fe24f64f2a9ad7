// How the page looks and sounds: the reader's choices, remembered in this browser.

import { recall, remember } from "./memory.js";
import { outlines } from "./men.js";
import { staunton } from "./men-staunton.js";

const boards = ["paper", "wood", "green"];

/**
 * What can be chosen. "paper" and "wood" are the boards of pages that ask for these: problems and games.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const choices = {
  theme: ["auto", "light", "dark"], paper: boards, wood: boards, men: ["diagram", "staunton"], sound: ["off", "on"],
};

/** @type {Record<string, string>} */
const chosen = recall("look", { paper: "paper", wood: "wood" });

/** Returns the reader's choice of something, or the first one. @param {string} what */
export function look(what) {
  const now = what === "theme" ? document.documentElement.dataset.theme : chosen[what];
  return choices[what]?.find((name) => name === now) ?? choices[what]?.[0] ?? "";
}

/** Chooses, and dispatches the event "look" on the document. @param {string} what @param {string} name */
export function choose(what, name) {
  if (what === "theme") {
    document.documentElement.dataset.theme = name; // first.js sets it next time
    remember("theme", name);
  } else {
    chosen[what] = name;
    remember("look", chosen);
  }
  document.dispatchEvent(new CustomEvent("look"));
}

/** Returns the outlines of men. @param {string} [set] */
export const outlinesOf = (set = look("men")) => (set === "staunton" ? staunton : outlines);
