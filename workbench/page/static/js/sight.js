// The visibility of the page. A browser has six connections to a server for all its tabs together,
// so requests that only follow something give up their connection while the page is hidden.

/** Waits until the page is visible. @param {AbortSignal} signal ends the waiting */
export async function seen(signal) {
  while (document.visibilityState !== "visible" && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true, signal });
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
}

/**
 * Returns a signal that aborts with another one, or when the page is hidden.
 * @param {AbortSignal} signal
 * @returns {AbortSignal}
 */
export function whileSeen(signal) {
  const hidden = new AbortController();
  document.addEventListener("visibilitychange", () => hidden.abort(), { once: true, signal });
  return AbortSignal.any([signal, hidden.signal]);
}
