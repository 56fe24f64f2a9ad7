package games

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/problem/format"
	"alfiere/search"
	"alfiere/search/analysis"
	"alfiere/tt/syzygy"
)

// Default limits of searches: a person waits some seconds for a position, less for each of many,
// and not long for each move of a game.
const (
	positionTime = 3 * time.Second
	lineTime     = time.Second
	moveNodes    = 100_000
)

// AnalyseCommand is the row of the subcommand analyse, which prints the engine's analysis of positions and games.
func AnalyseCommand() *cobra.Command {
	return cli.With(&cobra.Command{Use: "analyse [flags] FEN|FILE|-",
		Short:   "Analyse a position, or the moves of a game with a graph.",
		Example: "alfiere analyse --nodes 1000 --game 1 games.pgn"}, defineAnalyse)
}

func defineAnalyse(flags *pflag.FlagSet) cli.Run {
	var a analyse
	limits := &a.Limits
	flags.IntVar(&a.Lines, "multipv", 1, "`number` of lines to show for a position, best first")
	cli.SecondsVar(flags, &limits.MoveTime, "time",
		"`seconds` for each position, or a time as in 500ms; default without any limit: "+
			"3 for one position, 1 for each of a file, 100000 nodes for each move of a game")
	flags.IntVar(&limits.Depth, "depth", 0, "limit each position to this depth in `plies`")
	flags.Uint64Var(&limits.Nodes, "nodes", 0, "limit each position to this number of `nodes`")
	flags.IntVar(&a.threads, "threads", 0,
		"`number` of threads; 0 is all cores with time limits only, otherwise one, so that results repeat")
	flags.IntVar(&a.megabytes, "hash", 64, "size of the hash table in `megabytes`")
	flags.IntVar(&a.game, "game", 0, "analyse only the game with this `number`")
	flags.StringVar(&a.svg,
		"svg", "", "`file` for the graph of a game as an SVG picture (default: of the first game; select one with --game)")
	flags.BoolVar(&a.json, "json", false, "write one JSON object per position or game, on one line")
	flags.BoolVar(&a.verbose, "verbose", false, "print each depth of a position, not only the last one")
	flags.BoolVar(&a.rules.Chess960, "chess960", false, "read castling rights as in Chess960")
	path := flags.String("syzygy",
		"", "use the Syzygy endgame tables in these `folders`, also to judge the moves of endings")
	languageVar(flags, &a.from, "from",
		"`name`, code or letters of the language of the moves in the input (default: english)")
	languageVar(flags, &a.text.Letters,
		"to", "`name`, code or letters of the language of the moves in the output (default: english)")
	return func(args []string, std cli.Streams) error {
		if limits.Depth < 0 || limits.Depth >= search.MaxPly {
			return errDepth
		}
		if a.Lines < 1 || a.game < 0 || a.threads < 0 || a.threads > search.MaxThreads {
			return cli.Usagef("--multipv must be above 0, --game not below, and --threads from 0 to %d", search.MaxThreads)
		}
		engine, err := search.New(a.megabytes)
		if err != nil {
			return cli.Usagef("--hash: %w", err)
		}
		defer engine.Close()
		if *path != "" {
			if a.Tables, err = syzygy.Open(*path); err != nil {
				return fmt.Errorf("--syzygy: %w", err)
			}
			defer a.Tables.Close()
		}
		a.Engine, a.setThreads, a.std = engine, engine.SetThreads, std
		ctx, stop := cli.Interrupts()
		defer stop()
		return a.run(ctx, args)
	}
}

// analyse is the work of the subcommand.
type analyse struct {
	analysis.Analyst
	setThreads    func(count int)
	std           cli.Streams
	text          analysis.Text
	rules         movegen.Rules
	from          notation.PieceLetters
	json, verbose bool
	svg           string
	game          int // 0 means all
	threads       int // 0 means a number that suits the limits
	megabytes     int
	written       int // positions and games
}

// run analyses the input that the arguments name. The error wraps cli.ErrInterrupted, is of usage,
// or counts the invalid input.
func (a *analyse) run(ctx context.Context, args []string) error {
	a.text.Chess960 = a.rules.Chess960
	if cli.IsTerminal(a.std.Out) {
		a.text.Width = cli.Columns(a.std.Out) - 1
	}
	text, isPosition := format.Argument(args...)
	if isPosition {
		return a.alone(ctx, text)
	}
	if len(args) > 1 {
		return cli.Usagef("give one FEN or one FILE; %q is not a FEN", text)
	}
	in, err := a.std.OpenOnly(ctx, args, "")
	if err != nil {
		return err
	}
	defer in.Close()
	source := bufio.NewReaderSize(datafile.NewTextReader(in), peeked)
	if _, err := source.Peek(1); errors.Is(err, datafile.ErrEmpty) && len(args) == 0 {
		return fmt.Errorf("%s: %w; give a position as alfiere analyse \"FEN\"", in.Name, err)
	}
	if format.IsFEN(firstLine(source)) {
		return a.lines(ctx, in.Name, source)
	}
	return a.games(ctx, in.Name, source)
}

// limit fills in the default limits of a search, and its number of threads.
func (a *analyse) limit(time time.Duration, nodes uint64) {
	l := &a.Limits
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 {
		l.MoveTime, l.Nodes = time, nodes
	}
	if a.threads == 0 {
		a.threads = 1
		if l.Depth == 0 && l.Nodes == 0 {
			a.threads = min(runtime.GOMAXPROCS(0), search.MaxThreads)
		}
	}
	a.setThreads(a.threads)
}

// alone analyses the position on the command line.
func (a *analyse) alone(ctx context.Context, text string) error {
	if a.svg != "" || a.game > 0 {
		return cli.Usagef("--svg and --game are for games; alfiere board draws a position")
	}
	p, err := drawn(a.std, a.rules, text, a.text.Letters, a.json)
	if err != nil {
		return err
	}
	a.limit(positionTime, 0)
	return a.position(ctx, p, "")
}

// lines analyses the positions of a file.
func (a *analyse) lines(ctx context.Context, name string, source *bufio.Reader) error {
	if a.svg != "" || a.game > 0 {
		return fmt.Errorf("%s: these are positions; --svg and --game are for games", name)
	}
	a.limit(lineTime, 0)
	f := positionFiles{std: a.std}
	err := f.file(name, notation.NewEPDReader(source, a.rules), func(p *linePosition) error {
		return a.position(ctx, p.epd.Position, p.name())
	})
	if err != nil {
		return err
	}
	return f.fault(a.written)
}

// position analyses a position and prints the final state, also after an interrupt. The name is
// empty if there is only one position. The error wraps cli.ErrInterrupted or is that of writing.
func (a *analyse) position(ctx context.Context, p movegen.Position, name string) error {
	if a.written++; name != "" && !a.json {
		if a.written > 1 {
			fmt.Fprintln(a.std.Out)
		}
		fmt.Fprintf(a.std.Out, "%s\n", name)
	}
	panel := cli.NewPanel(a.std)
	var progress *cli.Progress
	if panel == nil {
		progress = cli.NewProgress(a.std)
	}
	if a.json || a.verbose {
		panel, progress = nil, nil
	}
	reported := 0
	s := a.Position(ctx, p, func(s *analysis.State) {
		panel.Show(func() []string { return append(a.text.Brief(s), analysis.Status(s)) })
		progress.Show("%s", analysis.Status(s))
		complete := len(s.Lines) > 0 && s.Lines[len(s.Lines)-1].Depth == s.Depth
		if a.verbose && complete && s.Depth > reported {
			reported = s.Depth
			_ = a.tell(s, analysis.Stage{ID: name}) // the dispatcher reports a failed write
		}
	})
	panel.Clear()
	progress.Clear()
	tellTables(a.std, a.Tables)
	if err := a.tell(&s, analysis.Stage{ID: name, Final: true, Interrupted: ctx.Err() != nil}); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return nil
}

// tell writes a state.
func (a *analyse) tell(s *analysis.State, stage analysis.Stage) error {
	if a.json {
		return a.text.WriteJSON(a.std.Out, s, stage)
	}
	lines := append(a.text.Lines(s), analysis.Status(s))
	if len(s.Lines) == 0 {
		if lines = []string{s.Over()}; s.Final == 0 && stage.Interrupted {
			return nil
		}
	}
	return a.print(lines)
}

// print writes lines.
func (a *analyse) print(lines []string) error {
	_, err := io.WriteString(a.std.Out, strings.Join(lines, "\n")+"\n")
	return err
}

// columns returns the width of the output: that of the terminal or of a page.
func (a *analyse) columns() int { return cmp.Or(a.text.Width, 80) }

// errDepth is returned for a depth that no search reaches.
var errDepth = cli.Usagef("--depth must be from 0 to %d", search.MaxPly-1)

// errNoGame is returned for a file without games and positions.
var errNoGame = errors.New("no game or position found; expected PGN, or a FEN or EPD per line")

// shownPlies is the number of half-moves shown of the line that was better than a mistake.
const shownPlies = 6

// games analyses the games of a file.
func (a *analyse) games(ctx context.Context, name string, source io.Reader) error {
	if a.svg != "" {
		a.game = max(a.game, 1)
	}
	a.limit(0, moveNodes)
	faulty, number := 0, 0
	r := pgn.NewReader(source, pgn.Reading{Language: a.from})
	for r.Next() {
		if number++; a.game > 0 && number != a.game {
			continue
		}
		g, _ := r.Game() // the error is the first one reported
		for _, fault := range g.Faults {
			fmt.Fprintf(a.std.Err, "%s: %s\n", name, notation.Printable(fault.Error()))
		}
		if len(g.Faults) > 0 {
			faulty++
		}
		if err := a.oneGame(ctx, g); err != nil {
			return err
		}
		if number == a.game {
			break
		}
	}
	switch err := r.Err(); {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case number == 0:
		return fmt.Errorf("%s: %w", name, errNoGame)
	case a.game > number:
		return fmt.Errorf("%s: there is no game %d; the last one is %d", name, a.game, number)
	case faulty > 0:
		return fmt.Errorf("%d of %d games have errors and are analysed up to there", faulty, a.written)
	}
	return nil
}

// oneGame analyses a game and prints the final state, also after an interrupt. The error wraps
// cli.ErrInterrupted or is that of writing.
func (a *analyse) oneGame(ctx context.Context, game *pgn.Game) error {
	progress := cli.NewProgress(a.std)
	g, err := a.Game(ctx, game.Tree, func(ply, plies int) {
		progress.ShowBar(int64(ply), int64(plies), "%d of %d half-moves", ply, plies)
	})
	progress.Clear()
	tellTables(a.std, a.Tables)
	g.Title = title(game)
	if a.written++; a.json {
		if err := a.text.WriteGameJSON(a.std.Out, &g); err != nil {
			return err
		}
	} else if err := a.tellGame(&g); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w; %d of %d half-moves are judged", cli.ErrInterrupted, len(g.Moves), g.Plies)
	}
	if a.svg == "" {
		return nil
	}
	return cli.Replace(a.svg, func(w io.Writer) error { return a.text.WriteSVG(w, &g) })
}

// tellGame writes a game for people: the graph comes last, where it is visible.
func (a *analyse) tellGame(g *analysis.Game) error {
	var lines []string
	part := func(more []string) {
		if len(more) > 0 && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	if a.written > 1 {
		lines = append(lines, "")
	}
	terminal := a.std.Terminal()
	lines = append(lines, g.Title)
	part(a.text.Table(g, terminal.Color))
	mistakes := a.text.Mistakes(g, shownPlies)
	part(mistakes)
	part(analysis.Graph{Columns: a.columns(), Rows: 9, Unicode: cli.UTF8(), Color: terminal.Color}.Draw(g))
	if len(mistakes) > 0 {
		lines = append(lines, strings.Repeat(" ", 6)+analysis.Legend)
	}
	part(g.Summary())
	return a.print(lines)
}

// title returns the players, place, date and result.
func title(g *pgn.Game) string {
	players := cmp.Or(g.Tags.Get("White"), "?") + " - " + cmp.Or(g.Tags.Get("Black"), "?")
	var facts []string
	for _, name := range [...]string{"Event", "Site", "Date"} {
		if value := g.Tags.Get(name); strings.Trim(value, "?.") != "" {
			facts = append(facts, strings.TrimSuffix(value, ".??.??"))
		}
	}
	return notation.Printable(strings.Join(append(append([]string{players}, facts...), g.Result.String()), ", "))
}
