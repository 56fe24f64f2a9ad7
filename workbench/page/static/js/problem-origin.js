// The origin of a problem: the line under its diagram that names author, source, award and title, and opens the
// fields for them.

import { captionOf } from "./collection-caption.js";
import { button, el, fill } from "./dom.js";
import { menu } from "./menu.js";
import { t } from "./words.js";

/** @import { Caption } from "./collection-caption.js" @import { App } from "./pages.js" */

/** A caption; own says that it was written here, not read. @typedef {Caption & {own?: boolean}} Origin */

const fields = /** @type {const} */ (["author", "source", "award", "title"]);

/** @type {Origin} */
export const unknown = { author: "", source: "", award: "", title: "" };

/** The maximum number of characters of a field; the program allows 500 bytes. */
const longest = 120;

/** Returns the origin in a link, a file or the storage. @param {any} found @returns {Origin} */
export function originIn(found) {
  const texts = fields.map((name) => [name, typeof found?.[name] === "string" ? found[name].slice(0, longest) : ""]);
  return { ...unknown, ...Object.fromEntries(texts), ...(found?.own ? { own: true } : {}) };
}

/** Returns the fields that are not empty. @param {Origin} [origin] @returns {Record<string, string>} */
export function knownOf(origin = unknown) {
  return Object.fromEntries(fields.map((name) => [name, origin[name]]).filter(([, text]) => text !== ""));
}

/**
 * Returns the origin of a problem of the collection and its number of solutions; nothing if it is not there.
 * @param {App} app @param {string} [id] @returns {Promise<{origin?: Origin, solutions?: number}>}
 */
export async function fromCollection(app, id) {
  if (!id || !app.has("collection/show")) {
    return {};
  }
  const found = await app.engine.call("collection/show", { id: Number(id) }).catch(() => null);
  const { problem, source } = found ?? {};
  return problem ? { origin: originIn(captionOf({ ...problem, source })), solutions: problem.solutions } : {};
}

/** Returns the line, and a function that shows an origin in it. @param {(origin: Origin) => void} change */
export function originLine(change) {
  const written = () =>
    originIn({ own: true, ...Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()])) });
  /** @type {HTMLInputElement[]} */
  const inputs = fields.map((name) => el("input", { name, maxLength: longest, autocomplete: "off", spellcheck: false,
    onchange: () => change(written()) }));
  const node = menu("origin", t("problem.origin"),
    inputs.map((input) => el("label", null, el("span", null, t(`problem.origin.${input.name}`)), input)),
    button("origin-done", t("problem.origin.done"), () => opener.click()));
  const opener = /** @type {HTMLElement} */ (node.firstElementChild);
  node.lastElementChild?.addEventListener("keydown", (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    if (key === "Enter") {
      event.preventDefault(); // the button would open again
      opener.click();
      opener.focus();
    } else if (key !== "Escape") { // the keys of a menu move the caret in a field
      event.stopPropagation();
    }
  });
  const show = (/** @type {Origin} */ origin) => {
    const { author = "", ...others } = knownOf(origin);
    const rest = Object.values(others).join(" · ");
    inputs.forEach((input) => (input.value = origin[/** @type {keyof Caption} */ (input.name)]));
    opener.title = [author, rest].filter(Boolean).join(" · ");
    node.toggleAttribute("data-blank", opener.title === "");
    fill(opener, opener.title ? el("b", null, author) : t("problem.origin.none"), author && rest && " · ", rest,
      el("span", { "aria-hidden": "true" }, " ✎"));
  };
  return { node, show };
}
