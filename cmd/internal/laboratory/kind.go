package laboratory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"alfiere/council/proposals"
	"alfiere/internal/work"
	"alfiere/problem/database/analyse"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/protocol"
)

// Names of the kinds of tasks.
const (
	proposalTask = "proposal" // a proposals.Question as JSON; the result is the proposals.Fact
	ProblemTask  = "problem"  // problems in the form of collection; the result is their answers as JSON, one per line
)

// Kinds returns the kinds of tasks that this program does, here or as a worker, with tables of at
// most that many megabytes for each thread. program is its version and commit, for results that
// depend on both. This is the only table of kinds. The error is that of ctx.
func Kinds(ctx context.Context, program string, megabytes int) ([]work.Kind, error) {
	signature, err := proposals.Signature(ctx)
	if err != nil {
		return nil, err
	}
	return []work.Kind{
		{Name: proposalTask, Version: signature, Open: func() (work.Handler, error) { return openProposer(megabytes) }},
		{Name: ProblemTask, Version: program, Open: work.HandlerFunc(solve).Open},
		analyse.Kind(protocol.Title, program),
	}, nil
}

// proposer answers questions to members.
type proposer struct {
	*proposals.Searcher
	megabytes int
}

func openProposer(megabytes int) (work.Handler, error) {
	s, err := proposals.NewSearcher(1) // it grows as questions need it
	if err != nil {
		return nil, err
	}
	return &proposer{s, megabytes}, nil
}

// Handle implements work.Handler.
func (p *proposer) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	var fact proposals.Fact
	err := json.Unmarshal(payload, &fact.Question)
	if err != nil {
		return nil, err
	}
	if fact.Megabytes > p.megabytes {
		return nil, fmt.Errorf("the task needs a table of %d MB, but the limit is %d MB", fact.Megabytes, p.megabytes)
	}
	if fact.Proposal, err = p.Answer(ctx, &fact.Question); err != nil {
		return nil, err
	}
	return json.Marshal(&fact)
}

// solve solves problems as "alfiere mate --json" does.
func solve(ctx context.Context, payload []byte) ([]byte, error) {
	s := format.Solver{Form: format.JSON, Threads: 1}
	s.Text.Program = protocol.Title
	s.Complete(false, func(string) bool { return false })
	var answers bytes.Buffer
	var faults error
	err := s.SolveAll(ctx, "", bytes.NewReader(payload), func(a *format.Answer) error {
		if a.Fault != nil {
			faults = errors.Join(faults, forsyth.Reason(a.Fault))
		}
		_, err := answers.Write(a.Text)
		return err
	})
	if err = errors.Join(err, ctx.Err(), faults); err != nil {
		return nil, err
	}
	if answers.Len() == 0 {
		return nil, errors.New("the task contains no problem")
	}
	return answers.Bytes(), nil
}
