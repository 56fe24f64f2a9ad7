package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"alfiere/internal/testing/webtest"
)

// TestHandsOfPlaying promotes pawns on the file, makes premoves, draws in colours and reads the evaluation
// bar, by touch on a phone, by mouse on a desktop, and by keyboard on both.
func TestHandsOfPlaying(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?nodes=1000&side=both&start=8/P5k1/8/8/8/8/8/K7+w+-+-+0+1", size.width, size.height)}
			p.says(".play-verdict", "White to move")
			p.promoting(name)
			p.colouring(name)
			p.early(name)
		})
	}
}

// promoting chooses the piece of a promotion on the board, and cancels.
func (p *player) promoting(name string) {
	const open, closed = `document.querySelector("dialog.promotions[open]")`, `!document.querySelector("dialog.promotions")`
	p.move(name, "a7", "a8") // the tap that moves the pawn is over the queen, and chooses nothing
	p.on(`document.querySelectorAll("dialog.promotions[open] .promotion").length === 4`)
	p.tab.Shot("play-promotion-" + name)
	p.tab.Axe("promotion")
	p.tab.Press("Escape")
	p.on(closed)
	p.moves("0")
	p.move(name, "a7", "a8")
	p.on(open)
	elsewhere := p.square("e4")
	if name == "phone" {
		p.tab.Tap(elsewhere, 0)
	} else {
		p.tab.Mouse(input.MouseButtonLeft, 0, elsewhere)
	}
	p.on(closed)
	p.moves("0")
	// By keys: the pawn is picked up and put down, and the arrow keys go from man to man.
	p.tab.Eval(`(document.querySelector("chess-board").cursor = "a7", document.querySelector("chess-board").focus())`, nil)
	p.tab.Press("Space", "ArrowUp", "Space")
	p.on(open)
	p.tab.Press("ArrowDown")
	p.on(`document.activeElement.dataset.piece === "n"`)
	p.tab.Press("ArrowDown", "Enter")
	p.on(closed)
	p.moves("1")
	p.says(".movelist", "a8=R")
	p.click(".do-back")
	p.moves("0")
	p.move(name, "a7", "a8")
	p.on(open)
	knight := p.tab.At(".promotion[data-piece=n]")
	if name == "phone" {
		p.tab.Tap(knight, 0)
	} else {
		p.tab.Mouse(input.MouseButtonLeft, 0, knight)
	}
	p.moves("1")
	p.says(".movelist", "a8=N")
	p.man("a8", "N")
	// The evaluation bar knows that a knight does not win, and a queen does.
	p.on(`document.querySelector(".eval-number").textContent === "" && document.querySelector(".eval-white").style.height === "50%"`)
	p.click(".do-back")
	p.on(`document.querySelector(".eval-number").textContent.startsWith("+") && parseFloat(document.querySelector(".eval-white").style.height) > 80`)
	p.click(".step-turn")
	p.on(`document.querySelector(".eval-bar.turned")`)
	p.click(".step-turn")
}

// colouring draws marks and arrows in four colours; an edit of the position wipes them.
func (p *player) colouring(name string) {
	const kinds = `[...document.querySelectorAll("chess-board .arrow.drawn")].map((arrow) => arrow.classList[2] ?? "blue").join()`
	if name == "desk" {
		const alt = 1
		for i, modifiers := range []int64{0, webtest.Shift, alt, alt + webtest.Shift} {
			p.tab.Mouse(input.MouseButtonRight, modifiers, p.square(string(rune('b'+i))+"2"), p.square(string(rune('b'+i))+"5"))
		}
		p.on(kinds + ` === "blue,red,green,yellow"`)
		p.tab.Mouse(input.MouseButtonRight, webtest.Shift, p.square("b2"), p.square("b5")) // another colour
		p.on(kinds + ` === "red,green,yellow,red"`)
		p.tab.Shot("play-arrows")
	} else {
		// A finger that draws an arrow again gives it the next colour, and at last removes it.
		for _, kind := range []string{"blue", "red", "green", "yellow", ""} {
			p.tab.Finger(700*time.Millisecond, p.square("c3"), p.square("d4"), p.square("f6"))
			p.on(kinds + ` === "` + kind + `"`)
		}
		p.moves("0")
		p.tab.Finger(700*time.Millisecond, p.square("c3"), p.square("f6"))
		p.tab.Finger(700*time.Millisecond, p.square("c3"), p.square("c3"))
		p.on(kinds + ` === "blue" && document.querySelectorAll("chess-board .mark.drawn").length === 1`)
		p.tab.Shot("play-arrows-" + name)
	}
	p.tab.Press("Escape")
	p.tab.Eval(`(document.querySelector("chess-board").cursor = "a1", document.querySelector("chess-board").focus())`, nil)
	p.tab.Press("Space", "ArrowUp", "m")
	p.on(kinds + ` === "blue"`)
	p.tab.Press("M")
	p.on(kinds + ` === "red"`)
	p.tab.Press("M", "M")
	p.on(kinds + ` === "yellow"`)
	p.tab.Press("Space")
	p.moves("1")
	p.on(kinds + ` === ""`)
}

// early makes moves while the program thinks; the last one is played after its answer.
func (p *player) early(name string) {
	p.tab.Eval(`location.hash = "#play?nodes=1000&side=white&moves="`, nil)
	p.says(".play-verdict", "Your move")
	p.moves("0")
	p.tab.Eval(`(() => {
		const gate = new Promise((resolve) => (window.letThrough = resolve));
		const real = window.fetch;
		window.fetch = async (url, options) => {
			if (String(url).endsWith("/search")) {
				await gate;
			}
			return real(url, options);
		};
	})()`, nil)
	const premove = `[...document.querySelectorAll("chess-board .mark.premove")].map((mark) => mark.dataset.square).join()`
	p.move(name, "e2", "e4")
	p.moves("1")
	p.on(`document.querySelector("chess-board").movable`)
	p.move(name, "g1", "f3")
	p.on(premove + ` === "g1,f3"`)
	p.tab.Shot("play-premove-" + name)
	p.tab.Press("Escape")
	p.on(premove + ` === ""`)
	p.move(name, "g1", "h3")
	p.on(premove + ` === "g1,h3"`)
	p.move(name, "d2", "d4")
	p.on(premove + ` === "d2,d4"`)
	p.tab.Eval(`window.letThrough()`, nil)
	p.moves("4")
	p.says(`.movelist [data-ply="3"]`, "d4")
	p.on(premove + ` === ""`)
}

// TestMistakesTeach steps through the mistakes of a game: wrong moves, hints, solutions, right moves.
func TestMistakesTeach(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?nodes=1000&side=both&moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7", size.width, size.height)}
			p.moves("7")
			p.click(".do-judge")
			p.says(".tallies", "Black: 1 blunder")
			p.click(".do-learn")
			p.on(`document.querySelector(".learn-task")?.innerText.includes("/")`)
			for range 5 {
				p.on(`/[^?]\?! was an inaccuracy|[^?]\? was a mistake|\?\? was a blunder/.test(document.querySelector(".learn-task").innerText)`)
				var there bool
				if p.tab.Eval(`document.querySelector(".learn-task").innerText.includes("Nf6??")`, &there); there {
					break
				}
				p.tab.Eval(`window.task = document.querySelector(".learn-task").innerText`, nil)
				p.click(".learn-next")
				p.on(`document.querySelector(".learn-task").innerText !== window.task`)
			}
			p.says(".learn-task", "Find a better move for Black.")
			p.man("g8", "n")
			p.on(`document.querySelector("chess-board").movable`)
			p.move(name, "a7", "a6")
			p.says(".learn-says", "Not a6 (+M1): the answer is Qxf7#.")
			p.move(name, "g8", "f6")
			p.says(".learn-says", "the move of the game")
			p.click(".learn-hint")
			p.says(".learn-says", "starts on")
			p.on(`document.querySelectorAll("chess-board .mark.ring").length === 1`)
			p.tab.Shot("play-learn-" + name)
			p.tab.Axe("lesson")
			p.moves("7") // tries change no move
			var better string
			p.tab.Eval(`JSON.parse(sessionStorage["alfiere.play.graph"]).points[5].move.better.san[0]`, &better)
			p.tab.Type(".typed", better)
			p.tab.Press("Enter")
			p.says(".learn-says", "Right! "+better)
			p.on(`document.querySelector("chess-board .arrow.good") && !document.querySelector(".learn-solution")`)
			p.click(".learn-next")
			p.says(".learn-task", "No more mistakes. You found 1 of")
			p.click(".learn-close")
			p.on(`!document.querySelector(".learn")`)
		})
	}
}

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
