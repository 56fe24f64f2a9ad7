// Definitions of themes: the files themes/LANGUAGE.txt, one paragraph for each, below its English name.

import { language, t } from "./words.js";

/** Returns the definition of a theme in the language of the page. @param {string} name */
export async function definitionOf(name) {
  try {
    const paragraphs = (await (await fetch(`themes/${language()}.txt`)).text()).split("\n\n");
    const found = paragraphs.find((paragraph) => paragraph.startsWith(`${name}\n`)) ?? "";
    return found.slice(name.length).trim().replaceAll("\n", " ");
  } catch {
    return t("app.silent"); // the server is away; the next one who unfolds it asks again
  }
}
