package console

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

func chess960Command() command {
	return command{Name: "chess960", Args: "[N]", Help: "begin a Chess960 game from position N",
		Run: (*adapter).newChess960,
		More: "N is 0 to 959 (default: random). Type castling as O-O, O-O-O or as the king taking its own\n" +
			"rook, e1h1. setup also accepts Chess960 FENs."}
}

// newChess960 begins a game in one of the positions of Chess960; the user plays White.
func (a *adapter) newChess960(text string) {
	number := rand.IntN(movegen.Chess960Starts)
	if text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= movegen.Chess960Starts {
			a.badArguments("chess960", fmt.Sprintf("%q is not a number from 0 to %d", wire.Clip(text), movegen.Chess960Starts-1))
			return
		}
		number = n
	}
	a.keep()
	a.reportError(a.player.NewGame())
	a.place(movegen.Chess960Start(number))
	a.player.Force, a.player.Both, a.player.Side, a.analysing = false, false, movegen.Black, false
	if a.Terminal {
		a.show()
	}
	a.out.Printf("Chess960, position %d", number)
}

// parsePosition reads a FEN. It is one of Chess960 if standard chess would lose castling
// rights: kings and rooks are on other squares, or the castling field has files.
func parsePosition(fen string) (movegen.Position, []movegen.Fault, error) {
	p, warnings, err := movegen.Rules{}.ParseFEN(fen)
	free, freeWarnings, freeErr := movegen.Rules{Chess960: true}.ParseFEN(fen)
	if freeErr == nil && (err != nil || free.CastlingRooks() != p.CastlingRooks()) {
		return free, freeWarnings, nil
	}
	return p, warnings, err
}

// isChess960 reports whether p has castling rights that exist only in Chess960.
func isChess960(p *movegen.Position) bool {
	standard, _, err := movegen.Rules{}.ParseFEN(p.FEN())
	return err != nil || standard.CastlingRooks() != p.CastlingRooks()
}
