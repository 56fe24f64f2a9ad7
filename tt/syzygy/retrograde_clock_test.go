package syzygy_test

import (
	"testing"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// clockGame is an ending of a king and a man against a king, played with a real clock: a
// position is one of the board together with the half-moves since the last zeroing move,
// and the game is drawn when these reach the limit without mate. It is the second opinion
// on the retrograde analysis, which knows no clock.
type clockGame struct {
	piece  movegen.PieceType
	file   int // of the man if it is a pawn
	limit  int
	queens *clockGame // what a pawn becomes
	rooks  *clockGame

	results [][]int8 // by clock and number: 1 if the side to move wins, -1 if it loses, else 0
}

const clockPositions = 2 << 18

// clockNumber returns the number of a position of three men.
func clockNumber(p *movegen.Position, piece movegen.PieceType) int {
	man := p.Pieces(movegen.White, piece).LSB()
	return ((int(man)<<6|int(p.King(movegen.White)))<<6|int(p.King(movegen.Black)))<<1 | int(p.Side())
}

// position returns the position with a number, or false if there is none.
func (c *clockGame) position(number int) (movegen.Position, bool) {
	d := diagram{count: 3, side: movegen.Color(number & 1), enPassant: movegen.NoSquare}
	d.men = [4]man{
		{movegen.MakePiece(movegen.White, movegen.King), movegen.Square(number >> 7 & 63)},
		{movegen.MakePiece(movegen.Black, movegen.King), movegen.Square(number >> 1 & 63)},
		{movegen.MakePiece(movegen.White, c.piece), movegen.Square(number >> 13)},
	}
	if !d.possible() || c.piece == movegen.Pawn && d.men[2].at.File() != c.file {
		return movegen.Position{}, false
	}
	p, err := d.position()
	return p, err == nil
}

// clockMoves are where the moves of a position lead to.
type clockMoves struct {
	number  int
	mated   bool
	settled []int8  // results, for the opponent, after captures and promotions
	pushes  []int32 // positions after moves of the pawn
	quiet   []int32 // positions after the other moves
}

// moves returns the positions with the man on a square and what they lead to.
func (c *clockGame) moves(man movegen.Square) (all []clockMoves) {
	for number := int(man) << 13; number < (int(man)+1)<<13; number++ {
		p, ok := c.position(number)
		if !ok {
			continue
		}
		at := clockMoves{number: number}
		var list movegen.MoveList
		p.LegalMoves(&list)
		for _, m := range list.Moves() {
			next := p.After(m)
			switch {
			case p.IsCapture(m):
				at.settled = append(at.settled, 0) // bare kings
			case m.PromotionType() == movegen.Queen:
				at.settled = append(at.settled, c.queens.results[0][clockNumber(&next, movegen.Queen)])
			case m.PromotionType() == movegen.Rook:
				at.settled = append(at.settled, c.rooks.results[0][clockNumber(&next, movegen.Rook)])
			case m.PromotionType() != movegen.NoPieceType:
				at.settled = append(at.settled, 0)
			case p.PieceAt(m.From()).Type() == movegen.Pawn:
				at.pushes = append(at.pushes, int32(clockNumber(&next, c.piece)))
			default:
				at.quiet = append(at.quiet, int32(clockNumber(&next, c.piece)))
			}
		}
		at.mated = list.Len() == 0 && p.InCheck()
		all = append(all, at)
	}
	return all
}

// play computes all results.
func (c *clockGame) play() *clockGame {
	c.results = make([][]int8, c.limit+1)
	for clock := range c.results {
		c.results[clock] = make([]int8, clockPositions)
	}
	if c.piece != movegen.Pawn {
		var all []clockMoves
		for man := range movegen.NoSquare {
			all = append(all, c.moves(man)...)
		}
		c.playSlice(all)
		return c
	}
	for rank := 6; rank > 0; rank-- { // what a push leads to is known
		c.playSlice(c.moves(movegen.MakeSquare(c.file, rank)))
	}
	return c
}

// playSlice computes the results of positions between which there are only quiet moves,
// beginning with those whose clock has run down.
func (c *clockGame) playSlice(all []clockMoves) {
	for clock := c.limit; clock >= 0; clock-- {
		for i := range all {
			c.results[clock][all[i].number] = c.result(&all[i], clock)
		}
	}
}

// result returns the result of a position at a clock.
func (c *clockGame) result(at *clockMoves, clock int) int8 {
	if at.mated {
		return -1
	}
	if clock == c.limit || len(at.settled)+len(at.pushes)+len(at.quiet) == 0 {
		return 0
	}
	best := int8(-1)
	for _, r := range at.settled {
		best = max(best, -r)
	}
	for _, n := range at.pushes {
		best = max(best, -c.results[0][n])
	}
	for _, n := range at.quiet {
		best = max(best, -c.results[clock+1][n])
	}
	return best
}

// TestRetrogradeAnalysisKnowsTheFiftyMoveRule compares the analysis with games that have a
// clock, under rules of so few moves that they take many wins.
func TestRetrogradeAnalysisKnowsTheFiftyMoveRule(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	limits := []int{12}
	if long() {
		limits = []int{1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 14, 18, 19, 24, 30, 31}
	}
	for _, limit := range limits {
		a := newAnalysis(limit)
		checkLocally(t, a, "KPvK", 2000)
		queens := (&clockGame{piece: movegen.Queen, limit: limit}).play()
		rooks := (&clockGame{piece: movegen.Rook, limit: limit}).play()
		for _, game := range []*clockGame{queens, rooks,
			(&clockGame{piece: movegen.Pawn, file: 2, limit: limit, queens: queens, rooks: rooks}).play()} {
			var count [5]int
			for number := range clockPositions {
				p, ok := game.position(number)
				if !ok {
					continue
				}
				wdl := a.wdl(a.value(diagramOf(&p)))
				count[wdl-syzygy.Loss]++
				if got, want := wdl/2, game.results[0][number]; int8(got) != want {
					t.Fatalf("limit %d: %s: %s, with a clock %d", limit, p.FEN(), wdl, want)
				}
			}
			t.Logf("limit %d, piece %d: %d", limit, game.piece, count)
		}
	}
}
