// The page frame: navigation, language, theme, announcements, and the open page. The address holds
// the visible state, so that links can be shared and the back button works. A line shows that the server is away.

import "./board.js";
import "./words-app.js";
import { add, button, el, fill } from "./dom.js";
import { connect, later, messageOf } from "./engine.js";
import { read, write } from "./link.js";
import { remember } from "./memory.js";
import { pages } from "./pages.js";
import { dress } from "./sheets.js";
import { language, setLanguage, t } from "./words.js";

/** @import { Engine } from "./engine.js" @import { App, Page, Row, State } from "./pages.js" */

/** How long the line stays when the server is back, in milliseconds: a finger on its way must not hit what is below. */
const stay = 1500;

/** Shows the line when the server goes away, and removes it when the server is back and no pointer is on the line. */
function showAway() {
  const line = el("div", { class: "away", hidden: true });
  // It has its own region: in the other one, the next announcement would replace this text before it is read.
  const alarm = el("p", { class: "unseen away-said", role: "alert" });
  let leaves = 0;
  let pointed = false; // a finger points where it touched last
  document.addEventListener("pointerover", ({ target }) => (pointed = line.contains(/** @type {Node} */ (target))));
  const leave = () => {
    leaves = setTimeout(() => (pointed ? leave() : (line.hidden = true)), stay);
  };
  document.body.append(line, alarm);
  document.addEventListener("away", (event) => {
    /** @type {(() => void) | null} */
    const now = /** @type {CustomEvent} */ (event).detail;
    clearTimeout(leaves);
    const focused = line.contains(document.activeElement);
    line.style.minHeight = now === null ? `${line.offsetHeight}px` : "";
    if (now === null) {
      fill(line, t("app.back"));
      leave();
      alarm.textContent = "";
      announce(t("app.back"));
      if (focused) {
        main.focus({ preventScroll: true }); // its button has gone
      }
      return;
    }
    const again = button(null, t("app.again"), now);
    fill(line, el("span", null, t("app.away")), again);
    if (document.querySelector('meta[name="alfiere-pocket"]')) {
      add(line, button(null, t("app.without"), () => location.reload()));
    }
    if (alarm.textContent === "") {
      line.hidden = false;
      main.classList.add("covered"); // from now on, since the page must not move
      alarm.textContent = t("app.away");
    } else if (focused) {
      again.focus();
    }
  });
}

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const skip = /** @type {HTMLAnchorElement} */ (document.getElementById("skip"));
const loading = /** @type {HTMLElement} */ (document.getElementById("loading"));

/** After this time, in milliseconds, a page that is left for one that is still loading gives way to that notice. */
const patience = 300;

/** @type {Engine} */
let engine;
/** @type {Row[]} */
let shown = [];
/** @type {State} */
let state = {};
/** @type {Page | null} */
let page = null;
/** @type {[string, string][]} */
let pageKeys = [];
/** Aborts when the open page is left, or overtaken while its module loads. */
let leaving = new AbortController();

/**
 * What a page gets. Once the page is left, its requests are never answered, so nothing that waits for one goes on, and
 * it can change and announce nothing.
 * @param {AbortSignal} left @returns {App}
 */
function makeApp(left) {
  const open = (/** @type {Function} */ act) => (/** @type {any[]} */ ...values) =>
    left.aborted ? undefined : act(...values);
  const never = () => (left.aborted ? new Promise(() => {}) : undefined);
  /** @type {Engine["call"]} */
  const call = async (name, body, options = {}) => {
    await never();
    return engine.call(name, body, { ...options, ...(options.on && { on: open(options.on) }) }).finally(never);
  };
  return {
    engine: { ...engine, call }, t, announce: open(announce), go: open(go), language: language(), left,
    has: (name) => engine.about.methods.includes(name), help,
  };
}

/** Announces a text to screen readers, once. @param {string} text */
function announce(text) {
  said.textContent = said.textContent === text ? `${text}\u00a0` : text;
}

/** @param {State} changes @param {{replace?: boolean}} [options] */
function go(changes, { replace = false } = {}) {
  const elsewhere = changes.page !== undefined && changes.page !== state.page;
  const next = elsewhere ? { ...changes } : { ...state, ...changes };
  const link = write(next);
  if (link !== location.hash) {
    history[replace ? "replaceState" : "pushState"](null, "", link);
  }
  state = read(link);
  if (elsewhere) {
    open();
  }
}

/** Shows the state in the address, after a link or the back button. */
function follow() {
  const next = read(location.hash);
  if (next.page === "main") return;
  const elsewhere = next.page !== state.page;
  state = next;
  if (elsewhere || !page) {
    open();
  } else {
    page.update(state);
  }
}

/** Opens the page of the state, in the current language. */
async function open() {
  delete document.documentElement.dataset.ready;
  page?.close();
  page = null;
  leaving.abort();
  leaving = new AbortController();
  const left = leaving.signal;
  const row = shown.find(({ name }) => name === state.page) ?? shown[0];
  if (!row) {
    wait(false);
    fill(main, el("p", { class: "hint" }, t("app.nothing")));
    document.documentElement.dataset.ready = "nothing";
    return;
  }
  if (state.page !== row.name) {
    state = { ...state, page: row.name };
    history.replaceState(null, "", write(state));
  }
  drawBar();
  document.title = `${t(`page.${row.name}`)} – Alfiere`;
  const loaded = await load(row, left);
  if (left.aborted || !loaded) return;
  pageKeys = loaded.keys ?? [];
  dress(row.name);
  // Each page has its own root, so anything that an overtaken page still builds stays invisible.
  const root = el("div", { class: `page-${row.name}`, data: { opening: "" } });
  if (main.firstElementChild && !main.querySelector(`.${root.className}`)) {
    scrollTo(0, 0); // another page begins at its top
  }
  fill(main, loading.isConnected && loading, root);
  const opened = await loaded.open(root, makeApp(left), state);
  if (left.aborted) {
    opened.close();
    return;
  }
  delete root.dataset.opening;
  wait(false);
  if (!main.querySelector("h1")) {
    root.prepend(el("h1", { class: "unseen" }, t(`page.${row.name}`)));
  }
  page = opened;
  document.documentElement.dataset.ready = row.name;
  performance.mark("ready");
}

/** Shows that a page is loading, or no longer: until then nothing in it can be used. @param {boolean} on */
function wait(on) {
  main.ariaBusy = on ? "true" : null;
  main.inert = on;
  if (!on) {
    loading.remove();
  }
}

/**
 * Loads the module of a page. If the server is away, it waits until the server is back.
 * @param {Row} row @param {AbortSignal} left
 */
async function load(row, left) {
  wait(true);
  document.documentElement.dataset.page = row.name;
  setTimeout(() => left.aborted || !main.inert || main.prepend(loading), patience);
  try {
    return await later(engine, row.load);
  } catch (thrown) {
    unreachable(thrown);
    return null;
  }
}

/** @param {unknown} thrown */
function unreachable(thrown) {
  wait(false);
  const message = messageOf(thrown);
  const again = button(null, t("app.again"), () => location.reload());
  fill(main, el("p", { class: "fault", role: "alert" }, t("app.unreachable", { message })), again);
}

/** Redraws the bar: names, links, switches. */
function drawBar() {
  skip.textContent = t("app.skip");
  skip.hidden = false;
  const links = shown.map(({ name }) =>
    el("a", { href: write({ page: name }), "aria-current": name === state.page ? "page" : null }, t(`page.${name}`)),
  );
  const menu = el("button", { class: "menu", type: "button", "aria-expanded": "false", "aria-controls": "pages" });
  const toggle = (/** @type {boolean} */ on) => {
    menu.setAttribute("aria-expanded", String(on));
    bar.classList.toggle("open", on);
  };
  toggle(false);
  add(menu, el("span", { "aria-hidden": "true" }, "☰ "), t(`page.${state.page || "problem"}`));
  menu.addEventListener("click", () => toggle(menu.getAttribute("aria-expanded") !== "true"));
  bar.onkeydown = (event) => {
    if (event.key === "Escape" && bar.classList.contains("open")) {
      toggle(false);
      menu.focus();
    }
  };
  menu.setAttribute("aria-label", `${t("app.menu")}: ${t(`page.${state.page || "problem"}`)}`);
  const controls = () => /** @type {HTMLElement[]} */ ([...bar.querySelectorAll("a, button")]);
  const focused = controls().findIndex((control) => control === document.activeElement);
  fill(bar,
    bar.querySelector(".name"), // the picture is not requested again
    menu,
    el("nav", { id: "pages", "aria-label": t("app.pages") }, links),
    el("div", { class: "switches" }, languages(), opener("◐", "app.look", showLook), opener("?", "app.keys", help)),
  );
  if (focused >= 0) {
    const next = controls()[focused];
    (next?.checkVisibility() ? next : menu).focus({ preventScroll: true });
  }
}

function languages() {
  const names = { en: "English", it: "Italiano" };
  return el("div", { role: "group", "aria-label": t("app.language") },
    Object.entries(names).map(([code, name]) => el("button", {
      type: "button", class: "quiet", lang: code, title: name,
      "aria-pressed": String(code === language()), onclick: () => speak(code),
    }, code, el("span", { class: "unseen" }, ` – ${name}`))),
  );
}

/** @param {string} code */
function speak(code) {
  remember("language", code);
  setLanguage(code);
  open();
}

/** Returns a button that shows a dialog. @param {string} sign @param {string} name @param {() => void} onclick */
function opener(sign, name, onclick) {
  return button("quiet", sign, onclick, { title: t(name), "aria-label": t(name) });
}

const help = () => dialog(async () => {
  const { showKeys } = await import("./keys.js");
  return () => showKeys(pageKeys, shown.map(({ name }) => name));
});

const showLook = () => dialog(async () => (await import("./look-dialog.js")).showLook);

/** Shows a dialog, unless there is one. @param {() => Promise<() => void>} load */
async function dialog(load) {
  try {
    const show = await load();
    if (!document.querySelector("dialog[open]")) {
      show();
    }
  } catch (thrown) {
    announce(messageOf(thrown)); // the server is away
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches("input, textarea, select, [contenteditable]");
  if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") {
    event.preventDefault();
    help();
  } else if (event.key === "/") {
    const query = /** @type {HTMLElement | null} */ (main.querySelector("[data-query]"));
    if (query) {
      event.preventDefault();
      query.focus();
    }
  }
}

/** Starts the page: finds the engine and its methods, and opens the page in the address. */
async function start() {
  setLanguage(document.documentElement.lang); // from first.js
  drawBar();
  document.addEventListener("keydown", onKey);
  showAway();
  document.addEventListener("announce", (event) => announce(/** @type {CustomEvent} */ (event).detail));
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  // The module starts loading while the engine is being found; open() handles an error in it.
  (pages.find(({ name }) => name === read(location.hash).page) ?? pages[0])?.load().catch(() => {});
  try {
    engine = await connect();
  } catch (thrown) {
    unreachable(thrown);
    return;
  }
  shown = pages.filter(({ needs }) => engine.about.methods.includes(needs));
  window.addEventListener("popstate", follow);
  follow();
}

start();
