package collection

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/problem/database"
	"alfiere/workbench/api"
	"alfiere/workbench/page"
	"alfiere/workbench/server"
)

func TestMain(m *testing.M) { os.Exit(webtest.Run(m)) }

// sizes are the window sizes of a desktop and a phone.
var sizes = []struct {
	name          string
	width, height int
}{{"desk", 1440, 900}, {"phone", 390, 844}}

func TestTheCollectionInABrowser(t *testing.T) {
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel() // they mostly wait for the browser
			d := newDesk(t)
			d.fill(100)
			tab := webtest.Open(t, webtest.Serve(t, page.Files(), Methods(d.db)...)+"#collection", size.width, size.height)
			tab.WaitText(".collection-count", "100 problems")
			tab.Wait(`document.querySelectorAll(".collection-grid li").length >= 12`)
			tab.Shots("collection-" + size.name)
			scrolls(tab)
			queries(tab)
			details(t, tab, d, size.name)
			closes(tab)
			takesIn(tab, size.name)
			counts(tab, size.name)
			exports(tab)
			tab.Wait(`!window.hurt && document.querySelectorAll("main img, main script").length === 0`)
		})
	}
}

// scrolls scrolls to the end of the list and back.
func scrolls(tab *webtest.Tab) {
	tab.Eval(`scrollTo(0, document.body.scrollHeight)`, nil)
	tab.Wait(`document.querySelector(".collection-grid li:last-child").ariaPosInSet === "100"`)
	tab.Wait(`/^\d+ of 100$/.test(document.querySelector(".collection-place").innerText)`)
	tab.Eval(`scrollTo(0, 0)`, nil)
	tab.Wait(`document.querySelector(".collection-grid li").ariaPosInSet === "1" && document.querySelector(".collection-place").hidden`)
}

// A list of any length costs what is in sight: its cards come and go, in order and in their places, by steps and by
// leaps, and in a window that changes its width.
func TestALongListCostsWhatIsInSight(t *testing.T) {
	const whole = 2000
	d := newDesk(t)
	d.fill(whole)
	for _, size := range sizes {
		tab := webtest.Open(t, webtest.Serve(t, page.Files(), Methods(d.db)...)+"#collection", size.width, size.height)
		tab.WaitText(".collection-count", fmt.Sprint(whole, " problems"))
		tab.Eval(`(() => {
			window.cards = () => [...document.querySelectorAll(".collection-grid li")];
			// Whether what is in the window is all there, and in order.
			window.whole = () => {
				const list = cards();
				const numbers = list.map(({ariaPosInSet}) => Number(ariaPosInSet));
				const box = document.querySelector(".collection-grid").getBoundingClientRect();
				return list.length > 0 && list.length < 600 && numbers.every((n, i) => n === numbers[0] + i) &&
					list.every((item, i) => item.dataset.id === String(numbers[i]) && item.firstChild) &&
					list[0].getBoundingClientRect().top <= Math.max(0, box.top) + 1 &&
					list.at(-1).getBoundingClientRect().bottom >= Math.min(innerHeight, box.bottom) - 20;
			};
		})()`, nil)
		for _, part := range []string{".5", ".51", ".9", "1", ".2", ".19", "0", "1", ".97", "0"} {
			tab.Eval(`scrollTo(0, `+part+` * document.body.scrollHeight)`, nil)
			tab.Wait(`whole()`)
		}
		tab.Wait(`cards()[0].ariaPosInSet === "1" && cards()[0].getBoundingClientRect().top > 0`)
		tab.Eval(`scrollTo(0, document.body.scrollHeight)`, nil)
		tab.Wait(fmt.Sprintf(`whole() && cards().at(-1).ariaPosInSet === "%d"`, whole))
		// The grid is narrower beside the details, which step to problems that have no card yet.
		tab.Eval(`scrollTo(0, .4 * document.body.scrollHeight)`, nil)
		tab.Wait(`whole() && !document.querySelector(".collection-place").hidden`)
		if size.name == "desk" {
			var before, after int
			tab.Eval(`parseInt(document.querySelector(".collection-place").innerText)`, &before)
			tab.Eval(`cards().find((item) => item.getBoundingClientRect().top > 0).firstChild.click()`, nil)
			tab.WaitText(".collection-details h2", "Problem")
			tab.Wait(`whole()`)
			tab.Eval(`parseInt(document.querySelector(".collection-place").innerText)`, &after)
			if after < before-8 || after > before+8 {
				t.Errorf("the list was at %d, and is at %d", before, after)
			}
		}
		tab.Eval(`location.hash = "#collection?tab=details&id=40"`, nil)
		tab.Wait(`whole() && document.querySelector(".collection-details h2").innerText === "Problem 40"`)
	}
}

// queries types, completes, makes an error and sorts.
func queries(tab *webtest.Tab) {
	tab.Set("#collection-query", "theme:grim")
	tab.Wait(`[...document.querySelectorAll("[role=option] code")].some(({innerText}) => innerText === "Grimshaw")`)
	tab.Press("ArrowDown", "Enter")
	tab.Wait(`document.querySelector("#collection-query").value === "theme:Grimshaw "`)
	tab.WaitText(".collection-count", "0 problems")
	tab.WaitText(".collection-counted", "No problems found")
	tab.Set("#collection-query", "author:loy")
	tab.Wait(`document.querySelector("[role=option] code")?.innerText === '"Loyd, Sam"'`)
	tab.Press("Escape")
	tab.Wait(`document.querySelector("#collection-completions").hidden`)
	tab.WaitText(".collection-count", "0 problems") // no such word, and the box shows no error
	tab.Set("#collection-query", "#2 peices > 3")
	tab.Press("Enter")
	tab.WaitText("#collection-fault", "did you mean pieces?")
	// A fault is not an empty result.
	tab.Wait(`document.querySelector(".collection-counted").innerText + document.querySelector(".collection-count").innerText === ""`)
	tab.Wait(`document.querySelector("#collection-query").getAttribute("aria-invalid") === "true" && document.querySelector("#collection-fault mark").innerText.startsWith("peices")`)
	tab.Set("#collection-query", "#2 year > 1920")
	tab.Press("Enter")
	tab.Wait(`location.hash.includes("1920") && document.querySelector("#collection-fault").innerText === ""`)
	tab.Eval(`(() => { const s = document.querySelector("#collection-sort"); s.value = "year desc"; s.dispatchEvent(new Event("change")); })()`, nil)
	tab.Wait(`location.hash.includes("sort=year") && document.querySelector(".collection-grid .hint").innerText.includes("1958")`)
	tab.Click(".collection-examples summary")
	tab.Wait(`document.querySelectorAll(".collection-examples li").length === 10`)
	tab.Click(".collection-examples li:nth-child(10) button")
	tab.WaitText(".collection-count", "0 values")
	tab.Click(".collection-examples summary")
	tab.Back()
	tab.Wait(`document.querySelector("#collection-query").value === "#2 year > 1920"`)
	tab.Set("#collection-query", "")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "100 problems")
}

// details opens a problem, edits it, undoes the edit, and meets another editor.
func details(t *testing.T, tab *webtest.Tab, d *desk, size string) {
	tab.Eval(`(() => { const s = document.querySelector("#collection-sort"); s.value = ""; s.dispatchEvent(new Event("change")); })()`, nil)
	tab.Wait(`document.querySelector(".collection-grid li").dataset.id === "1"`)
	tab.Click(`.collection-grid li[data-id="1"] button`)
	tab.WaitText(".collection-details", "Problem 1")
	tab.WaitText(".collection-details", "Loyd, Sam")
	original := must.Get(d.db.Get(1))(t)
	tab.WaitText(".collection-details .caption", original.Title)
	tab.Wait(`document.querySelector(".collection-solution .key")`)
	tab.Click(".collection-solution .key")
	tab.WaitText(".collection-solution .walk:not([hidden]) .moves", "#")
	tab.Press("ArrowLeft")
	tab.Wait(`document.querySelector(".collection-solution [data-at^='0/']")`)
	tab.Click(".collection-solution .leave")
	tab.Wait(`document.querySelector('.collection-details a.button').hash.startsWith("#problem?position=k7/8/1K6")`)
	tab.Shots("details-" + size)
	tab.Wait(`document.querySelector(".collection-details .step").disabled`) // the first problem is shown
	tab.Click(".collection-details .step:not(:disabled)")
	tab.WaitText(".collection-details", "Problem 2")
	tab.Wait(`location.hash.includes("id=2") && document.querySelectorAll(".collection-details .step:disabled").length === 0`)
	tab.Click(".collection-details .step")
	tab.WaitText(".collection-details", "Problem 1")
	tab.WaitText(".collection-details", "Loyd, Sam")
	if size == "desk" { // the change of language has reopened the page
		tab.Eval(`document.querySelector('.collection-grid li button').focus()`, nil)
		tab.Press("ArrowRight")
		tab.Wait(`document.activeElement.closest("li").dataset.id === "2"`)
	}
	tab.Click(`.collection-details .tools button`)
	tab.Set(".collection-edit [name=title]", hostile[0])
	tab.Set(".collection-edit [name=date]", "1999-12")
	tab.Shot("edit-" + size)
	tab.Click(".collection-edit button.primary")
	tab.WaitText(".collection-details [role=status]", "Saved")
	if p, err := d.db.Get(1); err != nil || p.Title != hostile[0] || p.Source.Year != 1999 || p.Source.Month != 12 {
		t.Errorf("stored is %+v, %v", p, err)
	}
	tab.WaitText(`.collection-grid li[data-id="1"]`, "1999")
	tab.Click(".collection-details [role=status] button")
	tab.WaitText(".collection-details [role=status]", "undone")
	p, err := d.db.Get(1)
	if err != nil || p.Title != original.Title || p.Source != original.Source {
		t.Errorf("undone is %+v, %v", p, err)
	}
	tab.Click(`.collection-details .tools button`)
	tab.Wait(`document.querySelector(".collection-edit")`)
	p.Reference = "another editor's"
	if err = d.db.Batch(func(t *database.Tx) error { return t.Update(&p) }); err != nil {
		t.Fatal(err)
	}
	tab.Set(".collection-edit [name=title]", "mine")
	tab.Click(".collection-edit button.primary")
	tab.WaitText(".collection-edit [role=alert]", "Someone else")
	_ = tab.Errors() // from the status 409
	tab.Click(".collection-edit [role=alert] button")
	tab.Wait(`document.querySelector(".collection-edit [name=reference]").value === "another editor's"`)
	tab.Click(".collection-edit button.primary")
	tab.WaitText(".collection-details [role=status]", "Saved")
	if p, err = d.db.Get(1); err != nil || p.Title != "mine" || p.Reference != "another editor's" {
		t.Errorf("merged is %+v, %v", p, err)
	}
	// The number of intended solutions is stored, shown, and carried to the page "Problem".
	tab.Click(`.collection-details .tools button`)
	tab.Set(".collection-edit [name=solutions]", "2")
	tab.Click(".collection-edit button.primary")
	tab.Wait(`document.querySelector(".collection-details a.primary")?.hash.includes("&solutions=2&")`)
	tab.WaitText(".collection-details .facts", "Intended solutions")
	if p, err = d.db.Get(1); err != nil || p.Solutions != 2 {
		t.Errorf("%d solutions, %v", p.Solutions, err)
	}
	tab.Click(".collection-details [role=status] button")
	tab.Wait(`document.querySelector(".collection-details a.primary")?.hash.includes("&n=1&from=1")`)
	if p, err = d.db.Get(1); err != nil || p.Solutions != 0 {
		t.Errorf("undone: %d solutions, %v", p.Solutions, err)
	}
}

// closes closes the panel; the list has the focus where it was.
func closes(tab *webtest.Tab) {
	tab.Click("#collection-side .closer")
	tab.Wait(`document.querySelector("#collection-side").hidden && document.activeElement.closest("li")?.dataset.id === "1"`)
}

// takesIn imports a text and a dropped file, and analyses them.
func takesIn(tab *webtest.Tab, size string) {
	tab.Click(`[data-tab="import"]`)
	tab.Set("#import-text", "8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\n<img src=x onerror=hurt=1>\n8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\n")
	tab.Click("#collection-side .primary")
	tab.WaitText("#collection-side", "1 added, 1 duplicate, 1 error")
	tab.Wait(`document.querySelectorAll(".import-rows li").length === 2`)
	tab.Wait(`document.querySelector("#import-text").value.includes("<img")`) // the fault can be mended
	tab.Shot("import-" + size)
	tab.Eval(`(() => {
		const files = new DataTransfer();
		files.items.add(new File(["2k5/8/2K5/8/8/8/8/7R w - - dm 1;"], "<b>one.epd"));
		for (const kind of ["dragover", "drop"]) document.querySelector("main").dispatchEvent(new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}));
	})()`, nil)
	tab.WaitText("#collection-side", "1 added")
	tab.WaitText(".collection-count", "102 problems")
	tab.Click(`[data-tab="analysis"]`)
	tab.Click("#collection-side .primary")
	tab.WaitText("#collection-side", "problems analysed")
	tab.Shot("analysis-" + size)
}

// counts shows statistics and follows a bar.
func counts(tab *webtest.Tab, size string) {
	tab.Click(`[data-tab="statistics"]`)
	tab.WaitText("#collection-side", "By verdict")
	tab.Click(`button[lang="it"]`) // values stored in English are shown in Italian
	tab.Wait(`[...document.querySelectorAll(".bar-name")].some(({innerText}) => innerText === "di Re")`)
	tab.Set("#collection-query", "sound peices > 3")
	tab.Press("Enter")
	tab.WaitText("#collection-fault", "colonna 7: qui va una condizione, non \"peices\"")
	tab.WaitText("#collection-fault", "si intendeva pieces?")
	_ = tab.Errors() // from the status 400
	tab.Click(`button[lang="en"]`)
	tab.WaitText("#collection-side", "By verdict")
	tab.Wait(`document.querySelectorAll(".collection-grid li").length > 0 && document.querySelector(".collection-count").innerText === "102 problems"`)
	tab.Shots("statistics-" + size)
	if size == "desk" { // its tables are beside each other, wider than the list
		tab.Wait(`new Set([...document.querySelectorAll(".bars")].map((table) => table.getBoundingClientRect().left)).size > 1`)
		tab.Wait(`document.querySelector("#collection-side").clientWidth > 1.5 * document.querySelector(".collection-results").clientWidth`)
	}
	var first string
	tab.Wait(`document.querySelector("#collection-side .bar-row")`)
	tab.Eval(`document.querySelector("#collection-side .bar-row").title`, &first)
	tab.Click("#collection-side .bar-row")
	tab.Wait(fmt.Sprintf(`document.querySelector("#collection-query").value === %q`, first))
	tab.Wait(`document.querySelector(".collection-count").innerText === document.querySelector("#collection-side [role=status]").innerText`)
}

// exports saves a file.
func exports(tab *webtest.Tab) {
	tab.Eval(`(() => { window.saved = ""; HTMLAnchorElement.prototype.click = function() { window.saved = this.download; }; })()`, nil)
	tab.Click(`[data-tab="export"]`)
	tab.Eval(`document.querySelector("#export-format").value = "epd"`, nil)
	tab.Click("#collection-side .primary")
	tab.Wait(`window.saved === "problems.epd" && document.querySelector("#collection-side [role=status]").innerText.startsWith("problems.epd")`)
}

// A page on a read-only collection reports it and loses nothing.
func TestACollectionThatMayOnlyBeRead(t *testing.T) {
	d := newDesk(t)
	d.fill(1)
	db, err := database.Open(d.db.Path(), database.ReadOnly)
	must.Do(t, err)
	defer db.Close()
	var before shown
	d.must("show", object{"id": 1}, &before)
	c := collection{db: db}
	_, err = c.edit(t.Context(), &editing{ID: 1, Revision: before.Revision, Fields: fields{Title: new(string)}}, nil)
	if err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Error(err)
	}
}

// Links and the buttons Back and Forward show their query, its error and its order, whatever was shown before.
func TestALinkShowsItsQueryItsErrorAndItsOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.fill(100)
	address := webtest.Serve(t, page.Files(), Methods(d.db)...)
	tab := webtest.Open(t, address+"#collection?q=them:xx", 1440, 900)
	fault := func(part string) {
		t.Helper()
		tab.WaitText("#collection-fault.fault", part)
	}
	sound := func(query string) {
		t.Helper()
		tab.Wait(`document.querySelector("#collection-query").value === "` + query + `"`)
		tab.Wait(`document.querySelector("#collection-fault").innerText === "" && document.querySelector("#collection-query").ariaInvalid !== "true"`)
		tab.Wait(`document.querySelector(".collection-results").ariaBusy === "false"`)
	}
	follow := func(link string) {
		t.Helper()
		tab.Eval(`location.hash = "`+link+`"`, nil)
	}
	fault("them")
	follow("#collection?q=year+>+1920+(")
	tab.Wait(`!document.querySelector("#collection-fault.fault").innerText.includes("them")`)
	fault("year > 1920 (")
	follow("#collection?q=year+>+1920")
	sound("year > 1920")
	// Typed text is not part of the history: Back leads to the previous query and its text.
	tab.Set("#collection-query", "pieces > 3")
	tab.Press("Enter")
	tab.Wait(`location.hash.includes("pieces")`)
	tab.Set("#collection-query", "peices > 3")
	tab.Press("Enter")
	fault("did you mean pieces?")
	tab.Back()
	sound("year > 1920")

	first := `document.querySelector(".collection-grid li").dataset.id`
	follow("#collection?sort=id+desc")
	sound("")
	tab.Wait(first + ` === "100" && document.querySelector("#collection-sort").value === "id desc"`)
	follow("#collection?sort=none")
	tab.Wait(first + ` === "1" && document.querySelector("#collection-sort").value === ""`)
	follow("#collection?q=pieces+>+0&sort=id+desc")
	tab.Wait(first + ` === "100" && document.querySelector("#collection-query").value === "pieces > 0"`)
	tab.Back()
	tab.Wait(first + ` === "1" && document.querySelector("#collection-sort").value === ""`)
	_ = tab.Errors() // from the status 400
}

// TestTheProblemPageReadsPopeyeAndOlive reads files and the clipboard with the reader of the workbench's server,
// which is that of the import.
func TestTheProblemPageReadsPopeyeAndOlive(t *testing.T) {
	service := must.Get(api.New(2, 16))(t)
	service.Reader = ReadProblems
	server, err := server.Listen(server.Settings{Listen: "127.0.0.1:0", Tell: func(text string) { t.Log(text) }}, service, page.Files())
	must.Do(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})
	tab := webtest.Open(t, server.URL()+"#problem?position=6k1/8/8/8/8/8/8/K1RR4&n=2", 1440, 900)
	tab.WaitText("#verdict", "Cooked")
	for name, text := range map[string]string{
		"b.inp":  "beginproblem\nauthor J. Cumpe\nstipulation #2\npieces white kd5 qf2 sf1 pg3\n  black kh1 bh2 sf3\nendproblem\n",
		"c.olv":  "---\nalgebraic:\n  white: [Kd5, Qf2, Sf1, Pg3]\n  black: [Kh1, Bh2, Sf3]\nstipulation: '#2'\n",
		"":       "BeginProblem\nStip #2 Piec White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3\nEndProblem",
		"d.json": `{"problem":1,"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -","stipulation":"#2"}`,
	} {
		tab.Eval(fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			if (%[1]q === "") {
				data.setData("text/plain", %[2]q);
				document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
			} else {
				data.items.add(new File([%[2]q], %[1]q));
				document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
			}
		})()`, name, text), nil)
		tab.WaitText("#verdict", "Sound: one key, 1.Kd6!")
		tab.Click(".undo")
		tab.WaitText("#verdict", "Cooked")
	}
	// Twins are read together. An entry that is not a directed mate is refused with its place.
	tab.Eval(`document.querySelector("#position-text").focus()`, nil)
	tab.Type("#position-text", "begin stip #2 piec white kd5 qf2 sf1 pg3 black kh1 bh2 sf3\ntwin move d5 d6\nend")
	tab.WaitText("#verdict", "Kd6")
	tab.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 2`)
	tab.Type("#position-text", "begin\nstip h#2\npiec white kd5 black kh1\nend")
	tab.WaitText("#position-fault", "line 2, column 6: ")
	tab.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 2`)
}
