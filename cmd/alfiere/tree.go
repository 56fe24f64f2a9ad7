package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search"
	"alfiere/search/analysis"
)

// treeFlags are the flags that several parts of alfiere tree share.
type treeFlags struct {
	pgn.Conversion
	out               string // a file instead of standard output
	letters, language string
}

// defineReading defines the flags of commands that read a tree.
func (f *treeFlags) defineReading(flags *pflag.FlagSet) {
	flags.StringVar((*string)(&f.From), "from", "",
		"input `form`: pgn, text, numeric, table, board or fen (default: by extension .pgn, .json, .fen or .epd)")
	cli.Complete(flags, "from", "pgn", "text", "numeric", "table", "board", "fen")
	flags.BoolVar(&f.Black, "black", false, "let Black move in boards that do not give the side to move")
	flags.IntVar(&f.Game, "game", 0, "`number` of the game, required for a PGN file with several games")
	f.defineLetters(flags)
}

// defineLetters defines the flags for letters, language and castling rules.
func (f *treeFlags) defineLetters(flags *pflag.FlagSet) {
	f.Rules = movegen.Rules{Composed: true}
	flags.StringVar(&f.letters, "letters", "", "ten `letters` of boards and tree texts, as in .RDTACPIFM")
	flags.StringVar(&f.language, "language", "english", "`name`, code or letters of the language of PGN moves")
	cli.Complete(flags, "language", notation.Languages()...)
	flags.BoolVar(&f.Rules.Chess960, "chess960", false, "read castling rights as in Chess960")
}

// complete parses the letters and the language, and checks the flags. formError is the error in a form, or nil. Errors
// are usage errors.
func (f *treeFlags) complete(formError error) (err error) {
	if f.letters != "" {
		if f.Letters, err = gametree.ParseLetters(f.letters); err != nil {
			return cli.Usagef("--letters: %w", err)
		}
	}
	if f.Moves, err = notation.ParseLanguage(f.language); err != nil {
		return cli.Usagef("--language %q: %w", f.language, err)
	}
	if f.Game < 0 {
		return cli.Usagef("--game must not be negative")
	}
	if formError != nil {
		return cli.Usagef("%w", formError)
	}
	return nil
}

// defineTreeConvert defines the command that converts a tree to another form.
func defineTreeConvert(flags *pflag.FlagSet) cli.Run {
	var f treeFlags
	f.defineReading(flags)
	flags.StringVar((*string)(&f.To), "to", "",
		"output `form`: pgn, text, numeric, table, board, fen or show (default: by extension of --out)")
	cli.Complete(flags, "to", "pgn", "text", "numeric", "table", "board", "fen", "show")
	cli.OutVar(flags, &f.out)
	return func(args []string, std cli.Streams) error {
		f.To = cmp.Or(f.To, pgn.FormOf(datafile.Plain(f.out), ""))
		return f.convert(args, std, "")
	}
}

// defineTreeShow defines the command that prints a tree with indentation.
func defineTreeShow(flags *pflag.FlagSet) cli.Run {
	f := treeFlags{Conversion: pgn.Conversion{To: pgn.Show}}
	flags.BoolVar(&f.Diagrams, "diagrams", false, "print a diagram at the end of each line of moves")
	f.defineReading(flags)
	return func(args []string, std cli.Streams) error { return f.convert(args, std, pgn.Text) }
}

// defineTreeCheck defines the command that counts the moves of a tree.
func defineTreeCheck(flags *pflag.FlagSet) cli.Run {
	f := treeFlags{Conversion: pgn.Conversion{To: pgn.Show}}
	f.defineReading(flags)
	return func(args []string, std cli.Streams) error {
		in, err := f.open(args, std, pgn.Text)
		if err != nil {
			return err
		}
		d, err := f.Read(f.text(in))
		if err := errors.Join(err, in.Close()); err != nil {
			return err
		}
		s := d.Tree.Summary()
		_, err = fmt.Fprintf(std.Out, "moves %d, generations %d, ended lines %d, replies not computed %d\n",
			s.Moves, s.Generations, s.Ended, s.Missing)
		return err
	}
}

// convert converts the file named by the arguments. usual is its form if neither --from nor the extension gives one.
func (f *treeFlags) convert(args []string, std cli.Streams, usual pgn.Form) error {
	in, err := f.open(args, std, usual)
	if err != nil {
		return err
	}
	defer in.Close()
	return std.Write(f.out, func(w *bufio.Writer) error {
		return errors.Join(f.Convert(w, f.text(in)), in.Close()) // Windows replaces no file that is open
	})
}

// text returns a reader of the file whose errors name the file, and its kind if it is not text. The PGN reader does
// that itself.
func (f *treeFlags) text(in *cli.Input) io.Reader {
	if f.From == pgn.PGN {
		return in
	}
	return namedReader{in.Name, datafile.NewTextReader(in)}
}

// namedReader is a reader whose errors name the file.
type namedReader struct {
	name string
	io.Reader
}

// Read implements io.Reader.
func (r namedReader) Read(into []byte) (int, error) {
	n, err := r.Reader.Read(into)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", r.name, err)
	}
	return n, err
}

// open completes the flags and opens the file named by the arguments.
func (f *treeFlags) open(args []string, std cli.Streams, usual pgn.Form) (*cli.Input, error) {
	if f.From == "" {
		f.From = usual
		if len(args) > 0 {
			f.From = pgn.FormOf(datafile.Plain(args[0]), usual)
		}
	}
	if err := f.complete(cmp.Or(f.From.Readable(), f.To.Writable())); err != nil {
		return nil, err
	}
	return std.OpenOnly(context.Background(), args, f.out)
}

// defineTreeGrow defines the command that makes a tree from a position.
func defineTreeGrow(flags *pflag.FlagSet) cli.Run {
	var f treeFlags
	var g analysis.Grower
	f.defineLetters(flags)
	flags.StringVar((*string)(&f.To), "to", "",
		"output `form`: show, pgn, text, numeric or table (default: show; with --out by its extension, or text)")
	cli.Complete(flags, "to", "show", "pgn", "text", "numeric", "table")
	cli.OutVar(flags, &f.out)
	depth := flags.Int("depth", 0, "depth in `generations` (half-moves)")
	flags.IntVar(&g.Best, "best", 0, "follow only the engine's `N` best moves; 0 follows all moves")
	flags.Uint64Var(&g.Nodes, "nodes", 20000, "`nodes` to search per position; 0 gives no scores")
	hash := flags.Int("hash", 16, "size of the hash table in `megabytes`")
	return func(args []string, std cli.Streams) error {
		if f.out != "" {
			f.To = cmp.Or(f.To, pgn.FormOf(datafile.Plain(f.out), pgn.Text))
		}
		f.To = cmp.Or(f.To, pgn.Show)
		switch err := f.complete(f.To.Writable()); {
		case err != nil:
			return err
		case *depth < 1 || *depth > analysis.MaxDepth:
			return cli.Usagef("--depth must be from 1 to %d", analysis.MaxDepth)
		case g.Best < 0 || g.Best > 0 && g.Nodes == 0:
			return cli.Usagef("--best must not be negative and needs --nodes")
		}
		position, err := positionArgument(args, f.Rules, std)
		if err != nil {
			return err
		}
		positions, fits := g.Count(&position, *depth)
		if !fits {
			return cli.Usagef("%d generations have more than %d moves, the limit of a tree; "+
				"lower --depth or set --best", *depth, gametree.MaxGrowth)
		}
		if g.Nodes > 0 {
			engine, err := search.New(*hash)
			if err != nil {
				return cli.Usagef("--hash: %w", err)
			}
			defer engine.Close()
			g.Searcher = engine
		}
		progress := cli.NewProgress(std)
		g.Progress = func(count int) {
			progress.ShowPart(int64(count), positions, "%d of %d positions", count, positions)
		}
		return f.grow(gametree.New(position), *depth, &g, progress, std)
	}
}

// grow grows the tree and writes it. After an interrupt it writes the part that has grown; if that is empty, an
// existing file stays unchanged.
func (f *treeFlags) grow(
	tree *gametree.Tree, depth int, g *analysis.Grower, progress *cli.Progress, std cli.Streams,
) error {
	ctx, stop := cli.Interrupts()
	defer stop()
	err := std.Write(f.out, func(w *bufio.Writer) error {
		err := g.Grow(ctx, tree, depth)
		progress.Clear()
		if err != nil && (ctx.Err() == nil || tree.Len() == 0) {
			return err
		}
		return f.Write(w, pgn.Document{Game: pgn.NewGame(tree), Letters: f.Letters})
	})
	if err == nil && ctx.Err() != nil {
		return fmt.Errorf("%w; the tree grown so far was written", context.Cause(ctx))
	}
	return err
}
