// The style sheets of pages.

import { t } from "./words.js";

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
