// Creates elements. Nothing here parses HTML: texts become text nodes.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Names that are set as attributes although elements have such properties. */
const attributes = new Set(["role", "list", "form"]);

/**
 * Returns a new element. Properties that begin with "on" are listeners, "class" and names with
 * "-" (also "role", "for") are attributes, "data" an object of data attributes, and the others
 * properties of the element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any> | null} [properties] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (name in element && !name.includes("-") && !attributes.has(name)) {
      /** @type {any} */ (element)[name] = value;
    } else if (value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return add(element, ...children);
}

/**
 * Returns a button.
 * @param {string | null} kind its class
 * @param {Child} text @param {(event: MouseEvent) => void} work
 * @param {Record<string, any>} [more] properties
 */
export const button = (kind, text, work, more) =>
  el("button", { type: "button", class: kind, onclick: work, ...more }, text);

/**
 * Appends children, texts as text; null, undefined and false are skipped.
 * @template {Element} E
 * @param {E} element @param {...(Child | Child[])} children @returns {E}
 */
export function add(element, ...children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === "number" ? String(child) : child);
    }
  }
  return element;
}

/**
 * Keeps a drag on an element from becoming a fling of the page: browsers begin one even where
 * nothing may scroll, take the next tap for the hand that stops it, and make no click of that.
 * @param {HTMLElement} element
 * @param {() => boolean} held whether the finger that moves now belongs to the element; with
 * two fingers it belongs to the browser, which zooms
 */
export function keepTouch(element, held) {
  element.addEventListener("touchmove", (event) => {
    if (event.cancelable && event.touches.length === 1 && held()) {
      event.preventDefault();
    }
  }, { passive: false });
}

/**
 * Replaces the contents of an element.
 * @template {Element} E
 * @param {E} element @param {...(Child | Child[])} children @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, ...children);
}

/**
 * Returns a new element of SVG with attributes.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number>} [attributes] @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** How much of the next item is visible, in pixels. */
const margin = 40;

/** Scrolls a row sideways until an item of it can be seen. @param {HTMLElement} row @param {HTMLElement} item */
export function reveal(row, item) {
  const left = item.offsetLeft - row.offsetLeft - margin;
  row.scrollLeft = Math.max(Math.min(row.scrollLeft, left), left + item.offsetWidth + 2 * margin - row.clientWidth);
}

/**
 * Fades the edges beyond which a row that scrolls sideways continues.
 * @template {HTMLElement} E
 * @param {E} row @returns {E}
 */
export function fadeEdges(row) {
  const look = () => {
    row.classList.toggle("more-left", row.scrollLeft > 1);
    row.classList.toggle("more-right", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
  };
  row.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(row);
  new MutationObserver(look).observe(row, { childList: true, subtree: true });
  return row;
}

/** Downloads a file. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

/** Copies a text, and returns whether that is permitted. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file that is UTF-8 or, if it is old, Windows-1252. @param {File} file */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Takes what is pasted anywhere on the page but into fields and dialogs.
 * @param {(text: string) => void} take @param {(files: File[]) => void} takeFiles
 * @param {AbortSignal} signal ends it
 */
export function takePasted(take, takeFiles, signal) {
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const field = /** @type {HTMLElement} */ (event.target).matches("input, textarea, select");
    if (field || document.querySelector("dialog[open]") || (text.trim() === "" && files.length === 0)) {
      return;
    }
    event.preventDefault();
    text.trim() === "" ? takeFiles(files) : take(text);
  }, { signal });
}

/**
 * Takes files that are dropped anywhere on the page.
 * @param {(files: File[]) => void} take
 * @param {AbortSignal} signal ends it
 * @param {(over: boolean) => void} [hover] hears whether files are being dragged over the page
 */
export function takeDropped(take, signal, hover = () => {}) {
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      hover(true);
    }
  }, { signal });
  document.addEventListener("dragleave", () => hover(false), { signal });
  document.addEventListener("drop", (event) => {
    hover(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) {
      event.preventDefault();
      take(files);
    }
  }, { signal });
}
