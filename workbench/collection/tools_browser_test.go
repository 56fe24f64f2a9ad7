package collection

import (
	"testing"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/page"
)

// An empty collection offers classics, and its form finds them; solving and the sheet use its query.
func TestFromAnEmptyCollectionToASheet(t *testing.T) {
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			tab := webtest.Open(t, webtest.Serve(t, page.Files(), Methods(d.db)...)+"#collection", size.width, size.height)
			classics(t, tab, d, size.name)
			fillsForm(tab, size.name)
			solves(tab, size.name)
			printsSheet(tab, size.name)
			printsSolutions(tab)
			keepsCaptions(tab)
			refusesMadeKeys(tab, size.name)
		})
	}
}

// classics loads the twenty classics, which all are sound.
func classics(t *testing.T, tab *webtest.Tab, d *desk, size string) {
	tab.WaitText(".drop-zone", "No problems yet")
	tab.Wait(`document.querySelectorAll(".collection-empty li").length === 10`)
	tab.Shot("empty-" + size)
	tab.Axe("an empty collection")
	tab.Click(".drop-zone .classics")
	tab.Wait(`document.querySelectorAll(".collection-grid .verdict-sound").length === 20 &&
		document.querySelector("#collection-side").hidden`)
	tab.WaitText(".collection-count", "20 problems")
	var found found
	if d.must("find", object{"query": "sound", "count": true}, &found); *found.Total != 20 {
		t.Errorf("%d of the classics are sound", *found.Total)
	}
	tab.WaitText(`.collection-grid li[data-id="3"] .award`, "1st Prize")
}

// fillsForm finds the sound problems by an author with a theme: the first three clicks and keys of six are enough.
func fillsForm(tab *webtest.Tab, size string) {
	tab.Click(".collection-form summary")
	tab.Wait(`document.activeElement.id === "form-author" && document.querySelectorAll("#form-theme option").length > 3`)
	tab.Type("#form-author", "Comins Man") // the author's field has the focus
	tab.Wait(`document.querySelector("#collection-query").value === 'author:Comins author:"Man*"'`)
	choose := func(id, value string) {
		tab.Eval(`(() => { const list = document.querySelector("#form-`+id+`"); list.value = "`+value+`"; list.dispatchEvent(new Event("input", {bubbles: true})); })()`, nil)
	}
	var theme string
	tab.Eval(`[...document.querySelector("#form-theme").options].find(({text}) => /^interference/.test(text))?.value ?? document.querySelector("#form-theme").options[1].value`, &theme)
	choose("theme", theme)
	choose("verdict", "sound")
	tab.Wait(`document.querySelector("#collection-query").value.startsWith('author:Comins author:"Man*" theme:"')`)
	tab.WaitText(".collection-count", "1 problem")
	tab.Shot("form-" + size)
	tab.Axe("the form")
	tab.Press("Enter")
	tab.Wait(`location.hash.includes("sound")`)
	tab.Eval(`(() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; })()`, nil)
	tab.Click(".collection-helps .share")
	tab.Wait(`window.copied === location.href`)
	// The form reads what another hand wrote, and keeps what it does not know.
	tab.Set("#collection-query", "#2 year 1910..1930 not theme:Grimshaw author:mansfield pieces <= 20 theme:pin-mate")
	tab.Wait(`["stipulation", "from", "to", "author", "most", "fewest"].map((name) => document.querySelector("#form-" + name).value).join() === "#2,1910,1930,mansfield,20,"`)
	tab.Wait(`document.querySelector("#form-rest").value === "not theme:Grimshaw"`)
	tab.Set("#collection-query", "#2 (loyd or mansfield)")
	tab.Wait(`document.querySelector("#form-rest").value === "#2 (loyd or mansfield)" && document.querySelector("#form-author").value === ""`)
	tab.Set("#collection-query", "#2 author:mansfield")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "1 problem")
	tab.Click(".collection-form summary")
}

// solves tries the key on the board; a change of the language keeps the problem and its wrong moves.
func solves(tab *webtest.Tab, size string) {
	tab.Set("#collection-query", "#2 author:cumpe or author:mansfield sort by year")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "2 problems")
	tab.Click(`[data-tab="solve"]`)
	tab.WaitText(".solve-said", "mates in 2 moves")
	tab.WaitText(".solve h2", "1 / 2")
	tab.Wait(`document.querySelectorAll(".solve [role=treeitem]").length === 0`)
	move := func(from, to string) {
		square := `.solve chess-board [data-square="`
		if size == "desk" {
			tab.Drag(tab.At(square+from+`"]`), tab.At(square+to+`"]`))
			return
		}
		tab.Click(square + from + `"]`)
		tab.Click(square + to + `"]`)
	}
	move("f2", "h2")
	tab.WaitText(".solve-said", "1.Qxh2")
	tab.Click(`button[lang="it"]`)
	tab.WaitText(".solve-side", "Mi arrendo")
	tab.Wait(`JSON.parse(sessionStorage.getItem("alfiere.collection.solve")).wrong === 1`)
	tab.Wait(`document.querySelector(".solve chess-board[movable]")`)
	tab.Shot("solve-" + size)
	tab.Axe("solving")
	tab.Wait(`document.querySelector(".solve chess-board[movable]")`)
	tab.Eval(`document.querySelector('.solve [role=gridcell][data-square="d5"]').focus()`, nil)
	tab.Press("Space", "ArrowRight", "ArrowUp", "Space") // 1.Ke6, by the keyboard: another wrong move
	tab.Wait(`JSON.parse(sessionStorage.getItem("alfiere.collection.solve")).wrong === 2`)
	tab.WaitText(".solve-said", "1.Re6") // the king's Italian letter is the English rook's
	tab.Click(`button[lang="en"]`)
	tab.WaitText(".solve-side", "Give up")
	tab.Wait(`document.querySelector(".solve chess-board[movable]")`)
	move("d5", "d6")
	tab.WaitText(".solve-said", "1.Kd6! is the key.")
	tab.WaitText(".solve-said", "after 2 wrong moves")
	tab.Wait(`document.querySelector(".solve .key") && document.activeElement.matches(".next")`)
	tab.WaitText(".solve-score", "Solved 1, 0 at the first move. Given up 0.")
	tab.Press("Enter")
	tab.WaitText(".solve h2", "2 / 2")
	tab.WaitText(".solve .caption", "Mansfield")
	tab.Wait(`document.querySelector(".solve .next").disabled && !document.querySelector(".solve .key") && !document.querySelector(".solve .give").disabled`)
	tab.Wait(`document.querySelector(".solve chess-board[movable]")`)
	tab.Click(".solve .give")
	tab.WaitText(".solve-said", "Here is the solution")
	tab.Wait(`document.querySelector(".solve .key")`)
	tab.WaitText(".solve-score", "Given up 1.")
	tab.Click("#collection-side .closer")
}

// printsSheet prints all problems, twelve on a page.
func printsSheet(tab *webtest.Tab, size string) {
	tab.Set("#collection-query", "sort by year")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "20 problems")
	tab.Eval(`(() => { window.print = () => { window.printed = document.querySelectorAll(".print-sheet figure").length; }; })()`, nil)
	tab.Click(`[data-tab="export"]`)
	tab.Wait(`document.querySelector("#sheet-many")`)
	for many, pages := range map[string]string{"4": "20 diagrams on 5 pages, then the keys", "6": "20 diagrams on 4 pages, then the keys", "12": "20 diagrams on 2 pages, then the keys"} {
		tab.Eval(`document.querySelector("#sheet-many").value = "`+many+`"`, nil)
		tab.Click(".sheet-form .print")
		tab.WaitText(".sheet-form [role=status]", pages)
		tab.Wait(`window.printed === 20`)
		tab.Paper(true)
		tab.Wait(`[...document.querySelectorAll(".sheet-page figure")].every((figure) => figure.scrollHeight <= figure.clientHeight + 1 && figure.querySelector("svg").clientWidth > 100)`)
		tab.Shot("sheet-" + many + "-" + size)
		tab.Paper(false)
	}
	tab.Wait(`document.querySelector(".print-sheet .sheet-keys li").innerText.includes("1.")`)
}

// printsSolutions chooses by the keyboard what the last pages have.
func printsSolutions(tab *webtest.Tab) {
	tab.Set("#collection-query", "#2 author:cumpe or author:mansfield sort by year")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "2 problems")
	tab.Eval(`document.querySelector("#sheet-end").focus()`, nil)
	tab.Press("ArrowDown", "Tab", "Enter")
	tab.WaitText(".sheet-form [role=status]", "2 diagrams on 1 page, then the solutions")
	tab.Wait(`window.printed === 2 && document.querySelectorAll(".sheet-solutions li").length === 2`)
	for _, part := range []string{"1.Kd6! zugzwang 1…Nf3~ (e1,g1,d2,d4,h4,e5,g5) 2.Qxh2#; 1…Bg1 2.Qxf3#", "Set play: 1…Nf3~", "but 1…Bg1!"} {
		tab.Wait(`document.querySelector(".sheet-solutions li").textContent.includes("` + part + `")`)
	}
	tab.Eval(`document.querySelector("#sheet-end").focus()`, nil)
	tab.Press("ArrowDown")
	tab.Click(".sheet-form .print")
	tab.Wait(`document.querySelector(".sheet-form [role=status]").innerText === "2 diagrams on 1 page" && !document.querySelector(".print-sheet h2")`)
	tab.Set("#collection-query", "sort by year")
	tab.Press("Enter")
	tab.WaitText(".collection-count", "20 problems")
}

// keepsCaptions opens a problem on the problem page, whose export has author, source and award, but not after an edit.
func keepsCaptions(tab *webtest.Tab) {
	tab.Click(`#collection-side .closer`)
	tab.Wait(`(card => (card.scrollIntoView(), card.firstChild))(document.querySelector(".collection-grid li[data-id='16']"))`)
	tab.Click(`.collection-grid li[data-id="16"] button`)
	tab.WaitText(".collection-details .caption .award", "1st Honourable Mention")
	tab.Wait(`document.querySelector(".collection-solution .key") && document.querySelector(".facts .chip")`)
	tab.Wait(`document.querySelector(".collection-details a.primary").hash.includes("&n=2&from=16")`)
	tab.Click(".collection-details a.primary")
	tab.Wait(`document.documentElement.dataset.ready === "problem" && location.hash.includes("author=Mansfield")`)
	tab.WaitText(".origin", "Mansfield, Comins · L'Italia Scacchistica, 1930 · 1st Honourable Mention")
	tab.Eval(`(() => { const own = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved = text); return own(blob); }; HTMLAnchorElement.prototype.click = () => {}; })()`, nil)
	export := `(window.saved = "", document.querySelector('button[data-form="text"]').click())`
	tab.Eval(export, nil)
	tab.Wait(`window.saved.includes("Mansfield, Comins\nL'Italia Scacchistica, 1930\n1st Honourable Mention\n")`)
	tab.Eval(`document.querySelector(".stipulation").value = "3", document.querySelector(".stipulation").dispatchEvent(new Event("change"))`, nil)
	tab.Eval(export, nil)
	tab.Wait(`window.saved.includes("#3") && !window.saved.includes("Mansfield")`)
}

// refusesMadeKeys does not add a problem whose key is made to the collection, which would solve it wrongly.
func refusesMadeKeys(tab *webtest.Tab, size string) {
	if size == "phone" {
		tab.Click(".more")
	}
	tab.Click(".after")
	tab.Wait(`location.hash.includes("after=key")`)
	tab.Click(".share .store")
	tab.WaitText(".share [role=status]", "Take it back first")
}
