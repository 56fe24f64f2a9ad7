package tune

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"alfiere/eval"
	"alfiere/internal/datafile"
	"alfiere/movegen"
)

// Thought is what a Player thinks of a position.
type Thought struct {
	Best  movegen.Move
	Score int  // from the side to move's point of view, in centipawns
	Mate  bool // the score announces a mate
}

// Player plays both sides of the games. It is used by one goroutine at a time.
type Player interface {
	// NewGame forgets everything, so that a game depends on its number alone.
	NewGame()
	// Think searches p, which is not the end of a game; history holds the keys of
	// the positions before it. When ctx ends it returns at once with any Thought.
	Think(ctx context.Context, p movegen.Position, history []movegen.Key) Thought
	// Close gives back what the player holds.
	Close()
}

// Openings: a game begins with this many random half-moves from the initial position, or with fewer from a given one,
// and is begun anew if one side is better than openingBalance centipawns.
const (
	randomFromStart   = 8 // or up to randomMore more
	randomFromOpening = 2
	randomMore        = 2
	openingBalance    = 150
	skippedPlies      = 4 // after the opening, from which nothing is kept
)

// When a game is decided. A player that is winScore better, by both sides' scores, for winPlies wins; after drawAfter
// half-moves, drawPlies within drawScore are a draw, as is a game of maxPlies.
const (
	winScore  = 600
	winPlies  = 6
	drawScore = 10
	drawPlies = 12
	drawAfter = 60
	maxPlies  = 400
)

// table is one board with a player.
type table struct {
	player   Player
	judge    judge
	seed     uint64
	openings []movegen.Position
}

func newTable(player Player, g *generator) *table {
	return &table{player, judge{eval.New(cmp.Or(g.Knowledge, eval.All))}, g.Seed, g.Openings}
}

// play plays the game with the given number. It is cut short when ctx ends.
func (t *table) play(ctx context.Context, number uint64) game {
	random := rand.New(rand.NewPCG(t.seed, number))
	record := game{Number: number, Result: draw}
	t.player.NewGame()
	game, thought := t.begin(ctx, random)
	var umpire umpire
	for ; ctx.Err() == nil; thought = t.think(ctx, game) {
		position := game.Position()
		white := thought.Score * (1 - 2*int(position.Side()))
		if over, result := umpire.judge(record.Plies, white, thought.Mate); over {
			record.Result = result
			break
		}
		if record.Plies >= skippedPlies && !thought.Mate && t.judge.isQuiet(&position, thought.Best, thought.Score) {
			record.Samples = append(record.Samples, sample{position, white})
		}
		if err := game.Play(thought.Best); err != nil {
			panic("tune: the player moves against the rules: " + err.Error())
		}
		record.Plies++
		if game.Over() {
			record.Result = pointsOf(game.Outcome().Result)
			break
		}
	}
	return record
}

// begin finds an opening that is balanced and returns it with what the player thinks of it.
func (t *table) begin(ctx context.Context, random *rand.Rand) (*movegen.Game, Thought) {
	for {
		game := movegen.NewGame()
		plies := randomFromStart
		if len(t.openings) > 0 {
			game = movegen.Referee{}.Start(t.openings[random.IntN(len(t.openings))])
			plies = randomFromOpening
		}
		for plies += random.IntN(randomMore + 1); plies > 0 && !game.Over(); plies-- {
			moves := game.MovesOf(game.Side())
			if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
				panic("tune: a legal move is refused: " + err.Error())
			}
		}
		if game.Over() {
			continue
		}
		thought := t.think(ctx, game)
		if ctx.Err() != nil || !thought.Mate && max(thought.Score, -thought.Score) <= openingBalance {
			return game, thought
		}
	}
}

func (t *table) think(ctx context.Context, game *movegen.Game) Thought {
	return t.player.Think(ctx, game.Position(), game.Keys())
}

// umpire ends games that are decided.
type umpire struct{ winning, level int }

// judge takes a score from White's point of view before the half-move plies.
func (u *umpire) judge(plies, white int, mate bool) (over bool, result points) {
	leader := whiteWon
	if white < 0 {
		leader = blackWon
	}
	switch {
	case white >= winScore:
		u.winning = max(u.winning, 0) + 1
	case white <= -winScore:
		u.winning = min(u.winning, 0) - 1
	default:
		u.winning = 0
	}
	if plies >= drawAfter && -drawScore <= white && white <= drawScore {
		u.level++
	} else {
		u.level = 0
	}
	switch {
	case mate || u.winning >= winPlies || u.winning <= -winPlies:
		return true, leader
	case u.level >= drawPlies || plies >= maxPlies:
		return true, draw
	}
	return false, draw
}

func pointsOf(r movegen.Result) points {
	switch r {
	case movegen.WhiteWins:
		return whiteWon
	case movegen.BlackWins:
		return blackWon
	}
	return draw
}

// A search asks mostly for positions that no good game reaches: after a move that was worth a
// try, when the captures are over. A branch of a game leaves it at each of its positions with
// one or two random moves, plays the captures out, and has the player judge where that ends.
const (
	branchMoves = 2    // at most
	branchSafe  = 3    // in four random moves: one that loses nothing by exchanges, if there is one
	branchScore = 1000 // centipawns: beyond it a game is decided, and little can be learned
)

// branch returns the branches of a game, with its result.
func (t *table) branch(ctx context.Context, source *game) game {
	random := rand.New(rand.NewPCG(t.seed, source.Number))
	record := game{Number: source.Number, Plies: source.Plies, Result: source.Result}
	t.player.NewGame()
	for i := range source.Samples {
		p, ok := source.Samples[i].Position, true
		for n := 1 + random.IntN(branchMoves); n > 0 && ok; n-- {
			ok = t.randomMove(random, &p)
		}
		_, leaf := t.judge.capture(&p, -branchScore, branchScore, captureDepth)
		if !ok || leaf.InCheck() || !leaf.HasLegalMove() || leaf.InsufficientMaterial() {
			continue
		}
		thought := t.player.Think(ctx, leaf, nil)
		if ctx.Err() != nil {
			return record
		}
		if !thought.Mate && max(thought.Score, -thought.Score) <= branchScore {
			record.Samples = append(record.Samples, sample{leaf, thought.Score * (1 - 2*int(leaf.Side()))})
		}
	}
	return record
}

// randomMove plays a random move; ok is false if there is none.
func (t *table) randomMove(random *rand.Rand, p *movegen.Position) (ok bool) {
	moves := p.Moves()
	safe := random.IntN(4) < branchSafe
	for tries := len(moves); tries > 0; tries-- {
		if m := moves[random.IntN(len(moves))]; !safe || tries == 1 || p.SeeGE(m, 0) {
			p.Make(m)
			return true
		}
	}
	return false
}

// sourceGames are the games of an archive.
type sourceGames struct {
	*reader
	io.Closer
}

// errHeader is wrapped by openGames for an archive that ends too early.
var errHeader = errors.New("it ends within its header")

// openGames opens an archive. The error is one of reader, with the file's name, and wraps datafile.ErrEmpty or
// errHeader for a file that ends too early.
func openGames(path string) (*sourceGames, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newReader(bufio.NewReaderSize(file, 1<<20))
	switch {
	case err == io.EOF:
		err = datafile.ErrEmpty
	case err == io.ErrUnexpectedEOF:
		err = errHeader
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(err, file.Close()))
	}
	return &sourceGames{r, file}, nil
}

// next returns the next game; io.EOF after the last whole one.
func (s *sourceGames) next() (*game, error) {
	g := new(game)
	err := s.Read(g)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return g, err
}

// skip passes over games whose branches are done.
func (s *sourceGames) skip(games uint64) error {
	for ; games > 0; games-- {
		if _, err := s.next(); err != nil {
			return fmt.Errorf("the archive that is branched has fewer games than the branches: %w", err)
		}
	}
	return nil
}

// A position is quiet if no capture gains more than captureGain centipawns and the search differs from the static score
// by at most searchGain. In other positions the score depends on tactics, which the evaluation cannot see.
const (
	captureGain = 50
	searchGain  = 250
)

// judge keeps the quiet positions.
type judge struct{ evaluator *eval.Evaluator }

// isQuiet reports whether p is quiet; best and score, from the side to move's point of view, are what the search found.
func (j judge) isQuiet(p *movegen.Position, best movegen.Move, score int) bool {
	if p.InCheck() || p.IsCapture(best) || best.Kind() == movegen.Promotion {
		return false
	}
	static := j.evaluator.Evaluate(p)
	if score-static > searchGain || static-score > searchGain {
		return false
	}
	bound := static + captureGain
	value, _ := j.capture(p, bound, bound+1, captureDepth)
	return value <= bound
}

// captureDepth ends the search of captures; longer exchanges are rare and are taken for even.
const captureDepth = 12

// capture returns the fail-hard value of p when only captures and promotions that lose nothing by exchanges are played
// on, or none, and the position at the end of the best line.
func (j judge) capture(p *movegen.Position, alpha, beta, depth int) (value int, leaf movegen.Position) {
	alpha, leaf = max(alpha, j.evaluator.Evaluate(p)), *p
	var moves movegen.MoveList
	if depth > 0 {
		p.Captures(&moves)
	}
	for _, m := range moves.Moves() {
		if alpha >= beta {
			break
		}
		if !p.SeeGE(m, 0) {
			continue
		}
		next := p.After(m)
		if value, end := j.capture(&next, -beta, -alpha, depth-1); -value > alpha {
			alpha, leaf = -value, end
		}
	}
	return min(alpha, beta), leaf
}
