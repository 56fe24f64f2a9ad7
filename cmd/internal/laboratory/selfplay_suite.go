package laboratory

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// Bounds of the positions that test something, in centipawns and plies.
const (
	decidedScore = 600 // more than that is decided: any move wins or loses
	uniqueMargin = 50  // the best move is better than all others by this much
	earliestPly  = 12
	plyStep      = 4
)

// gamePositions returns different positions of the games in a file, of each game every plyStep plies.
func gamePositions(path string) (positions []movegen.Position, err error) {
	file, err := datafile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	seen := map[string]bool{}
	games := pgn.NewReader(file, pgn.Reading{})
	for games.Next() {
		p, err := games.Start()
		if err != nil {
			return nil, err
		}
		moves, err := games.Moves()
		if err != nil {
			return nil, err
		}
		for ply, m := range moves {
			if ply >= earliestPly && ply%plyStep == 0 && !seen[p.EPD()] {
				seen[p.EPD()] = true
				plain := p
				plain.SetCounters(0, 1)
				positions = append(positions, plain)
			}
			p.Make(m)
		}
	}
	return positions, games.Err()
}

// chooseTests returns EPD lines of the positions, at most as many as wanted, whose best move a deep search has
// found late, keeps, and prefers clearly to all others.
func (r *reproduction) chooseTests(ctx context.Context, positions []movegen.Position) (lines []string, err error) {
	b := bench{signature: r.scale.Engine, nodes: 10 * r.scale.Nodes, megabytes: usualMegabytes,
		openQueue: r.openQueue, std: r.std}
	b.course.bar = cli.NewProgress(r.std)
	if b.store, err = proposals.OpenOrCreate(ctx, r.path("positions.db")); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.store.Close()) }()
	for some := range slices.Chunk(positions, 2*r.scale.Positions) { // most often not all are needed
		more, err := b.testsAmong(ctx, some)
		if lines = append(lines, more...); err != nil || len(lines) >= r.scale.Positions {
			return lines[:min(len(lines), r.scale.Positions)], err
		}
	}
	return lines, nil
}

// testsAmong returns EPD lines of those positions that test something.
func (b *bench) testsAmong(ctx context.Context, positions []movegen.Position) (lines []string, err error) {
	var questions []proposals.Question
	ask := func(p movegen.Position, moves []movegen.Move) {
		questions = append(questions, proposals.Question{Position: p, Seat: seatOf(eval.All), Nodes: b.nodes,
			Megabytes: b.megabytes, Moves: moves})
	}
	for _, p := range positions {
		ask(p, nil)
	}
	found, err := b.answers(ctx, questions)
	if err != nil {
		return nil, err
	}
	questions = nil
	var best []*council.Proposal
	for i, a := range found {
		var list movegen.MoveList
		positions[i].LegalMoves(&list)
		if others := without(list.Moves(), a.Move); isFoundLate(a) && len(others) > 0 {
			ask(positions[i], others)
			best = append(best, a)
		}
	}
	second, err := b.answers(ctx, questions)
	if err != nil {
		return nil, err
	}
	for i := range second {
		if p := questions[i].Position; best[i].Score-second[i].Score >= uniqueMargin {
			lines = append(lines, fmt.Sprintf("%s bm %s;", p.EPD(), notation.SAN(&p, best[i].Move, notation.English)))
		}
	}
	return lines, nil
}

// isFoundLate reports whether a search has decided on its move after the third iteration, but before the last two,
// in a game that is not decided.
func isFoundLate(a *council.Proposal) bool {
	n := len(a.Iterations)
	if n < 6 || a.Score > decidedScore || a.Score < -decidedScore {
		return false
	}
	other := false
	for _, i := range a.Iterations[3 : n-2] {
		other = other || i.Move != a.Move
	}
	return other && a.Iterations[n-1].Move == a.Move && a.Iterations[n-2].Move == a.Move
}

// without returns a list of moves without one of them.
func without(moves []movegen.Move, m movegen.Move) (rest []movegen.Move) {
	for _, other := range moves {
		if other != m {
			rest = append(rest, other)
		}
	}
	return rest
}
