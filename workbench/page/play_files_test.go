package page_test

import "strings"

// files reads files, writes them, and grows trees.
func (p *player) files(name string) {
	p.tab.Eval(`location.hash = "#play?nodes=20000000&side=white&tab=text&moves=e2e4,e7e5"`, nil)
	p.moves("2")
	// Long work can be stopped.
	for button, stop := range map[string]string{".text-annotate": ".text-stop", ".text-grow": ".text-stop"} {
		p.tab.Eval(`document.querySelector(".text-status").textContent = ""`, nil)
		p.click(button)
		p.click(stop)
		p.says(".text-status", "Stopped.")
	}
	p.click(".do-judge")
	p.click(".do-stop")
	p.says(".play-says", "Stopped.")

	// Drop a file on the page and choose one of its games. The current game becomes the previous game.
	const games = "[White \"Anna\"]\n\n1. d4 d5 *\n\n[White \"Bruno\"]\n\n1. c4 c5 2. g3 *\n"
	p.tab.Eval(`document.querySelector("chess-board").dispatchEvent(new DragEvent("drop", {dataTransfer: window.files = (() => { const data = new DataTransfer(); data.items.add(new File([`+jsString(games)+`], "games.pgn")); return data; })(), bubbles: true, cancelable: true}))`, nil)
	p.says(".play-verdict", "Before the first move")
	p.moves("2")
	p.says(".text-status", "2 moves.")
	p.on(`document.querySelector(".text > select:not([hidden]) option:nth-child(2)").textContent.includes("Bruno")`)
	p.tab.Eval(`(() => { const games = document.querySelector(".text > select"); games.value = "2"; games.dispatchEvent(new Event("change")); })()`, nil)
	p.says(".text-status", "3 moves.")
	p.moves("3")
	p.tabTo("game")
	p.says(".movelist", "g3")
	p.says(".game-head", "Bruno")
	p.tabTo("text")
	p.tab.Shot("play-files-" + name)
	// Choose the same file.
	p.tab.Eval(`(() => { const field = document.querySelector(".text input[type=file]"); field.files = window.files.files; field.dispatchEvent(new Event("change")); })()`, nil)
	p.says(".text-status", "2 moves.")
	p.moves("2")

	// Paste a text; it replaces the one that was read.
	p.tab.Eval(`(() => { const data = new DataTransfer(); data.setData("text/plain", "1. Nf3 Nf6 2. g3 *"); document.querySelector(".text textarea").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); })()`, nil)
	p.says(".text-status", "3 moves.")
	p.moves("3")
	p.on(`document.querySelector(".text textarea").value === "1. Nf3 Nf6 2. g3 *"`)

	// Save and copy: the result is the visible text.
	p.tab.Eval(`(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make(blob); };
		HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
	})()`, nil)
	p.click(".text-save")
	p.on(`window.saved === document.querySelector(".text textarea").value && window.savedAs === "alfiere.pgn"`)
	p.click(".text-copy")
	p.on(`/Copied|selected/.test(document.querySelector(".text-status").textContent)`)

	// Grow a tree from the current position.
	p.tab.Eval(`location.hash = "#play?nodes=1000&side=both&tab=text&moves=e2e4,e7e5"`, nil)
	p.moves("2")
	p.tab.Eval(`document.querySelector(".text-status").textContent = ""`, nil)
	p.click(".text-grow")
	p.says(".text-status", "39 moves.")
	p.click(".text-moves")
	p.on(`document.querySelectorAll(".movelist .move").length === 39 && document.querySelectorAll(".tree-branches").length === 13`)
	p.tabTo("text")
	var text string
	p.tab.Eval(`document.querySelector(".text textarea").value`, &text)
	if !strings.Contains(text, "[FEN ") || strings.Count(text, "(") != 13+13 {
		p.Errorf("a tree of three moves, three half-moves deep, is\n%s", text)
	}
	p.tab.Shot("play-grown-" + name)
}
