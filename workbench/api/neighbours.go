package api

import (
	"cmp"
	"context"
	"errors"
	"time"

	"alfiere/movegen"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/neighbour"
	"alfiere/problem/text"
)

// neighboursQuery asks for the sound problems one or two changes away.
type neighboursQuery struct {
	Position    string  `json:"position"`    // as text in "position"
	Stipulation string  `json:"stipulation"` // as in "problem"
	Language    string  `json:"language"`    // of moves and messages; English if empty
	White       bool    `json:"white"`       // White mates, whichever side is to move
	Key         string  `json:"key"`         // the intended key of an unsound position, as in "problem"
	Goal        string  `json:"goal"`        // as text.ParseGoal reads it; all if empty
	Seconds     float64 `json:"seconds"`     // time limit; 0 is usualTrySeconds
	Nodes       uint64  `json:"nodes"`       // limit per neighbour; 0 is neighbour.DefaultNodes
}

const usualTrySeconds = 60

func (s *Service) neighbours(ctx context.Context, q *neighboursQuery, emit Emit) (any, error) {
	asked := ProblemQuery{Position: q.Position, Stipulation: q.Stipulation, Key: q.Key,
		Language: q.Language, White: q.White, Seconds: cmp.Or(q.Seconds, usualTrySeconds)}
	job, err := asked.read()
	if err != nil {
		return nil, err
	}
	if job.illegal != nil {
		return nil, job.illegalFault()
	}
	goal, err := text.ParseGoal(q.Goal, job.language)
	if err != nil {
		return nil, &Fault{Code: BadRequest, Err: err, Field: "goal"}
	}
	goal.Intended = job.key
	limited, cancel := context.WithTimeout(ctx, time.Duration(asked.Seconds*float64(time.Second)))
	defer cancel()
	found := []*neighbour.Neighbour{}
	next := time.Now() // report the first one at once
	tell := func() {
		forms := []*text.NeighbourForm{}
		for _, n := range found {
			forms = append(forms, text.NeighbourIn(n, job.language))
		}
		if len(forms) > 0 {
			emit(Partial, map[string][]*text.NeighbourForm{"neighbours": forms})
		}
		found = nil
	}
	result, err := neighbour.Search(limited, neighbour.Query{Position: job.position, Moves: job.moves,
		Nodes: cmp.Or(q.Nodes, neighbour.DefaultNodes), Goal: goal,
		Told: func(done, of, sound int) {
			if now := time.Now(); now.After(next) {
				next = now.Add(progressInterval)
				tell()
				emit(Progress, map[string]int{"done": done, "of": of, "sound": sound})
			}
		},
		Found: func(n *neighbour.Neighbour) { found = append(found, n) },
	})
	var missing *neighbour.LineError
	switch {
	case errors.As(err, &missing):
		return nil, &Fault{Code: BadRequest, Err: err, Field: "goal"}
	case err != nil:
		return nil, &Fault{Code: BadRequest, Err: forsyth.Reason(err), Field: "position"}
	}
	tell()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return text.NeighboursIn(result, job.language), nil
}

// illegalFault returns the fault for an illegal position.
func (job *problemJob) illegalFault() *Fault {
	var squares movegen.Bitboard
	for _, f := range job.illegal.Faults {
		squares |= f.Squares
	}
	return &Fault{Code: BadRequest, Err: job.illegal.Reason(), Field: "position", Squares: squareNames(squares)}
}
