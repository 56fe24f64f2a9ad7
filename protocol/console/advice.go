package console

import (
	"fmt"
	"sort"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search"
)

// adviceTime is how long the engine searches for a move to suggest.
const adviceTime = time.Second

// screenWidth is the longest line of a list in characters.
const screenWidth = 79

func adviceCommands() []command {
	return []command{
		{Name: "hint", Help: "show the reply I expect, or suggest a move", Run: (*adapter).showHint},
		{Name: "bk", Help: "list the book's moves", Run: (*adapter).showBook},
		{Name: "moves", Args: "[SQUARE]", Help: "list the legal moves, or those of a piece", Run: (*adapter).listMoves},
		{Name: "fen", Help: "show the position as a FEN", Run: (*adapter).showFEN},
	}
}

// showHint shows the expected reply. Without one it searches for a move: the user may move
// for both sides, or the position may be new.
func (a *adapter) showHint(string) {
	position := a.player.Position()
	switch {
	case a.over():
		a.out.Printf("I have no move to suggest")
		a.tellOutcome()
	case position.IsLegal(a.player.Hint):
		a.out.Printf("I expect %s", numbered(&position, a.player.Hint))
	default:
		limits := search.Limits{MoveTime: adviceTime, Depth: a.player.Clock.Depth}
		if t := a.player.Clock.MoveTime; t > 0 {
			limits.MoveTime = min(limits.MoveTime, t)
		}
		a.hinting = true
		a.reportError(a.player.Consult(limits))
	}
}

// suggest shows the move found for showHint or analyze.
func (a *adapter) suggest(f *protocol.Finished) {
	a.hinting = false
	line := ""
	if len(f.Line) > 1 {
		line = "  " + lineText(f.Root, f.Line[:min(len(f.Line), 8)])
	}
	if f.Vote != nil {
		a.out.Printf("%s", f.Vote.Line())
	}
	a.out.Printf("I suggest %s (%s)%s", numbered(&f.Root, f.Best), scoreText(f.Score), line)
}

// showBook lists the moves of the book with their shares, the most frequent first.
func (a *adapter) showBook(string) {
	entries, err := a.controller.BookMoves()
	a.reportError(err)
	if len(entries) == 0 {
		a.out.Printf("the book has no move here")
		return
	}
	position := a.player.Position()
	sort.SliceStable(entries, func(i, j int) bool { return entries[i].Weight > entries[j].Weight })
	total := 0
	for _, e := range entries {
		total += int(e.Weight)
	}
	words := make([]string, len(entries))
	for i, e := range entries {
		words[i] = fmt.Sprintf("%s %s", san(&position, e.Move), wire.Percent(int(e.Weight), total))
		if i < len(entries)-1 {
			words[i] += ","
		}
	}
	a.out.Print(wrapped(words))
}

// listMoves lists the legal moves, or those of the piece on a square.
func (a *adapter) listMoves(rest string) {
	moves := a.controller.Game().MovesOf(a.controller.Game().Side())
	if rest != "" {
		square, ok := movegen.ParseSquare(rest)
		if !ok {
			a.badArguments("moves", fmt.Sprintf("%q is not a square", wire.Clip(rest)))
			return
		}
		moves = a.controller.Game().MovesFrom(square)
	}
	if len(moves) == 0 {
		a.out.Printf("there is no legal move")
		return
	}
	position := a.player.Position()
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = san(&position, m)
	}
	a.out.Print(wrapped(words))
}

// wrapped returns words in lines that fit the screen.
func wrapped(words []string) string {
	w := notation.Wrapper{Width: screenWidth}
	for _, word := range words {
		w.Word(word)
	}
	w.NewLine()
	return string(w.Text)
}

func (a *adapter) showFEN(string) {
	position := a.player.Position()
	a.out.Printf("%s", position.FEN())
}
