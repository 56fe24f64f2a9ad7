// The line that is shown while the server does not respond.

import { add, el, fill } from "./dom.js";
import { t } from "./words.js";

/**
 * Shows the line when the server goes away, and removes it when the server is back.
 * @param {(text: string) => void} announce
 */
export function showAway(announce) {
  const line = el("div", { class: "away", hidden: true });
  // It has its own region: in the other one, the next announcement would replace this text before it is read.
  const alarm = el("p", { class: "unseen away-said", role: "alert" });
  document.body.append(line, alarm);
  document.addEventListener("away", (event) => {
    /** @type {(() => void) | null} */
    const now = /** @type {CustomEvent} */ (event).detail;
    if (now === null) {
      line.hidden = true;
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
    if (line.hidden) {
      line.hidden = false;
      alarm.textContent = t("app.away");
    } else if (focused) {
      again.focus();
    }
  });
}
