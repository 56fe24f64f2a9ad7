// Runs the program of a pocket folder in Node: node node.js FOLDER, a request {name, body} on
// each line of the standard input; prints {event, data, ms} of the last event of each.
"use strict";
const fs = require("fs");
const path = require("path");
const folder = path.resolve(process.argv[2]);
require(path.join(folder, "wasm_exec.js"));

const requests = fs.readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
let begun = 0;
const ask = (id) => {
  if (id === requests.length) {
    process.exit(0);
  }
  begun = performance.now();
  globalThis.alfiereAsk(id, requests[id].name, JSON.stringify(requests[id].body ?? {}));
};
globalThis.alfiereReady = () => setTimeout(ask, 0, 0);
globalThis.alfiereAnswer = (id, event, text) => {
  if (event === "result" || event === "fault") {
    fs.writeSync(1, JSON.stringify({ event, data: JSON.parse(text), ms: performance.now() - begun }) + "\n");
    setTimeout(ask, 0, id + 1);
  }
};
const go = new globalThis.Go();
WebAssembly.instantiate(fs.readFileSync(path.join(folder, "alfiere.wasm")), go.importObject).then(({ instance }) => {
  go.run(instance);
});
