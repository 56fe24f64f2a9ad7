package console

import (
	"fmt"
	"strings"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search/problemtext"
)

func inspectionCommands() []command {
	table := []command{
		{name: "p", help: "show what every piece is worth, letter by letter", run: (*adapter).explain,
			more: "The letters are kinds of knowledge: m material, b placement, x mobility, k king safety,\n" +
				"c centre, p pawns, a attack, r relations. Centipawns from the owner's side."},
		{name: "debug", args: "PIECE|SQUARE", help: "show what a piece is worth on every square", run: (*adapter).debug,
			more: "N is one more white knight, n a black one; f3 is the piece that stands there, and so is a king.\n" +
				"Centipawns from the owner's side; -- where the piece cannot stand."},
		{name: "mate", args: "N [set] [tries R]", help: "solve the position as a problem: mate in N", run: (*adapter).solve,
			more: "set adds the set play, tries the first moves that fail to at most R replies. ? ends it early."},
		{name: "test", help: "measure move generation and evaluation", run: (*adapter).test},
	}
	for _, t := range [...]struct {
		name, pieces, family string
		color                movegen.Color
	}{
		{"Mwpawn", "a white pawn", "pawnAdvance", movegen.White},
		{"Mbpawn", "a black pawn", "pawnAdvance", movegen.Black},
		{"Mwknight", "a white knight", "knightSquare", movegen.White},
		{"Mbknight", "a black knight", "knightSquare", movegen.Black},
		{"Mwbishop", "a white bishop", "bishopSquare", movegen.White},
		{"Mbbishop", "a black bishop", "bishopSquare", movegen.Black},
	} {
		table = append(table, command{name: t.name, help: "show what the squares are worth to " + t.pieces,
			run: func(a *adapter, _ string) { a.out.Print(squareTable(t.family, t.color)) }})
	}
	return table
}

// explain shows the evaluation taken apart.
func (a *adapter) explain(string) {
	position := a.position()
	a.out.Print(protocol.ExplanationText(eval.Explain(&position, a.controller.Settings().Knowledge)))
}

// squareTable returns the weights of a family that has one for every square: middlegame
// and ending side by side, on a board with White below. It is empty if there is no such
// family.
func squareTable(family string, c movegen.Color) string {
	first := 0
	for first < eval.WeightCount && eval.WeightAt(first).Name != family+"[0]" {
		first++
	}
	if first == eval.WeightCount {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n   %-40s   %s\n", "middlegame", "ending")
	for rank := 7; rank >= 0; rank-- {
		var opening, ending strings.Builder
		for file := range 8 {
			w := eval.WeightAt(first + int(movegen.MakeSquare(file, rank).Relative(c)))
			fmt.Fprintf(&opening, "%5d", w.Middlegame)
			fmt.Fprintf(&ending, "%5d", w.Endgame)
		}
		fmt.Fprintf(&b, "%d %s   %s\n", rank+1, opening.String(), ending.String())
	}
	b.WriteString(" " + strings.Repeat(fileNames(5)+"   ", 2) + "\n\n")
	return b.String()
}

// fileNames returns the letters of the files in columns of the given width.
func fileNames(width int) string {
	var b strings.Builder
	for file := range 8 {
		fmt.Fprintf(&b, "%*c", width, 'a'+file)
	}
	return b.String()
}

// debug shows what a piece is worth wherever it can stand.
func (a *adapter) debug(rest string) {
	position := a.position()
	builder := position.Builder()
	builder.CastlingRooks, builder.EnPassant = 0, movegen.NoSquare
	var piece movegen.Piece
	square, ok := movegen.ParseSquare(rest)
	switch {
	case ok:
		piece = builder.Board[square]
	case len(rest) == 1:
		color := movegen.White
		if letter := rest[0]; letter >= 'a' && letter <= 'z' {
			color, rest = movegen.Black, strings.ToUpper(rest)
		}
		if t, known := pieceType(rest[0]); known {
			piece = movegen.MakePiece(color, t)
		}
		square = movegen.NoSquare
		if piece.Type() == movegen.King {
			square = position.King(color)
		}
	}
	if piece == movegen.NoPiece {
		a.wrong("debug")
		return
	}
	if square != movegen.NoSquare {
		builder.Board[square] = movegen.NoPiece
	}
	a.out.Print(a.worthEverywhere(builder, piece))
}

// worthEverywhere returns a board with what the piece is worth on each empty square.
func (a *adapter) worthEverywhere(b movegen.Builder, piece movegen.Piece) string {
	knowledge := a.controller.Settings().Knowledge
	var text strings.Builder
	text.WriteByte('\n')
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&text, "%d ", rank+1)
		for file := range 8 {
			s := movegen.MakeSquare(file, rank)
			if b.Board[s] != movegen.NoPiece {
				fmt.Fprintf(&text, "%6c", b.Board[s].Letter())
			} else if worth, ok := worthOn(b, piece, s, knowledge); ok {
				fmt.Fprintf(&text, "%6d", worth)
			} else {
				text.WriteString("    --")
			}
		}
		text.WriteByte('\n')
	}
	return text.String() + "  " + fileNames(6) + "\n\n"
}

// worthOn returns what a piece is worth on an empty square. If one side could take the
// other's king, it is that other side's move; ok is false if no move makes a position
// of it.
func worthOn(b movegen.Builder, piece movegen.Piece, s movegen.Square, k eval.Knowledge) (centipawns int, ok bool) {
	b.Board[s] = piece
	for range 2 {
		if position, _, err := b.Build(movegen.Rules{Composed: true}); err == nil {
			x := eval.Explain(&position, k)
			for i := range x.Rows {
				if x.Rows[i].Square == s {
					return x.Rows[i].Total().Centipawns, true
				}
			}
		}
		b.Side = b.Side.Other()
	}
	return 0, false
}

// solve begins to solve the position as a problem.
func (a *adapter) solve(rest string) {
	options, err := protocol.ParseProblem(rest)
	if err != nil {
		a.complain(err)
		return
	}
	a.activity = solving
	a.controller.Solve(options)
}

// tellSolution prints the report of a problem.
func (a *adapter) tellSolution(s protocol.Solved) {
	var text strings.Builder
	err := s.Err
	if err == nil {
		err = problemtext.Write(&text, s.Report, problemtext.English())
	}
	if err != nil {
		a.complain(err)
		return
	}
	a.out.Print(text.String())
}

// testTime is how long each part of test measures; a signal has to wait that long.
const testTime = 100 * time.Millisecond

// test measures the speed of move generation and of evaluation, in the position on the
// board and those that come after it.
func (a *adapter) test(string) {
	position := a.position()
	positions := []movegen.Position{position}
	var list movegen.MoveList
	position.LegalMoves(&list)
	for _, m := range list.Moves() {
		positions = append(positions, position.After(m))
	}
	moves := 0
	lists, elapsed := repeat(positions, func(p *movegen.Position) {
		p.LegalMoves(&list)
		moves += list.Len()
	})
	a.out.Printf("moves:       %11.0f positions/s, %11.0f moves/s", perSecond(lists, elapsed), perSecond(moves, elapsed))
	evaluator := eval.New(a.controller.Settings().Knowledge)
	count, elapsed := repeat(positions, func(p *movegen.Position) { evaluator.Evaluate(p) })
	a.out.Printf("evaluation:  %11.0f positions/s", perSecond(count, elapsed))
}

// repeat works on the positions in turn until testTime is over.
func repeat(positions []movegen.Position, work func(*movegen.Position)) (count int, elapsed time.Duration) {
	for start := time.Now(); elapsed < testTime; elapsed = time.Since(start) {
		for i := range positions {
			work(&positions[i])
		}
		count += len(positions)
	}
	return count, elapsed
}

func perSecond(count int, elapsed time.Duration) float64 { return float64(count) / elapsed.Seconds() }
