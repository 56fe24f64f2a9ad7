// A labelled button that opens a group of buttons next to it.

import { el } from "./dom.js";

/**
 * Returns a menu. It stays open after a choice, since several are common, and closes by Escape, by
 * a click elsewhere, and when the focus leaves it. The arrow keys move among its buttons.
 * @param {string} name the class of the menu
 * @param {string} label @param {...(HTMLElement | false | HTMLElement[])} children
 */
export function menu(name, label, ...children) {
  const items = el("div", { class: "items", role: "group", "aria-label": label }, ...children);
  const opener = el("button", { type: "button", class: "opener", "aria-expanded": "false", onclick: () => set(!is()) },
    label, el("span", { "aria-hidden": "true" }, " ▾"));
  const whole = el("div", { class: `menu ${name}` }, opener, items);
  let elsewhere = new AbortController();
  const is = () => whole.classList.contains("open");
  const set = (/** @type {boolean} */ on) => {
    elsewhere.abort();
    whole.classList.toggle("open", on);
    opener.setAttribute("aria-expanded", String(on));
    if (on) {
      elsewhere = new AbortController();
      document.addEventListener("pointerdown", (event) => {
        leave(event.target);
        if (!is() && /** @type {Element} */ (event.target).closest("chess-board")) {
          event.stopPropagation(); // the board does nothing but close the menu
        }
      }, { capture: true, signal: elsewhere.signal });
      items.scrollIntoView({ block: "nearest" });
    }
  };
  const leave = (/** @type {EventTarget | null} */ to) => to instanceof Node && !whole.contains(to) && set(false);
  whole.addEventListener("focusout", ({ relatedTarget }) => leave(relatedTarget));
  whole.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && is()) {
      event.stopPropagation();
      set(false);
      opener.focus();
    } else if (is() ? /^Arrow|^Home$|^End$/.test(event.key) : event.key === "ArrowDown" && event.target === opener) {
      event.preventDefault();
      event.stopPropagation();
      if (!is()) {
        set(true);
      }
      const buttons = [...items.querySelectorAll("button")].filter((button) => button.checkVisibility());
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      buttons[next(event.key, at, buttons.length)]?.focus();
    }
  });
  return whole;
}

/**
 * Returns the index of the button to which a key leads, from one that is -1 for none.
 * @param {string} key @param {number} at @param {number} count
 */
function next(key, at, count) {
  if (key === "Home" || key === "End") return key === "Home" ? 0 : count - 1;
  const by = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  return at < 0 ? 0 : (at + by + count) % count;
}
