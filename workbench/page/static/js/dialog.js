// A dialog with a title and a button that closes it; Escape and a click beside it close it, too.

import { button, el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./dom.js").Child} Child */

/** Shows a dialog. @param {string} name its class @param {string} title @param {...(Child | Child[])} children */
export function showDialog(name, title, ...children) {
  const close = button(null, t("app.close"), () => dialog.close(), { autofocus: true });
  const dialog = el("dialog", { class: `titled ${name}`, "aria-labelledby": `${name}-title` },
    el("div", { class: "row title" }, el("h2", { id: `${name}-title`, class: "grow" }, title), close), ...children);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
