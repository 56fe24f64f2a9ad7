// Exports the problems of a query as a file.

import { button, download, el, fill } from "./dom.js";
import { messageOf } from "./engine.js";

/** @import { Desk, Panel } from "./collection.js" */

const formats = ["json", "epd", "olive", "popeye", "pgn", "csv", "html", "latex", "diagram-sty", "svg"];

/** @param {Desk} desk @returns {Panel} */
export function exportPanel(desk) {
  const { app } = desk;
  const { t } = app;
  const options = formats.map((value) => el("option", { value }, t(`collection.format.${value}`)));
  const format = el("select", { id: "export-format" }, options);
  const said = el("p", { role: "status" });
  const root = el("div", null,
    el("h2", null, t("collection.tab.export")),
    el("p", { class: "hint" }, t("collection.export.hint")),
    el("p", { class: "row" }, el("label", { for: format.id }, t("collection.export.format")), format,
      button("primary", t("collection.export.save"), save)),
    said,
  );

  async function save() {
    fill(said);
    try {
      const answer = await app.engine.call("collection/export", { query: desk.query(), format: format.value }, {
        on: (event, data) => event === "waiting" && fill(said, t("app.waiting", data)),
      });
      const bytes = Uint8Array.from(atob(answer.data ?? ""), (sign) => sign.charCodeAt(0));
      download(answer.name, new Blob([bytes]));
      fill(said, t("collection.export.done", { n: answer.problems, name: answer.name, left: answer.left }));
    } catch (thrown) {
      fill(said, el("span", { class: "fault" }, messageOf(thrown)));
    }
  }

  /** Adds the sheet to print when the panel first opens. */
  async function open() {
    const { sheetSection } = await import("./collection-sheet.js");
    root.querySelector(".sheet-form") ?? root.append(sheetSection(desk));
  }

  return { root, open, close: () => {} };
}
