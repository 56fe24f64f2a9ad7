// Exports a problem as a picture, document or text. The program writes the files; a bitmap is drawn
// here from the vector picture. Also copies the link and adds the problem to the collection.

import { nameOf } from "./diagram.js";
import { button, copied, download, el, fill } from "./dom.js";
import { messageOf } from "./engine.js";
import { write as link } from "./link.js";
import { menu } from "./menu.js";
import { knownOf, unknown } from "./problem-origin.js";
import { queryOf } from "./problem-undo.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { Moment } from "./problem-undo.js" */
/** @import { View } from "./problem-panel.js" */

/** Formats with the extensions and media types of their files. @type {[string, string, string][]} */
const forms = [
  ["svg", "svg", "image/svg+xml"],
  ["png", "png", "image/png"],
  ["latex", "tex", "application/x-tex"],
  ["html", "html", "text/html"],
  ["text", "txt", "text/plain"],
  ["json", "json", "application/json"],
  ["popeye", "txt", "text/plain"],
];

/** Formats with one diagram: with twins, the one on the board. */
const pictures = ["svg", "png"];

/** The names of formats that are not those of their files in capitals. @type {Record<string, string>} */
const names = { latex: "LaTeX", popeye: "Popeye" };

/** The width of a bitmap. */
const dots = 1200;

/** Returns the buttons for link, collection and files. @param {App} app @param {() => View} view */
export function share(app, view) {
  const said = el("span", { class: "hint", role: "status" });
  const write = async (/** @type {string} */ form, /** @type {string} */ ending, /** @type {string} */ type) => {
    try {
      const { twins, at } = view().moment;
      const twin = pictures.includes(form) && twins.length > 1 ? `-${"abcdefghijklmnopqrstuvwxyz"[at]}` : "";
      const name = `problem${twin}.${ending}`;
      download(name, await made(app, form, type, view()));
      said.textContent = t("problem.saved", { name });
    } catch (thrown) {
      said.textContent = t("problem.export.failed", { message: messageOf(thrown) });
    }
  };
  const buttons = forms.map(([form, ending, type]) => button(null, names[form] ?? ending.toUpperCase(),
    () => write(form, ending, type), { data: { form } }));
  const copy = async () => {
    const { href } = location;
    said.textContent = (await copied(href)) ? t("problem.copied") : t("problem.copy.here", { link: href });
  };
  const keep = async () => {
    /** @type {number[]} */
    const known = [];
    try {
      const { moment } = view();
      if (moment.after) {
        said.textContent = t("problem.store.made");
        return;
      }
      const body = { name: t("page.problem"), text: linesOf(moment), doubles: "skip" };
      const { added, first } = await app.engine.call("collection/import", body, {
        on: (event, list) => event === "partial" &&
          known.push(...list.flatMap((/** @type {{id?: number}} */ { id }) => id ?? [])),
      });
      const id = first ?? known[0];
      if (added > 0) { // its answer is in the collection
        app.engine.call("collection/analyse", { query: `id = ${id}` }).catch(() => {});
      }
      fill(said, el("a", { href: link({ page: "collection", ...(id ? { id: String(id) } : {}) }) },
        t(added > 0 ? "problem.stored" : "problem.stored.before")));
    } catch (thrown) {
      said.textContent = t("problem.export.failed", { message: messageOf(thrown) });
    }
  };
  return el("div", { class: "share", role: "group", "aria-label": t("problem.share") }, said,
    button("copy", t("problem.link"), copy),
    app.has("collection/import") && button("store", t("problem.store"), keep),
    menu("export", t("problem.export"), buttons,
      button("print", t("problem.print"), () => window.print())));
}

/** Returns a problem and its twins as lines of JSON that a collection imports. @param {Moment} moment */
function linesOf({ twins, solutions, origin = unknown }) {
  const { author, source, award, title } = origin;
  const [, name = source, day, month, year] = /^(.*?)(?:,? |^)(?:(?:(\d+)\/)?(\d+)\/)?(\d{4})$/.exec(source) ?? [];
  const [text, ...tourney] = award.split(", ");
  const date = { year: Number(year ?? 0), month: Number(month ?? 0), day: Number(day ?? 0) };
  return twins.map((twin) => `${JSON.stringify({
    fen: nameOf(twin).replace(/ #\d+$/, ""), stipulation: `#${twin.n}`, solutions, title,
    authors: author.split(/ & |; /).filter(Boolean), source: { name, ...date },
    awards: award ? [{ text, tourney: tourney.join(", ") }] : [],
  })}\n`).join("");
}

/** @param {App} app @param {string} form @param {string} type @param {View} view @returns {Promise<Blob>} */
async function made(app, form, type, { moment, report }) {
  const { twins, origin } = moment;
  const picture = pictures.includes(form);
  if (form === "json" && twins.length === 1) {
    return new Blob([`${JSON.stringify({ ...report, ...knownOf(origin) }, null, 2)}\n`], { type });
  }
  const query = { ...queryOf(picture ? moment : { ...moment, at: 0 }), ...knownOf(origin) };
  const answer = await app.engine.call("diagram", { ...query, form: form === "png" ? "svg" : form, solution: !picture,
    twins: picture ? [] : twins.slice(1).map(nameOf) });
  return form === "png" ? paint(answer.text) : new Blob([answer.text], { type });
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
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}
