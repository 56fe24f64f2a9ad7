package page_test

import (
	"strings"
	"testing"
)

// TestTheListOfMovesIsEdited makes variations on the board, comments on moves, promotes and deletes
// lines, and writes and reads all of it, by touch and typing on a phone, by mouse and keyboard on a desktop.
func TestTheListOfMovesIsEdited(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?side=both&moves=e2e4,e7e5,g1f3,b8c6&at=1", size.width, size.height)}
			p.on(`document.querySelector(".movelist [aria-current]")?.dataset.ply === "1" && document.querySelector("chess-board").movable`)
			// A move beside another one makes a variation, and what follows it continues it.
			p.move(name, "c7", "c5")
			p.says(".tree-branches [aria-current]", "1… c5")
			p.says(".opening", "Sicilian Defence")
			p.move(name, "g1", "f3")
			p.says(".tree-branches [aria-current]", "2. Nf3")
			// A move that is there already makes none.
			p.click(`.movelist [data-ply="1"]`)
			p.on(`document.querySelector("chess-board").man("c7") === "p" && document.querySelector(".movelist [aria-current]").dataset.ply === "1"`)
			p.move(name, "e7", "e5")
			p.on(`document.querySelector(".movelist [aria-current]").dataset.ply === "2" && document.querySelectorAll(".movelist .move").length === 6`)
			p.moves("4")
			// Comments, by buttons and by keys.
			p.click(".edit-comment")
			p.tab.Type(".edit-form textarea", "open")
			p.click(".edit-save")
			p.says(".movelist li:has([data-ply='2']) + .move-comment", "open")
			p.tab.Eval(`document.querySelector(".movelist .tree-branches .move").focus()`, nil)
			p.tab.Press("Enter")
			p.says(".tree-branches [aria-current]", "c5")
			p.tab.Eval(`document.querySelector(".edit-comment").focus()`, nil)
			p.tab.Press("Enter")
			p.tab.Type(".edit-form textarea", "Sicilian")
			p.tab.Press("Tab", "Enter")
			p.says(".tree-branches .comment", "Sicilian")
			p.on(`document.activeElement.matches(".edit-comment")`)
			p.tab.Press("Enter")
			p.tab.Type(".edit-form textarea", "no")
			p.tab.Press("Escape")
			p.on(`document.querySelector(".edit-comment") && !document.querySelector(".movelist").innerText.includes("no")`)
			p.tab.Shot("play-study-" + name)
			p.tab.Axe("study")
			// A reload loses nothing; another language writes its letters.
			p.tab.Reload()
			p.says(".tree-branches .comment", "Sicilian")
			p.click(`button[lang="it"]`)
			p.says(".tree-branches", "2. Cf3")
			p.says(".opening", "Difesa siciliana")
			p.click(`button[lang="en"]`)
			p.says(".tree-branches", "2. Nf3")
			p.tabTo("text")
			p.click(".text-write")
			p.says(".text-status", "6 moves.")
			var text string
			p.tab.Eval(`document.querySelector(".text textarea").value`, &text)
			if !strings.Contains(text, "1. e4 e5 {open} (1... c5 {Sicilian} 2. Nf3) 2. Nf3 Nc6 *") {
				t.Errorf("the tree is written as\n%s", text)
			}
			// The variation becomes the main line; then a part of it is deleted, and comes back.
			p.tabTo("game")
			p.click(".edit-raise")
			p.on(`document.querySelector(".movelist [aria-current]").dataset.ply === "2" && document.querySelector(".edit-raise").disabled`)
			p.says(".tree-branches", "1… e5")
			p.click(`.movelist [data-ply="3"]`)
			p.on(`document.querySelector(".movelist [aria-current]").dataset.ply === "3"`)
			p.click(".edit-remove")
			p.moves("2")
			p.on(`document.querySelectorAll(".movelist .move").length === 5 && document.querySelector(".movelist [aria-current]").dataset.ply === "2"`)
			p.click(`.tree-branches .move`)
			p.on(`document.querySelector(".tree-branches .move[aria-current]")`)
			p.click(".edit-remove")
			p.on(`document.querySelectorAll(".movelist .move").length === 2 && !document.querySelector(".tree-branches")`)
			p.click(".do-before")
			p.on(`document.querySelectorAll(".movelist .move").length === 5`)
		})
	}
}

// move moves a man: by two taps on a phone, by a drag on a desktop.
func (p *player) move(name, from, to string) {
	p.Helper()
	if name != "phone" {
		p.tab.Drag(p.square(from), p.square(to))
		return
	}
	p.tap(from, `document.querySelector("chess-board").picked === "`+from+`"`)
	p.tap(to, `document.querySelector("chess-board").picked === ""`)
}

// tap taps on a square until an expression is true. On a slow machine a tap may become a long one, which
// draws a mark; then it is wiped, and the finger comes again.
func (p *player) tap(square, done string) {
	p.Helper()
	for range 5 {
		p.tab.Tap(p.square(square), 0)
		const marked = `document.querySelector("chess-board").drawn.size > 0`
		p.on(done + " || " + marked)
		var long bool
		if p.tab.Eval(marked, &long); !long {
			return
		}
		p.tab.Eval(`document.querySelector("chess-board").wipe()`, nil)
	}
	p.Fatalf("no short tap on %s", square)
}
