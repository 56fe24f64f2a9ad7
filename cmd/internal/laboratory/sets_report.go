package laboratory

import (
	"fmt"
	"strings"

	"alfiere/council/experiment"
	"alfiere/internal/chart"
)

// both is the result of the two councils of a size, each on the half on which it was not chosen: a
// figure for all positions without selection bias.
type both struct {
	Criterion string                 `json:"criterion"`
	Size      int                    `json:"size"`
	Chosen    int                    `json:"chosen"`
	Judged    judgement              `json:"judged"`
	Holm      experiment.Probability `json:"holm_p"` // of the gain, corrected for all councils
}

func (s *sets) boths() (all []both) {
	var chances []float64
	for i := range s.councils {
		for k := range s.councils {
			a, b := &s.councils[i], &s.councils[k]
			if a.Half == 1 && b.Half == 2 && a.Criterion == b.Criterion && a.Size == b.Size {
				judged := newJudgement(a.Judged.Solved+b.Judged.Solved, a.Judged.Full+b.Judged.Full,
					a.Judged.Gain.Plus(b.Judged.Gain))
				all = append(all, both{Criterion: a.Criterion, Size: a.Size, Chosen: a.Chosen.Solved + b.Chosen.Solved,
					Judged: judged})
				chances = append(chances, judged.Gain.P())
			}
		}
	}
	for i, p := range experiment.Holm(chances) {
		all[i].Holm = experiment.Probability(p)
	}
	return all
}

// report has a table for each criterion, and one of the sums of both halves.
func (s *sets) report() *report {
	r, boths := &report{}, s.boths()
	r.picture = s.picture(boths)
	r.result = struct {
		Conditions conditions    `json:"conditions"`
		Restarts   int           `json:"restarts"`
		Seed       uint64        `json:"seed"`
		Councils   []setsCouncil `json:"councils"`
		Both       []both        `json:"both_halves"`
	}{s.conditions(), s.restarts, s.seed, s.councils, boths}
	r.add(fmt.Sprintf("The best councils chosen from %d members, each chosen on one half of the positions.\n",
		len(s.candidates)))
	for _, suite := range s.suites {
		r.add(s.heading(suite))
	}
	r.add("The first member, the master, solves the most of that half alone. " +
		"The number in parentheses is what all letters solve (" +
		allLetters(councilSeats{seats: s.candidates}).Name + ").\n")
	for first, last := 0, 0; first < len(s.councils); first = last {
		criterion := s.councils[first].Criterion
		for last < len(s.councils) && s.councils[last].Criterion == criterion {
			last++
		}
		r.add("\n"+criterion+"\n", s.councilTable(s.councils[first:last])...)
	}
	rows := [][]string{cells("criterion", "N", "chosen", "judged", "all letters", "gain", "P", "Holm")}
	for _, b := range boths {
		j := &b.Judged
		rows = append(rows, cells(b.Criterion, b.Size, b.Chosen, bounded(j.Solved, j.Positions), j.Full,
			gain(j.Gain), probability(j.Gain.P()), probability(b.Holm)))
	}
	r.add(fmt.Sprintf("\nBoth halves of %s together: solved where chosen; solved where judged, with a 95 %% interval; "+
		"gain over all letters, ± 95 %%, with McNemar's P, also after Holm's correction for all rows.\n\n",
		s.suites[0].Name), rows...)
	return r
}

// councilTable has a row for each council.
func (s *sets) councilTable(councils []setsCouncil) [][]string {
	rows := [][]string{cells("N", "half", "solved there", "how", "other half", "gain")}
	for _, suite := range s.suites[1:] {
		rows[0] = append(rows[0], suite.Name, "gain")
	}
	rows[0] = append(rows[0], "members")
	for i := range councils {
		c := &councils[i]
		how := "proven"
		if !c.Proven {
			how = fmt.Sprintf("heuristic, best of %d", c.beginnings)
		}
		row := cells(c.Size, c.Half, fmt.Sprintf("%d of %d", c.Chosen.Solved, c.Chosen.Positions), how)
		for _, j := range append([]judgement{c.Judged}, c.Others...) {
			row = append(row, fmt.Sprintf("%d (%d)", j.Solved, j.Full), gain(j.Gain))
		}
		rows = append(rows, append(row, strings.Join(c.Members, " ")))
	}
	return rows
}

// picture draws, by size, the positions that councils solve where they were not chosen.
func (s *sets) picture(boths []both) chart.Picture {
	p := &chart.Lines{Title: "Councils chosen on one half of " + s.suites[0].Name + ", judged on the other",
		X: "members", Y: "positions solved",
		Levels: []chart.Level{{Name: "all letters alone", Value: float64(experiment.CountOf(s.full[0]).Best)}}}
	for _, criterion := range s.criteria {
		line := chart.Line{Name: criterion}
		for _, b := range boths {
			if b.Criterion == criterion {
				line.Points = append(line.Points, chart.Point{X: float64(b.Size), Y: float64(b.Judged.Solved)})
			}
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}
