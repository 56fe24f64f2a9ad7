package page_test

import (
	"strings"
	"testing"
)

// Players, event, result and comments of a text stay with the game on the board, also after a reload.
func TestAGameThatIsReadKeepsWhatItsTextTells(t *testing.T) {
	t.Parallel()
	const game = `[Event "Paris opera"]
[Site "Paris"]
[Date "1858.11.02"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

{At the opera} 1. e4 e5 (1... c5 2. Nf3) 2. Nf3 d6 {Philidor} 3. d4 Bg4 1-0
`
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?nodes=1000&side=both&tab=text", size.width, size.height)}
			told := func() {
				t.Helper()
				p.moves("6")
				p.says(".player-bottom", "Morphy, Paul")
				p.says(".player-top", "Duke Karl / Count Isouard")
				p.says(".game-head", "Paris opera, Paris, 1858.11.02")
				p.says(".game-head", "1–0")
				p.says(".movelist", "At the opera")
				p.says(".movelist li:has([data-ply='4']) + .move-comment", "Philidor")
			}
			p.on(`document.querySelector(".text textarea")`)
			p.tab.Eval("document.querySelector('.text textarea').value = "+jsString(game), nil)
			p.click(".text-read")
			p.says(".text-status", "8 moves.")
			p.tabTo("game")
			told()
			p.tab.Shot("play-read-" + name)
			p.tab.Reload()
			told()
			// The text is there, too, with its other contents; written again, it has all that was read.
			p.tabTo("text")
			p.says(".text-status", "8 moves.")
			p.click(".text-moves")
			p.on(`document.querySelectorAll(".movelist .move").length === 8 && document.querySelectorAll(".tree-branches").length === 1`)
			p.tabTo("text")
			p.tab.Eval(`document.querySelector(".text-status").textContent = ""`, nil)
			p.click(".text-write")
			p.says(".text-status", "8 moves.")
			var text string
			p.tab.Eval(`document.querySelector(".text textarea").value`, &text)
			for _, part := range []string{`[White "Morphy, Paul"]`, `[Event "Paris opera"]`, `[Result "1-0"]`, "{At the opera}", "{Philidor}", "(1... c5 2. Nf3)", "Bg4 1-0"} {
				if !strings.Contains(text, part) {
					t.Errorf("%s is not in\n%s", part, text)
				}
			}
			// Another continuation is a variation; the game keeps its names, comments and result.
			p.tabTo("game")
			p.click(`.movelist [data-ply="3"]`)
			p.tab.Type(".typed", "Nc6")
			p.tab.Press("Enter")
			p.moves("4")
			p.says(".player-bottom", "Morphy, Paul")
			p.says(".movelist", "At the opera")
			p.says(".movelist .tree-branches [aria-current]", "Nc6")
			p.on(`document.querySelector(".movelist").innerText.includes("Philidor") && document.querySelector(".game-head").innerText.includes("1–0")`)
			// Promoted, it is the game, which has another end and so no result.
			p.click(".edit-raise")
			p.on(`document.querySelector(".movelist [aria-current]").dataset.ply === "4" && !document.querySelector(".game-head").innerText.includes("1–0")`)
			// A new game has none of it.
			p.click(".do-new")
			p.click(".new-game [type=submit]")
			p.moves("0")
			p.says(".player-bottom", "White")
			p.on(`document.querySelector(".game-head").hidden`)
		})
	}
}

// A reader who has resigned can continue the game, also after a reload.
func TestAResignationCanBeUndoneAfterAReload(t *testing.T) {
	t.Parallel()
	p := &player{t, open(t, "#play?nodes=1000&side=white", 1440, 900)}
	p.says(".play-verdict", "White to move")
	p.tab.Drag(p.square("e2"), p.square("e4"))
	p.moves("2")
	p.click(".do-resign")
	p.says(".play-verdict", "Black wins. Resignation.")
	p.on(`document.querySelector(".play-goon")`)
	p.tab.Reload()
	p.says(".play-verdict", "Black wins. Resignation.")
	p.click(".play-goon")
	p.says(".play-verdict", "White to move")
	p.on(`!document.querySelector(".play-goon")`)
	// An end on the board cannot be undone.
	p.tab.Eval(`location.hash = "#play?side=both&moves=f2f3,e7e5,g2g4,d8h4"`, nil)
	p.says(".play-verdict", "Black wins. Checkmate.")
	p.on(`!document.querySelector(".play-goon")`)
}
