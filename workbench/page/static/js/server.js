// The program on a web server: a request is a POST, its answer a stream of events. Requests to a server that does
// not respond are repeated, with growing pauses, and those made in the meantime wait. The page keeps its own state
// and continues where it was.

import { Fault } from "./engine.js";
import { t } from "./words.js";

/** @import { CallOptions, Engine } from "./engine.js" */

/** After this many milliseconds a server counts as away: one that works sends a sign of life every ten seconds. */
const silence = 30000;

/** Bodies longer than this, in characters, may take longer to send. */
const long = 1 << 18;

/**
 * Connects to the server, which first.js has asked already. Later requests wait for the server if it goes away.
 * @returns {Promise<Engine>}
 */
export async function connect() {
  const about = await /** @type {any} */ (globalThis).alfiereAbout;
  return { about: about ?? await call("about"), call: patient(call) };
}

/**
 * Sends a request and reads its events until the result.
 * @param {string} name @param {object} [body] @param {CallOptions} [options] @returns {Promise<any>}
 */
export async function call(name, body = {}, { signal, on } = {}) {
  const silent = new AbortController();
  let answered = false;
  let timer = 0;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silence);
  };
  try {
    const text = JSON.stringify(body);
    if (text.length < long) {
      heard();
    }
    const answer = await fetch(`api/v1/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: text,
      signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
    });
    if (!answer.ok || !answer.body) throw await refusal(answer);
    if (!(answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
      answered = true;
      return await answer.json();
    }
    // Chromium shows an answer as cancelled if only a script reads it, so a copy is piped to its end.
    answer.clone().body?.pipeTo(new WritableStream()).catch(() => {});
    for await (const [event, data] of events(answer.body, heard)) {
      answered = event === "result" || event === "fault"; // nothing follows
      if (event === "result") return data;
      if (event === "fault") throw new Fault(data);
      on?.(event, data);
    }
    throw new Fault({ code: "unreachable", message: t("app.broken") });
  } catch (thrown) {
    throw asFault(thrown, signal);
  } finally {
    clearTimeout(timer);
    if (!answered) {
      silent.abort(); // the copy ends, too, and so does the work
    }
  }
}

/** Returns any error as a fault. @param {unknown} thrown @param {AbortSignal} [signal] */
function asFault(thrown, signal) {
  if (signal?.aborted) {
    return new Fault({ code: "cancelled", message: "cancelled" });
  }
  if (thrown instanceof Fault) return thrown;
  return new Fault({ code: "unreachable", message: t("app.silent") });
}

/** Errors that come before the program has read the language of the request, by status. */
const refusals = new Set([408, 413, 503]);

/** Reads the fault in an answer that is not a stream. @param {Response} answer */
async function refusal(answer) {
  const text = await answer.text();
  try {
    const data = JSON.parse(text);
    if (typeof data.code === "string") {
      return new Fault(refusals.has(answer.status) ? { ...data, message: t(`app.refused.${answer.status}`) } : data);
    }
  } catch {
    // not from the program itself: only the status is known
  }
  return new Fault({ code: "unreachable", message: `${answer.status} ${answer.statusText}` });
}

/**
 * Reads server-sent events.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {() => void} heard is told of every sign of life
 * @returns {AsyncGenerator<[string, any]>}
 */
async function* events(stream, heard) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      heard();
      text += decoder.decode(value, { stream: !done });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parse(block);
        if (event) {
          yield event;
        }
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Reads the lines of one event; a comment alone is not an event.
 * @param {string} block @returns {[string, any] | null}
 */
function parse(block) {
  let event = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) {
      event = line.slice(6).trim();
    } else if (line.startsWith("data:")) {
      data.push(line.slice(5));
    }
  }
  return data.length > 0 ? [event, JSON.parse(data.join("\n"))] : null;
}

/** @typedef {Engine["call"]} Call */

/** The pauses, in milliseconds; the last one repeats. */
const pauses = [500, 1000, 2000, 4000, 8000, 15000];

/** How often a request is sent if it breaks off while the server is there. */
const mostTries = 4;

/** Requests that must not be repeated, since they may be done although the answer was lost. */
const writing = new Set(["collection/edit", "collection/delete", "collection/import"]);

/** Reports whether a thrown value means that the server is away. @param {unknown} thrown @returns {thrown is Fault} */
function nobody(thrown) {
  return thrown instanceof Fault && (thrown.code === "unreachable" || thrown.code === "ending");
}

/**
 * Returns a call that waits for a server that is away. A request that is sent again emits the event
 * "again": earlier events no longer count. The event "away" is dispatched on the document; its
 * detail is a function that ends the pause, or null when the server is back.
 * @param {Call} call @returns {Call}
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
        if (!nobody(thrown)) throw thrown;
        wait();
        if (writing.has(name)) {
          throw new Fault({ code: thrown.code, message: t("app.unwritten") });
        }
        if (tries === mostTries) throw thrown;
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
      if (!nobody(thrown)) break;
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
 * @param {number} milliseconds @returns {Promise<void>}
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
 * @param {AbortSignal | undefined} signal @param {Promise<void>} promise @returns {Promise<void>}
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
