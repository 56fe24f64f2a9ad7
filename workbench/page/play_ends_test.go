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
