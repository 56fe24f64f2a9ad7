package movegen

import "errors"

// Referee holds the rules by which games are read and ended. The zero value is the
// strict one: standard chess in which every draw ends the game at once.
type Referee struct {
	Rules Rules    // how strictly starting positions are judged
	Draws DrawRule // which draws end a game by themselves

	// OneMinorPiece is a shortcut for dead positions: the game is also drawn when
	// neither side has more than its king and one knight or bishop.
	OneMinorPiece bool
}

// Follower returns the referee for games that another program judges, such as those that
// a GUI sends move by move: it refuses illegal moves but ends no game at a draw.
func Follower() Referee { return Referee{Draws: DrawsNever} }

// Game is a game of chess under a referee: it accepts only legal moves, gives the reason for a refusal, and knows when
// and how the game has ended. A method that returns an error has changed nothing.
//
// A Game comes from NewGame or a Referee. It may be used by one goroutine at a time.
type Game struct {
	referee  Referee
	position Position
	times    int   // how often the position has been on the board: see Repetitions
	past     []ply // oldest first
	outcome  Outcome
}

// ply is a move that was played and the position in which it was played.
type ply struct {
	before Position
	times  int // how often before had been on the board
	move   Move
}

// NewGame starts a game from the initial position under the zero Referee.
func NewGame() *Game { return Referee{}.Start(StartPosition()) }

// Start starts a game from p. It may be over at once, if p is mate or a draw.
func (r Referee) Start(p Position) *Game {
	g := &Game{referee: r, position: p, times: 1}
	g.outcome = g.judge()
	return g
}

// StartFEN starts a game from a FEN; see Rules.ParseFEN for warnings and errors.
func (r Referee) StartFEN(fen string) (*Game, []Fault, error) {
	p, warnings, err := r.Rules.ParseFEN(fen)
	if err != nil {
		return nil, warnings, err
	}
	return r.Start(p), warnings, nil
}

// Move moves the piece on from to to. Castling is the king's move to its target square or onto its own rook; promotion
// is NoPieceType unless a pawn promotes. A refused move gives a *RefusalError.
func (g *Game) Move(from, to Square, promotion PieceType) error {
	if refusal := g.refusal(from, to, promotion); refusal != nil {
		return refusal
	}
	g.play(g.position.MoveFor(from, to, promotion))
	return nil
}

// Play plays m. A refused move gives a *RefusalError.
func (g *Game) Play(m Move) error {
	if refusal := g.refusal(m.From(), m.To(), m.PromotionType()); refusal != nil {
		return refusal
	}
	if !g.position.IsLegal(m) { // legal squares, but not this kind of move
		return g.newRefusal(IllegalMovement, m.From(), m.To(), m.PromotionType())
	}
	g.play(m)
	return nil
}

func (g *Game) play(m Move) {
	g.past = append(g.past, ply{g.position, g.times, m})
	g.position.Make(m)
	g.times = g.countTimes()
	g.outcome = g.judge()
}

// ErrNoSuchMove is returned by TakeBack when fewer moves have been played.
var ErrNoSuchMove = errors.New("game: there are not that many moves to take back")

// TakeBack takes back the last n moves, one of each side counting two, and with them an end that was agreed, claimed or
// declared after them. The error is ErrNoSuchMove.
func (g *Game) TakeBack(n int) error {
	if n < 0 || n > len(g.past) {
		return ErrNoSuchMove
	}
	if n == 0 {
		return nil
	}
	kept := len(g.past) - n
	g.position, g.times = g.past[kept].before, g.past[kept].times
	g.past = g.past[:kept]
	g.outcome = Outcome{} // a move was played here, so the game was not over
	return nil
}

// Resign ends the game: the side to move resigns and the other side wins. A game that is over gives a *RefusalError.
func (g *Game) Resign() error {
	return g.end(Outcome{WinFor(g.position.side.Other()), Resignation})
}

// LoseOnTime ends the game: the time of the loser has run out. The other side wins, but with a bare king it
// only draws. A game that is over gives a *RefusalError.
func (g *Game) LoseOnTime(loser Color) error {
	result := WinFor(loser.Other())
	if g.position.byColor[loser.Other()] == g.position.byType[King]&g.position.byColor[loser.Other()] {
		result = Drawn
	}
	return g.end(Outcome{result, TimeForfeit})
}

// AgreeDraw ends the game as a draw by agreement. A game that is over gives a *RefusalError.
func (g *Game) AgreeDraw() error { return g.end(Outcome{Drawn, Agreement}) }

// ErrNoClaim is returned by ClaimDraw when no draw can be claimed.
var ErrNoClaim = errors.New("game: no draw can be claimed in this position")

// ClaimDraw ends the game as the draw that can be claimed now (see Draw). The
// error is ErrNoClaim, or a *RefusalError if the game is over.
func (g *Game) ClaimDraw() error {
	reason := g.Draw()
	if reason == NotEnded && g.outcome.Result == Ongoing {
		return ErrNoClaim
	}
	return g.end(Outcome{Drawn, reason})
}

func (g *Game) end(o Outcome) error {
	if g.outcome.Result != Ongoing {
		return g.newRefusal(GameOver, NoSquare, NoSquare, NoPieceType)
	}
	g.outcome = o
	return nil
}

// Outcome says whether and how the game has ended.
func (g *Game) Outcome() Outcome { return g.outcome }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.outcome.Result != Ongoing }

// Position returns the current position.
func (g *Game) Position() Position { return g.position }

// Side returns the colour to move.
func (g *Game) Side() Color { return g.position.side }

// InCheck reports whether the side to move is in check.
func (g *Game) InCheck() bool { return g.position.InCheck() }
