// The pages in the order of the navigation. A page is shown if the program has its method.

import { styled } from "./sheets.js";

/** @import { Engine } from "./engine.js" @import { Language, Values } from "./words.js" */

/** The state in a link: the page and what it shows (position, tab, …). @typedef {Record<string, string>} State */

/**
 * What the frame offers to a page.
 * @typedef {object} App
 * @property {Engine} engine
 * @property {(key: string, values?: Values) => string} t
 * @property {(text: string) => void} announce announces a text to screen readers
 * @property {(changes: State, options?: {replace?: boolean}) => void} go changes the state
 *   in the link: "" removes an entry; with another page, the link holds only the changes. A page
 *   is not updated by its own changes.
 * @property {AbortSignal} left aborts when the page is left; then its requests are never answered
 * @property {Language} language the current one; the page is reopened when it changes
 * @property {(method: string) => boolean} has reports whether the program has a method
 * @property {() => void} help shows the list of keys
 */

/**
 * An open page.
 * @typedef {object} Page
 * @property {() => void} close stops its work; listeners end with App.left
 * @property {(state: State) => void} update shows another state (a link, the back button)
 */

/** @typedef {(root: HTMLElement, app: App, state: State) => Page | Promise<Page>} Open */

/**
 * A row: its name (in links, and its text is "page.NAME"), the method that it needs, and its
 * module. Keys are those that it adds to the list of keys: pairs of keys and the text's key.
 * @typedef {{name: string, needs: string, load: () => Promise<{open: Open, keys?: [string, string][]}>}} Row
 */

/** @type {Row[]} */
const rows = [
  { name: "problem", needs: "problem", load: () => import("./problem.js") },
  { name: "collection", needs: "collection/find", load: () => import("./collection.js") },
  { name: "play", needs: "search", load: () => import("./play.js") },
  { name: "laboratory", needs: "laboratory/list", load: () => import("./laboratory.js") },
];

/** The rows, with modules that are loaded together with the page's style sheet. @type {Row[]} */
export const pages = rows.map((row) => ({ ...row, load: async () => {
  const [module] = await Promise.all([row.load(), styled(row.name)]);
  return module;
} }));
