package page_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatComposersNeed maps flights and guards, makes the key, undoes after a reload, and puts two versions side by
// side, in each size.
func TestWhatComposersNeed(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf(cumpe, "n=2"), size.width, size.height), t, name}
			d.wants("1.Kd6!")
			defer func() {
				if t.Failed() {
					d.Shot("compose-failed-" + name)
				}
			}()
			for _, step := range []func(){d.mapping, d.making, d.undoing, d.besides, d.aiming, d.locking} {
				step()
			}
		})
	}
}

// mapping shows the maps, which follow edits, turns of the board and lines.
func (d *desk) mapping() {
	flights := func(squares string) {
		d.t.Helper()
		d.Wait(`[...document.querySelectorAll("chess-board .map.flight")].map((sign) => sign.dataset.square).sort().join() === "` + squares + `"`)
	}
	d.choose(`button[data-map="flights"]`)
	flights("")
	d.WaitText(".map-legend", "Flights: –")
	d.Eval(`document.querySelector('button[data-map="guards"]').focus()`, nil)
	d.Press("Enter")
	d.Wait(`document.querySelector('chess-board .map.guard[data-square="g2"] text')?.textContent === "1"`)
	d.Wait(`document.querySelector('[data-square="g2"][role=gridcell]').getAttribute("aria-description") === "guarded once"`)
	d.Shot("compose-maps-" + d.name)
	d.read("8/8/8/3K4/8/5nP1/7b/5N1k w - - 0 1")
	flights("g1,g2")
	d.WaitText(".map-legend", "Flights: g1, g2")
	d.choose(".turn")
	d.Wait(`document.querySelector('[data-square="g2"][role=gridcell]').getAttribute("aria-description") === "flight"`)
	d.choose(".turn")
	d.read("8/8/8/3K4/8/5nP1/7b/5N2 w - - 0 1")
	d.WaitText(".map-legend", "An illegal position has no maps.")
	flights("")
	d.read(cumpe)
	d.wants("Kd6")
	d.Wait(`document.querySelectorAll("chess-board .map.guard").length > 20`)
	d.Click("[role=treeitem].key")
	d.Wait(`document.querySelectorAll("chess-board .map").length === 0`)
	d.Press("Escape")
	d.Wait(`document.querySelectorAll("chess-board .map.guard").length > 20`)
	d.Axe("maps")
	d.choose(`button[data-map="guards"]`)
	d.Wait(`document.querySelectorAll("chess-board .map").length === 0`)
	d.choose(`button[data-map="flights"]`)
	d.Wait(`document.querySelector(".map-legend").hidden`)
}

// making lets Black move after a key that has been made.
func (d *desk) making() {
	d.read("8/8/3K4/8/8/5nP1/5Q1b/5N1k w - - 0 1")
	d.wants("Cooked")
	d.Click(".after input")
	d.wants("The key solves.")
	d.WaitText("#panel", "1… zugzwang")
	d.WaitText("#panel", "2.Qxf3#")
	d.Wait(`location.hash.includes("after=key")`)
	d.Click(`[role=treeitem][data-moves="h2g1 f2f3"]`)
	d.board("8/8/3K4/8/8/5QP1/8/5Nbk")
	d.Press("Escape")
	d.read("8/8/3K4/8/8/5nP1/5R1b/5N1k b - - 0 1")
	d.wants("The key does not solve. 1…Kg1!")
	d.Shot("compose-made-" + d.name)
	d.Click(".undo")
	d.wants("The key solves.")
}

// undoing undoes what was done before a reload.
func (d *desk) undoing() {
	d.Reload()
	d.Wait("document.documentElement.dataset.ready")
	d.wants("The key solves.")
	d.Click(".redo")
	d.wants("The key does not solve.")
	d.Press("Ctrl+z", "Ctrl+z")
	d.wants("Cooked")
	d.Wait(`!document.querySelector(".after input").checked`)
	d.Click(".undo")
	d.wants("Kd6")
	for range 130 { // more than is stored
		d.Eval(`document.querySelector('button[data-how="swap"]').click()`, nil)
	}
	d.wants("Kd6")
	var stored int
	if d.Eval(`JSON.parse(sessionStorage.getItem("alfiere.problem.steps")).past.length`, &stored); stored != 100 {
		d.t.Errorf("%d steps are stored", stored)
	}
	d.Eval(`sessionStorage.setItem("alfiere.problem.steps", '{"past":[{"twins":["no"],"at":0}]}')`, nil)
	d.Reload()
	d.Wait("document.documentElement.dataset.ready")
	d.wants("Kd6")
	d.read("6k1/8/8/8/8/8/8/K1RR4 w - - 0 1")
	d.wants("Cooked: 2 keys, 1.Rc7, 1.Rd7.")
	for intended, verdict := range map[int]string{2: "Sound: 2 solutions, 1.Rc7, 1.Rd7!", 3: "Missing solution: 2 of 3 keys, 1.Rc7, 1.Rd7."} {
		d.Eval(fmt.Sprintf(`((field) => void (field.value = %d, field.dispatchEvent(new Event("change"))))(`+
			`document.querySelector(".asked [type=number]"))`, intended), nil)
		d.wants(verdict)
		d.Wait(fmt.Sprintf(`location.hash.includes("solutions=%d")`, intended))
		d.Click("#tab-neighbours")
		d.WaitText("#panel", "“Try this” needs a problem with one solution.")
		d.Click("#tab-solution")
		d.Reload()
		d.wants(verdict)
	}
	d.Click(".undo")
	d.Click(".undo")
	d.wants("Cooked")
	d.Click(".undo")
	d.wants("Kd6")
}

// besides puts a saved version beside the board and beside another version.
func (d *desk) besides() {
	d.Wait(`document.querySelector(".side-by-side").disabled`)
	d.Type(".kept input", "first")
	d.Click(".kept .keep")
	d.read("8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1")
	d.wants("No solution")
	d.Click(".side-by-side")
	d.WaitText("dialog .beside-pair section:first-child", "Sound: one key, 1.Kd6!")
	d.WaitText("dialog .beside-pair section:last-child", "No solution.")
	d.WaitText("dialog [data-only=left]", "1.Kd6")
	d.WaitText("dialog .beside-changes", "1 square differs")
	d.Wait(`document.querySelectorAll("dialog .framed").length === 2`)
	d.Shot("compose-beside-" + d.name)
	d.Axe("two versions side by side")
	d.Eval(`void (document.querySelector("dialog select").value = "1", document.querySelector("dialog select").dispatchEvent(new Event("change")))`, nil)
	d.WaitText("dialog .beside-changes", "The same keys, mates and themes.")
	d.Press("Escape")
	d.Wait(`!document.querySelector("dialog")`)
	if text := d.Text(".versions"); !strings.Contains(text, "first") {
		d.t.Error(text)
	}
}

// aiming chooses goals from menus that are filled from the report.
func (d *desk) aiming() {
	d.read(cumpe)
	d.wants("Kd6")
	d.Click("#tab-neighbours")
	d.Wait(`document.querySelector("#panel .goal")`)
	choose := func(list int, value string) {
		d.t.Helper()
		d.Eval(fmt.Sprintf(`(() => { const list = document.querySelectorAll(".goal select")[%d]; list.value = %q; list.dispatchEvent(new Event("change")); })()`, list, value), nil)
	}
	done := func() { d.t.Helper(); d.Wait(`document.querySelector(".goal + .row .stop").hidden`) }
	choose(0, "repair")
	d.WaitText("#panel", "The problem is sound: there is nothing to repair.")
	choose(0, "")
	choose(1, "whole")
	d.WaitText(".neighbours", "mirrored")
	d.WaitText(".neighbours", "flipped, 1 down")
	done()
	d.Shot("compose-whole-" + d.name)
	choose(1, "")
	d.Click(`.condition[data-of="keep"] summary`)
	d.Wait(`[...document.querySelectorAll('[data-of="keep"] label')].some((label) => label.innerText.trim() === "1…Bg1 2.Qxf3#")`)
	d.Eval(`[...document.querySelectorAll('[data-of="keep"] label')].find((label) => label.innerText.includes("Bg1")).querySelector("input").focus()`, nil)
	d.Press("Space")
	d.Wait(`document.querySelector('.goal [name="keep"]').value === "1…Bg1 2.Qxf3#"`)
	d.WaitText(`[data-of="keep"] summary`, "(1)")
	d.Click(`.condition[data-of="theme"] summary`)
	d.Click(`[data-of="theme"] label:first-child input`)
	d.WaitText(`[data-of="theme"] summary`, "(1)")
	d.Wait(`document.querySelectorAll(".neighbours .card").length > 0`)
	d.Axe("goals")
	d.Shot("compose-goals-" + d.name)
	d.Click(`[data-of="theme"] label:first-child input`)
	d.Set(`.goal [name="keep"]`, "")
	d.Eval(`document.querySelector('.goal [name="keep"]').dispatchEvent(new Event("change"))`, nil)
	d.Wait(`document.querySelector('[data-of="keep"] summary').innerText.trim() === "keep lines"`)
	d.Click(`.condition[data-of="keep"] summary`)
	d.Click(`.condition[data-of="theme"] summary`)
}

// locking locks squares by taps and keys on the board, which edits nothing then.
func (d *desk) locking() {
	d.Click(`.condition[data-of="lock"] summary`)
	d.Click(".pick-squares")
	d.Wait(`document.querySelector(".pick-squares").getAttribute("aria-pressed") === "true"`)
	d.square("f2")
	d.Wait(`document.querySelector('.goal [name="lock"]').value === "f2"`)
	d.square("g3")
	d.Wait(`document.querySelectorAll("chess-board .mark.lock").length === 2`)
	described := func(squares string) {
		d.t.Helper()
		d.Wait(`[...document.querySelectorAll("chess-board [aria-description=locked]")].map((cell) => cell.dataset.square).sort().join() === "` + squares + `"`)
	}
	described("f2,g3")
	d.Press("ArrowUp", "Space")
	d.Wait(`document.querySelector('.goal [name="lock"]').value === "f2, g3, g4"`)
	d.square("g3")
	d.Wait(`document.querySelector('.goal [name="lock"]').value === "f2, g4"`)
	d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
	d.Wait(`document.querySelectorAll(".neighbours .card").length > 0`)
	described("f2,g4")
	d.Shot("compose-lock-" + d.name)
	d.Type(`.goal [name="lock"]`, "f2, d5")
	d.Press("Enter")
	described("d5,f2")
	d.Press("Escape")
	d.Wait(`document.querySelector(".pick-squares").getAttribute("aria-pressed") === "false" && document.querySelector("chess-board").editable`)
	d.Wait(`document.querySelectorAll("chess-board .mark.lock").length === 2`)
	d.Click(".pick-squares")
	d.Click("#tab-solution")
	d.Wait(`document.querySelectorAll("chess-board .mark.lock").length === 0 && document.querySelector("chess-board").editable`)
	described("")
}

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
