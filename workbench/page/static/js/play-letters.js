// The letters of the evaluation terms as coloured chips.

import { el } from "./dom.js";
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
