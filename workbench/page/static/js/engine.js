// The interface between pages and the program, and the choice of engine: the server that the page
// came from, or the program itself as WebAssembly in a worker.

import { language, t } from "./words.js";

/**
 * The fault of a request (docs/web-api.md).
 * @typedef {{code: string, message: string, offset?: number, line?: number, column?: number,
 *   squares?: string[]}} FaultData
 */

/**
 * Options of a call.
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] aborting it cancels the work
 * @property {(event: string, data: any) => void} [on] receives waiting, progress and partial; and again
 *   if the server went away and the request restarts
 */

/**
 * An engine. A call resolves with the result, or rejects with a Fault.
 * @typedef {object} Engine
 * @property {{program: string, api: number, methods: string[]}} about
 * @property {(name: string, body?: object, options?: CallOptions) => Promise<any>} call
 */

/** The fault of a request; its code is "cancelled" if the caller aborted it. */
export class Fault extends Error {
  /** @param {FaultData} data */
  constructor(data) {
    super(data.message);
    this.name = "Fault";
    this.code = data.code;
    this.offset = data.offset ?? -1;
    this.line = data.line ?? 0;
    this.column = data.column ?? 0;
    this.squares = data.squares ?? [];
  }
}

/** Reports whether a thrown value means that the caller aborted the call. @param {unknown} thrown */
export function cancelled(thrown) {
  return thrown instanceof Fault && thrown.code === "cancelled";
}

/** Returns the message of a thrown value. @param {unknown} thrown */
export function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Loads a module that is not needed at first. If the server is away, it waits until the server is back.
 * @template T
 * @param {Engine} engine @param {() => Promise<T>} load
 */
export async function later(engine, load) {
  try {
    return await load();
  } catch {
    await engine.call("about");
  }
  return load().catch((cause) => { // some browsers do not request a module twice
    throw new Error(t("app.silent"), { cause });
  });
}

/**
 * Finds the engine. A pocket page is marked by <meta name="alfiere-pocket"> and uses its worker
 * if there is no server; any other page uses its server. All requests are in the language of the
 * page.
 * @returns {Promise<Engine>}
 */
export async function connect() {
  const pocket = document.querySelector('meta[name="alfiere-pocket"]');
  const module = await (pocket ? import("./worker-engine.js") : import("./server.js"));
  /** @type {Engine} */
  const engine = await module.connect();
  const { call } = engine;
  return { ...engine, call: (name, body, options) => call(name, { language: language(), ...body }, options) };
}

/** Waits until the page is visible. @param {AbortSignal} signal ends the waiting */
export async function seen(signal) {
  while (document.visibilityState !== "visible" && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true, signal });
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
}

/** Returns a signal that aborts with another one, or when the page is hidden. @param {AbortSignal} signal */
export function whileSeen(signal) {
  const hidden = new AbortController();
  document.addEventListener("visibilitychange", () => hidden.abort(), { once: true, signal });
  return AbortSignal.any([signal, hidden.signal]);
}
