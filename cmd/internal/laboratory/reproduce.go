package laboratory

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/book"
	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// reproduction repeats the experiments of docs/consultation-results.md from nothing: positions and openings
// come from the built-in book and self-play.
type reproduction struct {
	folder    string
	small     bool
	scale     reproductionScale
	openQueue OpenQueue
	std       cli.Streams
}

// reproductionScale is all that the results of a reproduction depend on.
type reproductionScale struct {
	Positions int    `json:"positions"`
	Nodes     uint64 `json:"nodes"`
	Games     int    `json:"games"`
	Openings  string `json:"openings,omitempty"`
	Engine    string `json:"engine"` // its signature
}

func defineReproduce(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	r := reproduction{openQueue: open}
	flags.StringVar(&r.folder, "folder", "", "write everything to this `folder`; the same command resumes")
	flags.BoolVar(&r.small, "small", false, "make one table per chapter in minutes: 60 positions, 5000 nodes, 20 games")
	flags.IntVar(&r.scale.Positions, "positions", 0, "`number` of positions (default 610)")
	flags.Uint64Var(&r.scale.Nodes, "nodes", 0,
		"`nodes` of each search (default 100000); games use 1/25 of it, the choice of positions ten times as many")
	flags.IntVar(&r.scale.Games, "games", 0, "`number` of games for each figure (default 400)")
	flags.StringVar(&r.scale.Openings, "openings", "", "`file` of openings (default: the built-in book)")
	return r.run
}

// run makes the material and runs the chapters.
func (r *reproduction) run(args []string, std cli.Streams) (err error) {
	if err := onlyFlags(args, false); err != nil {
		return err
	}
	s := &r.scale
	if r.folder == "" || s.Positions < 0 || s.Games < 0 {
		return cli.Usagef("--folder is required, and --positions and --games must not be below 0")
	}
	usual := reproductionScale{Positions: 610, Nodes: 100_000, Games: 400}
	if r.small {
		usual = reproductionScale{Positions: 60, Nodes: 5000, Games: 20}
	}
	s.Positions = cmp.Or(s.Positions, usual.Positions)
	s.Nodes = cmp.Or(s.Nodes, usual.Nodes)
	s.Games = cmp.Or(s.Games, usual.Games)
	r.std = std
	ctx, stop := std.Interrupts()
	defer stop()
	defer func() {
		if errors.Is(err, context.Canceled) {
			err = context.Cause(ctx)
		}
	}()
	if s.Engine, err = proposals.Signature(ctx); err != nil {
		return err
	}
	if err := os.MkdirAll(r.folder, 0o777); err != nil {
		return err
	}
	state := new(stateHead[reproductionScale])
	_, err = resumeState(r.path("reproduce.json"), "reproduction", state, *s, func() error { return nil })
	if err != nil {
		return err
	}
	*state = stateHead[reproductionScale]{stateVersion, *s}
	if err := saveState(r.path("reproduce.json"), state); err != nil {
		return err
	}
	if err := r.makeOpenings(); err != nil {
		return err
	}
	if err := r.makeSuites(ctx); err != nil {
		return err
	}
	for _, c := range r.chapters() {
		if err := r.experiment(c); err != nil {
			return fmt.Errorf("%s: %w", c.file, err)
		}
	}
	return nil
}

func (r *reproduction) path(name string) string { return filepath.Join(r.folder, name) }

// openings returns the name of the file of openings.
func (r *reproduction) openings() string { return cmp.Or(r.scale.Openings, r.path("openings.bin")) }

// makeOpenings writes the built-in book, unless there are openings.
func (r *reproduction) makeOpenings() error {
	name := r.openings()
	if _, err := os.Stat(name); err == nil || r.scale.Openings != "" {
		return err
	}
	return cli.Replace(name, func(w io.Writer) error {
		_, err := book.Merge(w, book.AddWeights, book.Builtin())
		return err
	})
}

// experiment runs the command of a chapter. It prints the command and the table, and writes them, the figures
// and the picture to files.
func (r *reproduction) experiment(c chapter) error {
	words := append([]string{}, c.words...)
	words = append(words, "--figures", "@"+c.file+".figures.json", "--plot", "@"+c.file+".svg")
	if c.suites {
		words = append(words, "--store", "@lab.db", "--create", "--nodes", fmt.Sprint(r.scale.Nodes), "@suite.epd",
			"@heldout.epd")
	}
	for i, word := range words {
		if name, is := strings.CutPrefix(word, "@"); is {
			words[i] = r.path(name)
		}
	}
	var table bytes.Buffer
	fmt.Fprintf(&table, "%s\n\n    alfiere-lab experiment", c.title)
	for _, word := range words {
		if strings.Contains(word, " ") {
			word = `"` + word + `"`
		}
		table.WriteString(" " + word)
	}
	table.WriteString("\n\n")
	if err := r.command(words, &table); err != nil {
		return err
	}
	table.WriteByte('\n')
	if _, err := r.std.Out.Write(table.Bytes()); err != nil {
		return err
	}
	return os.WriteFile(r.path(c.file+".txt"), table.Bytes(), 0o666)
}

// command runs an experiment in this process.
func (r *reproduction) command(words []string, out io.Writer) error {
	root := cli.Root("experiment", "", "", Experiments(func(*pflag.FlagSet) OpenQueue { return r.openQueue })...)
	root.SetArgs(words)
	std := cli.Streams{In: r.std.In, Out: out, Err: r.std.Err, Job: r.std.Job}
	return root.ExecuteContext(std.Context())
}

// errFewPositions is returned if self-play has not led to enough positions that test anything.
var errFewPositions = errors.New("self-play has led to too few test positions; give more --positions or --nodes")

// makeSuites plays games of the engine against itself, chooses test positions from them and writes them: four
// fifths to suite.epd, the rest to heldout.epd. Suites that are there stay.
func (r *reproduction) makeSuites(ctx context.Context) error {
	if _, err := os.Stat(r.path("heldout.epd")); err == nil {
		return nil
	}
	player := fmt.Sprintf("nodes=%d noise=40 name=", r.gameNodes())
	var table bytes.Buffer
	err := r.command([]string{"tournament", "--player", player + "First seed=1", "--player", player + "Second seed=2",
		"--games", fmt.Sprint(2 * max(r.scale.Positions/2, 4)), "--openings", r.openings(), "--shuffle", "1",
		"--pgn", r.path("selfplay.pgn"), "--resume"}, &table)
	if err != nil {
		return err
	}
	positions, err := gamePositions(r.path("selfplay.pgn"))
	if err != nil {
		return err
	}
	lines, err := r.chooseTests(ctx, positions)
	if err != nil {
		return err
	}
	if len(lines) < 2 {
		return errFewPositions
	}
	main := max(len(lines)*4/5, 1)
	for _, part := range []struct {
		name  string
		lines []string
	}{{"suite.epd", lines[:main]}, {"heldout.epd", lines[main:]}} {
		err := cli.Replace(r.path(part.name), func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Join(part.lines, "\n")+"\n")
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Bounds of the positions that test something, in centipawns and plies.
const (
	decidedScore = 600 // more than that is decided: any move wins or loses
	uniqueMargin = 50  // the best move is better than all others by this much
	earliestPly  = 12
	plyStep      = 4
)

// gamePositions returns different positions of the games in a file, of each game every plyStep plies.
func gamePositions(path string) (positions []movegen.Position, err error) {
	file, err := datafile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	seen := map[string]bool{}
	games := pgn.NewReader(file, pgn.Reading{})
	for games.Next() {
		p, err := games.Start()
		if err != nil {
			return nil, err
		}
		moves, err := games.Moves()
		if err != nil {
			return nil, err
		}
		for ply, m := range moves {
			if ply >= earliestPly && ply%plyStep == 0 && !seen[p.EPD()] {
				seen[p.EPD()] = true
				plain := p
				plain.SetCounters(0, 1)
				positions = append(positions, plain)
			}
			p.Make(m)
		}
	}
	return positions, games.Err()
}

// chooseTests returns EPD lines of the positions, at most as many as wanted, whose best move a deep search has
// found late, keeps, and prefers clearly to all others.
func (r *reproduction) chooseTests(ctx context.Context, positions []movegen.Position) (lines []string, err error) {
	b := bench{signature: r.scale.Engine, nodes: 10 * r.scale.Nodes, megabytes: usualMegabytes,
		openQueue: r.openQueue, std: r.std}
	b.course.bar = cli.NewProgress(r.std)
	if b.store, err = proposals.OpenOrCreate(ctx, r.path("positions.db")); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.store.Close()) }()
	for some := range slices.Chunk(positions, 2*r.scale.Positions) { // most often not all are needed
		more, err := b.testsAmong(ctx, some)
		if lines = append(lines, more...); err != nil || len(lines) >= r.scale.Positions {
			return lines[:min(len(lines), r.scale.Positions)], err
		}
	}
	return lines, nil
}

// testsAmong returns EPD lines of those positions that test something.
func (b *bench) testsAmong(ctx context.Context, positions []movegen.Position) (lines []string, err error) {
	var questions []proposals.Question
	ask := func(p movegen.Position, moves []movegen.Move) {
		questions = append(questions, proposals.Question{Position: p, Seat: seatOf(eval.All), Nodes: b.nodes,
			Megabytes: b.megabytes, Moves: moves})
	}
	for _, p := range positions {
		ask(p, nil)
	}
	found, err := b.answers(ctx, questions)
	if err != nil {
		return nil, err
	}
	questions = nil
	var best []*council.Proposal
	for i, a := range found {
		var list movegen.MoveList
		positions[i].LegalMoves(&list)
		others := slices.DeleteFunc(slices.Clone(list.Moves()), func(m movegen.Move) bool { return m == a.Move })
		if isFoundLate(a) && len(others) > 0 {
			ask(positions[i], others)
			best = append(best, a)
		}
	}
	second, err := b.answers(ctx, questions)
	if err != nil {
		return nil, err
	}
	for i := range second {
		if p := questions[i].Position; best[i].Score-second[i].Score >= uniqueMargin {
			lines = append(lines, fmt.Sprintf("%s bm %s;", p.EPD(), notation.SAN(&p, best[i].Move, notation.English)))
		}
	}
	return lines, nil
}

// isFoundLate reports whether a search has decided on its move after the third iteration, but before the last two,
// in a game that is not decided.
func isFoundLate(a *council.Proposal) bool {
	n := len(a.Iterations)
	if n < 6 || a.Score > decidedScore || a.Score < -decidedScore {
		return false
	}
	other := slices.ContainsFunc(a.Iterations[3:n-2], func(i council.Iteration) bool { return i.Move != a.Move })
	return other && a.Iterations[n-1].Move == a.Move && a.Iterations[n-2].Move == a.Move
}
