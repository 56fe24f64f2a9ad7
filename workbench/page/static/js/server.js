// The program behind a web server: a request is a POST, its answer a stream of events.

import { Fault } from "./engine.js";
import { patient } from "./patience.js";
import { t } from "./words.js";

/** @import { Engine, CallOptions } from "./engine.js" */

/** A server that works shows every ten seconds that it lives; after so many milliseconds without a sign it does not. */
const silence = 30000;

/** Bodies that take longer to send than that are longer, in characters. */
const long = 1 << 18;

/**
 * Asks the server what it is. What is asked later waits for it, should it go away.
 * @returns {Promise<Engine>}
 */
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
    // Chromium shows an answer as cancelled that scripts alone read; a copy is piped to its end.
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
      silent.abort(); // the copy ends, too, and with it the work
    }
  }
}

/**
 * Makes a fault of whatever went wrong.
 * @param {unknown} thrown
 * @param {AbortSignal} [signal]
 * @returns {Fault}
 */
function asFault(thrown, signal) {
  if (signal?.aborted) {
    return new Fault({ code: "cancelled", message: "cancelled" });
  }
  if (thrown instanceof Fault) {
    return thrown;
  }
  return new Fault({ code: "unreachable", message: t("app.silent") });
}

/** Refusals that come before the program has read in which language it is asked, by their status. */
const refusals = new Set([408, 413, 503]);

/**
 * Reads the fault of an answer that is no stream.
 * @param {Response} answer
 * @returns {Promise<Fault>}
 */
async function refusal(answer) {
  const text = await answer.text();
  try {
    const data = JSON.parse(text);
    if (typeof data.code === "string") {
      return new Fault(refusals.has(answer.status) ? { ...data, message: t(`app.refused.${answer.status}`) } : data);
    }
  } catch {
    // not from the program itself: the status says what there is to say
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
 * Reads the lines of one event; a comment alone is none.
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
