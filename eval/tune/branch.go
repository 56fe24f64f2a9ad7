package tune

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"alfiere/movegen"
)

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

// sourceGames are the games of an archive that branches leave.
type sourceGames struct {
	*reader
	io.Closer
}

// openGames opens an archive. The error names the file.
func openGames(path string) (*sourceGames, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newReader(bufio.NewReaderSize(file, 1<<20))
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
