package protocoltest

import (
	"context"
	"errors"
	"strings"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Council is a protocol.Council of knowledge sets. The Searcher that it belongs to then votes:
// its members propose the first two moves in turn, and the first one is chosen.
type Council struct {
	Members            []eval.Knowledge
	Criterion, Weights string
	SecondSearch       int   // per cent
	Fault              error // of an engine that cannot be started
}

// SetMembers seats sets of knowledge; the error is that of eval.ParseKnowledge.
func (c *Council) SetMembers(text string) error {
	var members []eval.Knowledge
	for letters := range strings.FieldsSeq(text) {
		set, err := eval.ParseKnowledge(letters)
		if err != nil {
			return err
		}
		members = append(members, set)
	}
	c.Members = members
	return nil
}

// SetCriterion notes the name; the error is always nil.
func (c *Council) SetCriterion(name string) error { c.Criterion = name; return nil }

// SetWeights notes a text that is empty or has a digit; any other is refused.
func (c *Council) SetWeights(text string) error {
	if text != "" && !strings.ContainsAny(text, "0123456789") {
		return errors.New("no number")
	}
	c.Weights = text
	return nil
}

// SetSecondSearch notes the number.
func (c *Council) SetSecondSearch(percent int) { c.SecondSearch = percent }

// SetSecondThreads does nothing.
func (c *Council) SetSecondThreads(int) {}

// SetExchange does nothing.
func (c *Council) SetExchange(bool) {}

// SetExchangeDelay does nothing.
func (c *Council) SetExchangeDelay(int) {}

// Prepare does nothing.
func (c *Council) Prepare() {}

// Await returns the fault, once.
func (c *Council) Await() error {
	fault := c.Fault
	c.Fault = nil
	return fault
}

// Criteria returns two names.
func (c *Council) Criteria() []string { return []string{"weights", "majority"} }

// vote makes up what the members propose.
func (c *Council) vote(root *movegen.Position, result *search.Result, second search.Info) *council.Ballot {
	b := &council.Ballot{Root: *root, Criterion: c.Criterion}
	for i, set := range c.Members {
		p := council.Proposal{Member: set.String(), Knowledge: set, Move: result.Best, Score: result.Score, Line: result.Line,
			Depth: result.Depth, RootMoves: i + 1, Nodes: result.Nodes, Elapsed: result.Elapsed}
		if i%2 == 1 && len(second.Line) > 0 {
			p.Move, p.Score, p.Line = second.Line[0], second.Score, second.Line
		}
		b.Proposals, b.Weights = append(b.Proposals, p), append(b.Weights, 1.5)
	}
	if len(b.Proposals) > 2 {
		last := len(b.Proposals) - 1
		b.Absent = []council.Absence{{Member: b.Proposals[last].Member, Err: context.DeadlineExceeded}}
		b.Proposals, b.Weights = b.Proposals[:last], b.Weights[:last]
	}
	return b
}
