// The letters of the evaluation terms as coloured chips, and the choice of a council: a list with words, the
// members' letters, and switches for them.

import { add, button, el, fill } from "./dom.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

/** All letters in their order. */
export const letters = "mbxkcparn";

/** Returns the chip of a letter, with its word as a tooltip. @param {string} letter */
export function chip(letter) {
  return el("b", { class: `letter-chip letter-${letter}`, title: t(`play.letter.${letter}`) }, letter);
}

/**
 * Returns a member of a council as the chips of its letters; "~" in its name stands for noise.
 * @param {string} member such as "mpar" or "mpar~15#3"
 */
export function face(member) {
  const [own = "", noise] = member.split("~");
  return el("span", { class: "member-face", title: member },
    [...own].map((letter) => (letters.includes(letter) ? chip(letter) : letter)),
    noise && el("b", { class: "letter-chip letter-noise", title: t("play.council.noise") }, "±"),
  );
}

/** A scrolling region for a wide table. @param {string} key of its name @param {HTMLElement} table */
export const wide = (key, table) =>
  el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t(key) }, table);

const most = 8;

/** The list of councils and the members of the chosen one. */
export class Members {
  choice = el("select", { class: "council-who" });
  element = el("div", { class: "council-members" });
  #names;
  #members;
  /** The members that the reader put together. @type {string[]} */
  #own = recall("play.members", []);
  #faces = el("ul", { class: "member-faces" });
  #switches = el("div");
  #change = el("details", null, el("summary", null, t("play.council.change")), this.#switches);

  /** @param {string[]} names of the councils @param {Record<string, string[]>} members of each */
  constructor(names, members) {
    this.#names = names;
    this.#members = members;
    const option = (/** @type {string} */ name) => el("option", { value: name }, t(`play.council.${name || "own"}`));
    add(this.choice, [...names, ""].map(option));
    const last = recall("play.council", names[0] ?? "");
    this.choice.value = names.includes(last) || this.#own.length > 0 ? last : (names[0] ?? "");
    this.choice.addEventListener("change", () => {
      if (this.choice.value === "" && this.#own.length === 0) {
        this.#own = [...(members[this.#before] ?? [])];
      }
      this.#change.open ||= this.choice.value === "";
      this.#before = this.choice.value;
      remember("play.council", this.choice.value);
      this.#draw();
    });
    this.#before = this.choice.value;
    this.element.append(this.#faces, this.#change);
    this.#draw();
  }

  #before = "";

  /** The council as the method "council" reads it. */
  get text() {
    return this.choice.value || this.#now.join(" ");
  }

  /** @returns {string[]} */
  get #now() {
    return this.choice.value === "" ? this.#own : (this.#members[this.choice.value] ?? []);
  }

  #draw() {
    const now = this.#now;
    fill(this.#faces, now.map((member) => el("li", null, face(member))));
    fill(this.#switches,
      now.map((member, at) => this.#row(member, at)),
      button("member-add", t("play.council.add"), () => this.#take([...now, letters], now.length, "m"),
        { disabled: now.length >= most }),
    );
  }

  /** The switches of a member. @param {string} member @param {number} at */
  #row(member, at) {
    const now = this.#now;
    const [own = "", noise] = member.split("~");
    const name = t("play.council.member", { n: at + 1 });
    const turn = (/** @type {string} */ letter) => {
      const next = [...letters].filter((one) => own.includes(one) !== (one === letter)).join("");
      if (next !== "") { // a member without letters knows nothing
        this.#take(now.with(at, noise ? `${next}~${noise}` : next), at, letter);
      }
    };
    return el("div", { class: "member-row", role: "group", "aria-label": name },
      el("span", { class: "hint" }, name),
      [...letters].map((letter) => button(`letter-chip letter-${letter}`, letter, () => turn(letter), {
        data: { letter }, "aria-pressed": String(own.includes(letter)), title: t(`play.letter.${letter}`),
        "aria-label": `${letter}: ${t(`play.letter.${letter}`)}`,
      })),
      button("quiet member-remove", t("play.council.remove"),
        () => this.#take(now.toSpliced(at, 1), Math.max(0, at - 1), "m"), { disabled: now.length === 1 }),
    );
  }

  /**
   * Takes other members, and puts the focus on a letter of one of them.
   * @param {string[]} members @param {number} at @param {string} letter
   */
  #take(members, at, letter) {
    const known = this.#names.find((name) => this.#members[name]?.join() === members.join());
    this.choice.value = known ?? "";
    this.#before = this.choice.value;
    this.#own = members;
    remember("play.members", members);
    remember("play.council", this.choice.value);
    this.#draw();
    /** @type {HTMLElement | null} */ (this.#switches.children[at]?.querySelector(`[data-letter=${letter}]`))?.focus();
  }
}
