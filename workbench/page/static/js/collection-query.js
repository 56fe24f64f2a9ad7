// The query box: completion with help while typing, the place of an error, and examples; and what an empty
// collection shows.

import { button, copied, el, fill } from "./dom.js";
import { cancelled, Fault } from "./engine.js";
import { latest } from "./latest.js";
import { recallHere, rememberHere } from "./memory.js";
import { examples, fieldHelp } from "./words-collection.js";

/** @import { Desk } from "./collection.js" */

/** How long typing pauses before the query is sent, in milliseconds. */
const rest = 450;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Converts an offset in UTF-8 bytes to an offset in the text. @param {string} text @param {number} offset */
const fromBytes = (text, offset) => decoder.decode(encoder.encode(text).slice(0, offset)).length;

/** Returns the list of examples. @param {Desk} desk @returns {HTMLElement} */
function exampleList(desk) {
  const { t } = desk.app;
  return el("div", null,
    el("ul", null, examples.map((query, i) => el("li", null,
      button("link", el("code", null, query), () => desk.ask(query)),
      ` ${t(`collection.example.${i + 1}`)}`))),
    el("p", { class: "hint" }, t("collection.language")),
  );
}

/** @param {Desk} desk @param {string} query @param {(text: string, firmly: boolean) => void} ask */
export function queryBox(desk, query, ask) {
  const { app } = desk;
  const { t } = app;
  /** @type {{text: string, help?: string}[]} */
  let offered = [];
  let [from, to] = [0, 0];
  let active = -1;
  let timer = 0;
  const anew = latest();

  const input = el("input", {
    type: "text", id: "collection-query", class: "grow", value: query, autocomplete: "off", spellcheck: false,
    autocapitalize: "off", placeholder: t("collection.placeholder"), role: "combobox", "aria-expanded": "false",
    "aria-controls": "collection-completions", "aria-autocomplete": "list", "aria-describedby": "collection-fault",
    data: { query: "" },
  });
  const label = t("collection.completions");
  const list = el("ul",
    { id: "collection-completions", role: "listbox", "aria-label": label, class: "completions", hidden: true });
  const fault = el("p", { id: "collection-fault", class: "collection-fault", role: "status" });
  const help = el("details", { class: "collection-examples" },
    el("summary", null, t("collection.examples")), exampleList(desk));
  /** @type {ReturnType<typeof import("./collection-form.js").queryForm> | null} */
  let form = null;
  const isOpen = recallHere("collection.form", false);
  const formPlace = el("details", { class: "collection-form", open: isOpen, ontoggle: () => {
    rememberHere("collection.form", formPlace.open);
    formPlace.open && openForm();
  } }, el("summary", null, t("collection.form")));
  const said = el("span", { class: "hint", role: "status" });
  const share = button("link share", t("collection.share"), copyLink);
  const root = el("form", { class: "collection-query", role: "search", onsubmit: submit },
    el("label", { for: "collection-query", class: "unseen" }, t("collection.query")),
    el("div", { class: "row" },
      el("div", { class: "grow box" }, input, list), el("button", { class: "primary" }, t("collection.find"))),
    fault,
    el("div", { class: "collection-helps" }, formPlace, help, share, said),
  );

  /** Opens the form, which shows the query and writes it. */
  async function openForm() {
    if (!form) {
      const { queryForm } = await import("./collection-form.js");
      form ??= queryForm(desk, (text) => {
        input.value = text;
        later();
      });
      formPlace.append(form.root);
    }
    await form.show(input.value);
    if (document.activeElement === formPlace.firstChild) {
      form.focus();
    }
  }

  async function copyLink() {
    said.textContent = (await copied(location.href)) ? t("collection.copied") : location.href;
  }

  /** Sends the query when typing pauses. */
  function later() {
    clearTimeout(timer);
    timer = window.setTimeout(() => ask(input.value, false), rest);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    clearTimeout(timer);
    hide();
    ask(input.value, true);
  }

  input.addEventListener("input", () => {
    later();
    complete();
    formPlace.open && form?.show(input.value);
  });
  input.addEventListener("blur", () => hide());
  input.addEventListener("click", () => complete());
  input.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const does = by ? () => (list.hidden ? complete() : mark((active + by + offered.length + 1) % (offered.length + 1)))
      : event.key === "Enter" && offered[active] ? () => pick(active)
        : event.key === "Escape" && !list.hidden && hide;
    if (does) {
      event.preventDefault();
      does();
    }
  });

  /** Requests the completions at the cursor. */
  async function complete() {
    const text = input.value;
    const cursor = encoder.encode(text.slice(0, input.selectionStart ?? text.length)).length;
    try {
      const answer = await app.engine.call("collection/complete", { query: text, cursor }, { signal: anew() });
      if (document.activeElement !== input || input.value !== text) return;
      offered = answer.completions;
      from = fromBytes(text, answer.from);
      to = fromBytes(text, answer.to);
      draw();
    } catch (thrown) {
      if (!cancelled(thrown)) {
        hide();
      }
    }
  }

  /** Shows the list of completions, or hides it. @param {boolean} on */
  function unfold(on) {
    active = -1;
    list.hidden = !on;
    input.ariaExpanded = String(on);
    input.removeAttribute("aria-activedescendant");
  }

  function draw() {
    unfold(offered.length > 0);
    fill(list, offered.map(({ text, help: about = "" }, i) => {
      const onpointerdown = (/** @type {Event} */ event) => {
        event.preventDefault();
        pick(i);
      };
      return el("li", { id: `completion-${i}`, role: "option", "aria-selected": "false", onpointerdown },
        el("code", null, text.trim()), el("span", { class: "hint" }, fieldHelp(text, about)));
    }));
    if (offered.length > 0) {
      app.announce(t("collection.offered", { n: offered.length }));
    }
  }

  /** @param {number} index */
  function mark(index) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index < offered.length ? index : -1;
    const option = list.children[active];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option?.id ?? "");
  }

  /** @param {number} index */
  function pick(index) {
    const text = offered[index]?.text ?? "";
    const rest = input.value.slice(to);
    input.value = input.value.slice(0, from) + text + (text.endsWith(" ") ? rest.trimStart() : rest);
    input.setSelectionRange(from + text.length, from + text.length);
    input.dispatchEvent(new Event("input"));
  }

  function hide() {
    anew();
    unfold(false);
  }

  return {
    root,
    /** @param {string} text */
    set(text) {
      clearTimeout(timer);
      input.value = text;
      hide();
      formPlace.open && form?.show(text);
    },
    /** Shows the error in the query and its place; null clears it. @param {unknown} thrown @param {boolean} firmly */
    fault(thrown, firmly) {
      const wrong = thrown instanceof Fault ? thrown : null;
      const at = wrong && wrong.offset >= 0 ? fromBytes(input.value, wrong.offset) : -1;
      const word = /^\S*/.exec(input.value.slice(Math.max(0, at)))?.[0] ?? "";
      fault.className = `collection-fault ${firmly ? "fault" : "hint"}`;
      input.setAttribute("aria-invalid", String(wrong !== null && firmly));
      const before = input.value.slice(0, Math.max(0, at));
      const place = { column: [...before].length + 1, message: wrong?.message };
      fill(fault,
        at >= 0 && [el("code", null, before.slice(-24)), el("mark", null, word.slice(0, 24) || "␣"), " "],
        at >= 0 ? t("collection.fault.at", place) : wrong?.message,
      );
      if (firmly && at >= 0 && document.activeElement === input) {
        input.setSelectionRange(at, at + word.length);
      }
    },
    /** Reads the lists of the form again: the collection has changed. */
    refresh: () => form?.refresh(),
    close() {
      clearTimeout(timer);
      anew();
    },
  };
}

/** @param {Desk} desk @param {{choose: () => void, classics: () => void}} does @returns {HTMLElement} */
export function emptyCollection(desk, { choose, classics }) {
  const { t } = desk.app;
  return el("div", { class: "collection-empty" },
    el("div", { class: "drop-zone" },
      el("h2", null, t("collection.empty")),
      el("p", null, t("collection.empty.how")),
      el("p", { class: "row" },
        button("primary classics", t("collection.classics"), classics),
        button("choose", t("collection.empty.choose"), choose),
      ),
    ),
    el("h2", null, t("collection.empty.ask")),
    el("div", { class: "collection-examples" }, exampleList(desk)),
  );
}
