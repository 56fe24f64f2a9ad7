package page_test

import (
	"strings"
	"testing"
)

// TestEndsOfGames plays the special moves, and ends games in every way.
func TestEndsOfGames(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?nodes=1000&side=both&moves=e2e4,g8f6,e4e5,d7d5", size.width, size.height)}
			p.moves("4")
			p.moving()
			p.drawing(name)
			p.flags(name)
		})
	}
}

// man waits for a man on a square, "" for none.
func (p *player) man(square, letter string) {
	p.Helper()
	p.on(`(document.querySelector("chess-board").man("` + square + `") ?? "") === "` + letter + `"`)
}

// game opens the game in a link, and waits until its moves are played.
func (p *player) game(link, moves string) {
	p.Helper()
	p.tab.Eval(`document.documentElement.dataset.moves = ""`, nil)
	p.tab.Eval(`location.hash = "#play?nodes=1000&side=both&`+link+`"`, nil)
	p.moves(moves)
}

// moving captures en passant, castles, and branches off in an older position.
func (p *player) moving() {
	p.tab.Drag(p.square("e5"), p.square("d6"))
	p.moves("5")
	p.man("d5", "")
	p.game("moves=e2e4,e7e5,g1f3,b8c6,f1c4,h7h6", "6")
	p.tab.Drag(p.square("e1"), p.square("g1"))
	p.moves("7")
	p.man("f1", "R")
	p.click(`.movelist [data-ply="4"]`)
	p.says(".play-verdict", "After move 2, Nc6")
	p.on(`document.querySelector("chess-board").movable`)
	p.tab.Drag(p.square("f1"), p.square("b5"))
	p.moves("5")
	p.says(".movelist", "Bb5")
	p.says(".movelist .tree-branches", "Bb5")
	p.click(`.movelist [data-ply="7"]`)
	p.moves("7")
	p.says(".movelist [aria-current]", "O-O")
	p.game("moves=c2c4,c7c6,d2d4,d7d5", "4")
	p.says(".opening", "Slav Defence") // by another order of moves
}

// drawing claims draws, agrees to one, and continues.
func (p *player) drawing(name string) {
	p.game("moves=g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1", "7")
	p.tab.Drag(p.square("f6"), p.square("g8"))
	p.says(".play-says", "A draw can be claimed. The position has occurred three times.")
	p.tab.Shot("play-claim-" + name)
	p.click(".do-claim")
	p.says(".play-verdict", "Draw. The position has occurred three times.")
	p.click(".play-goon")
	p.says(".play-verdict", "White to move")
	p.on(`document.querySelector(".do-claim:enabled")`)
	p.game("start=4k3/8/8/8/8/8/4P3/4K2R+w+-+-+99+80", "0")
	p.tab.Drag(p.square("h1"), p.square("h2"))
	p.says(".play-says", "Fifty moves without a capture")
	p.click(".do-claim")
	p.says(".play-verdict", "Draw. Fifty moves")
	p.click(".do-back")
	p.says(".play-verdict", "White to move")
	p.tab.Drag(p.square("e2"), p.square("e4"))
	p.moves("1")
	p.click(".do-draw")
	p.says(".play-verdict", "Draw. Both sides agreed.")
	p.game("start=7k/5Q2/8/6K1/8/8/8/8+w+-+-+3+80", "0")
	p.tab.Drag(p.square("g5"), p.square("g6"))
	p.says(".play-verdict", "Draw. Stalemate.")
	p.on(`!document.querySelector("chess-board").movable`)
}

// flags plays on tiny clocks until they run out.
func (p *player) flags(name string) {
	begin := func(side, level, clock string) {
		p.Helper()
		p.click(".do-new")
		p.tab.Eval(`(() => {
			document.querySelector(".new-game [value=`+side+`]").checked = true;
			document.querySelector("#level").value = "`+level+`";
			document.querySelector("#clock").append(new Option("", "`+clock+`", true, true));
		})()`, nil)
		p.click(".new-game [type=submit]")
	}
	// The clock starts after the first move; the program answers at once, and the reader's flag falls.
	begin("black", "1300", "0.005+0")
	p.says(".play-verdict", "White wins. Black ran out of time.")
	p.on(`document.querySelector("chess-board").orientation === "black"`)
	p.tab.Shot("play-flag-" + name)
	if name == "desk" { // every strength, every clock
		var levels, clocks []string
		p.click(".do-new")
		p.tab.Eval(`[...document.querySelectorAll("#level option")].map((option) => option.value)`, &levels)
		p.tab.Eval(`[...document.querySelectorAll("#clock option")].map((option) => option.value)`, &clocks)
		p.tab.Press("Escape")
		for i, level := range levels {
			begin("black", level, clocks[i%len(clocks)])
			p.says(".player-top", strings.Replace("Alfiere, "+level, ", 0", ", full strength", 1))
			p.moves("1")
		}
	}
	// The program must search very many positions, and so it loses on time.
	p.game("moves=e2e4", "1")
	p.tab.Eval(`location.hash = "#play?nodes=1000000000&side=white&moves=e2e4,e7e5"`, nil)
	p.moves("2")
	begin("white", "0", "0.005+0")
	p.on(`document.querySelector(".player-clock:not([hidden])") && document.documentElement.dataset.moves === "0"`)
	p.tab.Type(".typed", "e4")
	p.tab.Press("Enter")
	p.says(".play-verdict", "White wins. Black ran out of time.")

	// The clock, the level and the end of the game are this tab's, whatever another tab plays.
	p.tab.Eval(`localStorage.setItem("alfiere.play", JSON.stringify({start: "", moves: ["d2d4"], end: "", side: "both", level: 800, clock: ""}))`, nil)
	p.tab.Reload()
	p.says(".play-verdict", "White wins. Black ran out of time.")
	p.says(".player-top", "Alfiere, full strength")
	p.on(`document.querySelectorAll(".player-clock:not([hidden])").length === 2`)
}

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
			reported := func() {
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
			reported()
			p.tab.Shot("play-read-" + name)
			p.tab.Reload()
			reported()
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
	p.says(".play-verdict", "Your move")
	p.tab.Drag(p.square("e2"), p.square("e4"))
	p.moves("2")
	p.click(".do-resign")
	p.says(".play-verdict", "Black wins. Resignation.")
	p.on(`document.querySelector(".play-goon")`)
	p.tab.Reload()
	p.says(".play-verdict", "Black wins. Resignation.")
	p.click(".play-goon")
	p.says(".play-verdict", "Your move")
	p.on(`!document.querySelector(".play-goon")`)
	// An end on the board cannot be undone.
	p.tab.Eval(`location.hash = "#play?side=both&moves=f2f3,e7e5,g2g4,d8h4"`, nil)
	p.says(".play-verdict", "Black wins. Checkmate.")
	p.on(`!document.querySelector(".play-goon")`)
}

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
			p.on(`document.querySelector(".movelist [aria-current]").dataset.ply === "2" && !document.querySelector(".edit-raise")`)
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
