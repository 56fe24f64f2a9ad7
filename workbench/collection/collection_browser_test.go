package collection

import (
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

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
