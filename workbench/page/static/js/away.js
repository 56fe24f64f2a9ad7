// The line that is shown while the server does not respond.

import { add, el, fill } from "./dom.js";
import { t } from "./words.js";

/** How long the line stays when the server is back, in milliseconds: a finger on its way must not hit what is below. */
const stay = 1500;

/**
 * Shows the line when the server goes away, and removes it when the server is back.
 * @param {(text: string) => void} announce
 */
export function showAway(announce) {
  const line = el("div", { class: "away", hidden: true });
  // It has its own region: in the other one, the next announcement would replace this text before it is read.
  const alarm = el("p", { class: "unseen away-said", role: "alert" });
  let leaves = 0;
  document.body.append(line, alarm);
  document.addEventListener("away", (event) => {
    /** @type {(() => void) | null} */
    const now = /** @type {CustomEvent} */ (event).detail;
    clearTimeout(leaves);
    line.style.minHeight = now === null ? `${line.offsetHeight}px` : "";
    if (now === null) {
      fill(line, t("app.back"));
      leaves = setTimeout(() => (line.hidden = true), stay);
      alarm.textContent = "";
      announce(t("app.back"));
      return;
    }
    const focused = line.contains(document.activeElement);
    const again = el("button", { type: "button", onclick: now }, t("app.again"));
    fill(line, el("span", null, t("app.away")), again);
    if (document.querySelector('meta[name="alfiere-pocket"]')) {
      add(line, el("button", { type: "button", onclick: () => location.reload() }, t("app.without")));
    }
    if (alarm.textContent === "") {
      line.hidden = false;
      alarm.textContent = t("app.away");
    } else if (focused) {
      again.focus();
    }
  });
}
