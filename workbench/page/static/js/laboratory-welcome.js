// The laboratory before its first experiment: what it is for, first steps, and a place to drop files.

import { el } from "./dom.js";

/** @import { App } from "./pages.js" */

/**
 * @param {App} app
 * @param {(what?: string, files?: Iterable<File>) => void} ask opens the form for an experiment, with files
 */
export function welcome(app, ask) {
  const { t } = app;
  if (!app.has("laboratory/start")) {
    return el("section", { class: "laboratory-welcome", hidden: true }, el("p", null, t("laboratory.welcome.read")));
  }
  const zone = el("p", { class: "laboratory-drop hint" }, t("laboratory.welcome.drop"));
  const section = el(
    "section",
    { class: "laboratory-welcome", hidden: true, "aria-label": t("laboratory.empty") },
    el("p", null, t("laboratory.welcome")),
    el("p", { class: "row" }, ["tournament", "order"].map((what) => el("button", { type: "button", data: { what }, onclick: () => ask(what) }, t(`laboratory.welcome.${what}`)))),
    zone,
  );
  section.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  section.addEventListener("dragleave", () => zone.classList.remove("over"));
  section.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer?.files.length) {
      ask(undefined, event.dataTransfer.files);
    }
  });
  return section;
}
