package page_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

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
		if d.Eval(`JSON.parse(localStorage.getItem("alfiere.problem"))`, &kept); kept != cumpe+" #2" {
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
}
