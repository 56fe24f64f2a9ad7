// The worker: it runs the program and carries messages. The page sends {module} first, the
// compiled program; then {id, name, body} and {id, cancel: true}. The worker says
// {ready: true} once, and then {id, event, data}; {failed} if the program could not go on.

importScripts("wasm_exec.js");

globalThis.alfiereReady = () => postMessage({ ready: true });
globalThis.alfiereAnswer = (id, event, text) => postMessage({ id, event, data: JSON.parse(text) });

addEventListener("message", async ({ data }) => {
  if (data.module) {
    const go = new Go();
    try {
      const program = await WebAssembly.instantiate(data.module, go.importObject);
      await go.run(program);
      postMessage({ failed: "the program has ended" }); // which it never does by itself
    } catch (thrown) {
      postMessage({ failed: String(thrown) });
    }
  } else if (data.cancel) {
    alfiereCancel(data.id);
  } else {
    alfiereAsk(data.id, data.name, JSON.stringify(data.body ?? {}));
  }
});
