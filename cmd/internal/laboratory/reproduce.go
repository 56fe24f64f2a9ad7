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

// chapter is a table of the page: the command that makes it, and the name of its files.
type chapter struct {
	title, file string
	words       []string // names of the experiment and its flags; "@NAME" is a file of the folder
	suites      bool     // it works on the suites
}

// chapters returns the tables in the order of the page.
func (r *reproduction) chapters() []chapter {
	alone := fmt.Sprintf("nodes=%d", r.gameNodes())
	sizes, sets := "2,4,8,16", []string{"--sizes", "2-8"}
	breeding := []string{"--generations", "300", "--runs", "8"}
	var councils, timed []string // all sixteen
	fewest := 4
	if r.small {
		sizes, sets = "2,4", []string{"--sizes", "2-3", "--among", "mbxkcpar mpar mbxp mbkc mcar bxkcar"}
		breeding, fewest = []string{"--generations", "20", "--runs", "2"}, 7
		councils = []string{"--council", "balanced7", "--council", "unbalanced7"}
	}
	for _, family := range thesisFamilies {
		for size := fewest; size <= 7; size++ {
			timed = append(timed, "--council", fmt.Sprint(family, size, "@time"))
		}
	}
	return append(r.contrasts(),
		chapter{"Knowledge or the tree", "divide", []string{"divide", "--nodes", fmt.Sprint(r.gameNodes()), "--sizes", sizes,
			"--games", fmt.Sprint(r.scale.Games), "--openings", r.openings(), "--shuffle", "18", "--games-in",
			"@divide"}, false},
		r.games("The thesis's tournaments (chapter 6)", "thesis", "consult=balanced7 criterion=weights "+alone, alone,
			"--moves", "40", "--judge-nodes", fmt.Sprint(10*r.scale.Nodes)),
		chapter{"Order of knowledge (chapter 4.1)", "order", []string{"order"}, true},
		chapter{"Unions (chapter 4.2)", "union", append([]string{"union"}, councils...), true},
		chapter{"Criteria (chapter 4.3)", "criteria", append([]string{"criteria"}, councils...), true},
		chapter{"Criteria with equal time", "criteria-time", append([]string{"criteria"}, timed...), true},
		chapter{"Noise on suites", "noise", []string{"criteria", "--council", "noise2", "--council", "noise4", "--council",
			"noise8", "--council", "noise16", "--criteria", "majority,relative1,optimistic"}, true},
		chapter{"Bred weights (chapter 6.5)", "genetic", append([]string{"genetic", "--state", "@genetic.json"},
			breeding...), true},
		chapter{"Chosen sets", "search-sets", append([]string{"search-sets", "--criteria",
			"union,optimistic,majority,relative1"}, sets...), true})
}

// games returns a chapter of games between two players.
func (r *reproduction) games(title, file, first, second string, more ...string) chapter {
	return chapter{title, file, append([]string{"tournament", "--player", first, "--player", second, "--games",
		fmt.Sprint(r.scale.Games), "--openings", r.openings(), "--shuffle", "18", "--pgn", "@" + file + ".pgn",
		"--resume"}, more...), false}
}

// contrasts returns the games of docs/consultation/plan.md: noise, controls, threads against as many copies, and
// councils with equal time.
func (r *reproduction) contrasts() (all []chapter) {
	nodes, largest, noises := r.gameNodes(), 16, []string{"5", "10", "25", "40", "80"}
	if r.small {
		largest, noises = 4, noises[:1]
	}
	copies := func(number int, noise string) string {
		return fmt.Sprintf("consult=noise%d@%s criterion=optimistic nodes=%d", number, noise, nodes)
	}
	alone := fmt.Sprintf("nodes=%d", nodes)
	for n := 2; n <= largest; n *= 2 {
		threads := fmt.Sprintf("threads=%d nodes=%d", n, uint64(n)*nodes)
		all = append(all, r.games("Noisy copies against one player", fmt.Sprint("noise", n), copies(n, "15"), alone),
			r.games("Threads against as many copies", fmt.Sprint("tree", n), threads, copies(n, "15")))
	}
	for _, noise := range noises {
		all = append(all, r.games("Size of the noise", "noise8-"+noise, copies(8, noise), alone))
	}
	all = append(all, r.games("One noisy copy", "single", "noise=15 seed=1 "+alone, alone),
		r.games("Eight copies by majority", "majority", "consult=noise8 criterion=majority "+alone, alone),
		r.games("Sixteen copies against eight", "sixteen", copies(16, "15"), copies(8, "15")))
	time := fmt.Sprintf(" nodes=%d", max(nodes/2, 1))
	for i, council := range []string{"balanced7@time criterion=re-search second=67 option.Knowledge=mbxkcpar",
		"unbalanced7@time criterion=optimistic",
		"balanced7@time criterion=re-search second=50 option.Knowledge=mbxkcpar",
		"balanced7@time criterion=weights weights=genetic", "incremental6@time criterion=depth",
		"balanced4@time criterion=relative1", "unbalanced7@time criterion=weights",
		"balanced5@time criterion=optimistic", "balanced6@time criterion=optimistic"} {
		all = append(all, r.games("Equal time", fmt.Sprint("equal-time", i+1), "consult="+council+time,
			"consult=mbxkcpar@time"+time))
	}
	return all
}

// gameNodes returns the nodes of a move in games.
func (r *reproduction) gameNodes() uint64 { return max(r.scale.Nodes/25, 1) }

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
