package page_test

import (
	"fmt"
	"strings"
)

// catchFiles records the files that the page downloads: their first bytes by media type and their
// names, in window.made and window.named.
func (d *desk) catchFiles() {
	d.t.Helper()
	d.Eval(`(() => {
		window.made = {};
		window.named = [];
		if (window.catching) return;
		window.catching = true;
		const create = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			blob.text().then((text) => { window.made[blob.type] = text; });
			return create(blob);
		};
		HTMLAnchorElement.prototype.click = function () { window.named.push(this.download); };
	})()`, nil)
}

// exporting exports in every format; the bitmap has the size for printing.
func (d *desk) exporting() {
	d.catchFiles()
	for _, form := range []struct{ name, file, media, holds string }{
		{"svg", "problem.svg", "image/svg+xml", "<svg"}, {"png", "problem.png", "image/png", "PNG"},
		{"latex", "problem.tex", "application/x-tex", "documentclass"}, {"html", "problem.html", "text/html", "Kd6"},
		{"text", "problem.txt", "text/plain", "1.Kd6! zugzwang"}, {"json", "problem.json", "application/json", `"verdict": "sound"`},
	} {
		d.choose(`.export button[data-form="` + form.name + `"]`)
		d.Wait(fmt.Sprintf(`(window.made[%q] ?? "").includes(%q) && window.named.at(-1) === %q`, form.media, form.holds, form.file))
	}
	d.WaitText(".share [role=status]", "Saved: problem.json")
	d.Shot("problem-export-" + d.name)
	d.Press("Escape") // closes the menu
}

// exportingTwins exports twins in every format that can hold them; a picture has the one on the board.
func (d *desk) exportingTwins() {
	d.catchFiles()
	d.choose(`.export button[data-form="svg"]`)
	d.Wait(`window.named.at(-1) === "problem-b.svg"`)
	d.choose(`.export button[data-form="text"]`)
	d.Wait(`["a)", "b)", "1.Be2!", "No solution"].every((part) => (window.made["text/plain"] ?? "").includes(part))`)
	d.choose(`.export button[data-form="json"]`)
	d.Wait(`(window.made["application/json"] ?? "").includes('"twin":"b"') && JSON.parse(window.made["application/json"]).length === 2`)
	d.Press("Escape")
}

// copying copies the link, which shows the same when it is opened. Without a clipboard the link is shown as text.
func (d *desk) copying() {
	d.Eval(`void Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: async (text) => { window.copied = text; }}})`, nil)
	d.choose(".share .copy")
	d.WaitText(".share [role=status]", "on the clipboard")
	d.Wait(`window.copied === location.href && window.copied.includes("5nP1/5Q1b/5N1k")`)
	d.Eval(`void Object.defineProperty(navigator, "clipboard", {configurable: true, value: undefined})`, nil)
	d.choose(".share .copy")
	d.WaitText(".share [role=status]", "#problem?position=")
	d.Press("Escape")
}

// printing presses the button; the printed page has the diagram with its solution and no controls.
func (d *desk) printing() {
	d.Eval(`void (window.print = () => { window.printed = true; })`, nil)
	d.choose(".export .print")
	d.Wait("window.printed")
	d.Press("Escape") // closes the menu
	d.Paper(true)
	var seen []string
	d.Eval(`["chess-board", "#verdict", "#panel", ".bar", "chess-tray", ".tools", ".working", ".share", ".kept", "[role=tablist]"].filter((name) => document.querySelector(name).checkVisibility())`, &seen)
	if got := strings.Join(seen, " "); got != "chess-board #verdict #panel" {
		d.t.Errorf("on paper there are %s", got)
	}
	d.Shot("problem-paper-" + d.name)
	d.Paper(false)
}

// dropping drops files: a text with a FEN in it, exported twins, and one without a position.
func (d *desk) dropping() {
	d.drop("a.txt", "Found in a letter:\n  3+1   6k1/8/8/8/8/8/8/K1RR4 w - - 0 1\n")
	d.wants("Cooked: 2 keys, 1.Rc7, 1.Rd7.")
	d.drop("b.md", "nothing")
	d.WaitText("#position-fault", "b.md: ")
	d.drop("c.json", `[{"fen": "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "n": 2}, {"fen": "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", "n": 3}]`)
	d.wants("Kd6")
	d.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 2`)
	d.Eval(`document.querySelector(".below").offsetParent ?? document.querySelector(".more").click()`, nil)
	d.Click(".twins button:nth-of-type(2)")
	d.wants("Short solution")
	d.Click(".twins button:last-of-type")
	d.wants("Kd6")
}
