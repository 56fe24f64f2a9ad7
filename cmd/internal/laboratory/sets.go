package laboratory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

// mostSize is the largest council that is searched for.
const mostSize = 16

func defineSets(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	var s sets
	s.bench.define(flags, open)
	names := flags.String("criteria", strings.Join(experiment.Searchable(), ","),
		"comma-separated `names` of criteria; union chooses the largest union")
	sizes := flags.String("sizes", "2-8", "`sizes` of the councils, from the smallest to the largest")
	among := flags.String("among", "", "`members` to choose from, each once (default all 255 sets of mbxkcpar)")
	flags.IntVar(&s.restarts, "restarts", 20, "`number` of random starts if there are too many councils to try all")
	flags.Uint64Var(&s.seed, "seed", 1, "seed `number`")
	return func(args []string, std cli.Streams) (err error) {
		if s.smallest, s.largest, err = parseSizes(*sizes); err != nil {
			return err
		}
		if s.candidates, err = parseMembers(cmp.Or(*among, "all")); err != nil {
			return cli.Usagef("--among: %w", err)
		}
		if s.restarts < 0 || s.largest > len(s.candidates) {
			return cli.Usagef("--restarts must not be negative, and only %d members are available", len(s.candidates))
		}
		for name := range strings.SplitSeq(*names, ",") {
			if name = strings.TrimSpace(name); !slices.Contains(experiment.Searchable(), name) {
				return cli.Usagef("--criteria: %q is not one of %s", name, strings.Join(experiment.Searchable(), ", "))
			}
			s.criteria = append(s.criteria, name)
		}
		return s.bench.run(args, std, s.run)
	}
}

// parseSizes reads a range of sizes.
func parseSizes(text string) (smallest, largest int, err error) {
	first, last, _ := strings.Cut(text, "-")
	smallest, err = strconv.Atoi(first)
	if err == nil {
		largest, err = strconv.Atoi(cmp.Or(last, first))
	}
	if err != nil || smallest < 1 || largest < smallest || largest > mostSize {
		return 0, 0, cli.Usagef("--sizes must be as in 2-8, from 1 to %d, not %q", mostSize, text)
	}
	return smallest, largest, nil
}

// sets is the work of the part: councils are chosen on one half of a suite and tested on the rest.
type sets struct {
	bench
	candidates        []council.Seat
	criteria          []string
	smallest, largest int
	restarts          int
	seed              uint64

	councils []setsCouncil
	full     [][]experiment.Verdict // of all letters, by suite
}

// setsCouncil is a council found by the search.
type setsCouncil struct {
	Criterion string      `json:"criterion"`
	Size      int         `json:"size"`
	Half      int         `json:"half"` // on which it was chosen, 1 or 2
	Members   []string    `json:"members"`
	Proven    bool        `json:"proven"`
	Tried     int64       `json:"tried"`            // councils
	Chosen    judgement   `json:"chosen"`           // on the half on which it was chosen
	Judged    judgement   `json:"judged"`           // on the other half
	Others    []judgement `json:"others,omitempty"` // on the other suites

	beginnings int // of the search that found it, if nothing is proven
}

// judgement is the positions that a council solves, compared with all letters.
type judgement struct {
	Solved    int `json:"solved"`
	Positions int `json:"positions"`
	experiment.Interval
	Full int                   `json:"all_letters"`
	Gain experiment.Difference `json:"gain"`
}

func (s *sets) run(ctx context.Context) error {
	all := s.candidates
	full := allLetters(councilSeats{seats: all})
	if !slices.ContainsFunc(all, func(c council.Seat) bool { return c.Knowledge == full.Knowledge && c.Noise == 0 }) {
		all = append(slices.Clone(all), full)
	}
	tables, err := s.tables(ctx, all)
	if err != nil {
		return err
	}
	for _, t := range tables {
		s.full = append(s.full, t.Verdicts(t.Find([]council.Seat{full})[0]))
	}
	if len(tables[0].Positions) < 2 {
		return fmt.Errorf("%s: a suite of one position has no halves", s.suites[0].Name)
	}
	progress := cli.NewProgress(s.std)
	defer progress.Clear()
	done, whole := int64(0), int64(len(s.criteria)*2*(s.largest-s.smallest+1))
	choosable := *tables[0]
	choosable.Seats = all[:len(s.candidates)]
	for _, criterion := range s.criteria {
		for half, positions := range experiment.Halves(len(choosable.Positions)) {
			search := &experiment.SetSearch{Criterion: criterion, Positions: positions, Restarts: s.restarts, Seed: s.seed,
				Tell: func(size int) {
					progress.ShowBar(done, whole, "%s, half %d, councils of %d", criterion, half+1, size)
					done++
				}}
			var sizes []int
			for size := s.smallest; size <= s.largest; size++ {
				sizes = append(sizes, size)
			}
			found, err := choosable.FindSets(ctx, search, sizes)
			if err != nil {
				return err
			}
			for _, f := range found {
				result, err := s.judge(tables, criterion, half, f)
				if err != nil {
					return err
				}
				s.councils = append(s.councils, result)
			}
		}
		if err := s.keep(s.report()); err != nil {
			return err
		}
	}
	progress.Clear()
	return s.finish(s.std.Out, s.report())
}

// judge counts the positions that a council solves where it was chosen and elsewhere.
func (s *sets) judge(tables []*experiment.Table, criterion string, half int,
	found experiment.Found) (setsCouncil, error) {
	r := setsCouncil{Criterion: criterion, Size: len(found.Council), Half: half + 1, Proven: found.Proven,
		Tried: found.Tried, beginnings: found.Beginnings}
	for _, seat := range found.Council {
		r.Members = append(r.Members, s.candidates[seat].Name)
	}
	for i, t := range tables {
		verdicts, err := playSets(t, criterion, found.Council)
		if err != nil {
			return r, err
		}
		if i > 0 {
			r.Others = append(r.Others, judgementOf(verdicts, s.full[i]))
			continue
		}
		on := func(positions []int) judgement {
			return judgementOf(experiment.Pick(verdicts, positions), experiment.Pick(s.full[0], positions))
		}
		halves := experiment.Halves(len(t.Positions))
		r.Chosen, r.Judged = on(halves[half]), on(halves[1-half])
		if r.Chosen.Solved != found.Solved {
			return r, fmt.Errorf("%s: %d positions are solved, not %d: this is a bug in the program",
				criterion, r.Chosen.Solved, found.Solved)
		}
	}
	return r, nil
}

// playSets returns a council's verdicts on a suite; Union means a criterion that always finds the best proposal.
func playSets(t *experiment.Table, criterion string, members []int) ([]experiment.Verdict, error) {
	if criterion == experiment.Union {
		return t.Cover(members), nil
	}
	c, err := council.FindCriterion(criterion)
	if err != nil {
		return nil, err
	}
	return t.Play(&experiment.Player{Council: members, Criterion: c}), nil
}

func judgementOf(verdicts, full []experiment.Verdict) judgement {
	solved, byAll := experiment.CountOf(verdicts).Best, experiment.CountOf(full).Best
	return newJudgement(solved, byAll, experiment.Compare(verdicts, full))
}

func newJudgement(solved, full int, gain experiment.Difference) judgement {
	return judgement{solved, gain.Positions, experiment.NewInterval(solved, gain.Positions), full, gain}
}

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
