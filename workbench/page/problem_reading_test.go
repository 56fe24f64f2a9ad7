package page_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// drop drops a file on the page.
func (d *desk) drop(name, text string) {
	d.t.Helper()
	d.Eval(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([%q], %q));
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`, text, name), nil)
}

// paste pastes a text outside all text fields.
func (d *desk) paste(text string) {
	d.t.Helper()
	d.Eval(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		document.activeElement.blur();
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`, text), nil)
}

// TestTheProblemPageReadsWhatComposersHave reads texts in the box, from the clipboard and from a file.
// A program without a reader refuses the forms that need a server, with a message.
func TestTheProblemPageReadsWhatComposersHave(t *testing.T) {
	t.Parallel()
	const list = "White Kd5 Qf2 Nf1 Pg3\nBlack Kh1 Bh2 Nf3\n#3"
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf("6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", "n=2"), size.width, size.height), t, "reading-" + name}
			d.wants("Cooked")
			away := func() {
				d.read("6k1/8/8/8/8/8/8/K1RR4 w - - 0 1 #2")
				d.board("6k1/8/8/8/8/8/8/K1RR4") // the verdict may be that of the previous position
				d.wants("Cooked")
				d.Eval("document.activeElement.blur()", nil)
			}
			for _, text := range []string{list, "wKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3 #3", "Forsyth 8/8/8/3K4/8/5sP1/5Q1b/5S1k #3",
				"https://lichess.org/editor/8/8/8/3K4/8/5nP1/5Q1b/5N1k_w_-_-_0_1 #3", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm 3;"} {
				for way, take := range map[string]func(text string){"typed": d.read, "pasted": d.paste, "dropped": func(text string) { d.drop("a.txt", text) }} {
					take(text)
					d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
					d.Wait(`document.querySelector(".stipulation").value === "3"`)
					if fault := d.Text("#position-fault"); fault != "" {
						t.Errorf("%s, %s: %s", text, way, fault)
					}
					away()
				}
			}

			d.paste("8/8/8/3K4/8/5nP1/5Q1b/5N1k #2\n8/8/8/3K4/8/5nP1/5R1b/5N1k #2\nKa1 Qa1 / Kh8")
			d.wants("Kd6")
			d.WaitText("#position-fault", "The text has 2 problems; this is the first.")
			d.WaitText("#position-fault", "One entry could not be read; line 3, column ")
			d.Shot(d.name + "-several")

			d.paste("White Kd5 Qf2\nBlack Kh1 è Nd5")
			d.WaitText("#position-fault", "line 2, column ")
			d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
			if mark := d.Text("#position-fault mark"); mark != "è" {
				t.Errorf("%q is marked", mark)
			}
			d.Shot(d.name + "-wrong")
			d.drop("b.inp", "beginproblem\nstipulation #2\npieces white kd5 black kh1\nendproblem\n")
			d.WaitText("#position-fault", "b.inp: Popeye input, Olive, JSON and PGN are read only with a server")
			d.drop("long.txt", strings.Repeat("8/8/8/3K4/8/5nP1/5Q1b/5N1k #2\n", 40000))
			d.WaitText("#position-fault", "long.txt is larger than 1000 kB")
			d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
			d.Click(".undo")
			d.wants("Cooked")
		})
	}
}

// TestTabsOfAProblemAgree compares the notation of lines, the number of tries and the headings.
func TestTabsOfAProblemAgree(t *testing.T) {
	t.Parallel()
	d := &desk{open(t, linkOf("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1", "n=2", "tab=themes"), 1440, 900), t, "report"}
	d.wants("1.Qd1!")
	d.WaitText("#panel", "changed mates")
	var headings, lines []string
	d.Eval(`[...document.querySelectorAll("#panel h3")].map((h) => h.textContent)`, &headings)
	if want := []string{"unguard", "mutate", "changed mates"}; !slices.Equal(headings, want) {
		t.Errorf("themes are %q, want %q", headings, want)
	}
	d.Eval(`[...document.querySelectorAll("#panel li button")].map((b) => b.textContent)`, &lines)
	if want := []string{"1.Qd1! Ne7~ (f5,g6,c8,g8) 2.Qd5#", "1.Qd1! Nc6 2.Qd5#", "1…f3 2.Qe3#", "1.Qd1! f3 2.gxf3#", "1…f3 2.Qe3#", "1.Qd1! f3 2.gxf3#",
		"1.Bb2? Nd5 2.Qd4#", "1.Qd1! Nd5 2.Qxd5#", "1.Bb2? Nc6 2.Qe2#", "1.Qd1! Nc6 2.Qd5#", "1.Bb2? f3 2.Qd4#", "1.Qd1! f3 2.gxf3#"}; !slices.Equal(lines, want) {
		t.Errorf("the lines are %q, want %q", lines, want)
	}
	d.Click("#panel .theme:nth-of-type(2) li button") // a line of the set play
	d.board("8/4n3/4K3/8/4k3/4Qp2/6P1/2B5")
	d.Press("Escape")
	d.Axe("Themes")
	for _, tab := range []string{"solution", "phases", "themes", "notes"} {
		d.Click("#tab-" + tab)
		var levels []int
		d.Eval(`[...document.querySelectorAll(":is(h1, h2, h3, h4):not([role=presentation])")].map((h) => Number(h.tagName[1]))`, &levels)
		for i, level := range levels {
			if i > 0 && level > levels[i-1]+1 || i == 0 && level != 1 {
				t.Errorf("%s: the levels of the headings are %v", tab, levels)
			}
		}
	}
	d.WaitText("#panel", "Tries: 14 (Solution shows 6, Phases 1).")
	d.Click("#tab-phases")
	d.WaitText("#panel", "Omitted: 13 of 14 tries.")
	d.Click("#tab-solution")
	var tries int
	if d.Eval(`document.querySelectorAll("#panel .item.try").length`, &tries); tries != 6 {
		t.Errorf("the solution shows %d tries", tries)
	}
	d.Click(".switches button[lang=it]")
	d.Click("#tab-notes")
	d.WaitText("#panel", "Tentativi: 14 (Soluzione ne mostra 6, Fasi 1).")
}

// TestControlsAroundTheBoard uses the menus, the folded tries and the figurines in both sizes.
func TestControlsAroundTheBoard(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1", "n=2"), size.width, size.height), t, name}
			d.wants("1.Qd1!")
			d.Wait(`document.querySelectorAll("#panel .item").length > 10`)
			for _, step := range []func(){d.choosing, d.choosingByKeys, d.folding, d.figurines, d.calm} {
				step()
			}
		})
	}
}

// choosing opens the menu of the board by mouse or finger, uses it twice, and closes it by a click.
func (d *desk) choosing() {
	d.Click(".whole > .opener")
	d.Wait(`document.querySelector(".whole > .opener").ariaExpanded === "true"`)
	d.Shot("board-menu-" + d.name)
	d.Axe("the menu of the board")
	d.Click(`.whole button[data-how="right"]`)
	d.Click(`.whole button[data-how="up"]`)
	d.board("5n2/5K2/8/5kp1/8/4Q2P/3B4/8")
	d.Click(`.whole button[data-how="up"]`)
	d.WaitText(".whole > .items", "A man would leave the board.")
	d.Click(map[string]string{"phone": ".whole > .opener", "desk": "#tab-solution"}[d.name]) // a phone's menu covers the tabs
	d.Wait(`!document.querySelector(".whole > .items").checkVisibility()`)
	d.Click(".undo")
	d.Wait(`!document.querySelector(".whole > .items").textContent.includes("leave")`)
	d.Click(".undo")
	d.wants("1.Qd1!")
	d.Click(".redo")
	d.Click(".undo")
	d.wants("1.Qd1!")
}

// choosingByKeys does the same by the keyboard, and so with the menu for sharing.
func (d *desk) choosingByKeys() {
	d.Eval(`document.querySelector(".whole > .opener").focus()`, nil)
	d.Press("ArrowDown", "ArrowDown", "Enter")
	d.board("8/3n4/3K4/8/2pk4/8/1P2Q3/5B2")
	d.Press("Enter", "Escape")
	d.board("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5")
	d.Wait(`document.activeElement.matches(".whole > .opener") && document.activeElement.ariaExpanded === "false"`)
	d.Press("Tab") // to Clear
	d.Wait(`document.activeElement.matches(".clear")`)
	d.Eval(`document.querySelector(".export > .opener").focus()`, nil)
	d.Press("Enter", "End")
	d.Wait(`document.activeElement.matches(".print")`)
	d.Shot("share-menu-" + d.name)
	d.Press("Escape")
	d.Wait(`!document.querySelector(".print").checkVisibility()`)
}

// folding shows the sixth try, by click and by key.
func (d *desk) folding() {
	const shown = `[...document.querySelectorAll("#panel .item.try")].filter((item) => item.checkVisibility()).length`
	d.Wait(shown + " === 5")
	d.Click("#panel .item.more")
	d.Wait(shown + ` === 6 && document.activeElement.matches(".item.try") && !document.querySelector("#panel .item.more")`)
	d.Click("#tab-themes")
	d.Click("#tab-solution")
	d.Wait(shown + " === 5")
	d.Eval(`document.querySelector("#panel [role=treeitem]").focus()`, nil)
	d.Press("End", "Enter")
	d.Wait(shown + " === 6")
}

// figurines writes the moves with figurines, in all parts and after a reload, and with letters again.
func (d *desk) figurines() {
	d.Click(".figurines input")
	d.wants("1.♕d1!")
	d.WaitText("#panel", "1…♘e7~")
	d.Reload()
	d.wants("1.♕d1!")
	d.Click("#tab-themes")
	d.WaitText("#panel", "1.♕d1! ♘e7~ (f5,g6,c8,g8) 2.♕d5#")
	d.Click("#tab-solution")
	d.Eval(`document.querySelector(".figurines input").focus()`, nil)
	d.Press("Space")
	d.wants("1.Qd1!")
}

// calm checks the tone: unfinished positions are not wrong.
func (d *desk) calm() {
	d.Click(".tools > .clear")
	d.wants("Place the kings")
	d.Wait(`document.querySelector("#verdict").matches(".calm")`)
	d.Shot("empty-" + d.name)
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - 0 1")
	d.wants("Black has no king")
	d.Wait(`document.querySelector("#verdict").matches(".calm")`)
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N1P w - - 0 1")
	d.Wait(`document.querySelector("#verdict").matches(".fault")`)
	d.Axe("an unfinished position")
}

// linkOf returns the part of the address for a position, with further values such as "n=2".
func linkOf(position string, more ...string) string {
	return "#problem?position=" + strings.ReplaceAll(url.QueryEscape(position), "%2F", "/") + "&" + strings.Join(more, "&")
}

// TestALinkThatCannotBeReadChangesNothing opens damaged links. The text is shown with its error; the
// diagram, the storage and the address stay unchanged.
func TestALinkThatCannotBeReadChangesNothing(t *testing.T) {
	t.Parallel()
	d := &desk{open(t, linkOf(cumpe, "n=2"), 1440, 900), t, "link"}
	d.wants("Sound: one key, 1.Kd6!")
	refused := []struct{ link, text, mark, says string }{
		{linkOf("8/8/8/3K4/8/5nP1/5X1b/5N1k", "n=2"), "8/8/8/3K4/8/5nP1/5X1b/5N1k #2", "X", "letter"},
		{linkOf("8/8/8/3K4/8/5nP1/5Q1b/5N1"), "8/8/8/3K4/8/5nP1/5Q1b/5N1", "5", "8 squares"},
		{linkOf("8/8/8/3K4/8/5nP1/5Q1b"), "8/8/8/3K4/8/5nP1/5Q1b", "", "8 ranks"},
		{linkOf(cumpe, "n=99"), cumpe + " #99", "", "1 to 32"},
		{linkOf(cumpe, "n=2", "twins="+url.QueryEscape("8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1 #2,8/8/8/3K4/8/5nP1/5R1b/5N1z w - - 0 1 #2")),
			"8/8/8/3K4/8/5nP1/5R1b/5N1z w - - 0 1 #2", "z", "letter"},
	}
	holds := func(step string) {
		t.Helper()
		d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
		d.wants("Sound: one key, 1.Kd6!")
		var kept string
		d.Eval(`(({position, n}) => position + " #" + n)(JSON.parse(localStorage.getItem("alfiere.problem")))`, &kept)
		if kept != cumpe+" #2" {
			t.Errorf("%s: the browser remembers %q", step, kept)
		}
	}
	for _, link := range refused {
		d.Eval(fmt.Sprintf("void (location.hash = %q)", link.link), nil)
		d.WaitText("#position-fault", link.says)
		for range 2 { // also if the page is opened with the link
			var hash, text string
			d.Wait(`document.querySelector("#position-text").value !== ""`)
			d.Eval("location.hash", &hash)
			d.Eval(`document.querySelector("#position-text").value`, &text)
			if text != link.text || hash != link.link {
				t.Errorf("%s: the box has %q, the address is %s", link.link, text, hash)
			}
			d.WaitText("#position-fault", link.says)
			if link.mark != "" {
				if mark := d.Text("#position-fault mark"); mark != link.mark {
					t.Errorf("%s: %q is marked", link.link, mark)
				}
			}
			holds(link.link)
			d.Reload()
			d.Wait("document.documentElement.dataset.ready")
		}
		d.Click("#tab-notes")
		holds("another tab of " + link.link)
		d.Click("#tab-solution")
	}

	// The next edit continues from the unchanged diagram, and the address follows again.
	d.Click(`chess-tray button[data-brush="erase"]`)
	d.square("g3")
	d.Wait(`document.querySelector("#position-fault").textContent === "" && location.hash.includes("5n2/5Q1b")`)
	d.Wait(`localStorage.getItem("alfiere.problem").includes("5n2/5Q1b")`)

	// The storage may be damaged, too, and numbers in a link may be meaningless.
	d.Eval(`void localStorage.setItem("alfiere.problem", JSON.stringify("8/8"))`, nil)
	d.Eval(fmt.Sprintf("void (history.replaceState(null, '', %q))", linkOf(cumpe, "n=2", "twin=x")), nil)
	d.Reload()
	d.wants("Sound: one key, 1.Kd6!")
	d.Eval(`void localStorage.setItem("alfiere.problem", "{}")`, nil)
	d.Eval("void (history.replaceState(null, '', '#problem'))", nil)
	d.Reload()
	d.wants("Sound: one key, 1.Kd6!")
	for _, stored := range []string{`{}`, `5`, `"no"`, `{"position":5,"n":[2]}`, `{"position":"8/8","author":7}`} {
		d.Eval(fmt.Sprintf(`sessionStorage.clear(), localStorage.setItem("alfiere.problem", %q), `+
			`void (Storage.prototype.setItem = () => {})`, stored), nil)
		d.Eval("void (history.replaceState(null, '', '#problem'))", nil)
		d.Reload()
		d.wants("1.Qb4!") // the first example
		d.WaitText(".origin", "William Meredith")
	}
}
