package workbench

import (
	"testing"

	"alfiere/workbench/collection"
	"alfiere/workbench/page"
	"alfiere/workbench/webtest"
)

// The page asks for a diagram as PDF and hands the reader a file that is one.
func TestTheProblemPageWritesPDF(t *testing.T) {
	tab := webtest.Open(t, webtest.Serve(t, page.Files(), diagramMethod())+"#problem", 1440, 900)
	tab.Eval(`(() => {
		const make = URL.createObjectURL;
		window.begins = [];
		URL.createObjectURL = (blob) => {
			if (blob.type === "application/pdf") {
				blob.slice(0, 5).text().then((text) => window.begins.push(text));
			}
			return make.call(URL, blob);
		};
	})()`, nil)
	tab.WaitText("#verdict", "Kd6") // what fills the page moves it
	tab.Click(".export > .opener")
	tab.Click(`.export button[data-form="pdf"]`)
	tab.Wait(`window.begins.length === 1 && window.begins[0] === "%PDF-"`)
	tab.WaitText(".share", "problem.pdf")
}

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
