// Names of themes, types of keys, flaws and changes in the reader's language. Collections store them
// in English, and queries use the English names.

import { keysInItalian } from "./words-fields.js";

/** @import { App } from "./pages.js" */

/**
 * @typedef {object} Terms
 * @property {Promise<void>} ready resolves when the names are known or cannot be had
 * @property {(name: string) => string} of returns the name of a term
 */

/** Requests the terms from the program, unless they are the stored ones. @param {App} app @returns {Terms} */
export function termsOf(app) {
  if (app.language === "en" || !app.has("terms")) {
    return { ready: Promise.resolve(), of: (name) => name };
  }
  /** @type {Record<string, {name: string}>} */
  let known = {};
  return {
    ready: app.engine.call("terms").then((answer) => void (known = answer), () => {}),
    of: (name) => keysInItalian[name] ?? known[name]?.name ?? name,
  };
}
