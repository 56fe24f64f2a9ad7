package workbench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/collection"
	"alfiere/workbench/page"
)

func TestMain(m *testing.M) { os.Exit(webtest.Run(m)) }

// sizes are those of a desk and of a phone.
var sizes = []struct {
	name          string
	width, height int
}{{"desk", 1440, 900}, {"phone", 390, 844}}

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
				paths := must.Get(filepath.Glob(filepath.Join(real, "*")))(t)
				for _, path := range paths {
					text := must.Get(os.ReadFile(path))(t)
					files[filepath.Base(path)] = string(text)
				}
			}
			service, folder := showLaboratory(t, files)
			tab := webtest.Open(t, webtest.Serve(t, page.Files(), labMethods(service)...)+"#laboratory", size.width, size.height)
			if os.Getenv("ALFIERE_LABORATORY") != "" {
				tab.Wait(`document.querySelectorAll(".experiment").length > 2`)
				for i := 1; i < 5; i++ {
					tab.Click(fmt.Sprintf(".laboratory-cards li:nth-child(%d) button", i))
					time.Sleep(2 * time.Second)
					tab.Shots(fmt.Sprintf("laboratory-%s-%d", size.name, i))
				}
				return
			}
			tab.Click(`[data-name="criteria"]`)
			tab.WaitText(".laboratory-detail table", "mpar mbxp")
			tab.WaitText(".laboratory-detail", "1.2346")
			tab.Click(`button[lang="it"]`)
			tab.WaitText(".laboratory-detail table", "consiglio")
			tab.WaitText(".laboratory-detail", "1,2346")
			tab.Click(`button[lang="en"]`)
			tab.Click(`[data-name="breeding"]`)
			tab.WaitText(".laboratory-detail .plot", "mean individual")
			tab.Click(`[data-name="match"]`)
			tab.WaitText(".laboratory-detail .cross", "Ben <b>")
			tab.WaitText(".laboratory-detail pre", "<script>hurt")
			tab.Wait(`document.querySelector(".laboratory-picture").naturalWidth === 40`)
			tab.Wait(`!document.querySelector(".laboratory-part:has(.laboratory-picture)").open`) // the page draws its curve
			tab.WaitText(".laboratory-detail", "30 games")
			must.Do(t, os.WriteFile(filepath.Join(folder, "match.pgn"), []byte(games(41)), 0o600))
			tab.WaitText(".laboratory-detail", "41 games")
			tab.Shot("laboratory-" + size.name)
			tab.Back()
			tab.WaitText(".laboratory-detail .plot", "mean individual")
			tab.Wait(`!window.hurt && location.hash.includes("breeding")`)
		})
	}
}

// A run shows its own figures only, and an error that its games leave undefined is unknown.
func TestFiguresOfAnOlderRunAreNotShown(t *testing.T) {
	record := `{"command":"cd 'a b' && x","shell":"PowerShell 7","state":"running","begun":"2100-01-01T00:00:00Z","done":3,"whole":12,` +
		`"left":5400,"files":{"match.pgn":"pgn"}}`
	service, _ := showLaboratory(t, map[string]string{"match.pgn": strings.ReplaceAll(games(40), "1-0", "1/2-1/2"),
		"match.job": record, "match.figures.json": `{"council":"old"}`})
	tab := webtest.Open(t, webtest.Serve(t, page.Files(), labMethods(service)...)+"#laboratory?name=match", 1440, 900)
	tab.WaitText(".laboratory-detail .warn", "match.figures.json")
	tab.WaitText(".laboratory-job", "in PowerShell 7")
	tab.WaitText(".experiment", "90 min left")
	tab.Wait(`document.querySelector(".experiment progress").value === 3`)
	tab.Wait(`document.querySelector(".cross tbody td:nth-child(4)").innerText === "?" && document.querySelector(".band").getBBox().width < 50`)
	tab.Wait(`!document.body.innerText.includes("old ") && !document.querySelector(".figures")`)
}

// A browser has six connections to a server for all its tabs: many tabs follow one experiment,
// and those that nobody sees give theirs back, and go on when they are seen again.
func TestManyTabsFollowAnExperiment(t *testing.T) {
	service, folder := showLaboratory(t, map[string]string{"match.pgn": games(30)})
	url := webtest.Serve(t, page.Files(), labMethods(service)...) + "#laboratory?name=match"
	first := webtest.Open(t, url, 1440, 900)
	first.WaitText(".laboratory-detail", "30 games")
	for range 8 {
		tab := first.Beside(url)
		tab.WaitText(".laboratory-detail", "30 games")
		tab.WaitText(".laboratory-said", "1 experiment")
	}
	first.Wait(`document.visibilityState === "hidden"`)
	must.Do(t, os.WriteFile(filepath.Join(folder, "match.pgn"), []byte(games(41)), 0o600))
	first.Front()
	first.WaitText(".laboratory-detail", "41 games")
}

// axe-core finds nothing serious where there is most to see.
func TestPagesOfTheServerAreAccessible(t *testing.T) {
	db := newCollection(t, 60)
	service, _ := showLaboratory(t, map[string]string{"match.pgn": games(30), "match.txt": "report", "criteria.json": `{"results":[{"council":"x","count":{"best":4}}]}`})
	methods := append(labMethods(service), collection.Methods(db)...)
	for _, size := range sizes {
		url := webtest.Serve(t, page.Files(), methods...)
		tab := webtest.Open(t, url+"#collection?tab=details&id=3", size.width, size.height)
		tab.Wait(`document.querySelector(".collection-details .facts")`)
		tab.Axe("collection, details, " + size.name)
		tab.Click(".collection-details .tools button")
		tab.Axe("collection, correction, " + size.name)
		for _, name := range []string{"statistics", "import", "analysis", "export"} {
			tab.Click(`[data-tab="` + name + `"]`)
			tab.Wait(`document.querySelector("#collection-side h2").innerText !== "" && !document.querySelector('#collection-side [aria-busy="true"]')`)
			tab.Axe("collection, " + name + ", " + size.name)
		}
		tab.Set("#collection-query", "th")
		tab.Wait(`document.querySelector("[role=option]")`)
		tab.Axe("collection, completions, " + size.name)
		tab.Navigate(url + "#laboratory?name=match")
		tab.WaitText(".laboratory-detail", "30 games")
		tab.Axe("laboratory, " + size.name)
	}
}

// A page in Italian tells in Italian what is at fault: of a file, of the collection, of a game's
// text, of the laboratory.
func TestFaultsAreReportedInTheLanguageOfThePage(t *testing.T) {
	db := newCollection(t, 1)
	service, _ := showLaboratory(t, nil)
	url := webtest.Serve(t, page.Files(), append(labMethods(service), collection.Methods(db)...)...)
	tab := webtest.Open(t, url+"#collection?tab=import", 1440, 900)
	tab.Wait(`document.documentElement.dataset.ready === "collection"`)
	tab.Click(`button[lang="it"]`)
	tab.WaitText(".collection-count", "1 problema")
	tab.Set("#import-text", "8/8/8/8/8/k2K4/7Q/8 w - -")
	tab.Click("#collection-side .primary")
	tab.WaitText(".import-rows", "manca la richiesta")

	tab.Navigate(url + "#collection?tab=details&id=4711")
	tab.WaitText(".collection-side [role=alert]", "non c'è questo problema")

	tab.Navigate(url + "#play?tab=text")
	tab.Wait(`document.documentElement.dataset.ready === "play"`)
	tab.Set(".page-play textarea", "1. e4 Qh9 *")
	tab.Eval(`[...document.querySelectorAll(".page-play button")].find(({innerText}) => innerText === "Leggi").click()`, nil)
	tab.Wait(`document.querySelector("main").innerText.includes("non è una mossa")`)

	tab.Navigate(url + "#laboratory?name=nothing")
	tab.WaitText(".laboratory-detail [role=alert]", "l'esperimento non esiste")
	_ = tab.Errors() // those of the statuses 400 and 404
}

// The page puts a problem into the collection, once.
func TestTheProblemPageKeepsInTheCollection(t *testing.T) {
	db := newCollection(t, 0)
	const problem = "#problem?position=8/8/8/3K4/8/5nP1/5Q1b/5N1k+w+-+-&n=2"
	tab := webtest.Open(t, webtest.Serve(t, page.Files(), collection.Methods(db)...)+problem, 390, 844)
	tab.WaitText("#verdict", "Kd6")
	tab.Click(".share .store")
	tab.WaitText(".share [role=status]", "Added to the collection")
	tab.Wait(`document.querySelector(".share [role=status] a").hash === "#collection?id=1"`)
	tab.Click(".share .store")
	tab.WaitText(".share [role=status]", "Already in the collection")
	tab.Click(".share [role=status] a")
	tab.Wait(`document.documentElement.dataset.ready === "collection"`)
	tab.WaitText(".collection-count", "1 problem")
	tab.WaitText(".collection-side", "5nP1/5Q1b")
}
