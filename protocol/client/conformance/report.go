package conformance

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// totals counts verdicts.
type totals struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// Add counts one more.
func (t *totals) Add(v verdict) {
	switch v {
	case Passed:
		t.Passed++
	case Failed:
		t.Failed++
	case Skipped:
		t.Skipped++
	}
}

// Report writes outcomes as they arrive, and their totals at the end. The zero value
// with W set writes text for people.
type Report struct {
	W       io.Writer
	JSON    bool // one object per line instead of text
	Verbose bool // with the transcript of failed cases; JSON always has it

	totals [len(protocols)]totals
}

// Add reports an outcome. The error is that of writing.
func (r *Report) Add(o Outcome) error {
	r.totals[o.Case.Protocol].Add(o.Verdict)
	if r.JSON {
		return r.writeJSON(newRecord(&o))
	}
	return r.writeText(&o)
}

// Note writes a remark that concerns no single case.
func (r *Report) Note(text string) error {
	if r.JSON {
		return r.writeJSON(map[string]string{"note": text})
	}
	_, err := fmt.Fprintln(r.W, text)
	return err
}

// Failed returns how many cases have failed so far.
func (r *Report) Failed() (count int) {
	for _, t := range r.totals {
		count += t.Failed
	}
	return count
}

// Close writes the totals.
func (r *Report) Close() error {
	if r.JSON {
		return r.writeJSON(map[string]any{"totals": map[string]totals{
			uci.String(): r.totals[uci], xboard.String(): r.totals[xboard]}})
	}
	for _, p := range protocols {
		if t := r.totals[p]; t != (totals{}) {
			if _, err := fmt.Fprintf(r.W, "%s: %d passed, %d failed, %d skipped\n", p, t.Passed, t.Failed,
				t.Skipped); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Report) writeText(o *Outcome) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%v  %s", o.Verdict, o.Case.ID)
	switch o.Verdict {
	case Passed:
		fmt.Fprintf(&text, "  (%d ms)", o.Latency.Milliseconds())
	case Skipped:
		fmt.Fprintf(&text, "  (%s)", o.Reason)
	case Failed:
		fmt.Fprintf(&text, "\n      why     %s\n      source  %s\n      seen    %s\n      case    %s",
			o.Case.Why, o.Case.Source, strings.ReplaceAll(o.Reason, "\n", "\n              "), o.Case.Place)
		if o.Step > 0 {
			fmt.Fprintf(&text, ", step in line %d", o.Step)
		}
	}
	text.WriteByte('\n')
	if o.Verdict == Failed && r.Verbose {
		if err := o.Transcript.Print(&text, "      "); err != nil {
			return err
		}
	}
	_, err := io.WriteString(r.W, text.String())
	return err
}

// record is an outcome in JSON.
type record struct {
	ID         string       `json:"id"`
	Protocol   protocol     `json:"protocol"`
	Verdict    verdict      `json:"verdict"`
	Reason     string       `json:"reason,omitempty"`
	Why        string       `json:"why"`
	Source     string       `json:"source"`
	Place      string       `json:"place"`
	Step       int          `json:"step,omitempty"`
	Latency    int64        `json:"latency_ms"`
	Elapsed    int64        `json:"elapsed_ms"`
	Transcript []recordLine `json:"transcript,omitempty"`
}

type recordLine struct {
	At   int64  `json:"ms"`
	Sent bool   `json:"sent,omitempty"`
	Text string `json:"text"`
}

func newRecord(o *Outcome) record {
	r := record{ID: o.Case.ID, Protocol: o.Case.Protocol, Verdict: o.Verdict, Reason: o.Reason, Why: o.Case.Why,
		Source: o.Case.Source, Place: o.Case.Place, Step: o.Step,
		Latency: o.Latency.Milliseconds(), Elapsed: o.Elapsed.Milliseconds()}
	if o.Verdict == Failed {
		for _, e := range o.Transcript.Entries {
			r.Transcript = append(r.Transcript, recordLine{e.At.Milliseconds(), e.Sent, e.Text})
		}
	}
	return r
}

func (r *Report) writeJSON(value any) error { return json.NewEncoder(r.W).Encode(value) }

// List writes the cases without running them: a line each with the name and the
// reason, or an object with all fields.
func (r *Report) List(cases []Case) error {
	for i := range cases {
		c := &cases[i]
		var err error
		if r.JSON {
			err = r.writeJSON(map[string]any{"id": c.ID, "protocol": c.Protocol, "why": c.Why, "source": c.Source,
				"place": c.Place})
		} else {
			_, err = fmt.Fprintf(r.W, "%-44s %s\n", c.ID, c.Why)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
