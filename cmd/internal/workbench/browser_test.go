package workbench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/problem/database"
	"alfiere/workbench/browsertest"
	"alfiere/workbench/page"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// sizes are those of a desk and of a phone.
var sizes = []struct {
	name          string
	width, height int
}{{"desk", 1440, 900}, {"phone", 390, 844}}

// shots takes pictures in both languages and themes.
func shots(tab *browsertest.Tab, name string) {
	if os.Getenv("ALFIERE_SCREENSHOTS") == "" {
		return
	}
	tab.Shot(name + "-en-light")
	tab.Media("prefers-color-scheme", "dark")
	tab.Shot(name + "-en-dark")
	tab.Click(`button[lang="it"]`)
	tab.Wait(`document.documentElement.lang === "it"`)
	time.Sleep(time.Second)
	tab.Shot(name + "-it-dark")
	tab.Media("prefers-color-scheme", "light")
	tab.Shot(name + "-it-light")
	tab.Click(`button[lang="en"]`)
	tab.Wait(`document.documentElement.lang === "en"`)
	time.Sleep(500 * time.Millisecond)
}

// typed puts a text into a field as if it were typed.
func typed(tab *browsertest.Tab, selector, text string) {
	tab.Eval(fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.focus();
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, selector, text), nil)
}

func TestTheCollectionInABrowser(t *testing.T) {
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel() // they wait for the browser more than they compute
			d := newDesk(t)
			d.fill(100)
			tab := browsertest.Open(t, browsertest.Serve(t, page.Files(), collectionMethods(d.db)...)+"#collection", size.width, size.height)
			tab.WaitText(".collection-count", "100 problems")
			tab.Wait(`document.querySelectorAll(".collection-grid li").length >= 40`)
			shots(tab, "collection-"+size.name)
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

// scrolls goes on to the end of the list, page by page.
func scrolls(tab *browsertest.Tab) {
	tab.Wait(`(scrollTo(0, document.body.scrollHeight), document.querySelectorAll(".collection-grid li").length === 100)`)
	tab.Wait(`document.querySelector(".collection-results .more").hidden`)
	tab.Eval(`scrollTo(0, 0)`, nil)
}

// queries types, completes, errs and sorts.
func queries(tab *browsertest.Tab) {
	typed(tab, "#collection-query", "theme:grim")
	tab.Wait(`[...document.querySelectorAll("[role=option] code")].some(({innerText}) => innerText === "Grimshaw")`)
	tab.Press("ArrowDown", "Enter")
	tab.Wait(`document.querySelector("#collection-query").value === "theme:Grimshaw "`)
	tab.WaitText(".collection-count", "0 problems")
	tab.WaitText(".collection-counted", "Nothing is found")
	typed(tab, "#collection-query", "author:loy")
	tab.Wait(`document.querySelector("[role=option] code")?.innerText === '"Loyd, Sam"'`)
	tab.Press("Escape")
	tab.Wait(`document.querySelector("#collection-completions").hidden`)
	tab.WaitText(".collection-count", "0 problems") // no such word, and the box says nothing bad
	typed(tab, "#collection-query", "#2 peices > 3")
	tab.Press("Enter")
	tab.WaitText("#collection-fault", "did you mean pieces?")
	tab.Wait(`document.querySelector("#collection-query").getAttribute("aria-invalid") === "true" && document.querySelector("#collection-fault mark").innerText.startsWith("peices")`)
	typed(tab, "#collection-query", "#2 year > 1920")
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
	typed(tab, "#collection-query", "")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "100 problems")
}

// details opens a problem, corrects it, undoes that, and meets another editor.
func details(t *testing.T, tab *browsertest.Tab, d *desk, size string) {
	tab.Eval(`(() => { const s = document.querySelector("#collection-sort"); s.value = ""; s.dispatchEvent(new Event("change")); })()`, nil)
	tab.Wait(`document.querySelector(".collection-grid li").dataset.id === "1"`)
	tab.Click(`.collection-grid li[data-id="1"] button`)
	tab.WaitText(".collection-details", "Problem 1")
	tab.WaitText(".collection-details", "Loyd, Sam")
	original, err := d.db.Get(1)
	if err != nil {
		t.Fatal(err)
	}
	tab.WaitText(".collection-details", original.Title)
	tab.Wait(`document.querySelector('.collection-details a.button').hash.startsWith("#problem?position=k7/8/1K6")`)
	shots(tab, "details-"+size)
	tab.Wait(`document.querySelector(".collection-details .step").disabled`) // it is the first
	tab.Click(".collection-details .step:not(:disabled)")
	tab.WaitText(".collection-details", "Problem 2")
	tab.Wait(`location.hash.includes("id=2") && document.querySelectorAll(".collection-details .step:disabled").length === 0`)
	tab.Click(".collection-details .step")
	tab.WaitText(".collection-details", "Problem 1")
	tab.WaitText(".collection-details", "Loyd, Sam")
	if size == "desk" { // (the page was opened anew by the change of the language)
		tab.Eval(`document.querySelector('.collection-grid li button').focus()`, nil)
		tab.Press("ArrowRight")
		tab.Wait(`document.activeElement.closest("li").dataset.id === "2"`)
	}
	tab.Click(`.collection-details .tools button`)
	typed(tab, ".collection-edit [name=title]", hostile[0])
	typed(tab, ".collection-edit [name=date]", "1999-12")
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
	if err = d.db.Update(&p); err != nil {
		t.Fatal(err)
	}
	typed(tab, ".collection-edit [name=title]", "mine")
	tab.Click(".collection-edit button.primary")
	tab.WaitText(".collection-edit [role=alert]", "Somebody else")
	_ = tab.Errors() // that of the status 409
	tab.Click(".collection-edit [role=alert] button")
	tab.Wait(`document.querySelector(".collection-edit [name=reference]").value === "another editor's"`)
	tab.Click(".collection-edit button.primary")
	tab.WaitText(".collection-details [role=status]", "Saved")
	if p, err = d.db.Get(1); err != nil || p.Title != "mine" || p.Reference != "another editor's" {
		t.Errorf("merged is %+v, %v", p, err)
	}
}

// closes closes the panel, and is where it was.
func closes(tab *browsertest.Tab) {
	tab.Click("#collection-side .closer")
	tab.Wait(`document.querySelector("#collection-side").hidden && document.activeElement.closest("li")?.dataset.id === "1"`)
}

// takesIn imports a text and a dropped file, and analyses.
func takesIn(tab *browsertest.Tab, size string) {
	tab.Click(`[data-tab="import"]`)
	typed(tab, "#import-text", "8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\n<img src=x onerror=hurt=1>\n8/8/8/8/8/k2K4/7Q/8 w - - dm 2;\n")
	tab.Click("#collection-side .primary")
	tab.WaitText("#collection-side", "1 added, 1 were there already, 1 fault")
	tab.Wait(`document.querySelectorAll(".import-rows li").length === 2`)
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

// counts shows statistics, and asks for what a bar counts.
func counts(tab *browsertest.Tab, size string) {
	tab.Click(`[data-tab="statistics"]`)
	tab.WaitText("#collection-side", "by verdict")
	tab.Click(`button[lang="it"]`) // what is stored in English is shown in the reader's words
	tab.Wait(`[...document.querySelectorAll(".bar-name")].some(({innerText}) => innerText === "di Re")`)
	typed(tab, "#collection-query", "sound peices > 3")
	tab.Press("Enter")
	tab.WaitText("#collection-fault", "colonna 7: qui va una condizione, non \"peices\"")
	tab.WaitText("#collection-fault", "si intendeva pieces?")
	_ = tab.Errors() // that of the status 400
	tab.Click(`button[lang="en"]`)
	tab.WaitText("#collection-side", "by verdict")
	tab.Wait(`document.querySelectorAll(".collection-grid li").length > 0 && document.querySelector(".collection-count").innerText === "102 problems"`)
	shots(tab, "statistics-"+size)
	var first string
	tab.Wait(`document.querySelector("#collection-side .bar-row")`)
	tab.Eval(`document.querySelector("#collection-side .bar-row").title`, &first)
	tab.Click("#collection-side .bar-row")
	tab.Wait(fmt.Sprintf(`document.querySelector("#collection-query").value === %q`, first))
	tab.Wait(`document.querySelector(".collection-count").innerText === document.querySelector("#collection-side [role=status]").innerText`)
}

// exports saves a file.
func exports(tab *browsertest.Tab) {
	tab.Eval(`(() => { window.saved = ""; HTMLAnchorElement.prototype.click = function() { window.saved = this.download; }; })()`, nil)
	tab.Click(`[data-tab="export"]`)
	tab.Eval(`document.querySelector("#export-format").value = "epd"`, nil)
	tab.Click("#collection-side .primary")
	tab.Wait(`window.saved === "problems.epd" && document.querySelector("#collection-side [role=status]").innerText.startsWith("problems.epd")`)
}

func TestTheLaboratoryInABrowser(t *testing.T) {
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel() // they wait for the browser more than they compute
			files := map[string]string{"match.pgn": games(30), "match.txt": "<script>hurt = 1</script>",
				"match.svg":     `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>`,
				"criteria.json": `{"conditions":{"nodes":1000,"suite":"<b>"},"results":[{"council":"mpar mbxp","count":{"best":3,"low":1.234567}},{"council":"x","count":{"best":4,"low":2}}]}`,
				"breeding.json": `{"curve":{"best":[1,2,4],"best_ever":[1,2,4],"mean":[0.5,1,2],"most":[3,4,6]}}`}
			if real := os.Getenv("ALFIERE_LABORATORY"); real != "" { // to look at
				files = map[string]string{}
				paths, err := filepath.Glob(filepath.Join(real, "*"))
				if err != nil {
					t.Fatal(err)
				}
				for _, path := range paths {
					text, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					files[filepath.Base(path)] = string(text)
				}
			}
			service, folder := openLaboratory(t, files)
			tab := browsertest.Open(t, browsertest.Serve(t, page.Files(), labMethods(service)...)+"#laboratory", size.width, size.height)
			if os.Getenv("ALFIERE_LABORATORY") != "" {
				tab.Wait(`document.querySelectorAll(".experiment").length > 2`)
				for i := 1; i < 5; i++ {
					tab.Click(fmt.Sprintf(".laboratory-cards li:nth-child(%d) button", i))
					time.Sleep(2 * time.Second)
					shots(tab, fmt.Sprintf("laboratory-%s-%d", size.name, i))
				}
				return
			}
			tab.Click(`[data-name="criteria"]`)
			tab.WaitText(".laboratory-detail table", "mpar mbxp")
			tab.WaitText(".laboratory-detail", "1.2346")
			tab.Click(`[data-name="breeding"]`)
			tab.WaitText(".laboratory-detail .plot", "mean individual")
			tab.Click(`[data-name="match"]`)
			tab.WaitText(".laboratory-detail .cross", "Ben <b>")
			tab.WaitText(".laboratory-detail pre", "<script>hurt")
			tab.Wait(`document.querySelector(".laboratory-picture").naturalWidth === 40`)
			tab.WaitText(".laboratory-detail", "30 games")
			if err := os.WriteFile(filepath.Join(folder, "match.pgn"), []byte(games(41)), 0o600); err != nil {
				t.Fatal(err)
			}
			tab.WaitText(".laboratory-detail", "41 games")
			tab.Shot("laboratory-" + size.name)
			tab.Back()
			tab.WaitText(".laboratory-detail .plot", "mean individual")
			tab.Wait(`!window.hurt && location.hash.includes("breeding")`)
		})
	}
}

// A browser has six connections to a server for all its tabs: many tabs follow one experiment,
// and those that nobody sees give theirs back, and go on when they are seen again.
func TestManyTabsFollowAnExperiment(t *testing.T) {
	service, folder := openLaboratory(t, map[string]string{"match.pgn": games(30)})
	url := browsertest.Serve(t, page.Files(), labMethods(service)...) + "#laboratory?name=match"
	first := browsertest.Open(t, url, 1440, 900)
	first.WaitText(".laboratory-detail", "30 games")
	for range 8 {
		tab := first.Beside(url)
		tab.WaitText(".laboratory-detail", "30 games")
		tab.WaitText(".laboratory-bar", "1 experiment")
	}
	first.Wait(`document.visibilityState === "hidden"`)
	if err := os.WriteFile(filepath.Join(folder, "match.pgn"), []byte(games(41)), 0o600); err != nil {
		t.Fatal(err)
	}
	first.Front()
	first.WaitText(".laboratory-detail", "41 games")
}

// axe-core finds nothing serious where there is most to see.
func TestPagesOfTheServerAreAccessible(t *testing.T) {
	d := newDesk(t)
	d.fill(60)
	service, _ := openLaboratory(t, map[string]string{"match.pgn": games(30), "match.txt": "report", "criteria.json": `{"results":[{"council":"x","count":{"best":4}}]}`})
	methods := append(labMethods(service), collectionMethods(d.db)...)
	for _, size := range sizes {
		url := browsertest.Serve(t, page.Files(), methods...)
		tab := browsertest.Open(t, url+"#collection?tab=details&id=3", size.width, size.height)
		tab.Wait(`document.querySelector(".collection-details .facts")`)
		tab.Axe("collection, details, " + size.name)
		tab.Click(".collection-details .tools button")
		tab.Axe("collection, correction, " + size.name)
		for _, name := range []string{"statistics", "import", "analysis", "export"} {
			tab.Click(`[data-tab="` + name + `"]`)
			tab.Wait(`document.querySelector("#collection-side h2").innerText !== "" && !document.querySelector('#collection-side [aria-busy="true"]')`)
			tab.Axe("collection, " + name + ", " + size.name)
		}
		typed(tab, "#collection-query", "th")
		tab.Wait(`document.querySelector("[role=option]")`)
		tab.Axe("collection, completions, " + size.name)
		tab.Navigate(url + "#laboratory?name=match")
		tab.WaitText(".laboratory-detail", "30 games")
		tab.Axe("laboratory, " + size.name)
	}
}

// A page on a collection that may only be read says so, and loses nothing.
func TestACollectionThatMayOnlyBeRead(t *testing.T) {
	d := newDesk(t)
	d.fill(1)
	db, err := database.Open(d.db.Path(), database.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var before shown
	d.must("show", object{"id": 1}, &before)
	c := collection{db: db}
	_, err = c.edit(t.Context(), &editing{ID: 1, Revision: before.Revision, Fields: fields{Title: new(string)}}, nil)
	if err == nil || !strings.Contains(err.Error(), "only be read") {
		t.Error(err)
	}
}
