package page_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestAGameThatCannotBeIsNotKept opens links to games that the referee refuses. Each says why; the last game stays on
// the board, in the address and in the browser, and a new one can begin.
func TestAGameThatCannotBeIsNotKept(t *testing.T) {
	t.Parallel()
	p := &player{t, open(t, "#play?nodes=1000&side=both&moves=d2d4", 1440, 900)}
	p.moves("1")
	for _, link := range []struct{ state, says string }{
		{"moves=e2e5", "cannot go to e5"},
		{"moves=e2e4,x", "x"},
		{"start=8%2F8", "8 ranks"},
		{"start=k7/8/8/8/8/8/8/8+w+-+-+0+1", "king"},
		{"start=k7/8/8/8/8/8/8/K7+w+-+-+0+1&moves=a1a3", "The game is over"},
	} {
		p.tab.Eval(fmt.Sprintf("void (location.hash = %q)", "#play?"+link.state), nil)
		p.says(".play-says", link.says)
		p.on(`document.querySelector(".play-actions .do-new")`)
		for _, place := range []string{"location.hash", `localStorage.getItem("alfiere.play")`, `sessionStorage.getItem("alfiere.play")`} {
			if kept := said(p.tab, place); !strings.Contains(kept, "d2d4") || strings.Contains(kept, "8/8/8/8/8/8") {
				t.Errorf("%s: %s is %s", link.state, place, kept)
			}
		}
		p.tab.Reload()
		p.moves("1")
	}
	for _, state := range []string{"at=x", "at=-5", "at=9", "side=green", "nodes=-1", "tab=x", "moves=,,,"} {
		p.tab.Eval(fmt.Sprintf("void (location.hash = %q)", "#play?"+state), nil)
		p.on(`document.querySelector(".play-actions .do-new")`)
	}
}

// TestDamagedStorageIsNoFault opens all pages with values in the browser's storage that no page wrote.
func TestDamagedStorageIsNoFault(t *testing.T) {
	t.Parallel()
	p := &player{t, open(t, "#play?side=both&moves=d2d4", 1440, 900)}
	p.moves("1")
	for _, value := range []string{`null`, `5`, `"x"`, `[]`, `{}`, `[5]`, `[null]`, `{"moves":5}`, `{"moves":[null],"tree":{"nodes":[{}]}}`,
		`{"start":"x","moves":["e2e5"],"side":"x","times":[null],"left":5}`, `{"tree":{"nodes":[{"parent":7,"move":"e2e4"}]}}`,
		`{"past":[null],"at":"x"}`, `{"points":[null],"tally":5}`, `{"text":5,"read":{}}`} {
		for _, name := range []string{"play", "problem"} {
			p.tab.Eval(fmt.Sprintf(`void (location.hash = "#%s")`, name), nil)
			p.on(fmt.Sprintf(`document.documentElement.dataset.ready === %q`, name))
			p.tab.Eval(fmt.Sprintf(`(() => { for (const name of ["play", "play.before", "play.text", "play.graph", "play.members", "play.council",
				"play.tint", "problem", "problem.steps", "maps", "figurines", "unfolded", "language", "theme", "versions", "versions.x"]) {
				localStorage.setItem("alfiere." + name, %[1]q);
				sessionStorage.setItem("alfiere." + name, %[1]q);
			} })()`, value), nil)
			p.tab.Eval(`window.stop(), void history.replaceState(null, "", "#`+name+`")`, nil)
			p.tab.Eval(`void (Storage.prototype.setItem = () => {})`, nil) // what the page stores when it is left
			p.tab.Reload()
			p.on(fmt.Sprintf(`document.documentElement.dataset.ready === %q`, name))
		}
	}
}

// TestAPageThatIsLeftChangesNothing leaves pages while their requests are under way, and lets the answers come then.
func TestAPageThatIsLeftChangesNothing(t *testing.T) {
	t.Parallel()
	p := &player{t, open(t, "#problem?position=8/8/8/3K4/8/5nP1/5Q1b/5N1k&n=2", 1440, 900)}
	p.says(".verdict", "Sound")
	p.tab.Eval(`(() => {
		const send = window.fetch;
		let release;
		window.sent = [];
		window.hold = () => window.held = new Promise((resolve) => release = resolve);
		window.release = () => release();
		window.hold();
		window.fetch = async (address, options) => {
			window.sent.push(String(address));
			await window.held;
			return send(address, options);
		};
	})()`, nil)
	for _, step := range []struct{ from, to string }{{"problem", "play"}, {"play", "problem"}} {
		p.tab.Eval(fmt.Sprintf(`void (location.hash = "#%s")`, step.from), nil)
		p.tab.Eval(`void (sent.length = 0)`, nil)
		if step.from == "problem" {
			p.tab.Click(`chess-tray button[data-brush="erase"]`)
			p.tab.Click(`chess-board [data-square="g3"][role=gridcell]`)
		} else {
			p.tab.Type(".typed", "e4")
			p.tab.Press("Enter")
		}
		p.on(`sent.length > 0`)
		p.tab.Eval(fmt.Sprintf(`void (location.hash = "#%s")`, step.to), nil)
		p.tab.Eval(`void (sent.length = 0, release())`, nil)
		p.on(fmt.Sprintf(`document.documentElement.dataset.ready === %q`, step.to))
		if at := said(p.tab, "location.hash"); !strings.HasPrefix(at, "#"+step.to) || strings.Contains(at, "position=") != (step.to == "problem") {
			t.Errorf("from %s to %s: the address is %s", step.from, step.to, at)
		}
		p.tab.Eval(`void hold()`, nil)
	}
	p.tab.Eval(`void release()`, nil)
}

// TestWhatIsPastedIsRead pastes texts outside of all fields. One that is too long is refused, even if it has a
// position.
func TestWhatIsPastedIsRead(t *testing.T) {
	t.Parallel()
	const mate = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"
	p := &player{t, open(t, "#play?side=both", 1440, 900)}
	paste := func(text string) {
		p.tab.Eval(fmt.Sprintf(`(() => {
			const clipboardData = new DataTransfer();
			clipboardData.setData("text/plain", %s);
			document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
		})()`, text), nil)
	}
	paste("`1. e4 e5 2. Nf3 *`")
	p.moves("3")
	paste(`"` + mate + `"`)
	p.says(".play-verdict", "White to move")
	p.on(`location.hash.includes("5nP1")`)
	paste("`x`.repeat(5 << 20)")
	p.says(".text-status", "larger than 4 MB")

	p.tab.Eval(`void (location.hash = "#problem?position=8/8/8/8/8/8/8/K6k")`, nil)
	p.on(`document.documentElement.dataset.ready === "problem"`)
	paste("`A two-mover: " + mate + " #2`")
	p.says(".verdict", "Sound: one key, 1.Kd6!")
	for _, long := range []string{"`8/8/8/8/8/8/7p/K6k w - - 0 1 ` + `x`.repeat(5 << 20)", "`8/8/8/8/8/8/7p/K6k w - - 0 1 ` + `\"`.repeat(800000)"} {
		paste(long)
		p.on(`document.body.innerText.includes("larger than 1000 kB")`)
		p.says(".verdict", "Sound: one key, 1.Kd6!")
	}
}
