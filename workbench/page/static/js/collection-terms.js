// What themes, kinds of keys, flaws and changes are called in the reader's language. A collection
// stores them in English, and queries ask for them so.

import { keysInItalian } from "./words-fields.js";

/** @import { App } from "./pages.js" */

/**
 * @typedef {object} Terms
 * @property {Promise<void>} ready they are known, or nobody knows them
 * @property {(name: string) => string} of what a term is called
 */

/**
 * Asks the program for its terms, where they are not the stored ones.
 * @param {App} app
 * @returns {Terms}
 */
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
