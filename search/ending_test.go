package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
)

// elementaryEndings are the endings against the bare king that nobody may fail to win.
var elementaryEndings = []struct {
	name  string
	kinds []movegen.PieceType
	moves int // to mate from the worst placement, as the books have it
}{
	{"queen", []movegen.PieceType{movegen.Queen}, 10},
	{"rook", []movegen.PieceType{movegen.Rook}, 16},
	{"two bishops", []movegen.PieceType{movegen.Bishop, movegen.Bishop}, 19},
	{"bishop and knight", []movegen.PieceType{movegen.Bishop, movegen.Knight}, 33},
}

// endingTrial is how hard the endings are tried: the worst placement with some 15 ms'
// worth of nodes, so that it is the same every time, or with ALFIERE_LONG=1 many at 50 ms
// a move.
func endingTrial() (games int, limits Limits) {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 60, Limits{MoveTime: 50 * time.Millisecond}
	}
	return 1, Limits{Nodes: 30_000}
}

// The defender knows the exact distance to mate; the first game of each ending begins
// as far from it as can be.
func TestElementaryEndingsAreWonAgainstTheBestDefence(t *testing.T) {
	games, limits := endingTrial()
	endings := elementaryEndings
	if testing.Short() { // one thread: the race detector has nothing to find
		endings = endings[:1]
	}
	for _, ending := range endings {
		t.Run(ending.name, func(t *testing.T) {
			table := newRetrograde(ending.kinds...)
			if got := (table.longest + 1) / 2; got != ending.moves {
				t.Fatalf("mate in %d moves at the latest, the books say %d", got, ending.moves)
			}
			engine := newEngine(t)
			random := rand.New(rand.NewPCG(6, uint64(ending.moves)))
			for game := range games {
				p := table.randomPosition(random, game == 0)
				if fault := playEnding(engine, limits, p, table.defend); fault != nil {
					t.Errorf("%s: %v", p.FEN(), fault)
				}
			}
		})
	}
}

// The defender is the engine until the pawn has become a queen or rook, then the table.
func TestAPawnThatWinsIsBroughtHome(t *testing.T) {
	games, limits := endingTrial()
	queen, rook := newRetrograde(movegen.Queen), newRetrograde(movegen.Rook)
	engine, defender := newEngine(t), newEngine(t)
	defend := func(p *movegen.Position) movegen.Move {
		switch {
		case p.ByType(movegen.Queen) != 0:
			return queen.defend(p)
		case p.ByType(movegen.Rook) != 0:
			return rook.defend(p)
		}
		return defender.Search(context.Background(), Request{Position: *p, Limits: limits}, nil).Best
	}
	if games *= 4; testing.Short() {
		games = 1
	}
	random := rand.New(rand.NewPCG(6, 1))
	for range games {
		defender.NewGame()
		p := randomWonPawn(random)
		if fault := playEnding(engine, limits, p, defend); fault != nil {
			t.Errorf("%s: %v", p.FEN(), fault)
		}
	}
}

// playEnding lets the engine play White, to move, against the bare king. The error says
// how the win was missed.
func playEnding(engine *Engine, limits Limits, p movegen.Position, defend func(*movegen.Position) movegen.Move) error {
	engine.NewGame()
	seen := make(map[movegen.Key]int)
	var history []movegen.Key
	for {
		seen[p.Key()]++
		switch {
		case !p.HasLegalMove() && p.InCheck():
			return nil
		case !p.HasLegalMove():
			return fmt.Errorf("stalemate: %s", p.FEN())
		case p.InsufficientMaterial():
			return fmt.Errorf("nothing left to mate with: %s", p.FEN())
		case p.HalfmoveClock() >= 100:
			return fmt.Errorf("not mated in fifty moves: %s", p.FEN())
		case seen[p.Key()] == 3:
			return fmt.Errorf("repeated: %s", p.FEN())
		}
		var move movegen.Move
		if p.Side() == movegen.White {
			move = engine.Search(context.Background(), Request{Position: p, History: history, Limits: limits}, nil).Best
		} else {
			move = defend(&p)
		}
		history = append(history, p.Key())
		p.Make(move)
	}
}

// randomPosition returns a won position with White to move, the worst ones only if so asked.
func (r *retrograde) randomPosition(random *rand.Rand, worst bool) movegen.Position {
	for {
		i := random.IntN(r.count())
		if r.won[i] == 0 || worst && int(r.won[i]) <= r.longest {
			continue
		}
		placed := placementAt(i)
		men := map[movegen.Square]movegen.PieceType{placed.king: movegen.King}
		for k, kind := range r.kinds {
			men[placed.pieces[k]] = kind
		}
		if p, ok := endingPosition(men, placed.bare); ok {
			return p
		}
	}
}

// randomWonPawn returns a position of king and pawn against king that White, to move,
// wins. The evaluation knows that exactly and calls all others a draw.
func randomWonPawn(random *rand.Rand) movegen.Position {
	evaluator := eval.New(eval.All)
	square := func() movegen.Square { return movegen.Square(random.IntN(64)) }
	for {
		king, pawn, bare := square(), square(), square()
		p, ok := endingPosition(map[movegen.Square]movegen.PieceType{king: movegen.King, pawn: movegen.Pawn}, bare)
		if ok && p.ByType(movegen.Pawn) != 0 && evaluator.Evaluate(&p) > 0 {
			return p
		}
	}
}

// endingPosition sets up White's men and the bare king; ok is false if that is no
// position with White to move.
func endingPosition(men map[movegen.Square]movegen.PieceType, bare movegen.Square) (p movegen.Position, ok bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	b.Board[bare] = movegen.MakePiece(movegen.Black, movegen.King)
	for s, kind := range men {
		b.Board[s] = movegen.MakePiece(movegen.White, kind)
	}
	p, _, err := b.Build(movegen.Rules{})
	return p, err == nil
}
