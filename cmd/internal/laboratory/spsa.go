package laboratory

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/tournament"
	"alfiere/eval/tune"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// tuner is the experiment spsa: its flags, and the tuning.
type tuner struct {
	openQueue   OpenQueue
	engine, tc  string
	nodes       uint64
	parameters  []tune.Parameter
	pairs       int
	seed        uint64
	concurrency int
	openings    tournament.Tournament // only its file of openings and their order
	rules       arena.Rules
	file, svg   string

	saved     savedTuning
	program   string             // as Player.Hash
	bounds    []*Player          // with the lowest, the highest and no values
	positions []movegen.Position // to begin with; none means the initial position
	std       cli.Streams
	progress  *cli.Progress
}

func defineSPSA(flags *pflag.FlagSet, openQueue OpenQueue) cli.Run {
	s := tuner{rules: gameRules(), openQueue: openQueue}
	flags.StringVar(&s.engine, "engine", "",
		"the engine, as `KEY=VALUE…`: cmd, dir, name, option.NAME; without cmd it is Alfiere itself")
	flags.Func("param", "option to tune, as `NAME=START,MIN,MAX,C[,R]`: C is the perturbation in the last pair, "+
		"R the learning rate (default .002)", s.readParameter)
	flags.IntVar(&s.pairs, "pairs", 10_000, "`number` of pairs of games")
	flags.Uint64Var(&s.nodes, "nodes", 0, "`nodes` per move (default without --tc: 40000)")
	flags.StringVar(&s.tc, "tc", "", "chess `clock` in seconds: 60, 60+0.6, 40/60+0.6, 1:30")
	flags.StringVar(&s.openings.Openings, "openings", "",
		"`file` of openings: EPD, FEN, PGN (the last position of each game) or a book (.bin); "+
			"without it games at fixed nodes differ by the values alone")
	flags.Uint64Var(&s.openings.Shuffle, "shuffle", 0,
		"shuffle the openings by this `seed`; 0 keeps their order")
	flags.IntVar(&s.concurrency, "concurrency", 1, "`number` of pairs that are played at a time, here at most --threads")
	flags.Func("resign", "resign at `SCORE/MOVES`: centipawns down, own moves in a row", s.rules.Resign.Set)
	flags.Func("draw",
		"end as a draw at `SCORE/MOVES/AFTER`: centipawns at most, moves of both in a row, earliest move", s.rules.Draw.Set)
	flags.Uint64Var(&s.seed, "seed", 1, "`number` that selects the random signs")
	flags.StringVar(&s.file, "state", "", "`file` to resume from, if it exists; it is replaced after each pair")
	flags.StringVar(&s.svg, "svg", "", "draw the values over the pairs into a `file`, .svg or .png")
	return s.run
}

// readParameter reads the value of --param.
func (s *tuner) readParameter(text string) error {
	name, numbers, _ := strings.Cut(text, "=")
	parts := strings.Split(numbers, ",")
	if name = strings.TrimSpace(name); name == "" || strings.Contains(name, `"`) || len(parts) < 4 || len(parts) > 5 {
		return errors.New("expected NAME=START,MIN,MAX,C[,R]")
	}
	p := tune.Parameter{Name: name, R: tune.DefaultRate}
	for i, to := range []*float64{&p.Start, &p.Min, &p.Max, &p.C, &p.R}[:len(parts)] {
		var err error
		if *to, err = strconv.ParseFloat(parts[i], 64); err != nil {
			return message.Errorf("%q is not a number", parts[i])
		}
	}
	if slices.ContainsFunc(s.parameters, func(old tune.Parameter) bool { return strings.EqualFold(old.Name, name) }) {
		return message.Errorf("%s is given twice", name)
	}
	s.parameters = append(s.parameters, p)
	return p.Check()
}

// run tunes and prints the values, even after an interrupt.
func (s *tuner) run(args []string, std cli.Streams) (err error) {
	if err := onlyFlags(args, false); err != nil {
		return err
	}
	s.std = std
	if err := s.validate(); err != nil {
		return cli.Usagef("%w", err)
	}
	s.openings.Match.Games = 2 * s.pairs // for a book
	if s.positions, err = s.openings.ReadOpenings(); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	ctx, stop := std.Interrupts()
	defer stop()
	queue, closeQueue, err := s.openQueue(ctx, std, TableMegabytes)
	if err != nil {
		return err
	}
	defer closeQueue()
	if err := checkGuests(queue, s.bounds...); err != nil {
		return err
	}
	err = s.tune(ctx, queue)
	if ctx.Err() != nil {
		err = fmt.Errorf("%w after %d pairs", context.Cause(ctx), s.saved.Tuning.Counted())
	}
	if err != nil && s.saved.Tuning.Counted() == 0 {
		return err
	}
	err = errors.Join(err, s.report().writeText(std.Out))
	if s.svg != "" {
		err = errors.Join(err, chart.Save(s.svg, s.picture()))
	}
	return err
}

// validate checks the flags. This program's own options must accept the bounds.
func (s *tuner) validate() error {
	switch {
	case len(s.parameters) == 0:
		return errors.New("--param is needed at least once")
	case s.pairs < 1 || s.pairs > maxPairs:
		return fmt.Errorf("--pairs must be from 1 to %d", maxPairs)
	case s.concurrency < 1:
		return errors.New("--concurrency must be above 0")
	}
	if s.svg != "" {
		if err := chart.CheckName(s.svg); err != nil {
			return fmt.Errorf("--svg: %w", err)
		}
	}
	if s.nodes == 0 && s.tc == "" {
		s.nodes = 40_000
	}
	var lowest, highest []int
	for _, p := range s.parameters {
		lowest, highest = append(lowest, int(p.Min)), append(highest, int(p.Max))
	}
	for _, values := range [][]int{lowest, highest, nil} {
		p, err := parsePlayer(s.words(values))
		if err == nil && values == nil {
			err = p.identify()
			s.program = p.Hash
		}
		if err != nil {
			return err
		}
		s.bounds = append(s.bounds, p)
	}
	return nil
}

// maxPairs is the largest number of pairs of a tuning.
const maxPairs = 10_000_000

// words describes the engine with some values of the parameters, nil for its own.
func (s *tuner) words(values []int) string {
	words := s.engine
	if s.tc != "" {
		words += ` "tc=` + s.tc + `"`
	}
	if s.nodes > 0 {
		words += fmt.Sprintf(" nodes=%d", s.nodes)
	}
	for i, v := range values {
		words += fmt.Sprintf(` "option.%s=%d"`, s.parameters[i].Name, v)
	}
	return words
}

// tune lets a queue play the pairs that are not counted yet, several at a time, each from the values at its beginning.
// The error is that of ctx, of a file, of the queue, or of a program that does not start.
func (s *tuner) tune(ctx context.Context, queue work.Queue) error {
	s.progress = cli.NewProgress(s.std)
	defer s.progress.Clear()
	before, started := s.saved.Tuning.Counted(), time.Now()
	s.progress.Skip(int64(before))
	open := map[*arena.Game]tune.Trial{} // by the first games of pairs
	pairs := func(yield func([]*arena.Game) bool) {
		for {
			if len(open) == s.concurrency {
				if !yield(nil) {
					return
				}
				continue
			}
			trial, more := s.saved.Tuning.Next()
			if !more {
				return
			}
			games := s.pair(&trial)
			open[games[0]] = trial
			if !yield(games) {
				return
			}
		}
	}
	players := func(games []*arena.Game) (both [2]*Player) {
		trial := open[games[0]]
		for i, values := range [][]int{trial.Plus, trial.Minus} {
			both[i] = &Player{Player: &tournament.Player{Words: s.words(values)}, Hash: s.program}
		}
		return both
	}
	return queueOf(queue, &s.rules, 0, players).Play(ctx, pairs, func(games []*arena.Game) error {
		err := s.count(open[games[0]], games)
		delete(open, games[0])
		counted := s.saved.Tuning.Counted()
		s.progress.ShowBar(int64(counted), int64(s.pairs), "%d of %d pairs, %.1f games a minute", counted, s.pairs,
			float64(2*(counted-before))/time.Since(started).Minutes())
		return err
	})
}

// pair returns the two games of a trial, with colours changed. Contestant 0 has the values Plus.
func (s *tuner) pair(trial *tune.Trial) (games []*arena.Game) {
	start := movegen.StartPosition()
	if len(s.positions) > 0 {
		start = s.positions[trial.Pair%len(s.positions)]
	}
	for white := range 2 {
		games = append(games, &arena.Game{Number: 2*trial.Pair + white,
			Round: fmt.Sprintf("%d.%d", trial.Pair+1, white+1), White: white, Black: 1 - white, Start: start})
	}
	return games
}

// count moves the values by the games of a pair, and saves them. Faults of the engine count as losses.
func (s *tuner) count(trial tune.Trial, games []*arena.Game) error {
	result := 0
	for _, g := range games {
		result += g.Points(0) - 1
		if g.Termination.IsFault() {
			s.saved.Faults++
			s.progress.Clear()
			fmt.Fprintf(s.std.Err, "game %s: %v, %s\n", g.Round, g.Termination, g.Reason)
		}
	}
	s.saved.Tuning.Count(trial, result)
	return saveState(s.file, &s.saved)
}

// savedTuning is the contents of a tuning's file: the tuning and its conditions.
type savedTuning struct {
	stateHead[tuningConditions]
	Faults int        `json:"faults"` // games that were lost by a fault of the engine
	Tuning *tune.SPSA `json:"tuning"`
}

// tuningConditions are all that a tuning depends on, except how many pairs are played at a time.
type tuningConditions struct {
	Engine     string `json:"engine"`
	Limits     string `json:"limits"`
	Openings   string `json:"openings"` // the hash of the positions in their order
	Resign     string `json:"resign"`
	Draw       string `json:"draw"`
	Parameters string `json:"parameters"`
	Pairs      int    `json:"pairs"`
	Seed       uint64 `json:"seed"`
}

// conditions returns the conditions of this tuning.
func (s *tuner) conditions() tuningConditions {
	hash := sha256.New()
	for i := range s.positions {
		_, _ = io.WriteString(hash, s.positions[i].FEN()+"\n") // a hash takes everything
	}
	return tuningConditions{Engine: s.engine, Limits: fmt.Sprintf("nodes=%d tc=%s", s.nodes, s.tc),
		Openings: fmt.Sprintf("%x", hash.Sum(nil)[:8]), Resign: s.rules.Resign.String(), Draw: s.rules.Draw.String(),
		Parameters: fmt.Sprint(s.parameters), Pairs: s.pairs, Seed: s.seed}
}

// begin starts the tuning, or reads it from its file.
func (s *tuner) begin() error {
	fresh, err := tune.NewSPSA(s.parameters, s.pairs, s.seed)
	if err != nil {
		return err
	}
	s.saved = savedTuning{stateHead[tuningConditions]{stateVersion, s.conditions()}, 0, fresh}
	var saved savedTuning
	found, err := resumeState(s.file, "tuning", &saved, s.saved.Conditions, func() error {
		t := saved.Tuning
		if t == nil || fmt.Sprint(t.Parameters) != saved.Conditions.Parameters ||
			t.Pairs != s.pairs || t.Seed != s.seed {
			return errors.New("its values do not match its conditions")
		}
		return t.Check()
	})
	if found {
		s.saved = saved
	}
	if found || err != nil {
		return err
	}
	return saveState(s.file, &s.saved) // an error appears before the first game
}

// report has the values now, as a table, as UCI options and as Go constants.
func (s *tuner) report() *report {
	t := s.saved.Tuning
	rows := [][]string{cells("parameter", "start", "now", "min", "max")}
	var options, constants strings.Builder
	for i, value := range t.Values() {
		p := &t.Parameters[i]
		rows = append(rows, cells(p.Name, p.Start, fmt.Sprintf("%.2f", t.Theta[i]), p.Min, p.Max))
		fmt.Fprintf(&options, "setoption name %s value %d\n", p.Name, value)
		fmt.Fprintf(&constants, "\t%s = %d\n", identifier(p.Name), value)
	}
	r := &report{}
	r.add(fmt.Sprintf("Values after %d of %d pairs of games:\n\n", t.Counted(), t.Pairs), rows...)
	if s.saved.Faults > 0 {
		r.add(fmt.Sprintf("\n%d games were lost by faults of the engine.\n", s.saved.Faults))
	}
	r.add("\n" + options.String() + "\nconst (\n" + constants.String() + ")\n")
	return r
}

// identifier makes a Go name from the name of an option: "Move Overhead" becomes moveOverhead.
func identifier(option string) string {
	var name []rune
	apart := false
	for _, r := range option {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			apart = true
			continue
		case len(name) == 0:
			r = unicode.ToLower(r)
		case apart:
			r = unicode.ToUpper(r)
		}
		name, apart = append(name, r), false
	}
	if text := string(name); token.IsIdentifier(text) {
		return text
	}
	return "option" + string(name)
}

// picture draws a curve for each parameter, in per cent of its range.
func (s *tuner) picture() chart.Picture {
	t := s.saved.Tuning
	lines := &chart.Lines{Title: "SPSA, values within their bounds", X: "pairs of games", Y: "per cent of the range"}
	for i, p := range t.Parameters {
		line := chart.Line{Name: p.Name}
		add := func(pairs int, value float64) {
			line.Points = append(line.Points, chart.Point{X: float64(pairs), Y: 100 * (value - p.Min) / (p.Max - p.Min)})
		}
		for _, point := range t.History {
			add(point.Pairs, point.Theta[i])
		}
		if t.History[len(t.History)-1].Pairs < t.Counted() {
			add(t.Counted(), t.Theta[i])
		}
		lines.Lines = append(lines.Lines, line)
	}
	return lines
}
