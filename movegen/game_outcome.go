package movegen

// Result is the result of a game.
type Result uint8

// The results; the zero value is a game in progress.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
)

// String returns the result in the form of PGN: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3] }

// WinFor returns the result of a game that c has won.
func WinFor(c Color) Result { return WhiteWins + Result(c&1) }

// Ending is the reason why a game has ended.
type Ending uint8

// The endings; the zero value is that of a game in progress.
const (
	NotEnded Ending = iota
	Checkmate
	Stalemate
	DeadPosition  // no mate is possible with the pieces left
	OneMinorPiece // the shortcut of Referee.OneMinorPiece
	ThreefoldRepetition
	FivefoldRepetition
	FiftyMoves       // of each side without capture or pawn move
	SeventyFiveMoves // likewise
	Resignation
	Agreement
	TimeForfeit
)

var endingTexts = [...]string{
	NotEnded:            "the game goes on",
	Checkmate:           "checkmate",
	Stalemate:           "stalemate",
	DeadPosition:        "neither side can mate",
	OneMinorPiece:       "neither side has more than one minor piece",
	ThreefoldRepetition: "threefold repetition",
	FivefoldRepetition:  "fivefold repetition",
	FiftyMoves:          "fifty moves without capture or pawn move",
	SeventyFiveMoves:    "seventy-five moves without capture or pawn move",
	Resignation:         "resignation",
	Agreement:           "agreement",
	TimeForfeit:         "time ran out",
}

// String returns the ending in words.
func (e Ending) String() string {
	if int(e) >= len(endingTexts) {
		return "unknown ending"
	}
	return endingTexts[e]
}

// Outcome is a result with its reason. The zero value is a game in progress.
type Outcome struct {
	Result Result
	Ending Ending
}

// String returns the outcome, for example "1-0 (checkmate)".
func (o Outcome) String() string { return o.Result.String() + " (" + o.Ending.String() + ")" }

// Winner returns the side that has won; ok is false if none has.
func (o Outcome) Winner() (c Color, ok bool) {
	switch o.Result {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	}
	return White, false
}

// DrawRule says which draws end a game by themselves. Stalemate always does.
type DrawRule uint8

// The draw rules. Draw and Repetitions report the same under every rule.
const (
	// DrawsAtOnce ends the game at every draw: dead position, threefold repetition, fifty moves.
	DrawsAtOnce DrawRule = iota
	// DrawsByClaim is FIDE's law (articles 9.2 to 9.6): threefold repetition and fifty moves must be claimed; dead
	// positions, fivefold repetition and seventy-five moves end the game.
	DrawsByClaim
	// DrawsNever is for following a game that another program referees: an engine must
	// accept all moves that it receives.
	DrawsNever
)

// endsGame reports whether the draw ends a game without a claim.
func (d DrawRule) endsGame(e Ending) bool {
	switch d {
	case DrawsNever:
		return false
	case DrawsByClaim:
		return e != ThreefoldRepetition && e != FiftyMoves
	}
	return true
}

// judge returns the outcome of the position on the board.
func (g *Game) judge() Outcome {
	if !g.position.HasLegalMove() {
		if g.position.InCheck() {
			return Outcome{WinFor(g.position.side.Other()), Checkmate}
		}
		return Outcome{Drawn, Stalemate}
	}
	if reason := g.drawWithMoves(); reason != NotEnded && g.referee.Draws.endsGame(reason) {
		return Outcome{Drawn, reason}
	}
	return Outcome{}
}

// Draw returns the reason for which the current position is a draw or can be claimed as
// one, NotEnded if there is none. It does not depend on the draw rule. Mate takes
// precedence over fifty moves; dead positions are judged by material alone.
func (g *Game) Draw() Ending {
	switch g.outcome.Ending {
	case Checkmate:
		return NotEnded
	case Stalemate:
		return Stalemate
	}
	return g.drawWithMoves()
}

// drawWithMoves is Draw for a position in which there is a legal move.
func (g *Game) drawWithMoves() Ending {
	p := &g.position
	repetitions := g.Repetitions()
	switch {
	case p.InsufficientMaterial():
		return DeadPosition
	case g.referee.OneMinorPiece && p.oneMinorPieceEach():
		return OneMinorPiece
	case repetitions >= 5:
		return FivefoldRepetition
	case p.HalfmoveClock() >= 150:
		return SeventyFiveMoves
	case repetitions >= 3:
		return ThreefoldRepetition
	case p.HalfmoveClock() >= 100:
		return FiftyMoves
	}
	return NotEnded
}

// oneMinorPieceEach reports whether neither side has more than one knight or bishop besides its king.
func (p *Position) oneMinorPieceEach() bool {
	if p.byType[Pawn]|p.byType[Rook]|p.byType[Queen] != 0 {
		return false
	}
	minor := p.byType[Knight] | p.byType[Bishop]
	return !(minor & p.byColor[White]).MoreThanOne() && !(minor & p.byColor[Black]).MoreThanOne()
}
