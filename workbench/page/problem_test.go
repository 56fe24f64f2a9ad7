package page_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
)

const cumpe = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"

// desk is the open page "Problem".
type desk struct {
	*webtest.Tab
	t    *testing.T
	name string // of the size
}

// TestTheProblemPage opens the page once in each size and performs all its actions.
func TestTheProblemPage(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, "#problem?position="+strings.ReplaceAll(cumpe, " ", "+")+"&n=2", size.width, size.height), t, name}
			d.wants("Sound: one key, 1.Kd6!")
			defer func() {
				if t.Failed() {
					d.Shot("problem-failed-" + name)
				}
			}()
			for _, step := range []func(){d.solving, d.judging, d.differing, d.walking, d.editing, d.reading, d.turning, d.claiming, d.comparing,
				d.twins, d.keeping, d.trying, d.exporting, d.copying, d.printing, d.dropping, d.following, d.stopping, d.speaking} {
				step()
			}
		})
	}
}

// Click scrolls an element into the panel, or out from behind the fixed board, and taps it.
func (d *desk) Click(selector string) {
	d.t.Helper()
	d.Wait(fmt.Sprintf("document.querySelector(%q)", selector))
	d.Eval(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		const board = document.querySelector("chess-board");
		if (!board.contains(element) && element.getBoundingClientRect().top < board.getBoundingClientRect().bottom && innerWidth < 760) {
			element.scrollIntoView({ block: "end" });
		} else if (panel.contains(element) && innerWidth >= 760) { // which scrolls by itself
			element.scrollIntoView({ block: "nearest" });
		}
	})()`, selector), nil)
	d.Tab.Click(selector)
}

// choose clicks on a button of a menu, which it opens if it is closed.
func (d *desk) choose(button string) {
	d.t.Helper()
	var menu string
	if d.Eval(fmt.Sprintf(`(() => {
		const button = document.querySelector(%q);
		for (let menu = button.closest(".menu"); menu && !button.checkVisibility(); menu = menu.parentElement.closest(".menu")) {
			if (menu.firstElementChild.checkVisibility()) return menu.className.replace("menu ", ".");
		}
		return "";
	})()`, button), &menu); menu != "" {
		d.Click(menu + " > .opener")
	}
	d.Click(button)
}

// wants waits until the verdict has a text in it.
func (d *desk) wants(part string) { d.t.Helper(); d.WaitText("#verdict", part) }

// read puts the text of a position into its box.
func (d *desk) read(text string) {
	d.t.Helper()
	d.Eval(`document.querySelector(".below").offsetParent ?? document.querySelector(".more").click()`, nil)
	d.Type("#position-text", text)
	d.Press("Enter")
}

// board waits until the board has the men of a FEN's first field.
func (d *desk) board(field string) {
	d.t.Helper()
	d.Wait(fmt.Sprintf(`(() => {
		const men = document.querySelector("chess-board").men;
		let text = "";
		for (let rank = 8; rank >= 1; rank--) {
			for (const file of "abcdefgh") text += men.get(file + rank) ?? "1";
			text += rank > 1 ? "/" : "";
		}
		return text.replace(/1+/g, (ones) => ones.length) === %q;
	})()`, field))
}

// square taps a square.
func (d *desk) square(name string) {
	d.t.Helper()
	d.Click(`chess-board [data-square="` + name + `"][role=gridcell]`)
}

// solving checks set play, tries with refutations, and groups as in the text.
func (d *desk) solving() {
	text := d.Text("#panel")
	for _, part := range []string{"1.Kd6! zugzwang", "1…Nf3~ (e1,g1,d2,d4,h4,e5,g5) 2.Qxh2#", "Set play", "1.Kc5?", "but 1…Bg1!"} {
		if !strings.Contains(text, part) {
			d.t.Errorf("the solution has no %q: %s", part, text)
		}
	}
	d.Click("#tab-phases")
	d.WaitText("#panel", "No mate or threat changes")
	d.Click("#tab-themes")
	d.WaitText("#panel", "complete block")
	d.Click("#panel details summary")
	d.Wait(`document.querySelector("#panel .definition").textContent.length > 30`)
	d.Click("#tab-notes")
	d.WaitText("#panel", "Statistics")
	d.Shot("problem-notes-" + d.name)
	d.Click("#tab-solution")
}

// judging solves the thesis's problems. It measures the time from the last edit to the display, as a reader sees it.
func (d *desk) judging() {
	for _, problem := range []struct{ text, verdict string }{
		{"8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1", "No solution."},
		{"8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", "Sound: one key, 1.Nb5!"},
		{"8/3r4/8/3P4/1p1Q4/2N5/1P6/kBK5 w - - 0 1", "No solution."},
		{"6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", "Cooked: 2 keys, 1.Rc7, 1.Rd7."},
		{"6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", "Cooked: 2 keys, 1.Rg1+, 1.Re7."},
		{"6k1/8/8/7K/8/8/8/4R3 w - - 0 1", "? is refuted by 1…Kf8!"},
		{cumpe, "Sound: one key, 1.Kd6!"},
	} {
		d.read(problem.text)
		d.wants(problem.verdict)
	}
	var waited float64
	d.Eval(`new Promise((done) => {
		const board = document.querySelector("chess-board");
		const begun = performance.now();
		new MutationObserver((_, observer) => {
			if (document.documentElement.dataset.analysed.startsWith("8/2K5/8/8/8/5nP1/5Q1b/5N1k")) {
				observer.disconnect();
				done(performance.now() - begun);
			}
		}).observe(document.documentElement, { attributeFilter: ["data-analysed"] });
		board.act("move", { from: "d5", to: "d6", letter: "K" });
		board.act("move", { from: "d6", to: "c7", letter: "K" });
		setTimeout(() => done(-1), 5000);
	})`, &waited)
	d.t.Logf("%.0f ms from the last edit to its solution", waited)
	if waited < 0 {
		d.t.Error("no solution five seconds after an edit")
	}
	d.Click(".undo")
	d.Click(".undo")
	d.wants("Kd6")
}

// differing checks the strip: keys, mates and themes gained and lost.
func (d *desk) differing() {
	var reported string
	d.Eval(`(async () => {
		const { compare, isKin } = await import("./js/difference.js");
		const variation = (mates) => ({ defence: "a7a6", san: "a6", mates, mates_san: mates.map((mate) => mate + "#") });
		const before = { verdict: "cooked", keys: [{ move: "a1a2", san: "Ra2", variations: [variation(["b1b2", "b1b3"])] }, { move: "a1a3", san: "Ra3", variations: [] }], themes: [{ name: "Grimshaw" }, { name: "Grimshaw" }] };
		const after = { verdict: "sound", keys: [{ move: "a1a2", san: "Ra2", variations: [variation(["b1b3", "b1b4"])] }], themes: [{ name: "Novotny" }] };
		const text = ({ verdict, gained, lost }) => JSON.stringify([verdict && verdict.was + " " + verdict.name, gained.map(({ kind, name }) => kind + " " + name), lost.map(({ kind, name }) => kind + " " + name)]);
		const fen = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1";
		const made = (mate) => ({ verdict: "sound", keys: [], themes: null, post_key: { variations: [variation([mate])] } });
		return text(compare(before, after)) + text(compare(after, after)) + text(compare(made("b1b2"), made("b1b3"))) + isKin(fen, fen.replace("5Q1b", "5Q2")) + isKin(fen, "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1");
	})()`, &reported)
	want := `["cooked sound",["mate 2.b1b4#","theme Novotny"],["key 1.Ra3","mate 2.b1b2#","theme Grimshaw"]][null,[],[]][null,["mate 2.b1b3#"],["mate 2.b1b2#"]]truefalse`
	if reported != want {
		d.t.Errorf("the difference is %s, want %s", reported, want)
	}
}

// walking steps through a line by tap, keys, bar and wheel, and returns to the diagram.
func (d *desk) walking() {
	d.Click(`[role=treeitem][data-moves="d5d6 h2g1 f2f3"]`)
	d.board("8/8/3K4/8/8/5QP1/8/5Nbk")
	d.Shot("problem-walk-" + d.name)
	d.Press("ArrowLeft")
	d.board("8/8/3K4/8/8/5nP1/5Q2/5Nbk")
	d.Press("ArrowRight", "ArrowDown")
	d.board("8/8/3K4/8/8/5nN1/5Q2/7k")
	d.Click(".walk button:nth-of-type(1)")
	d.board("8/8/3K4/8/8/5nP1/5Q1b/5N1k")
	d.Click(".walk button:nth-of-type(3)")
	d.board("8/8/3K4/8/8/5nb1/5Q2/5N1k")
	d.Click(".walk .leave")
	d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
	d.Click(`[role=treeitem].key`)
	d.board("8/8/3K4/8/8/5nP1/5Q1b/5N1k")
	d.Press("Escape")
	d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
}

// editing edits with the tray: the strip shows the effect of the change; undo and redo.
func (d *desk) editing() {
	d.Click(`chess-tray button[data-brush="P"]`)
	d.square("g2")
	d.Wait(`document.querySelector("#verdict").textContent !== "Sound: one key, 1.Kd6!"`)
	d.Wait(`document.querySelectorAll("#strip .chip").length > 0`)
	d.Shot("problem-strip-" + d.name)
	d.Click(`chess-tray button[data-brush="erase"]`)
	d.square("g2")
	d.wants("Kd6")
	d.WaitText("#strip", "now sound")
	d.Click(`chess-tray button[data-brush="K"]`) // placing a king moves it
	d.square("e6")
	d.board("8/8/4K3/8/8/5nP1/5Q1b/5N1k")
	d.Press("Ctrl+z")
	d.Click(`chess-tray button[data-brush=""]`)
	d.square("d5")
	d.square("c5")
	d.board("8/8/8/2K5/8/5nP1/5Q1b/5N1k")
	d.Press("Ctrl+z")
	d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
	d.Press("Ctrl+y")
	d.board("8/8/8/2K5/8/5nP1/5Q1b/5N1k")
	d.Click(".undo")
	d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
	d.wants("Kd6")
}

// reading reads texts of positions: S for the knight, Italian letters, errors with their place.
func (d *desk) reading() {
	d.read("8/8/8/3K4/8/5sP1/5R1b/5S1k #2")
	d.wants("No solution")
	d.Click("#tab-phases")
	d.WaitText("#panel .hint", "No solution.")
	d.Click("#tab-solution")
	d.read("8/8/8/3K4/8/5xP1/5R1b/5N1k w - - 0 1")
	d.WaitText("#position-fault", "letter")
	if mark := d.Text("#position-fault mark"); mark != "x" {
		d.t.Errorf("the fault is marked at %q", mark)
	}
	d.Shot("problem-fault-" + d.name)
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - 0 1")
	d.wants("king")
	d.read("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
	d.wants("in check")
	d.Wait(`document.querySelectorAll("chess-board .mark.fault").length > 0`)
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1")
	d.wants("Kd6")
	d.read("8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1")
	d.wants("Nb5")
	d.WaitText("#panel", "[2.Na4#/Nc4#/Nd1#/Nd3#]")
	d.Click("[role=treeitem].key")
	d.Wait(`document.querySelectorAll("chess-board .arrow.threat").length === 4`)
	d.Shot("problem-threats-" + d.name)
	d.Press("Escape")
}

// turning turns the board and transforms the whole diagram.
func (d *desk) turning() {
	for _, step := range []struct{ how, field string }{
		{"mirror", "8/4r3/8/4P3/4Q1p1/5N2/6N1/5KBk"}, {"mirror", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5"},
		{"flip", "kBK5/1N6/2N5/1p1Q4/3P4/8/3r4/8"}, {"flip", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5"},
		{"up", ""}, {"down", ""}, {"left", ""}, {"right", "4r3/8/8/8/8/8/8/8"}, {"swap", ""}, {"rotate", ""},
	} {
		d.choose(`button[data-how="` + step.how + `"]`)
		if step.field != "" && step.how != "right" {
			d.board(step.field)
		}
	}
	d.Click(".tools > .clear")
	d.board("8/8/8/8/8/8/8/8")
	d.wants("Place the kings")
	d.choose(".turn")
	d.Wait(`document.querySelector("chess-board").orientation === "black"`)
	d.choose(".turn")
}

// claiming sets rights: castling, en passant, the mating side, and the stipulation.
func (d *desk) claiming() {
	d.read("8/8/8/8/8/7p/8/R3K2k w - - 0 1 #2")
	d.WaitText(".castling", "White 0-0-0")
	d.Click(".castling input")
	d.Wait(`document.querySelector("#position-text").value.includes(" w Q - ")`)
	d.read("7k/8/5K2/3pP3/8/8/6Q1/8 w - - 0 1")
	d.Wait(`!document.querySelector(".rights .ep").hidden`)
	d.Eval(`(() => { const s = document.querySelector(".rights .ep select"); s.value = "d6"; s.dispatchEvent(new Event("change")); })()`, nil)
	d.Wait(`document.querySelector("#position-text").value.includes(" d6 ")`)
	d.Eval(`(() => { const s = document.querySelector(".stipulation"); s.value = "1"; s.dispatchEvent(new Event("change")); })()`, nil)
	d.wants("1.Q")
	d.Eval(`(() => { const s = document.querySelector(".rights select"); s.value = "b"; s.dispatchEvent(new Event("change")); })()`, nil)
	d.wants("No solution")
}

// comparing compares with the previous version: a lost mate, a theme, the table of phases and its lines.
func (d *desk) comparing() {
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1 #2")
	d.wants("Kd6")
	d.read(changed)
	d.wants("1.Be2!")
	d.Click("#tab-phases")
	d.Wait(`document.querySelectorAll("#panel td .cell").length >= 4`)
	d.Shot("problem-phases-" + d.name)
	d.Click("#panel td .cell")
	d.Wait(`!document.querySelector(".walk").hidden`)
	d.Press("Escape")
	d.Click("#tab-themes")
	d.Click("#panel .theme li button")
	d.Wait(`!document.querySelector(".walk").hidden`)
	d.Shot("problem-themes-" + d.name)
	d.Click(".walk .leave")
	d.Click("#tab-notes")
	d.Click("#panel .superfluous button")
	d.Wait(`document.querySelector("chess-board").men.size === 16`)
	d.wants("Sound")
	d.Press("Ctrl+z")
	d.board(strings.Fields(changed)[0])
	d.wants("Sound")
	d.Click("#tab-solution")
}

// changed is a problem with changed mates between phases.
const changed = "3R2K1/4p3/6nQ/RBN1kP2/1p4PB/8/3N1q2/3n1b2 w - - 0 1"

// twins adds a second diagram and removes it.
func (d *desk) twins() {
	d.Click(".twins button")
	d.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 2`)
	d.read("8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1")
	d.wants("No solution")
	d.Click(".twins button:nth-of-type(1)")
	d.board(strings.Fields(changed)[0])
	d.Wait(`decodeURIComponent(location.hash).includes("5R1b")`)
	d.Click(".twins button:nth-of-type(2)")
	d.wants("No solution")
	d.exportingTwins()
	d.Click(".twins button:last-of-type")
	d.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 0`)
}

// keeping saves, names, compares, renames, opens and deletes versions; they survive a reload.
func (d *desk) keeping() {
	d.read(cumpe)
	d.wants("Kd6")
	d.Type(".kept input", "first")
	d.Click(".kept .keep")
	d.WaitText(".versions", "first")
	d.read("8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1")
	d.wants("No solution")
	d.Click(".version .tools button:nth-of-type(1)")
	d.WaitText("#strip", "Compared with first")
	d.Shot("problem-versions-" + d.name)
	d.Click("#strip button")
	d.Click(".version .tools button:nth-of-type(2)")
	d.Type(".version input", "queen")
	d.Press("Enter")
	d.WaitText(".versions", "queen")
	d.Click(".version .diagram")
	d.wants("Kd6")
}

// trying lists the sound positions one change away, uses one, and undoes that.
func (d *desk) trying() {
	d.read("6k1/8/8/8/8/8/8/K1RR4 w - - 0 1")
	d.wants("Cooked: 2 keys, 1.Rc7, 1.Rd7.")
	d.Click("#tab-neighbours")
	d.Wait(`document.querySelectorAll(".neighbours .card").length > 3`)
	d.Wait(`document.querySelector(".neighbours .chip.warn") !== null`)
	d.Shot("problem-try-" + d.name)
	d.Eval(`void (document.querySelector(".goal select").value = "repair", document.querySelector(".goal select").dispatchEvent(new Event("change")))`, nil)
	d.Wait(`document.querySelectorAll(".neighbours .card").length > 0 && document.querySelector(".goal + .row .stop").hidden`)
	d.Click(".neighbours .card .diagram")
	d.wants("Sound")
	d.WaitText("#strip", "now sound")
	d.Click("#tab-solution")
	d.Click(".undo")
	d.wants("Cooked")
	d.Click("#tab-neighbours")
	d.Wait(`document.querySelectorAll(".neighbours .card").length > 0`)
	d.read(cumpe) // which ends it
	d.wants("Kd6")
	d.Click("#tab-solution")
}

// following follows a link and the back button; a reload shows the same.
func (d *desk) following() {
	var hash string
	d.Eval("location.hash", &hash)
	text, _ := url.QueryUnescape(hash)
	if !strings.Contains(text, "position="+cumpe) {
		d.t.Errorf("the link is %s", hash)
	}
	d.Eval(`void (location.hash = "#problem?position=6k1/8/8/7K/8/8/8/4R3+w+-+-+0+1&n=2&tab=notes")`, nil)
	d.wants("No solution")
	d.WaitText("#panel", "Statistics")
	d.Back()
	d.wants("Kd6")
	d.Reload()
	d.Wait("document.documentElement.dataset.ready")
	d.wants("Kd6")
	d.WaitText(".versions", "queen")
	d.Click(".version .tools button:nth-of-type(3)")
	d.WaitText(".versions", "No versions yet")
}

// stopping stops a long analysis; an error in the stipulation would show.
func (d *desk) stopping() {
	d.read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 #7")
	d.Wait(`!document.querySelector(".working .stop").hidden`)
	d.Click(".working .stop")
	d.WaitText("#status", "Stopped")
	d.wants("Not solved.") // and nothing of the previous position
	d.Wait(`!document.querySelector("#panel").innerText.includes("Kd6")`)
	d.read(cumpe + " #2")
	d.wants("Kd6")
}

// speaking switches to Italian and the dark theme.
func (d *desk) speaking() {
	d.Click(".switches button[lang=it]")
	d.wants("Corretto: chiave unica, 1.Rd6!")
	d.WaitText("#panel", "1…Cf3~")
	d.WaitText("#panel", "Gioco apparente")
	d.Click("#tab-themes")
	d.Click("#panel .theme summary")
	d.Wait(`/ il | la /.test(document.querySelector("#panel .definition").textContent)`)
	d.Click("#tab-solution")
	d.Wait(`!document.querySelector(".undo").disabled`)
	d.Media("prefers-color-scheme", "dark")
	d.Shot("problem-italian-" + d.name)
	d.Axe("the problem page")
}
