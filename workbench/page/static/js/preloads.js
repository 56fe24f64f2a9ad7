// The modules of each page besides those that every page needs, and its style sheet. A test writes the names of
// the modules (-update).

import { t } from "./words.js";

/** @type {Record<string, string>} */
const needed = {
  problem: `
    diagram difference kept-list menu mini-board problem-analysis problem-editor problem-export problem-maps
    problem-reading problem-strip problem-undo problem-verdict problem-versions problem-walk problem report
    tabs tray words-problem
  `,
  collection: `
    collection-analysis collection-caption collection-details collection-edit collection-export
    collection-import collection-query collection-results collection-statistics collection mini-board
    words-collection words-fields
  `,
  play: `
    mini-board play-bar play-board play-buttons play-clock play-council play-graph play-learn play-members
    play-moves play-new play-opponent play-promote play-study play-table play-text play-think play-tree
    play-why play tabs words-play words-why
  `,
  laboratory: `
    figures laboratory-games laboratory-job laboratory-store laboratory plot words-experiments words-figures
    words-laboratory
  `,
};

/**
 * Requests the modules of a page at once: a browser learns of a module's imports only when it has loaded it,
 * so the deepest module would wait for a chain of answers.
 * @param {string} page
 */
export function preload(page) {
  const names = (needed[page] ?? "").split(/\s+/).filter((name) => name !== "");
  delete needed[page];
  document.head.append(...names.map((name) => Object.assign(document.createElement("link"), { rel: "modulepreload", href: `js/${name}.js` })));
}

/** The links in index.html to the style sheets of pages; a disabled one is not requested. */
const links = () => /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-page]"));

/** Style sheets that are there or on their way. @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Requests the style sheet of a page, once.
 * @param {string} page
 * @returns {Promise<void>} is rejected if it cannot be loaded; then another attempt requests it again
 */
export function styled(page) {
  const link = [...links()].find(({ dataset }) => dataset["page"] === page);
  const loading = asked.get(page) ?? new Promise((resolve, reject) => {
    link?.addEventListener("load", () => {
      /** @type {CSSStyleSheet} */ (link.sheet).disabled = true; // until the page is shown
      resolve();
    }, { once: true });
    link?.addEventListener("error", () => {
      link.disabled = true;
      asked.delete(page);
      reject(new Error(t("app.silent")));
    }, { once: true });
    link?.toggleAttribute("disabled", false);
  });
  asked.set(page, loading);
  return loading;
}

/** Uses the style sheet of a page, once it is loaded, and those of no others. @param {string} page */
export function dress(page) {
  for (const { dataset, sheet } of links()) {
    if (sheet) {
      sheet.disabled = dataset["page"] !== page;
    }
  }
}
