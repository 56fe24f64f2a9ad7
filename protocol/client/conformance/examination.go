package conformance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
)

// Both is the Protocol of an Examination that checks each of the two that the engine speaks.
const Both = "both"

// Examination checks an engine with cases of the suite.
type Examination struct {
	Engine   Engine
	Protocol string // uci, xboard or Both
	Jobs     int    // cases at the same time; they disturb each other's timing
	Report   Report
	Progress progress // shows the progress; may be nil
}

// progress is a line for a waiting person; it is overwritten repeatedly.
type progress interface {
	ShowPart(done, whole int64, format string, values ...any)
	Clear()
}

// errNoCase is wrapped if there is no case to run.
var errNoCase = errors.New("no case")

// Select returns the cases of the suite in the protocol whose names match a regular
// expression. The error is one of the protocol or the expression, or wraps errNoCase.
func (x *Examination) Select(only string) (cases []Case, err error) {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return nil, fmt.Errorf("--only: %w", err)
	}
	if x.Protocol != Both {
		if _, err := parseProtocol(x.Protocol); err != nil {
			return nil, fmt.Errorf("--protocol: %w", err)
		}
	}
	suite, err := Suite()
	if err != nil {
		return nil, err
	}
	for _, c := range suite {
		if pattern.MatchString(c.ID) && (x.Protocol == Both || x.Protocol == c.Protocol.String()) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("--only %s matches %w", only, errNoCase)
	}
	return cases, nil
}

// Run runs the cases and reports them. Every process that it starts has ended when it
// returns. The totals are reported even if ctx ends it. The error counts the failed cases, is one
// of the engine's start or the report, wraps errNoCase if the engine speaks neither protocol,
// or the cause of ctx's end.
func (x *Examination) Run(ctx context.Context, cases []Case) (err error) {
	if x.Protocol == Both {
		cases, err = x.spoken(ctx, cases)
	}
	done := 0
	if err == nil {
		err = x.Engine.RunAll(ctx, cases, x.Jobs, func(o Outcome) error {
			done++
			return x.report(o, done, len(cases))
		})
	}
	x.clear()
	if ctx.Err() != nil {
		if err := x.Report.Close(); err != nil {
			return err
		}
		return fmt.Errorf("%w after %d of %d cases", context.Cause(ctx), done, len(cases))
	}
	if err == nil {
		err = x.Report.Close()
	}
	if n := x.Report.Failed(); err == nil && n > 0 {
		err = fmt.Errorf("%d of %d cases failed", n, len(cases))
	}
	return err
}

// report reports an outcome and the progress of the examination.
func (x *Examination) report(o Outcome, done, whole int) error {
	x.clear()
	err := x.Report.Add(o)
	if x.Progress != nil && done < whole {
		x.Progress.ShowPart(int64(done), int64(whole), "%d of %d cases, %d failed", done, whole, x.Report.Failed())
	}
	return err
}

// clear removes the line of progress.
func (x *Examination) clear() {
	if x.Progress != nil {
		x.Progress.Clear()
	}
}

// spoken leaves out the cases of a protocol that the engine does not answer.
func (x *Examination) spoken(ctx context.Context, cases []Case) (kept []Case, err error) {
	var speaks [len(protocols)]bool
	for _, p := range protocols {
		if speaks[p], err = x.Engine.Speaks(ctx, p); err != nil {
			return nil, err
		}
		if !speaks[p] {
			if err := x.Report.Note(fmt.Sprintf("the engine does not answer in %s", p)); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range cases {
		if speaks[c.Protocol] {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("%w is left; --protocol runs them anyway", errNoCase)
	}
	return kept, nil
}
