package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/neighbour"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// ProblemQuery asks for the analysis of a directed mate.
type ProblemQuery struct {
	Position    string  `json:"position"`    // as the text of "position"
	Stipulation string  `json:"stipulation"` // #2 or 2; if empty, the one after the position, or #2
	Language    string  `json:"language"`    // of the lines; English if empty
	White       bool    `json:"white"`       // White mates, whichever side is to move
	PostKey     bool    `json:"post_key"`    // the key has been made: the side to move defends
	Key         string  `json:"key"`         // the intended keys, in the language's or English letters or coordinates
	Solutions   int     `json:"solutions"`   // number of intended keys; 0 is that of key, or 1
	Tries       int     `json:"tries"`       // first moves with up to this many refutations; 0 is 1
	Seconds     float64 `json:"seconds"`     // time limit; 0 is mostSeconds
	Nodes       uint64  `json:"nodes"`       // node limit; 0 is none
}

const (
	mostSeconds = 300
	mostTries   = 3

	// From this number of moves on, the keys are found and reported before the rest.
	keysFirst = 3

	progressInterval = 100 * time.Millisecond
)

// problemJob is a query that has been read.
type problemJob struct {
	position movegen.Position
	illegal  *forsyth.IllegalError
	passed   *text.ImpossiblePassed
	moves    int
	postKey  bool
	intended problem.Intended
	tries    int
	nodes    uint64
	language text.Language
}

// read reads the query.
func (q *ProblemQuery) read() (*problemJob, error) {
	job := &problemJob{tries: min(max(q.Tries, 1), mostTries), nodes: q.Nodes, postKey: q.PostKey}
	var err error
	if job.language, err = readLanguage(q.Language); err != nil {
		return nil, err
	}
	if q.Seconds < 0 || q.Seconds > mostSeconds {
		return nil, &Fault{Code: BadRequest, Err: fmt.Errorf("seconds must be from 0 to %d", mostSeconds), Field: "seconds"}
	}
	meant := forsyth.Conventions{White: q.White, PostKey: q.PostKey}
	made, err := readStatement(q.Position, "position", meant, job.language)
	if err != nil && !errors.As(err, &job.illegal) {
		return nil, err
	}
	job.position, job.moves, job.passed = made.Position, made.Moves, made.Passed
	if err == nil {
		job.position = problem.Conform(job.position)
	}
	if q.Stipulation != "" {
		text := strings.TrimSpace(q.Stipulation)
		if job.moves, err = problem.ParseStipulation(text); err != nil {
			return nil, &Fault{Code: BadRequest, Err: message.Errorf("%v, not %q", err, forsyth.Clip(text)),
				Field: "stipulation"}
		}
	}
	if job.moves == 0 {
		job.moves = 2
	}
	if job.intended.Solutions = max(q.Solutions, 0); job.illegal == nil {
		job.intended.Named, err = format.ParseKeys(&job.position, q.Key, job.language.Letters())
		if err != nil {
			return nil, &Fault{Code: BadRequest, Err: err, Field: "key"}
		}
	}
	return job, nil
}

func (s *Service) problem(ctx context.Context, q *ProblemQuery, emit Emit) (any, error) {
	job, err := q.read()
	if err != nil {
		return nil, err
	}
	if job.illegal != nil {
		illegal := text.Illegal{FEN: job.illegal.FEN, Moves: job.moves, Faults: job.illegal.Faults}
		return job.answer(&text.Document{Illegal: &illegal})
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(cmp.Or(q.Seconds, mostSeconds)*float64(time.Second)))
	defer cancel()
	if job.moves >= keysFirst && !job.postKey {
		o := problem.Options{Moves: job.moves, Intended: job.intended, Nodes: job.nodes}
		report, err := job.analyse(limited, o, emit)
		if err != nil {
			return nil, err
		}
		partial, err := job.answer(&text.Document{Report: report, Passed: job.passed})
		if err != nil || !report.Complete && ctx.Err() == nil {
			return partial, err
		}
		emit(Partial, partial)
	}
	content := job.text()
	o := problem.Options{Moves: job.moves, Tries: job.tries, SetPlay: true, Judge: true, Intended: job.intended,
		Nodes: job.nodes, PostKey: job.postKey}
	report, err := job.analyse(limited, content.Analysis(text.WithThemes(o)), emit)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	document := &text.Document{Report: report, Passed: job.passed}
	document.Recognise()
	return job.answer(document)
}

// analyse solves the problem and reports its progress at intervals.
func (job *problemJob) analyse(ctx context.Context, o problem.Options, emit Emit) (report *problem.Report, err error) {
	o.Watch = new(problem.Watch)
	watched(func() { report, err = problem.Analyse(ctx, job.position, o) }, func() {
		p := o.Watch.Progress()
		emit(Progress, map[string]int{"without": p.Without, "in": p.In, "refuted": p.Refuted, "first_moves": p.FirstMoves})
	})
	return report, err
}

// watched calls act in a goroutine, and look at intervals until act returns. It panics if act does.
func watched(act, look func()) {
	done := make(chan struct{})
	var worker work.Group
	worker.Go(func() {
		defer close(done)
		act()
	})
	clock := time.NewTicker(progressInterval)
	defer clock.Stop()
	for {
		select {
		case <-done:
			worker.Wait()
			return
		case <-clock.C:
			look()
		}
	}
}

// text selects what is reported: the same as in `alfiere mate --json`.
func (job *problemJob) text() text.Options {
	return text.Options{Language: job.language, Program: protocol.Title,
		SetPlay: true, Tries: true, Themes: true, Judgement: true}
}

// answer returns the object that the command line prints, with the lines of solution and themes.
func (job *problemJob) answer(d *text.Document) (json.RawMessage, error) {
	content := job.text()
	var out bytes.Buffer
	if err := text.WriteJSON(&out, d, content); err != nil {
		return nil, err
	}
	lines, err := json.Marshal(map[string]any{"lines": text.Solution(d, content),
		"theme_lines": text.ThemeLines(d, content), "phases_note": text.PhasesNote(d, content)})
	if err != nil {
		return nil, err
	}
	out.Truncate(len(bytes.TrimSuffix(out.Bytes(), []byte("}\n"))))
	out.WriteByte(',')
	out.Write(lines[1:])
	return out.Bytes(), nil
}

// neighboursQuery asks for the sound problems one or two changes away.
type neighboursQuery struct {
	Position    string  `json:"position"`    // as text in "position"
	Stipulation string  `json:"stipulation"` // as in "problem"
	Language    string  `json:"language"`    // of moves and messages; English if empty
	White       bool    `json:"white"`       // White mates, whichever side is to move
	Key         string  `json:"key"`         // the intended key of an unsound position, as in "problem"
	Solutions   int     `json:"solutions"`   // as in "problem"; more than one are an error
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
	job.intended.Solutions = q.Solutions
	if job.intended.Count() > 1 {
		return nil, &Fault{Code: BadRequest, Err: format.ErrSeveralSolutions, Field: "solutions"}
	}
	goal, err := text.ParseGoal(q.Goal, job.language)
	if err != nil {
		return nil, &Fault{Code: BadRequest, Err: err, Field: "goal"}
	}
	if len(job.intended.Named) > 0 {
		goal.Intended = job.intended.Named[0]
	}
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
		Progress: func(done, of, sound int) {
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
	return &Fault{Code: BadRequest, Err: job.illegal.Reason(), Field: "position",
		Squares: squaresOf(job.illegal.Faults).Names()}
}
