package workbench

import (
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/collection"
	"alfiere/workbench/page"
)

// The page puts a problem into the collection, once.
func TestTheProblemPageKeepsInTheCollection(t *testing.T) {
	db := newCollection(t, 0)
	tab := webtest.Open(t, webtest.Serve(t, page.Files(), collection.Methods(db)...)+"#problem", 390, 844)
	tab.WaitText("#verdict", "Kd6")
	tab.Click(".share > .opener")
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
