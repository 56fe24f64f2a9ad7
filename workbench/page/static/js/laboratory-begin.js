// The form that starts an experiment. The program describes its flags; the page adds only the texts
// in other languages.

import { about, known } from "./words-experiments.js";
import { el, fill } from "./dom.js";
import { Fault, messageOf } from "./engine.js";

/** @import { App } from "./pages.js" */

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"switch" | "number" | "text" | "file" | "store"} kind
 * @property {string} about
 * @property {string} [usual]
 * @property {boolean} [many]
 * @property {string[]} [example]
 */

/** Parameters that are shown at once; the others are in a section that opens. */
const first = new Set(["player", "each", "games", "openings", "store", "nodes", "council", "from", "sizes", "criteria", "criterion", "among", "generations", "runs", "noise"]);

/**
 * The form.
 * @param {App} app
 * @param {Set<string>} taken names of experiments that are there
 * @param {(name: string) => void} begun
 * @param {() => void} cancel
 */
export function beginForm(app, taken, begun, cancel) {
  const { t } = app;
  const fault = el("p", { class: "fault", role: "alert" });
  const choice = el("select", { id: "job-what", onchange: () => draw(choice.value) });
  const name = el("input", { type: "text", id: "job-name", spellcheck: false, autocomplete: "off", maxLength: 60, required: true });
  const summary = el("p", { class: "hint" });
  const fields = el("div");
  const begin = el("button", { type: "submit", class: "primary" }, t("job.begin"));
  const buttons = el("p", { class: "row" }, begin, el("button", { type: "button", onclick: cancel }, t("job.cancel")));
  const form = el(
    "form",
    { class: "laboratory-form", hidden: true, "aria-label": t("job.new"), onsubmit: send },
    line("job-what", t("job.what"), choice),
    summary,
    line("job-name", t("job.name"), name),
    fields,
    bringing(),
    fault,
    buttons,
  );
  /** @type {any} */
  let offer = null;
  /** @type {Map<string, () => string[]>} */
  let values = new Map();
  /** @type {() => string[]} */
  let suites = () => [];

  /**
   * Draws the form for an experiment, and adds files.
   * @param {string} [what]
   * @param {Iterable<File>} [files]
   */
  async function open(what = "tournament", files = []) {
    try {
      offer = await app.engine.call("laboratory/experiments");
    } catch (thrown) {
      form.hidden = false;
      tell(thrown);
      return;
    }
    fill(choice, offer.experiments.map((/** @type {any} */ e) => el("option", { value: e.name, selected: e.name === what }, t(`experiment.${e.name}`))));
    draw(choice.value);
    form.hidden = false;
    await bring(files);
  }

  /** Adds files to the folder: suites and openings. */
  function bringing() {
    const input = el("input", { type: "file", id: "job-files", multiple: true, accept: ".epd,.fen,.pgn,.bin", onchange: async () => {
      await bring(input.files ?? []);
      input.value = "";
    } });
    return line("job-files", t("job.files"), input, t("job.files.about"));
  }

  /** @param {Iterable<File>} files */
  async function bring(files) {
    fill(fault);
    try {
      for (const file of files) {
        const name = file.name.replace(/[^\p{L}\p{N}_.-]+|\.(?=.*\.)/gu, "-");
        await app.engine.call("laboratory/add", { name, data: await base64(file) });
        Object.assign(offer, await app.engine.call("laboratory/experiments"));
        redraw(name);
      }
    } catch (thrown) {
      tell(thrown);
    }
  }

  /** @param {File} file @returns {Promise<string>} */
  function base64(file) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(file);
    });
  }

  /** Redraws the parameters with their values and an added file. @param {string} file */
  function redraw(file) {
    const before = new Map([...form.querySelectorAll("input, textarea, select")].map((input) => [input.id, /** @type {HTMLInputElement} */ (input).value]));
    draw(choice.value);
    for (const [id, value] of before) {
      const input = id !== "" && id !== "job-files" ? form.querySelector(`#${CSS.escape(id)}`) : null;
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement || input instanceof HTMLSelectElement) {
        input.value = value;
      }
    }
    for (const id of ["job-suite", "job-openings"]) {
      const select = form.querySelector(`#${id}`);
      if (select instanceof HTMLSelectElement && [...select.options].some((option) => option.value === file) && (select.value === "" || select.options.length === 1)) {
        select.value = file;
      }
      select?.dispatchEvent(new Event("change"));
    }
  }

  /** @param {string} id @param {string} text @param {HTMLElement} input @param {string} [hint] */
  function line(id, text, input, hint) {
    const said = hint ? el("small", { class: "hint", id: `${id}-hint` }, hint) : null;
    if (said) {
      input.setAttribute("aria-describedby", said.id);
    }
    return el("div", { class: "laboratory-field" }, el("label", { for: id }, text), input, said);
  }

  /** @param {string} what */
  function draw(what) {
    const experiment = offer.experiments.find((/** @type {any} */ e) => e.name === what);
    for (let n = 1; name.value === "" || taken.has(name.value) || /-\d+$/.test(name.value) && !name.value.startsWith(`${what}-`); n++) {
      name.value = `${what}-${n}`;
    }
    summary.textContent = about(`experiment.${what}`, experiment.summary, app.language);
    fill(fault);
    values = new Map();
    const shown = experiment.fields.filter((/** @type {Parameter} */ p) => first.has(p.name)).sort(inOrder);
    const rest = experiment.fields.filter((/** @type {Parameter} */ p) => !first.has(p.name));
    fill(
      fields,
      experiment.suites ? suiteFields() : (suites = () => [], null),
      el("div", { class: "laboratory-fields" }, shown.map((/** @type {Parameter} */ p) => parameter(what, p))),
      el("details", null, el("summary", null, t("job.more")), el("div", { class: "laboratory-fields" }, rest.map((/** @type {Parameter} */ p) => parameter(what, p)))),
    );
    begin.disabled = experiment.suites && offer.suites.length === 0;
  }

  /** @param {Parameter} a @param {Parameter} b */
  function inOrder(a, b) {
    const order = [...first];
    return order.indexOf(a.name) - order.indexOf(b.name);
  }

  /** The suites: one to choose on, and others only to test on. */
  function suiteFields() {
    if (offer.suites.length === 0) {
      return el("p", { class: "note warn" }, t("job.nosuites"));
    }
    const one = el("select", { id: "job-suite", onchange: () => others() }, offer.suites.map((/** @type {string} */ file) => el("option", null, file)));
    const list = el("p", { class: "row" });
    const group = el("fieldset", null, el("legend", null, t("job.others")), list);
    const others = () => {
      const rest = offer.suites.filter((/** @type {string} */ file) => file !== one.value);
      group.hidden = rest.length === 0;
      fill(list, rest.map((/** @type {string} */ file) => el("label", null, el("input", { type: "checkbox", value: file }), ` ${file}`)));
    };
    others();
    suites = () => [one.value, ...[...list.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value)];
    return el("div", null, line("job-suite", t("job.suite"), one), group);
  }

  /**
   * A parameter and its input.
   * @param {string} what
   * @param {Parameter} p
   */
  function parameter(what, p) {
    const id = `job-${p.name}`;
    const key = known(`parameter.${what}.${p.name}`) ? `parameter.${what}.${p.name}` : `parameter.${p.name}`;
    const text = known(key) ? t(key) : p.name;
    const hint = about(key, p.about, app.language);
    const usual = p.usual ?? "";
    if (p.kind === "switch") {
      const box = el("input", { type: "checkbox", id, checked: usual === "true" });
      values.set(p.name, () => (String(box.checked) === (usual || "false") ? [] : [String(box.checked)]));
      return line(id, text, box, hint);
    }
    if (p.kind === "file") {
      const select = el("select", { id }, el("option", { value: "" }, t("job.none")), offer.files.map((/** @type {string} */ file) => el("option", null, file)));
      values.set(p.name, () => (select.value === "" ? [] : [select.value]));
      const note = el("p", { class: "note warn" }, t("job.same"));
      select.addEventListener("change", () => (note.hidden = select.value !== ""));
      return el("div", null, line(id, text, select, hint), note);
    }
    if (p.many) {
      const lines = el("textarea", { id, rows: 3, spellcheck: false, value: p.name === "player" ? (p.example ?? []).join("\n") : "", placeholder: (p.example ?? []).join("\n") });
      values.set(p.name, () => lines.value.split("\n").map((one) => one.trim()).filter((one) => one !== ""));
      return el("div", { class: "laboratory-wide" }, line(id, `${text} (${t("job.lines")})`, lines, hint));
    }
    const input = el("input", { type: p.kind === "number" ? "number" : "text", step: p.kind === "number" ? "any" : null, id, value: p.kind === "store" ? (offer.stores[0] ?? "lab.db") : usual, spellcheck: false, autocomplete: "off" });
    values.set(p.name, () => (input.value.trim() === usual ? [] : [input.value.trim()]));
    if (p.kind !== "store") {
      return line(id, text, input, hint);
    }
    const list = el("datalist", { id: `${id}-list` }, offer.stores.map((/** @type {string} */ file) => el("option", { value: file })));
    input.setAttribute("list", list.id);
    return el("div", null, line(id, text, input, hint), list);
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    fill(fault);
    for (const marked of form.querySelectorAll("[aria-invalid]")) {
      marked.removeAttribute("aria-invalid");
    }
    const settings = Object.fromEntries([...values].map(([key, of]) => [key, of()]).filter(([, list]) => list && list.length > 0));
    begin.disabled = true;
    try {
      await app.engine.call("laboratory/start", { experiment: choice.value, name: name.value.trim(), settings, suites: suites() });
      begun(name.value.trim());
    } catch (thrown) {
      tell(thrown);
    } finally {
      begin.disabled = false;
    }
  }

  /** The label of a flag here. @param {string} flag */
  function labelOf(flag) {
    return form.querySelector(`label[for="job-${flag}"]`)?.textContent?.replace(/ \(.*\)$/, "");
  }

  /** Shows why it cannot start, and where. @param {unknown} thrown */
  function tell(thrown) {
    const field = thrown instanceof Fault && thrown.field !== "" ? form.querySelector(`#job-${CSS.escape(thrown.field)}`) : null;
    const place = field?.closest(".laboratory-field");
    if (place) {
      place.append(fault);
    } else {
      buttons.before(fault);
    }
    const text = messageOf(thrown).replace(/^(--[\w-]+) (?!and |e )/, "$1: ");
    fill(fault, text.replace(/--([\w-]+)/g, (flag, of) => labelOf(of) ?? flag));
    if (field instanceof HTMLElement) {
      const part = field.closest("details");
      if (part) {
        part.open = true;
      }
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
  }

  return { root: form, begin: open };
}
