// Two pages for the tests of the frame: they write down what they are told.

const open = (name) => async (root, app, state) => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  window.log ??= [];
  window.app = app;
  const show = (text, now) => {
    window.log.push(`${name} ${text} ${JSON.stringify(now)}`);
    root.querySelector("p").textContent = JSON.stringify(now);
  };
  root.append(document.createElement("h1"), document.createElement("p"), document.createElement("input"));
  root.querySelector("h1").textContent = app.t(`page.${name}`);
  root.querySelector("input").setAttribute("aria-label", "query");
  root.querySelector("input").dataset.query = "";
  show("open", state);
  return { close: () => window.log.push(`${name} close`), update: (now) => show("update", now) };
};

const keys = [["n", "board.keys.mark"]];

export const pages = [
  { name: "problem", needs: "about", load: async () => ({ open: open("problem"), keys }) },
  { name: "collection", needs: "no such method", load: async () => ({ open: open("collection") }) },
  { name: "play", needs: "about", load: async () => ({ open: open("play") }) },
];

// The first script requests the bundles of pages by their names; these are the real ones, which nothing here opens.
export const unused = [() => import("./problem.js"), () => import("./play.js")];
