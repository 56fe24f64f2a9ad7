// Retries requests to a server that does not respond, with growing pauses. Requests made in the
// meantime wait. The page keeps its own state and continues where it was.

import { Fault } from "./engine.js";
import { t } from "./words.js";

/** @import { Engine } from "./engine.js" */

/** @typedef {Engine["call"]} Call */

/** The pauses, in milliseconds; the last one repeats. */
const pauses = [500, 1000, 2000, 4000, 8000, 15000];

/** How often a request is sent if it breaks off while the server is there. */
const mostTries = 4;

/** Requests that must not be repeated, since they may be done although the answer was lost. */
const writing = new Set(["collection/edit", "collection/import"]);

/** Reports whether a thrown value means that the server is away. @param {unknown} thrown @returns {thrown is Fault} */
function nobody(thrown) {
  return thrown instanceof Fault && (thrown.code === "unreachable" || thrown.code === "ending");
}

/**
 * Returns a call that waits for a server that is away. A request that is sent again emits the event
 * "again": earlier events no longer count. The event "away" is dispatched on the document; its
 * detail is a function that ends the pause, or null when the server is back.
 * @param {Call} call
 * @returns {Call}
 */
export function patient(call) {
  /** @type {Promise<void> | null} */
  let back = null;
  const wait = () => (back ??= comeBack(call).finally(() => (back = null)));
  return async (name, body = {}, options = {}) => {
    for (let tries = 1; ; tries++) {
      if (back) {
        await unless(options.signal, back);
      }
      if (tries > 1) {
        options.on?.("again", {});
      }
      try {
        return await call(name, body, options);
      } catch (thrown) {
        if (!nobody(thrown)) {
          throw thrown;
        }
        wait();
        if (writing.has(name)) {
          throw new Fault({ code: thrown.code, message: t("app.unwritten") });
        }
        if (tries === mostTries) {
          throw thrown;
        }
      }
    }
  };
}

/** Repeats a request until the server answers at all. @param {Call} call */
async function comeBack(call) {
  for (let i = 0; ; i++) {
    await pause(pauses[Math.min(i, pauses.length - 1)] ?? 0);
    try {
      await call("about");
      break;
    } catch (thrown) {
      if (!nobody(thrown)) {
        break;
      }
    }
  }
  tell(null);
}

/** @param {(() => void) | null} now */
function tell(now) {
  document.dispatchEvent(new CustomEvent("away", { detail: now }));
}

/**
 * Waits until the pause ends, the reader ends it, the network is back or the window is shown again.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function pause(milliseconds) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    const look = () => document.hidden || end();
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    document.addEventListener("visibilitychange", look);
    tell(end);
  });
}

/**
 * Waits for a promise, unless the caller aborts.
 * @param {AbortSignal | undefined} signal
 * @param {Promise<void>} promise
 * @returns {Promise<void>}
 */
function unless(signal, promise) {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Fault({ code: "cancelled", message: "cancelled" }));
    if (signal?.aborted) {
      end();
      return;
    }
    signal?.addEventListener("abort", end, { once: true });
    promise.then(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    });
  });
}
