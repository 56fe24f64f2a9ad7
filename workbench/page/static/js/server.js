// The program on a web server: a request is a POST, its answer a stream of events.

import { Fault } from "./engine.js";
import { patient } from "./patience.js";
import { t } from "./words.js";

/** @import { Engine, CallOptions } from "./engine.js" */

/** A working server sends a sign of life every ten seconds; after this many milliseconds without one it counts as away. */
const silence = 30000;

/** Bodies longer than this, in characters, may take longer to send. */
const long = 1 << 18;

/** Connects to the server. Later requests wait for the server if it goes away. @returns {Promise<Engine>} */
export async function connect() {
  return { kind: "server", about: await call("about"), call: patient(call) };
}

/**
 * Sends a request and reads its events until the result.
 * @param {string} name
 * @param {object} [body]
 * @param {CallOptions} [options]
 * @returns {Promise<any>}
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
    if (!answer.ok || !answer.body) {
      throw await refusal(answer);
    }
    if (!(answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
      answered = true;
      return await answer.json();
    }
    // Chromium shows an answer as cancelled if only a script reads it, so a copy is piped to its end.
    answer.clone().body?.pipeTo(new WritableStream()).catch(() => {});
    for await (const [event, data] of events(answer.body, heard)) {
      answered = event === "result" || event === "fault"; // nothing follows
      if (event === "result") {
        return data;
      }
      if (event === "fault") {
        throw new Fault(data);
      }
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

/** Returns any error as a fault. @param {unknown} thrown @param {AbortSignal} [signal] @returns {Fault} */
function asFault(thrown, signal) {
  if (signal?.aborted) {
    return new Fault({ code: "cancelled", message: "cancelled" });
  }
  if (thrown instanceof Fault) {
    return thrown;
  }
  return new Fault({ code: "unreachable", message: t("app.silent") });
}

/** Errors that come before the program has read the language of the request, by status. */
const refusals = new Set([408, 413, 503]);

/** Reads the fault in an answer that is not a stream. @param {Response} answer @returns {Promise<Fault>} */
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
      if (done) {
        return;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Reads the lines of one event; a comment alone is not an event.
 * @param {string} block
 * @returns {[string, any] | null}
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
