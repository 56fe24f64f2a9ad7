// The form next to the query language: fields that write a query, and are read from one.

import "./words-collection-tools.js";
import { el, fill } from "./dom.js";
import { cancelled } from "./engine.js";
import { latest } from "./latest.js";

/** @import { Desk } from "./collection.js" */

/** The values of the fields; "" is any. @typedef {Record<string, string>} Values */

/**
 * The conditions that the form knows: their fields, how they look in a query, and the query that
 * they write.
 * @type {[string[], RegExp, (values: Values) => string][]}
 */
const conditions = [
  [["author"], /((?:author:(?:"[^"\\]*"|[\p{L}\p{N}]+)(?:\s+(?=author:))?)+)/u, ({ author = "" }) => names(author)],
  [["source"], /source:(?:"([^"\\]*?)\*?"|([\p{L}\p{N}]+))/u, ({ source = "" }) => phrase("source", source)],
  [["from", "to"], /year (?:<= ()(\d+)|(\d+)\.\.(\d*))/u, ({ from = "", to = "" }) => range("year", from, to)],
  [["stipulation"], /(#\d+|moves > 4)/u, ({ stipulation = "" }) => stipulation],
  [["fewest", "most"], /pieces (?:<= ()(\d+)|(\d+)\.\.(\d*))/u,
    ({ fewest = "", most = "" }) => range("pieces", fewest, most)],
  [["theme"], /theme:(?:"([^"\\]*)"|([\p{L}\p{N}-]+))/u, ({ theme = "" }) => theme && `theme:"${theme}"`],
  [["key"], /key:(?:"([a-z ]+)"|([a-z]+))/u, ({ key = "" }) => key && `key:"${key}"`],
  [["verdict"], /(not analysed|sound|cooked|short|no solution|undecided)/u, ({ verdict = "" }) => verdict],
  [["prize"], /(prize)/u, ({ prize = "" }) => prize],
];

/** Writes the words of a name in any order; the last one may be unfinished. @param {string} text */
function names(text) {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word, i) => (i === words.length - 1 ? `author:"${word}*"` : `author:${word}`)).join(" ");
}

/** @param {string} field @param {string} text */
function phrase(field, text) {
  const words = text.replace(/["\\*]/g, " ").trim().replace(/\s+/g, " ");
  return words && `${field}:"${words}*"`;
}

/** @param {string} field @param {string} low @param {string} high */
function range(field, low, high) {
  const [from, to] = [low, high].map((text) => text.replace(/\D/g, ""));
  return from ? `${field} ${from}..${to}` : to ? `${field} <= ${to}` : "";
}

/** Writes the query of the form. @param {Values} values @returns {string} */
export function write(values) {
  return [...conditions.map(([, , text]) => text(values)), (values["rest"] ?? "").trim()].filter(Boolean).join(" ");
}

/** Reads a query. Conditions that the form does not know are the rest. @param {string} query @returns {Values} */
export function read(query) {
  /** @type {Values} */
  const values = {};
  let rest = query.trim();
  if (/[()]|\bor\b/i.test(rest.replace(/"[^"]*"/g, ""))) {
    return { rest };
  }
  for (const [names, form] of conditions) {
    const whole = new RegExp(`(?<=^|\\s)(?<!(?:\\bnot|\\bby|,)\\s+)(?:${form.source})(?=\\s|$)`, "u");
    const found = whole.exec(rest);
    if (found && (rest.slice(0, found.index).match(/"/g) ?? []).length % 2 === 0) {
      const parts = found.slice(1).filter((part) => part !== undefined);
      names.forEach((name, i) => (values[name] = (parts[i] ?? "").replace(/author:|["*]/g, "").trim()));
      rest = `${rest.slice(0, found.index)}${rest.slice(found.index + found[0].length)}`.replace(/\s+/g, " ").trim();
    }
  }
  return rest ? { ...values, rest } : values;
}

/** @param {Desk} desk @param {(query: string) => void} wrote is called when the form has written another query */
export function queryForm(desk, wrote) {
  const { app, terms } = desk;
  const { t } = app;
  /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
  const fields = {};
  const authors = el("datalist", { id: "form-authors" });

  /** @param {string} name @param {HTMLInputElement | HTMLSelectElement} field */
  function labelled(name, field) {
    field.id = `form-${name}`;
    fields[name] = field;
    return el("label", { class: `form-${name}` }, el("span", null, t(`collection.form.${name}`)), field);
  }

  /** @param {string} name @param {Record<string, any>} [more] */
  const text = (name, more = {}) =>
    labelled(name, el("input", { type: "text", autocomplete: "off", spellcheck: false, ...more }));
  const number = (/** @type {string} */ name) => text(name, { inputMode: "numeric", maxLength: 4 });

  /** @param {string} name @param {string[][]} choices values and their texts */
  const choice = (name, choices) => labelled(name, el("select", null, [["", t("collection.form.any")], ...choices]
    .map(([value = "", called = value]) => el("option", { value }, called))));

  const verdicts = [["sound"], ["cooked"], ["short"], ["no solution", "none"], ["undecided"], ["not analysed", "not"]]
    .map(([value = "", name = value]) => [value, t(`collection.verdict.${name}`)]);
  const root = el("div", { class: "form-fields" },
    text("author", { "aria-autocomplete": "list" }), authors,
    choice("theme", []),
    choice("verdict", verdicts),
    choice("stipulation", [["#1"], ["#2"], ["#3"], ["#4"], ["moves > 4", t("collection.form.longer")]]),
    text("source"),
    number("from"), number("to"), number("fewest"), number("most"),
    choice("key", []),
    choice("prize", [["prize", t("collection.form.prize.only")]]),
    text("rest"),
  );
  fields["author"]?.setAttribute("list", authors.id);
  root.addEventListener("input", () => {
    complete();
    wrote(write(values()));
  });
  const anew = latest();
  const values = () => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));

  /** Offers authors of the collection. */
  async function complete() {
    const author = fields["author"];
    if (!author || document.activeElement !== author) return;
    const query = `author:${author.value.trim().split(/\s+/)[0] ?? ""}`;
    const cursor = new TextEncoder().encode(query).length;
    try {
      const { completions } = await app.engine.call("collection/complete", { query, cursor }, { signal: anew() });
      fill(authors, completions.map((/** @type {{text: string}} */ one) =>
        el("option", { value: one.text.trim().replace(/^"|"$/g, "") })));
    } catch {
      fill(authors); // the field works without
    }
  }

  /** Fills the lists with the themes and kinds of keys of the collection. */
  async function load() {
    try {
      const { tables } = await app.engine.call("collection/statistics", { query: "", by: ["theme", "key"], top: 500 });
      await terms.ready;
      for (const { by, groups } of tables) {
        const list = /** @type {HTMLSelectElement} */ (fields[by]);
        const { value: chosen, options: [any] } = list;
        /** @type {HTMLOptionElement[]} */
        const found = groups.map((/** @type {any} */ { value, count }) =>
          el("option", { value }, `${terms.of(value)} (${count})`));
        if (chosen !== "" && found.every(({ value }) => value !== chosen)) {
          found.push(el("option", { value: chosen }, chosen));
        }
        fill(list, any, found.sort((a, b) => a.text.localeCompare(b.text, app.language)));
        list.value = chosen;
      }
    } catch (thrown) {
      if (!cancelled(thrown)) {
        root.title = t("collection.form.failed");
      }
    }
  }

  let loaded = load();

  /** Shows a query. @param {string} query */
  async function show(query) {
    if (query === write(values())) return;
    await loaded;
    const found = read(query);
    for (const [name, field] of Object.entries(fields)) {
      const value = found[name] ?? "";
      const options = field instanceof HTMLSelectElement ? [...field.options] : [];
      const written = [value, value.replace(/-/g, " ")].map((text) => text.toLowerCase());
      const own = options.find((option) => written.includes(option.value.toLowerCase()));
      if (options.length > 0 && !own) {
        field.append(el("option", { value }, value));
      }
      field.value = own?.value ?? value;
    }
  }

  return { root, show, refresh: () => (loaded = load()), focus: () => fields["author"]?.focus() };
}
