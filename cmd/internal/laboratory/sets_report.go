package laboratory

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"alfiere/council/experiment"
	"alfiere/internal/chart"
)

// tell writes a line for each council.
func (s *sets) tell() error {
	out := s.std.Out
	fmt.Fprintf(out, "The best councils of %d members to choose from, each chosen on one half of the positions.\n", len(s.candidates))
	for _, suite := range s.suites {
		fmt.Fprintln(out, s.conditions(suite))
	}
	fmt.Fprintln(out, "The first member, the master, is the one that alone solves most of the half; behind what is judged stands what all letters solve there.")
	criterion := ""
	var w *tabwriter.Writer
	for i := range s.results {
		r := &s.results[i]
		if r.criterion != criterion {
			if w != nil {
				if err := w.Flush(); err != nil {
					return err
				}
			}
			criterion = r.criterion
			fmt.Fprintf(out, "\n%s\n", criterion)
			w = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprint(w, "N\thalf\tsolved there\thow\tother half\tgain")
			for _, suite := range s.suites[1:] {
				fmt.Fprintf(w, "\t%s\tgain", suite.name)
			}
			fmt.Fprintln(w, "\tmembers")
		}
		fmt.Fprintf(w, "%d\t%d\t%d of %d\t%s", len(r.found.Council), r.half+1, r.chosen.solved, r.chosen.positions, r.how())
		for _, j := range append([]judgement{r.judged}, r.others...) {
			fmt.Fprintf(w, "\t%d (%d)\t%s", j.solved, j.full, formatDifference(j.gain))
		}
		fmt.Fprintf(w, "\t%s\n", s.members(r))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return s.tellBoth()
}

// how says whether there may be a better council.
func (r *setsResult) how() string {
	if r.found.Proven {
		return "proven"
	}
	return fmt.Sprintf("heuristic, best of %d", r.found.Beginnings)
}

func (s *sets) members(r *setsResult) string {
	names := make([]string, len(r.found.Council))
	for i, seat := range r.found.Council {
		names[i] = s.candidates[seat].Name
	}
	return strings.Join(names, " ")
}

// both is what the councils of a size, of which each was chosen on one half, solve of the
// other: a figure for all positions, none of which a council was chosen on.
type both struct {
	criterion string
	size      int
	chosen    int
	judged    judgement
}

func (s *sets) boths() (all []both) {
	for i := range s.results {
		r := &s.results[i]
		if r.half != 0 {
			continue
		}
		for k := range s.results {
			o := &s.results[k]
			if o.half == 1 && o.criterion == r.criterion && len(o.found.Council) == len(r.found.Council) {
				all = append(all, both{criterion: r.criterion, size: len(r.found.Council), chosen: r.chosen.solved + o.chosen.solved,
					judged: judgement{r.judged.solved + o.judged.solved, r.judged.positions + o.judged.positions, r.judged.full + o.judged.full, r.judged.gain.Plus(o.judged.gain)}})
			}
		}
	}
	return all
}

// tellBoth writes what both halves come to.
func (s *sets) tellBoth() error {
	fmt.Fprintf(s.std.Out, "\nBoth halves of %s together: solved where chosen, and where judged with bounds of 95 %%; gain over all letters, ± 95 %%, and McNemar's P.\n\n", s.suites[0].name)
	w := tabwriter.NewWriter(s.std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "criterion\tN\tchosen\tjudged\tall letters\tgain\tP")
	for _, b := range s.boths() {
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%s\t%s\n", b.criterion, b.size, b.chosen, formatCount(b.judged.solved, b.judged.positions), b.judged.full,
			formatDifference(b.judged.gain), formatP(b.judged.gain.P()))
	}
	return w.Flush()
}

// setsReport is the experiment in JSON.
type setsReport struct {
	Conditions conditionsRecord `json:"conditions"`
	Restarts   int              `json:"restarts"`
	Seed       uint64           `json:"seed"`
	Councils   []setsRecord     `json:"councils"`
	Both       []bothRecord     `json:"both_halves"`
}

// setsRecord is a council.
type setsRecord struct {
	Criterion string            `json:"criterion"`
	Size      int               `json:"size"`
	Half      int               `json:"half"` // on which it was chosen, 1 or 2
	Members   []string          `json:"members"`
	Proven    bool              `json:"proven"`
	Tried     int64             `json:"tried"` // councils
	Chosen    judgementRecord   `json:"chosen"`
	Judged    judgementRecord   `json:"judged"`
	Others    []judgementRecord `json:"others,omitempty"`
}

type bothRecord struct {
	Criterion string          `json:"criterion"`
	Size      int             `json:"size"`
	Chosen    int             `json:"chosen"`
	Judged    judgementRecord `json:"judged"`
}

// judgementRecord is what was solved, and by all letters.
type judgementRecord struct {
	Solved    int              `json:"solved"`
	Positions int              `json:"positions"`
	Low       float64          `json:"low"`
	High      float64          `json:"high"`
	Full      int              `json:"all_letters"`
	Gain      differenceRecord `json:"gain"`
}

func recordJudgement(j *judgement) judgementRecord {
	low, high := experiment.Bounds(j.solved, j.positions)
	return judgementRecord{j.solved, j.positions, round(low), round(high), j.full, recordDifference(j.gain)}
}

func (s *sets) report() setsReport {
	report := setsReport{Conditions: s.record(), Restarts: s.restarts, Seed: s.seed}
	for i := range s.results {
		r := &s.results[i]
		one := setsRecord{Criterion: r.criterion, Size: len(r.found.Council), Half: r.half + 1, Members: strings.Fields(s.members(r)), Proven: r.found.Proven,
			Tried: r.found.Tried, Chosen: recordJudgement(&r.chosen), Judged: recordJudgement(&r.judged)}
		for k := range r.others {
			one.Others = append(one.Others, recordJudgement(&r.others[k]))
		}
		report.Councils = append(report.Councils, one)
	}
	for _, b := range s.boths() {
		report.Both = append(report.Both, bothRecord{b.criterion, b.size, b.chosen, recordJudgement(&b.judged)})
	}
	return report
}

// picture draws what councils solve where they were not chosen, by size.
func (s *sets) picture() chart.Picture {
	p := &chart.Lines{Title: "Councils chosen on one half of " + s.suites[0].name + ", judged on the other", X: "members", Y: "positions solved",
		Levels: []chart.Level{{Name: "all letters alone", Value: float64(experiment.CountOf(s.full[0]).Best)}}}
	for _, criterion := range s.criteria {
		line := chart.Line{Name: criterion}
		for _, b := range s.boths() {
			if b.criterion == criterion {
				line.Points = append(line.Points, chart.Point{X: float64(b.size), Y: float64(b.judged.solved)})
			}
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}
