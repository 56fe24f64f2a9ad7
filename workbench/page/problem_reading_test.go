package page_test

import (
	"fmt"
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
			d.WaitText("#position-fault", "long.txt is larger than 900 kB")
			d.board("8/8/8/3K4/8/5nP1/5Q1b/5N1k")
			d.Click(".undo")
			d.wants("Cooked")
		})
	}
}
