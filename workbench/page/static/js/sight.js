// Whether the page is seen. A browser has six connections to a server for all its tabs together:
// what only shows how something goes on gives its own back while nobody looks.

/**
 * Waits until the page is seen.
 * @param {AbortSignal} signal ends the waiting
 */
export async function seen(signal) {
  while (document.visibilityState !== "visible" && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true, signal });
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
}

/**
 * Returns a signal that ends with another one, and when the page that is seen now is hidden.
 * @param {AbortSignal} signal
 * @returns {AbortSignal}
 */
export function whileSeen(signal) {
  const hidden = new AbortController();
  document.addEventListener("visibilitychange", () => hidden.abort(), { once: true, signal });
  return AbortSignal.any([signal, hidden.signal]);
}
