package collection

import (
	"context"
	"time"

	"alfiere/internal/work"
	"alfiere/problem/database/analyse"
	"alfiere/protocol"
	"alfiere/workbench/api"
)

// analysing is the body of collection/analyse.
type analysing struct {
	Query   string  `json:"query"`
	Force   bool    `json:"force"`   // analyse also what this version has analysed
	Seconds float64 `json:"seconds"` // limit per problem; 0 for usualSeconds
	asking
}

// How long the analysis of a problem may take, in seconds.
const (
	usualSeconds = 60
	maxSeconds   = 600
)

// analysed is the progress of an analysis.
type analysed struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// judged is the outcome for a problem.
type judged struct {
	ID      int64  `json:"id"`
	Outcome string `json:"outcome"`
	Verdict string `json:"verdict,omitempty"`
	Before  string `json:"before,omitempty"`
	Fault   string `json:"fault,omitempty"`
}

// summary is the result.
type summary struct {
	analysed
	Outcomes map[string]int `json:"outcomes"`
	Verdicts map[string]int `json:"verdicts"`
	Turned   int            `json:"turned"` // changed verdicts
	Others   int            `json:"others"` // problems whose stipulation is not analysed
}

// analyse analyses problems one at a time. This may take hours, so it has a core of its own and
// keeps no other request waiting. If the client disconnects, finished work is kept and the next
// request does the rest. Each partial event has further changed verdicts and errors.
func (c *collection) analyse(ctx context.Context, asked *analysing, emit api.Emit) (any, error) {
	q, err := asked.listing(asked.Query)
	if err != nil {
		return nil, err
	}
	language, _ := asked.language() // which listing has checked
	if asked.Seconds < 0 || asked.Seconds > maxSeconds {
		return nil, &api.Fault{Code: api.BadRequest, Field: "seconds", Message: "seconds must be from 0 to 600"}
	}
	if asked.Seconds == 0 {
		asked.Seconds = usualSeconds
	}
	select {
	case c.analysing <- struct{}{}:
		defer func() { <-c.analysing }()
	default:
		return nil, &api.Fault{Code: api.Busy, Message: "an analysis of this collection is already running"}
	}
	job := analyse.Job{DB: c.db, Program: protocol.Title, Query: q, Force: asked.Force,
		Limit: time.Duration(asked.Seconds * float64(time.Second)),
		Queue: &work.Local{Kinds: []work.Kind{analyse.Kind(protocol.Title, protocol.Title)}, Threads: 1},
		Tell: func(e *analyse.Event) {
			if e.Turned() || e.Outcome != analyse.Stored {
				emit(api.Partial, []judged{{e.ID, e.Outcome.String(), e.Verdict, e.Before, language.Text(e.Fault)}})
			}
			emit(api.Progress, analysed{e.Done, e.Total})
		}}
	sum, err := job.Run(ctx)
	if err != nil {
		return nil, asked.about(err, "query")
	}
	answer := summary{analysed: analysed{sum.Done(), sum.Total}, Outcomes: map[string]int{},
		Verdicts: sum.Verdicts, Turned: sum.Turned, Others: sum.Others}
	for o, n := range sum.Outcomes {
		answer.Outcomes[analyse.Outcome(o).String()] = n
	}
	return answer, nil
}
