package laboratory

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/tournament"
	"alfiere/council"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/protocol/client/arena"
)

// divideFlags are the flags of the experiment.
type divideFlags struct {
	sizes            string
	nodes            uint64
	noise, games     int
	criterion        string
	openings, folder string
	shuffle          uint64
	output
	openQueue OpenQueue

	divisions []*Division
}

func defineDivide(flags *pflag.FlagSet, openQueue OpenQueue) cli.Run {
	d := divideFlags{openQueue: openQueue}
	flags.StringVar(&d.sizes, "sizes", "2,4,8,16", "`N,…` searches that think at the same time")
	flags.Uint64Var(&d.nodes, "nodes", 4000,
		"`nodes` per move of the sequential player, and of each search or of all together")
	flags.IntVar(&d.noise, "noise", 15, "`centipawns` of the members' noise")
	flags.StringVar(&d.criterion, "criterion", "optimistic", "`name` of the councils' criterion")
	cli.Complete(flags, "criterion", criterionNames()...)
	flags.IntVar(&d.games, "games", 100, "`number` of games of each player; two for each opening, with colours changed")
	flags.StringVar(&d.openings, "openings", "",
		"`file` of openings: EPD, FEN, PGN (the last position of each game) or a book (.bin)")
	flags.Uint64Var(&d.shuffle, "shuffle", 0, "shuffle the openings by this `seed`; 0 keeps their order")
	flags.StringVar(&d.folder, "games-in", "",
		"`folder` for the games, one PGN file per player; existing games are not repeated")
	d.output.define(flags, "draw Elo over the number of searches into a `file`, .svg or .png")
	return d.run
}

// run plays all tournaments, one after the other, and prints the table.
func (d *divideFlags) run(args []string, std cli.Streams) error {
	if err := onlyFlags(args, d.json); err != nil {
		return err
	}
	if err := d.output.check(); err != nil {
		return err
	}
	if err := d.validate(); err != nil {
		return cli.Usagef("%w", err)
	}
	if d.folder != "" {
		if err := os.MkdirAll(d.folder, 0o777); err != nil {
			return err
		}
	}
	ctx, stop := std.Interrupts()
	defer stop()
	queue, closeQueue, err := d.openQueue(ctx, std, TableMegabytes)
	if err != nil {
		return err
	}
	defer closeQueue()
	for _, division := range d.divisions {
		if err := d.play(ctx, division, queue, std); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", division.Name(), err), d.finish(std.Out, d.report()))
		}
		if err := d.keep(d.report()); err != nil {
			return err
		}
	}
	return d.finish(std.Out, d.report())
}

// validate reads the sizes and checks the players' words.
func (d *divideFlags) validate() error {
	var sizes []int
	for text := range strings.SplitSeq(d.sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n > 64 || n%2 == 1 {
			return message.Errorf("--sizes: %q is not an even number from 2 to 64", text)
		}
		sizes = append(sizes, n)
	}
	if d.nodes == 0 {
		return errors.New("--nodes must be above 0")
	}
	d.divisions = divisions(sizes)
	for _, division := range d.divisions {
		if _, err := parsePlayer(division.Words(d.nodes, d.noise, d.criterion)); err != nil {
			return err
		}
	}
	return nil
}

// play plays the games of a division that are not there yet.
func (d *divideFlags) play(ctx context.Context, division *Division, queue work.Queue, std cli.Streams) error {
	t := &tournament.Tournament{Openings: d.openings, Shuffle: d.shuffle,
		Event: "Alfiere's laboratory: " + division.Name(), Table: io.Discard, Log: std.Err}
	t.Progress = cli.NewProgress(std)
	m := &t.Match
	m.Games, m.Concurrency, m.Rules = d.games, 1, gameRules()
	if d.folder != "" {
		t.Record, t.Resume = filepath.Join(d.folder, division.Name()+".pgn"), true
	}
	var players []*Player
	for _, words := range []string{division.Words(d.nodes, d.noise, d.criterion), fmt.Sprintf("nodes=%d", d.nodes)} {
		p, err := parsePlayer(words)
		if err != nil {
			return err
		}
		players = append(players, p)
		m.Contestants = append(m.Contestants, p.Contestant)
	}
	if err := t.Validate(); err != nil {
		return cli.Usagef("%w", err)
	}
	playBy(queue, m, players, 0)
	err := t.Play(ctx)
	if t.Standing != nil {
		division.Count(t.Standing.Tally(arena.Pairing{First: 0, Second: 1}))
		division.Played.Rule = t.Rule
	}
	return err
}

// report has the results so far.
func (d *divideFlags) report() *report {
	r := &report{indent: "  ", picture: divisionChart(d.divisions, d.nodes)}
	r.result = map[string]any{"nodes": d.nodes, "noise": d.noise, "criterion": d.criterion, "openings": d.openings,
		"shuffle": d.shuffle, "divisions": d.divisions}
	r.add(divisionTable(d.divisions, d.nodes))
	r.add(ruleText(d.divisions, d.games))
	return r
}

// divisionChart draws Elo over the number of searches: a line for each way, dashed where the
// work in all is that of the sequential player.
func divisionChart(all []*Division, nodes uint64) *chart.Lines {
	lines := &chart.Lines{Title: fmt.Sprintf("Dividing knowledge or the tree, against one search with %d nodes", nodes),
		X: "concurrent searches", Y: "Elo", LogX: true, Levels: []chart.Level{{Name: "one search", Value: 0}}}
	for _, total := range []bool{false, true} {
		for color, way := range ways() {
			line := chart.Line{Name: string(way) + ", each", Dashed: total, Color: color + 1}
			if total {
				line.Name = string(way) + ", together"
			}
			for _, d := range all {
				if d.Way != way || d.Total != total || d.Played.Elo.IsZero() {
					continue
				}
				p := chart.Point{X: float64(d.N), Y: float64(d.Played.Elo)}
				if !d.Played.Low.IsZero() && !d.Played.High.IsZero() {
					p.Low, p.High = float64(d.Played.Low), float64(d.Played.High)
				}
				line.Points = append(line.Points, p)
			}
			lines.Lines = append(lines.Lines, line)
		}
	}
	return lines
}

// criterionNames returns the names of all criteria.
func criterionNames() (names []string) {
	for _, c := range council.Criteria() {
		names = append(names, c.Name)
	}
	return names
}

// way is a way to divide work among N concurrent searches.
type way string

// The ways.
const (
	byCouncil way = "council" // members with all knowledge, all but the first with noise
	byThreads way = "threads" // threads of one search
	byBoth    way = "both"    // half as many members with two threads each
)

// ways returns all ways, in the order of tables.
func ways() []way { return []way{byCouncil, byThreads, byBoth} }

// Division is a player whose work is divided, against the sequential player.
type Division struct {
	Way   way  `json:"way"`
	N     int  `json:"n"`     // members, threads, or both together
	Total bool `json:"total"` // all of them share the nodes of the sequential player; otherwise each has that many

	Played estimate `json:"played"`
}

// estimate is the result of a division against the sequential player.
type estimate struct {
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	tournament.Interval
	Rule string `json:"rule"` // what ended the games, and whether that was fixed beforehand
}

// Count records the games of a division, which is the first player of the tally.
func (d *Division) Count(t *arena.Tally) {
	d.Played = estimate{Games: t.Count(), Points: float64(t.Wins) + float64(t.Draws)/2}
	d.Played.Interval = tournament.IntervalOf(t.Sample().Elo())
}

// text is the estimate in a table.
func (e *estimate) text() string {
	switch {
	case e.Games == 0:
		return "-"
	case e.Elo.IsZero():
		return fmt.Sprintf("%.1f of %d", e.Points, e.Games)
	}
	return e.Estimate().Text(0)
}

// divisionTable prints the results of divisions against the sequential player with the given nodes:
// Elo with its 95 % interval, or the points where there is no Elo.
func divisionTable(all []*Division, nodes uint64) string {
	var b strings.Builder
	for _, total := range []bool{false, true} {
		title := fmt.Sprintf("each with %d nodes", nodes)
		if total {
			title = fmt.Sprintf("all together with %d nodes", nodes)
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, against one search with %d: Elo (95 %%)\n%4s", title, nodes, "N")
		for _, way := range ways() {
			fmt.Fprintf(&b, "  %-17s", way)
		}
		row := 0
		for _, d := range all {
			if d.Total != total {
				continue
			}
			if d.N != row {
				fmt.Fprintf(&b, "\n%4d", d.N)
				row = d.N
			}
			fmt.Fprintf(&b, "  %-17s", d.Played.text())
		}
		b.WriteByte('\n')
	}
	return trimLines(b.String())
}

// ruleText prints the stopping rule of all figures: a number of games, and the figures for which that was not
// fixed beforehand or which were stopped early.
func ruleText(all []*Division, games int) string {
	rule := fmt.Sprintf("%d games, fixed beforehand", games)
	text := fmt.Sprintf("\nRule for each figure: %s.\n", rule)
	for _, d := range all {
		if d.Played.Games > 0 && d.Played.Rule != rule {
			text += fmt.Sprintf("But %s: %s.\n", d.Name(), d.Played.Rule)
		}
	}
	return text
}

// trimLines removes the blanks at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// divisions returns the divisions of some sizes: at equal time for each search, then at equal
// work in all. Two have no council of one member with two threads.
func divisions(sizes []int) (all []*Division) {
	for _, total := range []bool{false, true} {
		for _, n := range sizes {
			for _, way := range ways() {
				if way != byBoth || n > 2 {
					all = append(all, &Division{Way: way, N: n, Total: total})
				}
			}
		}
	}
	return all
}

// Name returns a word for the division, usable in file names.
func (d *Division) Name() string {
	work := "time"
	if d.Total {
		work = "work"
	}
	return fmt.Sprintf("%s%d-%s", d.Way, d.N, work)
}

// Words returns the player in words, given the nodes of the sequential one. criterion is that of its council.
func (d *Division) Words(nodes uint64, noise int, criterion string) string {
	each := nodes // of each search
	if d.Total {
		each = max(nodes/uint64(d.N), 1)
	}
	switch d.Way {
	case byThreads:
		return fmt.Sprintf("threads=%d nodes=%d", d.N, each*uint64(d.N))
	case byBoth:
		return fmt.Sprintf("consult=noise%d@%d*2 criterion=%s nodes=%d", d.N/2, noise, criterion, 2*each)
	}
	return fmt.Sprintf("consult=noise%d@%d criterion=%s nodes=%d", d.N, noise, criterion, each)
}
