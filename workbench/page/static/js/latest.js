// Requests of which only the latest counts, and what is shown if one fails.

import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";

/** Returns a function that ends the previous request, and returns the signal for the next one. */
export function latest() {
  let current = new AbortController();
  return () => {
    current.abort();
    return (current = new AbortController()).signal;
  };
}

/** Shows the fault of a request, unless the page has ended it. @param {HTMLElement} place @param {unknown} thrown */
export function refused(place, thrown) {
  if (!cancelled(thrown)) {
    fill(place, el("p", { class: "fault", role: "alert" }, messageOf(thrown)));
  }
}
