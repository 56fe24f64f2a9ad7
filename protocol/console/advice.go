package console

import (
	"fmt"
	"sort"
	"strings"
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

// showHint shows the expected reply. Without one it searches for a move: the user may move
// for both sides, or the position may be new.
func (a *adapter) showHint(string) {
	position := a.player.Position()
	switch {
	case a.over():
		a.say("I have no move to suggest")
		a.tellOutcome()
	case position.IsLegal(a.player.Hint):
		a.say("I expect %s", a.numbered(&position, a.player.Hint))
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
	a.say("I suggest %s (%s)%s", a.numbered(&f.Root, f.Best), scoreText(f.Score), line)
}

// showBook lists the moves of the book with their shares, the most frequent first.
func (a *adapter) showBook(string) {
	entries, err := a.controller.BookMoves()
	a.reportError(err)
	if len(entries) == 0 {
		a.say("the book has no move here")
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

// listMoves lists the legal moves of a side, or of a piece; for the side not to move, those that it would have if it
// were to move.
func (a *adapter) listMoves(rest string) {
	game := a.controller.Game()
	var moves []movegen.Move
	square, isSquare := movegen.ParseSquare(rest)
	switch word := strings.ToLower(rest); {
	case word == "":
		moves = game.MovesOf(game.Side())
	case word == "all" || word == "tutte":
		moves = game.AllMoves()
	case word == "white" || word == "bianco":
		moves = game.MovesOf(movegen.White)
	case word == "black" || word == "nero":
		moves = game.MovesOf(movegen.Black)
	case isSquare:
		moves = game.MovesFrom(square)
	default:
		a.badArguments("moves", a.language.Sprintf("%q is neither a square nor white, black or all", wire.Clip(rest)))
		return
	}
	if len(moves) == 0 {
		a.say("there is no legal move")
		return
	}
	words := make([]string, len(moves))
	for i, m := range moves {
		position := game.Position()
		if position.PieceAt(m.From()).Color() != position.Side() {
			position.MakeNull()
		}
		words[i] = a.moveName(&position, m)
	}
	a.out.Print(wrapped(words))
}

// listAttacked lists the squares that the piece on a square attacks.
func (a *adapter) listAttacked(rest string) {
	square, ok := movegen.ParseSquare(rest)
	if !ok {
		a.badArguments("attacked", a.language.Sprintf("%q is neither a square nor white, black or all", wire.Clip(rest)))
		return
	}
	position := a.player.Position()
	if attacked := position.AttacksFrom(square); attacked != 0 {
		a.out.Printf("%v", attacked)
		return
	}
	a.say("none")
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

// thinkingHeading is the line above those of thinkingText.
const thinkingHeading = "depth    score      time       nodes  line"

// analyze begins or ends analysis. In a script, which cannot end it, it is bounded.
func (a *adapter) analyze(string) {
	switch {
	case a.analysing:
		a.endAnalysis()
	case !a.Terminal:
		if a.over() {
			a.tellOutcome()
			return
		}
		a.out.Printf("%s", thinkingHeading)
		a.reportError(a.player.Consult(a.player.Limits()))
	default:
		a.force()
		a.analysing = true
		a.say("I analyse until exit or an empty line; you can use moves, undo, back and forward")
	}
}

// goOnAnalysing analyses the position that is on the board now.
func (a *adapter) goOnAnalysing() {
	if a.over() || a.player.Analysing() {
		return
	}
	a.out.Printf("%s", thinkingHeading)
	a.reportError(a.player.Analyse(nil))
}

// endAnalysis stops the analysis; the position stays on the board.
func (a *adapter) endAnalysis() {
	a.player.Stop()
	a.analysing = false
	a.say("the analysis has stopped; go lets me play the side to move")
}

// exit ends analysis or, if there is none, the session.
func (a *adapter) exit(string) {
	if a.analysing {
		a.endAnalysis()
		return
	}
	a.quit = true
}

// shown reports whether a line of the running search is to be printed.
func (a *adapter) shown(line *search.Info) bool {
	if len(line.Line) == 0 {
		return false
	}
	return a.post && a.player.Thinking() || a.player.Analysing() || a.player.Consulting() && !a.hinting
}
