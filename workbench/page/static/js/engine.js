// The one interface by which pages ask the program, and the choice between those who answer:
// the server that the page came from, or the program itself as WebAssembly in a worker.

import { language } from "./words.js";

/**
 * Why a request was refused, as docs/web-api.md says.
 * @typedef {object} FaultData
 * @property {string} code
 * @property {string} message
 * @property {string} [field]
 * @property {number} [offset]
 * @property {number} [line]
 * @property {number} [column]
 * @property {string[]} [squares]
 */

/**
 * What may go with a call.
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] aborting it cancels the work
 * @property {(event: string, data: any) => void} [on] hears waiting, progress and partial; again, if
 *   the server went away and all begins anew
 */

/**
 * Who answers. A call ends with the result, or rejects with a Fault.
 * @typedef {object} Engine
 * @property {"server" | "worker"} kind
 * @property {{program: string, api: number, methods: string[]}} about
 * @property {(name: string, body?: object, options?: CallOptions) => Promise<any>} call
 */

/** The refusal of a request; its code is "cancelled" if the asker aborted it. */
export class Fault extends Error {
  /** @param {FaultData} data */
  constructor(data) {
    super(data.message);
    this.name = "Fault";
    this.code = data.code;
    this.field = data.field ?? "";
    this.offset = data.offset ?? -1;
    this.line = data.line ?? 0;
    this.column = data.column ?? 0;
    this.squares = data.squares ?? [];
  }
}

/**
 * Reports whether what was thrown says that the asker aborted the call.
 * @param {unknown} thrown
 * @returns {boolean}
 */
export function cancelled(thrown) {
  return thrown instanceof Fault && thrown.code === "cancelled";
}

/**
 * Says why something was refused, or went wrong.
 * @param {unknown} thrown
 * @returns {string}
 */
export function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Finds who answers. A page in the pocket says so by <meta name="alfiere-pocket">, and asks
 * its worker where there is no server; any other asks its server. Whatever is asked is asked in
 * the language of the page.
 * @returns {Promise<Engine>}
 */
export async function connect() {
  const pocket = document.querySelector('meta[name="alfiere-pocket"]');
  const module = pocket ? "./worker-engine.js" : "./server.js";
  /** @type {Engine} */
  const engine = await (await import(module)).connect();
  const { call } = engine;
  return { ...engine, call: (name, body, options) => call(name, { language: language(), ...body }, options) };
}
