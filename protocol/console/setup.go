package console

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/wire"
)

// setUp puts a position on the board, or says why not: then the old game stays. The
// user moves for both sides until the engine is told to play.
func (a *adapter) setUp(p movegen.Position, warnings []movegen.Fault, err error) bool {
	if err != nil {
		a.out.Printf("the position is refused: %v", err)
		return false
	}
	for _, w := range warnings {
		a.out.Printf("note: %v", w)
	}
	a.place(p)
	a.keepStill()
	a.show()
	a.tellTurn()
	return true
}

// tellTurn says how a game that was put on the board can go on.
func (a *adapter) tellTurn() {
	if a.over() {
		a.tellOutcome()
		return
	}
	position := a.player.Position()
	a.out.Printf("%s to move; go lets me play that side", title(position.Side()))
}

// keepStill lets the engine play neither side.
func (a *adapter) keepStill() { a.player.Force, a.player.Both = true, false }

// leave ends the reading of lines that are no commands.
func (a *adapter) leave() { a.reader, a.ask = nil, "" }

// edit begins to place pieces one at a time, as CECP's command of that name does.
func (a *adapter) edit(string) {
	position := a.player.Position()
	builder, color := position.Builder(), movegen.White
	a.ask = "edit"
	a.out.Printf("Pa4 places a pawn, xa4 empties a4, c changes the pieces' colour, # clears the board,\n" +
		"white and black say who is to move, bd shows the board, . ends, and quit forgets it all")
	a.reader = func(a *adapter, line string) {
		switch line = wire.Trim(line); line {
		case "":
		case "quit", "exit":
			a.leave()
		case ".":
			if a.setUp(edited(builder)) {
				a.leave()
			}
		case "#":
			builder.Board = [64]movegen.Piece{}
		case "c":
			color = color.Other()
			a.out.Printf("placing pieces of %v", color)
		case "white":
			builder.Side = movegen.White
		case "black":
			builder.Side = movegen.Black
		case "bd":
			rows := notation.Rows(&builder, notation.English)
			a.out.Print(strings.Join(rows[:], "\n") + "\n")
		default:
			if !placePiece(&builder, color, line) {
				a.out.Printf("%q places nothing: a piece KQRBNP, or x for none, and a square are wanted", clip(line))
			}
		}
	}
}

// edited returns the position that was edited: kings and rooks at home may castle, and
// the counters begin anew.
func edited(b movegen.Builder) (movegen.Position, []movegen.Fault, error) {
	b.CastlingRooks, b.EnPassant, b.HalfmoveClock, b.FullmoveNumber = b.RooksAtHome(), movegen.NoSquare, 0, 1
	return b.Build(movegen.Rules{})
}

// placePiece carries out Pa4 and the like; it returns false for anything else.
func placePiece(b *movegen.Builder, c movegen.Color, text string) bool {
	if len(text) != 3 {
		return false
	}
	square, ok := movegen.ParseSquare(text[1:])
	if !ok {
		return false
	}
	if text[0] == 'x' {
		b.Board[square] = movegen.NoPiece
		return true
	}
	t, ok := pieceType(text[0])
	if ok {
		b.Board[square] = movegen.MakePiece(c, t)
	}
	return ok
}

// pieceType returns the piece of a capital letter.
func pieceType(letter byte) (movegen.PieceType, bool) {
	for t := movegen.Pawn; t <= movegen.King; t++ {
		if movegen.MakePiece(movegen.White, t).Letter() == letter {
			return t, true
		}
	}
	return movegen.NoPieceType, false
}

// startSetup reads a position: a FEN at once, else the next eight lines.
func (a *adapter) startSetup(rest string) {
	side := movegen.White
	switch {
	case strings.Contains(rest, "/"):
		a.setUp(movegen.Rules{}.ParseFEN(rest))
		return
	case rest == "black":
		side = movegen.Black
	case rest != "" && rest != "white":
		a.wrong("setup")
		return
	}
	var lines []string
	a.ask = "rank 8"
	a.out.Printf("eight lines of eight characters, the eighth rank first: KQRBNP for White, kqrbnp for Black,\n" +
		"a full stop for an empty square; quit forgets it all")
	a.reader = func(a *adapter, line string) {
		line = wire.Trim(line)
		switch {
		case line == "":
			return
		case line == "quit" || line == "exit":
			a.leave()
			return
		case len(line) != 8:
			a.out.Printf("%q has not eight characters: once more", clip(line))
			return
		}
		lines = append(lines, line)
		a.ask = fmt.Sprintf("rank %d", 8-len(lines))
		if len(lines) == 8 {
			a.leave()
			a.setUp(fromRows(lines, side))
		}
	}
}

func fromRows(lines []string, side movegen.Color) (movegen.Position, []movegen.Fault, error) {
	builder, err := notation.ParseRows(lines, notation.English)
	if err != nil {
		return movegen.Position{}, nil, err
	}
	builder.Side = side
	return builder.Build(movegen.Rules{})
}

// readPosition reads a position file of XBoard: a FEN, or in the older form comments,
// the players, a board of letters with blanks between them and the side to move.
func readPosition(text string) (movegen.Position, []movegen.Fault, error) {
	var board []string
	side, number := movegen.White, 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		number++
		line = wire.Trim(line)
		row := strings.ReplaceAll(line, " ", "")
		switch {
		case line == "" || line[0] == '#':
		case strings.Count(line, "/") >= 7:
			p, warnings, err := movegen.Rules{}.ParseFEN(line)
			if err != nil {
				err = &faultError{number, err}
			}
			return p, warnings, err
		case strings.HasPrefix(line, "black to play"):
			side = movegen.Black
		case len(row) == 8 && strings.Trim(row, ".KQRBNPkqrbnp") == "" && len(board) < 8:
			board = append(board, row)
		}
	}
	if len(board) != 8 {
		return movegen.Position{}, nil, &faultError{number, errBadPosition}
	}
	return fromRows(board, side)
}

// xget reads a position file.
func (a *adapter) xget(name string) {
	if name == "" {
		a.wrong("xget")
		return
	}
	text, err := a.Files.Read(name)
	if err != nil {
		a.reportError(err)
		return
	}
	p, warnings, err := readPosition(text)
	if fault, ok := errors.AsType[*faultError](err); ok {
		a.out.Printf("%s: %v", clip(name), fault)
		return
	}
	a.setUp(p, warnings, err)
}
