// Exports a problem as a picture, document or text. The program writes the files; a bitmap is drawn
// here from the vector picture. Also copies the link and adds the problem to the collection.

import { fen, nameOf } from "./diagram.js";
import { copied, download, el, fill } from "./dom.js";
import { messageOf } from "./engine.js";
import { read, write as link } from "./link.js";
import { menu } from "./menu.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" */
/** @import { App } from "./pages.js" */
/** @import { Report } from "./report.js" */

/** Formats with the extensions and media types of their files. @type {[string, string, string][]} */
const forms = [
  ["svg", "svg", "image/svg+xml"],
  ["png", "png", "image/png"],
  ["latex", "tex", "application/x-tex"],
  ["html", "html", "text/html"],
  ["text", "txt", "text/plain"],
  ["json", "json", "application/json"],
];

/** Formats with one diagram: with twins, the one on the board. */
const pictures = ["svg", "png"];

/** The width of a bitmap. */
const dots = 1200;

/**
 * Returns the buttons for the link, the collection, and the formats of files. A phone has them in a menu.
 * @param {App} app
 * @param {() => {diagram: Diagram, report: Report | null, twins: Diagram[], after?: boolean}} current twins are all, if there are any; after says that their keys are made
 * @returns {HTMLElement}
 */
export function share(app, current) {
  const said = el("span", { class: "hint", role: "status" });
  const write = async (/** @type {string} */ form, /** @type {string} */ ending, /** @type {string} */ type) => {
    try {
      const { diagram, report, twins, after } = current();
      const one = pictures.includes(form) || twins.length < 2;
      const name = one && twins.length > 1 ? `problem-${"abcdefghijklmnopqrstuvwxyz"[twins.indexOf(diagram)]}.${ending}` : `problem.${ending}`;
      download(name, await made(app, form, type, one ? [diagram] : twins, report, after));
      said.textContent = t("problem.saved", { name });
    } catch (thrown) {
      said.textContent = t("problem.export.failed", { message: messageOf(thrown) });
    }
  };
  const buttons = forms.filter(([form]) => form === "json" || app.has("diagram")).map(([form, ending, type]) =>
    el("button", { type: "button", data: { form }, onclick: () => write(form, ending, type) }, form === "latex" ? "LaTeX" : form === "text" ? "TXT" : form.toUpperCase()));
  const copy = async () => {
    said.textContent = (await copied(location.href)) ? t("problem.copied") : t("problem.copy.here", { link: location.href });
  };
  const keep = async () => {
    /** @type {number[]} */
    const known = [];
    try {
      const { twins, after } = current();
      if (after) {
        said.textContent = t("problem.store.made");
        return;
      }
      const text = twins.map((twin) => `${nameOf(twin)}\n`).join("");
      const { added, first } = await app.engine.call("collection/import", { name: t("page.problem"), text, doubles: "skip" }, {
        on: (event, list) => event === "partial" && known.push(...list.flatMap((/** @type {{id?: number}} */ { id }) => id ?? [])),
      });
      const id = first ?? known[0];
      fill(said, el("a", { href: link({ page: "collection", ...(id ? { id: String(id) } : {}) }) }, t(added > 0 ? "problem.stored" : "problem.stored.before")));
    } catch (thrown) {
      said.textContent = t("problem.export.failed", { message: messageOf(thrown) });
    }
  };
  return menu("share", t("problem.share"), said,
    el("button", { type: "button", class: "copy", onclick: copy }, t("problem.link")),
    app.has("collection/import") && el("button", { type: "button", class: "store", onclick: keep }, t("problem.store")),
    menu("export", t("problem.export"), buttons, el("button", { type: "button", class: "print", onclick: () => window.print() }, t("problem.print"))));
}

/**
 * @param {App} app
 * @param {string} form
 * @param {string} type
 * @param {Diagram[]} diagrams the problem, or all its twins
 * @param {Report | null} report
 * @param {boolean} [after] their keys are made
 * @returns {Promise<Blob>}
 */
async function made(app, form, type, diagrams, report, after = false) {
  const [diagram, ...twins] = diagrams;
  if (!diagram || (form === "json" && twins.length === 0)) {
    return new Blob([`${JSON.stringify(report, null, 2)}\n`], { type });
  }
  const query = { position: fen(diagram), stipulation: `#${diagram.n}`, twins: twins.map(nameOf), post_key: after,
    ...(after ? {} : await captionFrom(app, diagram)) };
  const answer = await app.engine.call("diagram", { ...query, form: form === "png" ? "svg" : form, solution: form !== "svg" && form !== "png" });
  return form === "png" ? paint(answer.text) : new Blob([answer.text], { type });
}

/**
 * Returns the caption of a problem that was opened from the collection and is still the same.
 * @param {App} app
 * @param {Diagram} diagram
 */
async function captionFrom(app, diagram) {
  const id = Number(read(location.hash)["from"]);
  if (!id || !app.has("collection/show")) {
    return {};
  }
  const { captionOf } = await import("./collection-caption.js");
  try {
    const { problem, source } = await app.engine.call("collection/show", { id });
    const same = problem.fen.split(" ", 2).join(" ") === fen(diagram).split(" ", 2).join(" ") && problem.stipulation === `#${diagram.n}`;
    return same ? captionOf({ ...problem, source }) : {};
  } catch { // the collection no longer has it
    return {};
  }
}

/** Draws a vector picture as a bitmap. @param {string} text @returns {Promise<Blob>} */
async function paint(text) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    await picture.decode();
    const canvas = el("canvas", null);
    canvas.width = dots;
    canvas.height = Math.round((dots * picture.naturalHeight) / Math.max(picture.naturalWidth, 1)) || dots;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}
