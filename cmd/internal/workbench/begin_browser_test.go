package workbench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/workbench/page"
	"alfiere/workbench/webtest"
)

// Experiments are begun by the form, followed, stopped, and go on.
func TestExperimentsAreBegunInABrowser(t *testing.T) {
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel() // they wait for the browser more than they compute
			l := newLabTable(t, "", 1)
			if err := os.WriteFile(filepath.Join(l.path, "other.epd"), []byte(suite[:strings.Index(suite, "\n")+1]), 0o600); err != nil {
				t.Fatal(err)
			}
			tab := webtest.Open(t, webtest.Serve(t, page.Files(), labMethods(l.service)...)+"#laboratory", size.width, size.height)
			tab.WaitText(".laboratory-bar", "No experiments yet")
			tab.Wait(`!document.querySelector(".laboratory-welcome").hidden && !document.querySelector("main").innerText.includes("--")`)
			axe(tab, "laboratory, empty, "+size.name)
			tab.Shots("empty-" + size.name)
			drops(tab)
			if size.name == "phone" {
				tab.Click(".laboratory-welcome button")
			} else {
				tab.Eval(`document.querySelector(".laboratory-welcome button").focus()`, nil)
				tab.Press("Enter")
			}
			tab.Wait(`document.querySelector("#job-what")?.value === "tournament" && document.querySelector("#job-name").value === "tournament-1" && location.hash.includes("tab=new")`)
			tab.Shots("begin-" + size.name)
			axe(tab, "laboratory, form, "+size.name)
			tab.Set("#job-player", "cmd=/bin/sh nodes=9\nnodes=20")
			tab.Click(".laboratory-form [type=submit]")
			tab.WaitText(".laboratory-form [role=alert]", "other engines")
			tab.Wait(`document.querySelector(".laboratory-form [role=alert]").innerText.startsWith("Players")`)
			tab.Wait(`document.querySelector("#job-player").parentElement.contains(document.querySelector(".laboratory-form [role=alert]"))`)
			tab.Wait(`document.activeElement.id === "job-player" && document.activeElement.getAttribute("aria-invalid") === "true"`)
			_ = tab.Errors() // that of the status 400
			tab.Set("#job-player", "consult=noise2 criterion=optimistic nodes=60\nnodes=60")
			tab.Set("#job-games", "3000")
			brings(tab)
			tab.Press("Tab")
			tab.Click(".laboratory-form [type=submit]")
			tab.Wait(`location.hash.includes("name=tournament-1")`)
			tab.WaitText(".laboratory-job .chip", "running")
			tab.Wait(`document.querySelector(".laboratory-job progress").value > 2 && document.querySelector(".laboratory-job .hint").innerText.includes("of 3000")`)
			tab.WaitText(".laboratory-detail .cross", "nodes=60")
			tab.Wait(`document.querySelector(".laboratory-detail .plot .curve")`)
			order(tab)
			tab.Wait(`document.querySelector(".laboratory-detail").getBoundingClientRect().top < innerHeight / 4`) // also under the cards of a phone
			tab.Click(`[data-name="tournament-1"]`)
			tab.WaitText(".laboratory-job .chip", "running")
			tab.Wait(`document.querySelector(".laboratory-job .hint").innerText.includes("left")`)
			tab.Shots("job-" + size.name)
			axe(tab, "laboratory, job, "+size.name)
			tab.Click(".laboratory-job button:not([hidden])")
			tab.WaitText(".laboratory-job .chip", "stopped")
			tab.WaitText(".laboratory-part pre", "Elo")
			tab.WaitText(`[data-name="tournament-1"]`, "stopped")
			tab.Click(".laboratory-job button:not([hidden])") // Go on, or wait for what has begun meanwhile
			tab.Wait(`["running", "waiting"].some((state) => document.querySelector(".laboratory-job .chip").innerText.includes(state))`)
			l.must("stop", object{"name": "tournament-1"}, nil)
			tab.WaitText(".laboratory-job .chip", "stopped")
			ordered(tab, size.name)
			elsewhere(t, tab, l)
		})
	}
}

// elsewhere has another program go on with what this one began.
func elsewhere(t *testing.T, tab *webtest.Tab, l *labTable) {
	other := newLabTable(t, l.path, 1)
	other.must("resume", object{"name": "tournament-1"}, nil)
	tab.Click(`[data-name="tournament-1"]`)
	tab.WaitText(".laboratory-job .chip", "running")
	tab.WaitText(".laboratory-job .hint", "Another program")
	tab.Wait(`!document.querySelector(".laboratory-job button:not([hidden])")`)
	tab.Shot("elsewhere")
	tab.Click(`[data-name="order-1"]`)
	tab.Click(".laboratory-bar button")
	tab.Wait(`document.querySelector("#job-what")?.value === "tournament"`)
	tab.Click(".laboratory-form [type=submit]")
	tab.WaitText(".laboratory-form [role=alert]", "another program is working")
	_ = tab.Errors() // that of the status 409
	tab.Eval(`window.card = document.querySelector('[data-name="tournament-1"]'), window.label = window.card.firstChild, null`, nil)
	other.must("stop", object{"name": "tournament-1"}, nil)
	tab.Wait(`!label.isConnected`) // the list was drawn anew, perhaps while somebody presses the button
	tab.Wait(`card.isConnected && card === document.querySelector('[data-name="tournament-1"]')`)
	tab.Click(`[data-name="tournament-1"]`)
	tab.WaitText(".laboratory-job .chip", "stopped")
	tab.Wait(`document.querySelectorAll(".laboratory-job button:not([hidden])").length === 1`)
}

// axe has axe-core look, where there is one.
func axe(tab *webtest.Tab, what string) {
	if os.Getenv("ALFIERE_AXE") != "" {
		tab.Axe(what)
	}
}

// drops drops a file on the empty laboratory, which opens the form with it, and leaves the form.
func drops(tab *webtest.Tab) {
	tab.Eval(`(() => {
		const files = new DataTransfer();
		files.items.add(new File(["8/8/8/8/8/8/8/K6k w - - 0 1"], "dropped.fen"));
		document.querySelector(".laboratory-welcome").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
	})()`, nil)
	tab.Wait(`document.querySelector("#job-openings")?.value === "dropped.fen" && document.querySelector(".laboratory-welcome").hidden`)
	tab.Eval(`void document.querySelector(".laboratory-form button[type=button]").click()`, nil) // the form may still move
	tab.Wait(`!document.querySelector(".laboratory-form") && !document.querySelector(".laboratory-welcome").hidden`)
}

// brings adds a file of openings to the folder, by which games differ.
func brings(tab *webtest.Tab) {
	tab.Wait(`!document.querySelector(".laboratory-form .note").hidden`)
	tab.Eval(fmt.Sprintf(`(() => {
		const files = new DataTransfer();
		files.items.add(new File([%q], "openings.epd"));
		const input = document.querySelector(".laboratory-form input[type=file]");
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
	})()`, suite), nil)
	tab.Wait(`document.querySelector("#job-openings").value === "openings.epd" && document.querySelector("#job-games").value === "3000"`)
	tab.Wait(`document.querySelector(".laboratory-form .note").hidden`)
}

// order begins an experiment on a store, which has to wait for the one core.
func order(tab *webtest.Tab) {
	tab.Click(".laboratory-bar button")
	tab.Wait(`document.querySelector("#job-what")?.value === "tournament"`)
	tab.Eval(`(() => { const what = document.querySelector("#job-what"); what.value = "order"; what.dispatchEvent(new Event("change")); })()`, nil)
	tab.Wait(`document.querySelector("#job-name").value === "order-1" && document.querySelector("#job-suite").value === "openings.epd" && document.querySelectorAll(".laboratory-form fieldset input").length === 2`)
	tab.Eval(`(() => { const one = document.querySelector("#job-suite"); one.value = "suite.epd"; one.dispatchEvent(new Event("change")); })()`, nil)
	tab.Wait(`document.querySelector(".laboratory-form fieldset label").innerText.trim() === "openings.epd"`)
	tab.Click(`.laboratory-form fieldset [value="other.epd"]`)
	tab.Set("#job-nodes", "60")
	tab.Click(".laboratory-form [type=submit]")
	tab.WaitText(".laboratory-job .chip", "waiting")
	tab.WaitText(".laboratory-job .hint", "next in the queue")
}

// ordered looks at the end of it, and into the store.
func ordered(tab *webtest.Tab, size string) {
	tab.Click(`[data-name="order-1"]`)
	tab.WaitText(".laboratory-job .chip", "done")
	tab.WaitText(".laboratory-part pre", "Order of knowledge")
	tab.Wait(`document.querySelector(".laboratory-picture").naturalWidth > 100`)
	tab.Shot("ordered-" + size)
	tab.Click(`[data-name="lab"]`)
	tab.WaitText(".laboratory-detail table", "this one")
	tab.WaitText(".laboratory-detail", "suite")
	tab.Wait(`document.querySelectorAll(".laboratory-detail meter").length === 3`)
	tab.Shot("store-" + size)
	axe(tab, "laboratory, store, "+size)
}
