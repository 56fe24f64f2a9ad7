package protocol

import (
	"errors"
	"fmt"
	"strconv"

	"alfiere/search"
	"alfiere/search/problem"
)

// ErrProblem is wrapped by the error for words that ask for no problem.
var ErrProblem = errors.New("mate: wanted are N [set] [tries R]")

// ParseProblem reads what a user may write after "mate": the number of moves, then
// "set" for the set play and "tries R" for first moves with up to R refutations.
// The error wraps ErrProblem.
func ParseProblem(text string) (problem.Options, error) {
	words := Fields(text)
	if len(words) == 0 {
		return problem.Options{}, ErrProblem
	}
	moves, err := strconv.Atoi(words[0])
	if err != nil || moves < 1 || moves > problem.MaxMoves {
		return problem.Options{}, fmt.Errorf("%w, N from 1 to %d, not %q", ErrProblem, problem.MaxMoves, clip(words[0]))
	}
	options := problem.Options{Moves: moves}
	for words = words[1:]; len(words) > 0; words = words[1:] {
		switch {
		case words[0] == "set":
			options.SetPlay = true
		case words[0] == "tries" && len(words) > 1:
			words = words[1:]
			if options.Tries, err = strconv.Atoi(words[0]); err != nil || options.Tries < 1 {
				return problem.Options{}, fmt.Errorf("%w, R at least 1, not %q", ErrProblem, clip(words[0]))
			}
		default:
			return problem.Options{}, fmt.Errorf("%w, not %q", ErrProblem, clip(words[0]))
		}
	}
	return options, nil
}

// Solve analyses the position on the board as a problem: a mate by the side to move.
// A Solved event ends it. Like a search it can be stopped; the report then holds what
// is proven. It returns the number that the event will have.
func (c *Controller) Solve(options problem.Options) (number int) {
	c.Abandon()
	ctx := c.begin(search.Limits{Depth: options.Moves}, false)
	j := c.job
	c.run(func() {
		report, err := problem.Analyse(ctx, j.root, options)
		c.mailbox.put(j.number, Solved{Search: j.number, Report: report, Err: err})
	})
	return j.number
}

// Bench searches the bench positions to the given depth, at least 1, whatever is on
// the board and without the searcher: a Benched event for each position, then one
// with the total, which ends it. Like a search it can be stopped.
func (c *Controller) Bench(depth int) {
	c.Abandon()
	ctx := c.begin(search.Limits{Depth: depth}, false)
	j := c.job
	c.run(func() {
		total, err := search.Bench(ctx, depth, search.BenchMegabytes, func(fen string, nodes uint64) {
			c.mailbox.put(j.number, Benched{Search: j.number, FEN: fen, Nodes: nodes})
		})
		c.mailbox.put(j.number, BenchFinished{Search: j.number, Total: total, Stopped: ctx.Err() != nil, Err: err})
	})
}
