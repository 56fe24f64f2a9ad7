// The part of the page that comes within index.html and runs before anything is drawn. It sets the language and the
// theme, and requests at once what the page in the address needs: its files, and the methods of the program.

{
  const root = document.documentElement;
  const kept = (/** @type {string} */ name) => {
    try {
      return JSON.parse(localStorage.getItem(`alfiere.${name}`) ?? "null");
    } catch {
      return null;
    }
  };
  const languages = [kept("language"), navigator.language.slice(0, 2), "en"];
  root.lang = languages.find((code) => code === "en" || code === "it");
  root.dataset.theme = ["light", "dark"].find((name) => name === kept("theme")) ?? "auto";
  const page = /^#(\w+)/.exec(location.hash)?.[1] ?? "problem";
  if (document.querySelector(`link[data-page="${page}"]`)) {
    root.dataset.page = page;
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href: `bundle/${page}.js` }),
      Object.assign(document.createElement("link"), { rel: "preload", as: "style", href: `css/${page}.css` }),
    );
  }
  if (!document.querySelector('meta[name="alfiere-pocket"]')) {
    const headers = { "Content-Type": "application/json" };
    /** @type {any} */ (globalThis).alfiereAbout = fetch("api/v1/about", { method: "POST", headers, body: "{}" })
      .then((answer) => (answer.ok ? answer.json() : null), () => null);
  }
}
