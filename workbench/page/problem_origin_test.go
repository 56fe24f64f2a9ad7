package page_test

import (
	"fmt"
	"testing"
)

// TestAFirstVisit opens the page as a new visitor: what it is for, an example with its author, three ways to begin. No
// part above the note moves when it goes, and it never comes back.
func TestAFirstVisit(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, "#problem", size.width, size.height), t, "first-" + name}
			d.wants("1.Qb4!")
			d.Eval(`void new PerformanceObserver((list) => {
				window.shift = list.getEntries().filter(({hadRecentInput}) => !hadRecentInput || innerWidth > 760)
					.reduce((sum, {value}) => sum + value, window.shift ?? 0);
			}).observe({type: "layout-shift", buffered: true})`, nil)
			d.WaitText(".welcome", "Set up a mate problem")
			d.WaitText(".origin", "William Meredith · Dubuque Chess Journal, 1886")
			d.Wait(`[...document.querySelectorAll(".welcome .ways > *")].map((way) => way.textContent).join() ===
				"Empty board,Another example,Play a game"`)
			for _, theme := range []string{"light", "dark"} {
				d.Media("prefers-color-scheme", theme)
				d.Shot("problem-" + d.name + "-" + theme)
				d.Axe("a first visit, " + theme)
			}
			places := func() (text string) {
				d.Eval(`[...document.querySelectorAll("chess-board, .origin, chess-tray, .tools, #verdict, .working")]
					.map((part) => part.getBoundingClientRect().top).join()`, &text)
				return text
			}
			d.Click(".welcome .example")
			d.wants("1.Rh1!")
			d.WaitText(".origin", "Frank Healey")
			d.WaitText(".welcome", "Set up")
			d.Click(".welcome .example")
			d.wants("1.Nd6!")
			d.Eval(`scrollTo(0, 0)`, nil)
			before := places()
			d.Click(".welcome .close")
			d.Wait(`!document.querySelector(".welcome").checkVisibility()`)
			d.Eval(`scrollTo(0, 0)`, nil)
			if after := places(); after != before {
				t.Errorf("the parts are at %s, and at %s without the note", before, after)
			}
			var shift float64
			if d.Eval(`window.shift ?? 0`, &shift); shift > 0.001 { // on a phone what is below the note moves up
				t.Errorf("the layout shifts by %.4f", shift)
			}
			d.Reload()
			d.wants("1.Nd6!")
			d.WaitText(".origin", "Kohtz")
			var again bool
			if d.Eval(`document.querySelector(".welcome").checkVisibility()`, &again); again {
				t.Error("the note comes back")
			}

			hidden := func(store, hash string, is bool) {
				t.Helper()
				d.Eval(`sessionStorage.clear(), localStorage.clear(), `+store, nil)
				d.Eval(`void history.replaceState(null, "", "`+hash+`")`, nil)
				d.Eval(`void (Storage.prototype.setItem = () => {})`, nil) // what the page stores when it is left
				d.Reload()
				d.Wait(`document.documentElement.dataset.ready && document.documentElement.dataset.analysed`)
				d.Wait(fmt.Sprintf(`document.querySelector(".welcome").hidden === %t`, is))
			}
			hidden(`0`, "#problem", false)
			d.Click(".welcome .empty")
			d.board("8/8/8/8/8/8/8/8")
			d.Wait(`document.querySelector(".welcome").hidden && document.querySelector(".origin[data-blank]")`)
			const earlier = `localStorage.setItem("alfiere.problem", JSON.stringify("` + cumpe + ` #2"))`
			hidden(earlier, "#problem", true) // of an earlier release
			d.wants("Kd6")
			hidden(`0`, linkOf(cumpe, "n=2"), true)
			hidden(`0`, "#problem", false)
			d.Click(`chess-tray button[data-brush="erase"]`)
			d.square("b1")
			d.Wait(`document.querySelector(".welcome").hidden`)
			d.WaitText(".origin", "Author, source, title") // the problem is another one
			d.Click(".undo")
			d.WaitText(".origin", "William Meredith")
		})
	}
}

// TestVerdictsMoveNothing shows verdicts of different lengths: what is below stays where it is.
func TestVerdictsMoveNothing(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf(cumpe, "n=2"), size.width, size.height), t, "verdict-" + name}
			d.wants("Kd6")
			d.Eval(`document.querySelector(".below").offsetParent ?? document.querySelector(".more").click()`, nil)
			var first, now float64
			const top = `document.querySelector(".working").getBoundingClientRect().top + scrollY`
			d.Eval(top, &first)
			for _, problem := range []struct{ position, verdict string }{
				{"6k1/8/8/8/8/8/8/K1RR4", "Cooked: 2 keys, 1.Rc7, 1.Rd7."},
				{"6k1/8/8/7K/8/8/8/4R3", "? is refuted by 1…Kf8!"},
				{"8/8/8/3K4/8/5nP1/5Q1b/5N2", "king"},
				{"8/8/8/8/8/8/8/8", "Place the kings"},
				{"7k/8/8/8/8/R7/1R6/K7", "Cooked: "},
			} {
				d.read(problem.position + " w - - 0 1 #2")
				d.board(problem.position)
				d.wants(problem.verdict)
				if d.Eval(top, &now); now != first {
					t.Errorf("%s: with %q the line below is at %.1f, not %.1f", name, d.Text("#verdict"), now, first)
				}
			}
			d.Shot("problem-" + d.name)
			d.Click(".switches button[lang=it]")
			d.wants("Demolito: ")
			d.Reload()
			d.wants("Demolito: ")
			d.Wait(fmt.Sprintf("Math.abs(%s - %f) < 1", top, first))
		})
	}
}

// TestAnEditAfterARestIsAnalysedAtOnce holds the delay of analyses: an edit after a rest does not need it, one that
// follows fast waits for it.
func TestAnEditAfterARestIsAnalysedAtOnce(t *testing.T) {
	t.Parallel()
	d := &desk{open(t, "#problem", 1440, 900), t, "rest"}
	d.wants("1.Qb4!")
	d.Eval(`(() => {
		const { fetch, setTimeout } = window;
		const clock = performance.now();
		window.edits = 1;
		performance.now = () => clock + 1000 * window.edits;
		window.setTimeout = (act, time, ...rest) =>
			time === 150 ? ((window.held = act), 0) : setTimeout(act, time, ...rest);
		window.sent = { problem: 0, position: 0 };
		window.fetch = async (url, options) => {
			const answer = await fetch(url, options);
			window.sent[String(url).split("/").pop()]++;
			return answer;
		};
	})()`, nil)
	move := func(from, to string) {
		const square = `chess-board [data-square="%s"][role=gridcell]`
		d.Drag(d.At(fmt.Sprintf(square, from)), d.At(fmt.Sprintf(square, to)))
	}
	move("d7", "c7")
	d.Wait(`sent.problem === 1 && !document.querySelector("#verdict").textContent.includes("1.Qb4!")`)
	move("c7", "c6")
	d.Wait(`sent.position === 2`)
	d.Eval(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`, nil)
	d.Wait(`sent.problem === 1`)
	d.Eval(`held()`, nil)
	d.Wait(`sent.problem === 2`)
	d.Eval(`void window.edits++`, nil)
	move("c6", "c5")
	d.Wait(`sent.problem === 3`)
}

// TestAProblemHasAnAuthor writes author, source, award and title under the diagram. They are in the address, in
// versions, in the storage and in files, and can be undone.
func TestAProblemHasAnAuthor(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf(cumpe, "n=2", "solutions=1"), size.width, size.height), t, "origin-" + name}
			d.wants("Kd6")
			d.WaitText(".origin", "Author, source, title")
			for field, text := range map[string]string{"author": "Ann Author & B. Other", "source": "The Paper, 5/1999",
				"award": "1st Prize, Cup", "title": `A "title"`} {
				d.choose(`.origin [name="` + field + `"]`)
				d.Shot("problem-" + d.name)
				d.Type(`.origin [name="`+field+`"]`, text)
				d.Press("Enter")
				d.WaitText(".origin > .opener", text)
			}
			const line = `Ann Author & B. Other · The Paper, 5/1999 · 1st Prize, Cup · A "title"`
			d.WaitText(".origin > .opener", line)
			d.Wait(`document.activeElement.matches(".origin > .opener") && !document.querySelector(".origin.open")`)
			d.Axe("an author")
			d.Wait(`location.hash.includes("author=Ann+Author+%26+B.+Other")`)
			d.Wait(`location.hash.includes("source=The+Paper,+5/1999")`)

			// Own work keeps its author while it is edited.
			d.Click(`chess-tray button[data-brush="erase"]`)
			d.square("g3")
			d.Wait(`document.querySelector("chess-board").men.size === 6`)
			d.WaitText(".origin", line)
			d.Reload()
			d.WaitText(".origin", line)
			d.Eval(`sessionStorage.clear(), void history.replaceState(null, "", "#problem")`, nil)
			d.Eval(`void (Storage.prototype.setItem = () => {})`, nil)
			d.Reload() // another day
			d.WaitText(".origin", line)
			d.Click(`chess-tray button[data-brush="P"]`)
			d.square("g3")
			d.wants("Kd6")
			d.WaitText(".origin", line)

			d.Type(".kept input", "with author")
			d.Click(".kept .keep")
			d.WaitText(".versions", "with author")
			d.read("6k1/8/8/8/8/8/8/K1RR4 w - - 0 1 #2")
			d.wants("Cooked")
			d.choose(`.origin [name="title"]`)
			d.Type(`.origin [name="title"]`, "other")
			d.Press("Enter")
			d.WaitText(".origin", "other")
			d.Click(".version .diagram")
			d.wants("Kd6")
			d.WaitText(".origin", line)
			d.Click(".undo")
			d.WaitText(".origin", "other")
			d.Click(".undo")
			d.WaitText(".origin", "Author, source, title") // another position was typed
			d.Click(".undo")
			d.WaitText(".origin", line)
			for range 3 {
				d.Click(".redo")
			}
			d.WaitText(".origin", line)

			d.catchFiles()
			for form, want := range map[string][2]string{"svg": {"image/svg+xml", "Ann Author"},
				"latex": {"application/x-tex", "The Paper"}, "html": {"text/html", "1st Prize"},
				"text": {"text/plain", "Ann Author"}, "popeye": {"text/plain", "+---a---b"},
				"json": {"application/json", `"award": "1st Prize, Cup"`}} {
				d.choose(`.export button[data-form="` + form + `"]`)
				d.Wait(fmt.Sprintf(`(window.made[%q] ?? "").includes(%q)`, want[0], want[1]))
			}
			d.Press("Escape")
			var exported string
			d.Eval(`window.made["application/json"]`, &exported)
			d.read("6k1/8/8/8/8/8/8/K1RR4 w - - 0 1 #2")
			d.wants("Cooked")
			d.drop("problem.json", exported)
			d.wants("Kd6")
			d.WaitText(".origin", line)

			// A problem that was read with its author is another one after an edit.
			d.paste(`8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm 2; author "J. Cumpe"; source "Bohemia, 1908";`)
			d.WaitText(".origin", "J. Cumpe · Bohemia, 1908")
			d.choose(`button[data-how="mirror"]`)
			d.WaitText(".origin", "Author, source, title")
			d.Press("Ctrl+z")
			d.WaitText(".origin", "J. Cumpe · Bohemia, 1908")
		})
	}
}
