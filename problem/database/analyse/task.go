package analyse

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
)

// taskKind is the name of the kind of tasks that a Job gives to its queue.
const taskKind = "analysis"

// question is the payload of a task; the result is the line of JSON that `alfiere mate --json`
// writes.
type question struct {
	FEN          string `json:"fen"`
	Moves        int    `json:"n"`
	Milliseconds int64  `json:"limit_ms,omitempty"`
	Nodes        uint64 `json:"nodes,omitempty"`
}

// Kind returns the kind of tasks. program is what reports name as the analyser, version its
// version and commit, which all workers must have.
func Kind(program, version string) work.Kind {
	answer := func(ctx context.Context, payload []byte) ([]byte, error) { return answer(ctx, program, payload) }
	return work.Kind{Name: taskKind, Version: version, Open: work.HandlerFunc(answer).Open}
}

// answer analyses a problem.
func answer(ctx context.Context, program string, payload []byte) ([]byte, error) {
	var q question
	if err := json.Unmarshal(payload, &q); err != nil {
		return nil, err
	}
	if q.Moves < 1 || q.Moves > problem.MaxMoves {
		return nil, problem.ErrMoves
	}
	s := format.Solver{Form: format.JSON, Threads: 1, Limit: time.Duration(q.Milliseconds) * time.Millisecond}
	s.Problem.Nodes = q.Nodes
	s.Text.Program = program
	s.Complete(false, func(string) bool { return false })
	a := s.Solve(ctx, fmt.Sprintf("%s dm %d;", q.FEN, q.Moves))
	if a.Fault != nil {
		return nil, forsyth.Reason(a.Fault)
	}
	return bytes.TrimSpace(a.Text), nil
}

// ask is the task of a problem.
func (j *Job) ask(p *problem.Record) (work.Task, error) {
	payload, err := json.Marshal(&question{FEN: p.FEN, Moves: p.Moves(), Milliseconds: j.Limit.Milliseconds(),
		Nodes: j.Nodes})
	return work.Task{ID: fmt.Sprint(p.ID), Kind: taskKind, Payload: payload}, err
}
