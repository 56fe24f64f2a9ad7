package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"alfiere/internal/testing/webtest"
)

// table is a page with only a board and a tray.
type table struct {
	*testing.T
	tab   *webtest.Tab
	touch bool
}

// boards runs a test on a board of phone size and of desktop size.
func boards(t *testing.T, test func(b *table)) {
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := webtest.Serve(t, withTestPages(t)) + "board.html"
			b := &table{t, webtest.Open(t, url, size.width, size.height), name == "phone"}
			b.tab.Wait("document.documentElement.dataset.ready")
			test(b)
		})
	}
}

// square returns the middle of a square of the board.
func (b *table) square(name string) webtest.Point {
	return b.tab.At(`#board [data-square="` + name + `"][role=gridcell]`)
}

// set puts men on the board.
func (b *table) set(fen string) {
	b.Helper()
	b.tab.Eval(fmt.Sprintf("(set(%q), board.brush = '', board.picked = '', board.wipe())", fen), nil)
}

// wants compares the board with a diagram.
func (b *table) wants(what, fen string) {
	b.Helper()
	var got string
	b.tab.Eval("fen()", &got)
	if got != fen {
		b.Errorf("%s: the board is %s, not %s", what, got, fen)
	}
}

// hears compares the events of one kind with the expected ones, and clears all events.
func (b *table) hears(what string, wanted ...string) {
	b.Helper()
	var got []string
	b.tab.Eval(`heard.map(({type, ...rest}) => [type, ...Object.values(rest).filter((value) => value !== undefined)].join(" "))`, &got)
	b.tab.Eval("heard = []", nil)
	for _, event := range wanted {
		if !slices.Contains(got, event) {
			b.Errorf("%s: wanted %q, heard %q", what, event, got)
		}
	}
	if len(wanted) == 0 && len(got) > 0 {
		b.Errorf("%s: heard %q", what, got)
	}
}

// touchSquare clicks on a square, or taps it.
func (b *table) touchSquare(name string) {
	b.Helper()
	if b.touch {
		b.tab.Tap(b.square(name), 0)
	} else {
		b.tab.Mouse(input.MouseButtonLeft, 0, b.square(name))
	}
}

const start = "3qk3/8/8/8/8/8/8/R3K2R"

func TestHandsOnTheBoard(t *testing.T) {
	t.Parallel()
	boards(t, func(b *table) {
		b.tab.Shot("board-" + b.Name())
		b.tab.Drag(b.square("a1"), b.square("a5"))
		b.wants("drag", "3qk3/8/8/R7/8/8/8/4K2R")
		b.hears("drag", "move a1 a5 R false", "change", "announce white rook from a1 to a5")

		b.touchSquare("h1")
		b.hears("touch", "select h1 R", "announce white rook on h1 picked up")
		b.touchSquare("d8")
		b.wants("tap and tap", "3Rk3/8/8/R7/8/8/8/4K3")
		b.touchSquare("e1")
		b.touchSquare("e1")
		b.wants("a man that is let go again", "3Rk3/8/8/R7/8/8/8/4K3")

		b.set(start)
		below := b.square("a1")
		below.Y += 200
		b.tab.Drag(b.square("a1"), below)
		b.wants("drag off the board", "3qk3/8/8/8/8/8/8/4K2R")
		b.hears("drag off the board", "remove a1 R")

		b.set(start)
		b.tab.Drag(b.square("b4"), b.square("b5"))
		b.wants("drag of nothing", start)
		b.erasing()
		b.drawing()
		b.turning()
		b.brushes()
		b.bounds()
	})
}

// erasing removes men by the right button or a long press.
func (b *table) erasing() {
	b.set(start)
	if b.touch {
		b.tab.Tap(b.square("d8"), 700*time.Millisecond)
	} else {
		b.tab.Mouse(input.MouseButtonRight, 0, b.square("d8"))
	}
	b.wants("erase", "4k3/8/8/8/8/8/8/R3K2R")
	b.hears("erase", "remove d8 q", "announce black queen removed from d8")
}

// drawing draws arrows and marks by the right button or a long press.
func (b *table) drawing() {
	b.set(start)
	if b.touch {
		b.tab.Finger(700*time.Millisecond, b.square("c3"), b.square("d4"), b.square("f6"))
		b.tab.Tap(b.square("b3"), 700*time.Millisecond)
	} else {
		b.tab.Mouse(input.MouseButtonRight, 0, b.square("c3"), b.square("d4"), b.square("f6"))
		b.tab.Mouse(input.MouseButtonRight, 0, b.square("b3"))
		b.tab.Mouse(input.MouseButtonRight, 0, b.square("d8"), b.square("d1"))
		b.hears("arrow from a man", "mark d8 d1 true")
		b.tab.Mouse(input.MouseButtonRight, 0, b.square("d8"), b.square("d1"))
	}
	b.wants("drawing", start)
	var drawn []string
	b.tab.Eval("[...board.drawn]", &drawn)
	if !slices.Equal(drawn, []string{"c3f6", "b3"}) {
		b.Errorf("drawn are %q", drawn)
	}
	var pictures int
	b.tab.Eval(`board.querySelectorAll(".arrow.drawn[data-from=c3][data-to=f6], .mark.drawn[data-square=b3]").length`, &pictures)
	if pictures != 2 {
		b.Errorf("%d of what was drawn can be seen", pictures)
	}
	b.tab.Press("Escape")
	b.tab.Eval("board.drawn.size", &pictures)
	if pictures != 0 {
		b.Errorf("Escape left %d", pictures)
	}
	b.tab.Eval(`heard = [], board.draw("d5 red"), board.wipe()`, nil)
	b.hears("a mark in a colour", "mark d5 true", "announce d5 marked")
	b.tab.Eval(`(board.draw("e2e4"), board.draw("d5"), board.men = board.men, board.drawn.size)`, &pictures)
	if pictures != 2 {
		b.Errorf("%d of what was drawn is left on the same position", pictures)
	}
	b.tab.Eval(`(board.act("remove", { square: "d8", letter: "q" }), board.drawn.size + board.querySelectorAll(".drawn").length)`, &pictures)
	if pictures != 0 {
		b.Errorf("%d of what was drawn is left on another position", pictures)
	}
}

// turning turns the board to Black's side and drags there.
func (b *table) turning() {
	b.set(start)
	b.tab.Eval(`board.orientation = "black"`, nil)
	if at := b.square("h8"); at.X > b.square("a8").X || at.Y < b.square("h1").Y {
		b.Errorf("turned, h8 is at %v", at)
	}
	b.tab.Drag(b.square("d8"), b.square("d1"))
	b.wants("drag on a turned board", "4k3/8/8/8/8/8/8/R2qK2R")
	b.tab.Eval(`board.orientation = "white"`, nil)
}

// brushes uses the tray.
func (b *table) brushes() {
	b.set(start)
	b.tab.Click(`chess-tray [data-brush="n"]`)
	b.tab.Wait(`board.brush === "n"`)
	b.touchSquare("c3")
	b.touchSquare("c4")
	b.touchSquare("c3")
	b.wants("a brush, twice on a square", "3qk3/8/8/8/2n5/8/8/R3K2R")
	b.tab.Click(`chess-tray [data-brush="erase"]`)
	b.touchSquare("c4")
	b.touchSquare("b4")
	b.wants("the eraser", start)
	b.tab.Click(`chess-tray [data-brush="erase"]`)
	b.tab.Drag(b.tab.At(`chess-tray [data-brush="Q"]`), b.square("b6"))
	b.wants("drag from the tray", "3qk3/8/1Q6/8/8/8/8/R3K2R")
	var brush string
	b.tab.Eval("board.brush", &brush)
	if brush != "" {
		b.Errorf("after a drag the brush is %q", brush)
	}
	if b.touch { // a second finger zooms, and releases what the first one holds
		b.tab.Fingers([]webtest.Point{b.square("a1")}, []webtest.Point{b.square("a3")},
			[]webtest.Point{b.square("a3"), b.square("f6")}, []webtest.Point{b.square("a4"), b.square("f7")})
		b.wants("two fingers", "3qk3/8/1Q6/8/8/8/8/R3K2R")
	}
	if b.touch { // a tap right after a drag is a click, too
		rook, knight, b6, b7 := b.tab.At(`chess-tray [data-brush="R"]`), b.tab.At(`chess-tray [data-brush="N"]`), b.square("b6"), b.square("b7")
		b.tab.Drag(rook, b6)
		b.tab.Tap(knight, 0)
		b.tab.Wait(`board.brush === "N"`)
		b.tab.Drag(b6, b7)
		b.tab.Tap(rook, 0)
		b.tab.Wait(`board.brush === "R"`)
		b.wants("two drags", "3qk3/1R6/8/8/8/8/8/R3K2R")
	}
}

// bounds checks boards with fewer permissions.
func (b *table) bounds() {
	b.set(start)
	b.tab.Eval(`(board.editable = false, board.movable = true, board.targets = new Map([["a1", ["a2", "b1"]]]))`, nil)
	b.touchSquare("a1")
	var targets int
	b.tab.Eval(`board.querySelectorAll(".mark.target").length`, &targets)
	if targets != 2 {
		b.Errorf("%d targets are shown", targets)
	}
	b.touchSquare("a3")
	b.wants("a move that is none", start)
	b.tab.Drag(b.square("h1"), b.square("h2"))
	b.wants("a man that may not move", start)
	b.tab.Drag(b.square("a1"), b.square("a2"))
	b.wants("a move", "3qk3/8/8/8/8/8/R7/4K2R")
	b.tab.Press("k", "Delete", "x")
	b.wants("keys of an editor", "3qk3/8/8/8/8/8/R7/4K2R")
	b.tab.Eval(`document.addEventListener("move", (event) => event.preventDefault(), {once: true})`, nil)
	b.tab.Eval(`board.targets = null`, nil)
	b.tab.Drag(b.square("a2"), b.square("a3"))
	b.wants("a move that the page prevents", "3qk3/8/8/8/8/8/R7/4K2R")
	b.tab.Eval(`(board.movable = false)`, nil)
	b.tab.Drag(b.square("a2"), b.square("a3"))
	b.wants("a board to look at", "3qk3/8/8/8/8/8/R7/4K2R")
	b.tab.Eval(`(board.editable = true)`, nil)
}

func TestCopyAndWheel(t *testing.T) {
	t.Parallel()
	boards(t, func(b *table) {
		b.tab.Mouse(input.MouseButtonLeft, webtest.Shift, b.square("a1"), b.square("b3"), b.square("c5"))
		b.wants("Shift-drag", "3qk3/8/8/2R5/8/8/8/R3K2R")
		b.hears("Shift-drag", "move a1 c5 R true", "announce white rook copied from a1 to c5")
		b.tab.Wheel(b.square("e4"), 100)
		b.tab.Wait("heard.length > 0")
		b.hears("wheel", "step 1")
		b.tab.Wheel(b.square("e4"), -100)
		b.tab.Wait("heard.length > 0")
		b.hears("wheel back", "step -1")
	})
}

func TestKeysOnTheBoard(t *testing.T) {
	t.Parallel()
	boards(t, func(b *table) {
		b.tab.Eval("board.focus()", nil)
		b.tab.Press("ArrowUp", "ArrowRight", "q", "ArrowRight", "S", "Home", "Shift+P")
		b.wants("letters", "3qk3/8/8/8/8/8/p4Qn1/R3K2R")
		b.hears("letters", "place f2 Q", "announce white queen on f2", "announce black knight on g2")
		b.tab.Press("PageDown", "Space", "ArrowUp", "Space")
		b.wants("Space picks up and puts down", "3qk3/8/8/8/8/8/R4Qn1/4K2R")
		b.tab.Press("Space", "Escape", "Delete")
		b.wants("Delete", "3qk3/8/8/8/8/8/5Qn1/4K2R")
		b.tab.Press("x")
		b.wants("x", "3QK3/8/8/8/8/8/5qN1/4k2r")
		b.tab.Press("m")
		b.hears("m", "mark a2 true", "announce a2 marked")
		b.tab.Press("f", "ArrowUp", "End", "k")
		b.wants("a turned board", "3QK3/8/8/8/8/8/5qN1/K3k2r")
		b.tab.Press("f")
		b.set(start)
		b.tab.Eval(`setLanguage("it")`, nil)
		b.tab.Press("t", "ArrowRight", "Shift+D", "ArrowRight", "n", "ArrowRight", "r")
		b.wants("Italian letters", "3qk3/8/8/8/8/8/8/RqNKK2R")
	})
}

func TestTheBoardForScreenReaders(t *testing.T) {
	t.Parallel()
	boards(t, func(b *table) {
		label := func(square string) (text string) {
			b.tab.Eval(`board.querySelector('[role=gridcell][data-square="`+square+`"]').getAttribute("aria-label")`, &text)
			return text
		}
		if got := label("e1") + "; " + label("e2"); got != "e1, white king; e2, empty" {
			b.Errorf("labels are %q", got)
		}
		b.tab.Eval(`setLanguage("it")`, nil)
		if got := label("d8") + "; " + label("e2"); got != "d8, donna nera; e2, vuota" {
			b.Errorf("Italian labels are %q", got)
		}
		var got string
		b.tab.Eval(`[board.getAttribute("role"), board.getAttribute("aria-label"), board.querySelectorAll("[role=row] > [role=gridcell]").length,
			board.querySelectorAll('[tabindex="0"]').length, board.querySelector("svg").getAttribute("aria-hidden")].join(" ")`, &got)
		if got != "grid Scacchiera 64 1 true" {
			b.Errorf("the grid is %q", got)
		}
		b.tab.Press("Tab")
		b.tab.Eval(`getComputedStyle(document.activeElement).outlineStyle + document.activeElement.dataset.square`, &got)
		if got != "solide1" {
			b.Errorf("the focus is seen as %q", got)
		}
	})
}

func TestMarksArrowsTintsAndSlides(t *testing.T) {
	t.Parallel()
	boards(t, func(b *table) {
		b.tab.Eval(`(board.marks = new Map([["e4", "ring"], ["d5", "fault"], ["a1", "last"]]), board.tints = new Map([["b2", -0.5], ["c3", "a"]]),
			board.arrows = [{from: "a1", to: "h8", width: 2, label: "A"}, {from: "h1", to: "g3", kind: "threat"}, {from: "a2", to: "a2"}])`, nil)
		b.tab.Shot("marks-" + b.Name())
		var counts []int
		b.tab.Eval(`[".mark", ".tint", ".arrow", ".arrow text"].map((what) => board.querySelectorAll(what).length)`, &counts)
		if !slices.Equal(counts, []int{3, 2, 2, 1}) {
			b.Errorf("marks, tints, arrows and labels are %v", counts)
		}
		slides := func() (text string) {
			b.tab.Eval(`getComputedStyle(board.querySelector(".man")).transitionDuration`, &text)
			return text
		}
		if got := slides(); got != "0.12s" {
			b.Errorf("men slide in %s", got)
		}
		b.tab.Media("prefers-reduced-motion", "reduce")
		if got := slides(); got != "0s" {
			b.Errorf("with less motion men slide in %s", got)
		}
		var kept bool
		b.tab.Eval(`(() => { const rook = board.node("a1"); set("3qk3/8/8/8/8/8/8/4K1RR"); return board.node("g1") === rook; })()`, &kept)
		if !kept {
			b.Error("a man that moved is another")
		}
		for _, width := range []string{"160", "333"} {
			var square float64
			b.tab.Eval(`(board.style.width = "`+width+`px", board.squareSize)`, &square)
			if square < 15 || square*8 > 340 {
				b.Errorf("%s pixels wide, a square is %v", width, square)
			}
		}
		if !strings.Contains(b.tab.Text("#board .files"), "a") {
			b.Error("the files have no names")
		}
	})
}
