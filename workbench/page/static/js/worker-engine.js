// The pocket page: a server answers if there is one, otherwise the program itself, as WebAssembly in
// workers. alfiere-pocket writes the files that this module loads.

import { Fault } from "./engine.js";
import * as server from "./server.js";

/** @import { Engine, CallOptions } from "./engine.js" */

/**
 * A pending request.
 * @typedef {{name: string, body: object, options: CallOptions, resolve: (result: any) => void,
 *   reject: (fault: Fault) => void}} Task
 */

/** A worker, its task, and the number of that. @typedef {{worker: Worker, task: Task | null, id: number}} Helper */

// One worker answers while another computes. More would take too much memory on a phone.
const most = Math.min(Math.max(navigator.hardwareConcurrency || 2, 2), 3);

// How long a cancelled request may take to end before its worker is terminated: a program that is
// computing does not receive messages.
const grace = 100;

/** @type {Helper[]} */
const helpers = [];
/** @type {Task[]} */
const queue = [];
/** @type {Promise<WebAssembly.Module> | null} */
let program = null;
let last = 0;

/** Finds the engine. @returns {Promise<Engine>} */
export async function connect() {
  await keep();
  try {
    if (await isServed()) return await server.connect();
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== "unreachable") throw thrown;
  }
  return { about: await call("about"), call };
}

/**
 * Reports whether the page comes from the program, whose answers have a header of their own. It requests
 * a file that every host of the page has, so that a host of plain files logs no error.
 */
async function isServed() {
  try {
    const answer = await fetch("alfiere-pocket.json", { method: "HEAD", cache: "no-store" });
    return answer.headers.has("Alfiere-API");
  } catch {
    return false; // there is no network
  }
}

/** Caches the page for use without a network, and installs a new release first. */
async function keep() {
  if (!("serviceWorker" in navigator)) {
    return; // no browser caches pages from other machines over plain HTTP
  }
  try {
    const held = await navigator.serviceWorker.getRegistration("./");
    if (held?.waiting && navigator.serviceWorker.controller) {
      const changed = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
      changed.then(() => location.reload()); // also late: the rest of the old release is no longer available
      held.waiting.postMessage("renew");
      const renewed = await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 1000))]);
      if (renewed) {
        await new Promise(() => {}); // stop the old release here
      }
    }
    await navigator.serviceWorker.register("service-worker.js");
  } catch (thrown) {
    console.warn("the page is not kept for use without a net:", thrown);
  }
}

/**
 * Sends a request to a worker.
 * @param {string} name @param {object} [body] @param {CallOptions} [options] @returns {Promise<any>}
 */
export function call(name, body = {}, options = {}) {
  return new Promise((resolve, reject) => {
    const task = { name, body, options, resolve, reject };
    if (options.signal?.aborted) {
      reject(gone());
      return;
    }
    options.signal?.addEventListener("abort", () => abort(task), { once: true });
    queue.push(task);
    serve();
  });
}

function gone() {
  return new Fault({ code: "cancelled", message: "cancelled" });
}

/** Assigns queued requests to free workers, and tells the rest their place in the queue. */
function serve() {
  while (queue.length > 0) {
    const helper = helpers.find(({ task }) => task === null) ?? hire();
    const task = helper && queue.shift();
    if (!helper || !task) break;
    helper.task = task;
    helper.id = ++last;
    helper.worker.postMessage({ id: helper.id, name: task.name, body: task.body });
  }
  queue.forEach((task, ahead) => task.options.on?.("waiting", { ahead }));
}

/**
 * Starts a worker, if one more is allowed. Messages to it wait in the worker's own
 * queue until the program is loaded.
 * @returns {Helper | null}
 */
function hire() {
  if (helpers.length >= most) return null;
  const worker = new Worker("worker.js", { name: "alfiere" });
  /** @type {any[] | null} */
  let early = [];
  /** @type {Helper} */
  const helper = { worker, task: null, id: 0 };
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (/** @type {any} */ message) => (early ? early.push(message) : post(message));
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) {
      early?.forEach((message) => post(message));
      early = null;
    } else if (data.failed) {
      fail(helper, data.failed);
    } else {
      hear(helper, data);
    }
  });
  worker.addEventListener("error", (event) => fail(helper, event.message || "the worker could not be loaded"));
  compiled().then((module) => post({ module }), (thrown) => fail(helper, String(thrown)));
  helpers.push(helper);
  return helper;
}

/** The program, fetched and compiled once for all workers. */
function compiled() {
  program ??= (async () => {
    const answer = await fetch("alfiere.wasm");
    if (!answer.ok) {
      throw new Error(`alfiere.wasm: ${answer.status} ${answer.statusText}`);
    }
    if (answer.headers.get("Content-Type") === "application/wasm") {
      return WebAssembly.compileStreaming(answer);
    }
    return WebAssembly.compile(await answer.arrayBuffer()); // not every web server knows the media type
  })().catch((thrown) => {
    program = null;
    throw thrown;
  });
  return program;
}

/** Handles an event of a worker. @param {Helper} helper @param {{id: number, event: string, data: any}} message */
function hear(helper, { id, event, data }) {
  const { task } = helper;
  if (!task || id !== helper.id) return;
  if (event !== "result" && event !== "fault") {
    if (!task.options.signal?.aborted) {
      task.options.on?.(event, data);
    }
    return;
  }
  helper.task = null;
  if (event === "result") {
    task.resolve(data);
  } else {
    task.reject(new Fault(data));
  }
  serve();
}

/** Terminates a worker and rejects its request with the reason. @param {Helper} helper @param {string} message */
function fail(helper, message) {
  const { task } = helper;
  dismiss(helper);
  task?.reject(new Fault({ code: "internal", message }));
  serve();
}

/** @param {Helper} helper */
function dismiss(helper) {
  helper.worker.terminate();
  helper.task = null;
  helper.id = -1;
  const at = helpers.indexOf(helper);
  if (at >= 0) {
    helpers.splice(at, 1);
  }
}

/** Cancels a request. It is rejected at once; the worker is terminated if it does not end soon. @param {Task} task */
function abort(task) {
  const at = queue.indexOf(task);
  if (at >= 0) {
    queue.splice(at, 1);
  }
  task.reject(gone());
  const helper = helpers.find((other) => other.task === task);
  if (!helper) return;
  const { id } = helper;
  helper.worker.postMessage({ id, cancel: true });
  setTimeout(() => {
    if (helper.id === id && helper.task === task) {
      dismiss(helper);
      serve();
    }
  }, grace);
}
