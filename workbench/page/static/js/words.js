// Texts in English and Italian. The modules words-*.js register them; other modules have no sentences.

/** @typedef {Record<string, unknown>} Values */
/** @typedef {string | ((values: any) => string)} Text */
/** @typedef {Record<string, Text>} Texts */
/** @typedef {"en" | "it"} Language */

/** @type {Record<Language, Texts>} */
const texts = { en: {}, it: {} };

/** @type {Language} */
let current = "en";

/**
 * Adds texts. Keys are "part.name". In a text, {name} is replaced by a value; a text that depends
 * on numbers is a function of the values.
 * @param {Record<Language, Texts>} more
 */
export function register(more) {
  Object.assign(texts.en, more.en);
  Object.assign(texts.it, more.it);
}

/**
 * Returns the text of a key in the current language.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[current][key] ?? texts.en[key];
  if (text === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  if (typeof text === "function") {
    return text(values);
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @returns {Language} */
export function language() {
  return current;
}

/**
 * Sets the language and dispatches the event "language" on the document.
 * @param {string} to
 */
export function setLanguage(to) {
  current = to === "it" ? "it" : "en";
  document.documentElement.lang = current;
  document.dispatchEvent(new CustomEvent("language"));
}

/**
 * Returns the keys that are missing in one of the languages. A test expects none.
 * @returns {string[]}
 */
export function missing() {
  const keys = new Set([...Object.keys(texts.en), ...Object.keys(texts.it)]);
  return [...keys].filter((key) => !(key in texts.en && key in texts.it));
}
