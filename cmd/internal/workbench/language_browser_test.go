package workbench

import (
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/collection"
	"alfiere/workbench/page"
)

// A page in Italian tells in Italian what is at fault: of a file, of the collection, of a game's
// text, of the laboratory.
func TestFaultsAreToldInTheLanguageOfThePage(t *testing.T) {
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
