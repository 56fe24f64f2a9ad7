// Texts in English and Italian. The modules words-*.js register them; other modules have no sentences.

/** @typedef {Record<string, unknown>} Values */
/** @typedef {string | ((values: any) => string)} Text */
/** @typedef {Record<string, [en: Text, it: Text]>} Texts */
/** @typedef {"en" | "it"} Language */

/** @type {Texts} */
const texts = {};

/** @type {Language} */
let current = "en";

/**
 * Adds texts, each in both languages. Keys are "part.name". In a text, {name} is replaced by a value; a text that
 * depends on numbers is a function of the values.
 * @param {Texts} more
 * @param {string} [prefix] of their keys
 */
export function register(more, prefix = "") {
  Object.entries(more).forEach(([key, text]) => (texts[prefix + key] = text));
}

/** Returns the text of a key in the current language. @param {string} key @param {Values} [values] */
export function t(key, values = {}) {
  const text = texts[key]?.[current === "it" ? 1 : 0];
  if (text === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  if (typeof text === "function") return text(values);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export function language() {
  return current;
}

/** Sets the language and dispatches the event "language" on the document. @param {string} to */
export function setLanguage(to) {
  current = to === "it" ? "it" : "en";
  document.documentElement.lang = current;
  document.dispatchEvent(new CustomEvent("language"));
}

/** Writes a number with a fixed number of decimals. @param {number} n @param {number} digits */
export const decimals = (n, digits) =>
  n.toLocaleString(current, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Writes a number and its noun. @param {number} n @param {string} one @param {string} many */
export const number = (n, one, many) => `${n} ${n === 1 ? one : many}`;
