package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/format"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// mateFlags are the flags of alfiere mate that complete checks when all flags are parsed.
type mateFlags struct {
	forms                             format.FormChoice
	full, brief                       bool
	figurines, neighbours             bool
	language, mark, list, resume, out string
	goal                              string // of neighbours
	printer                           format.Printer
}

// define defines the flags of s.
func (f *mateFlags) define(flags *pflag.FlagSet, s *format.Solver) {
	f.defineForm(flags, s)
	f.defineAmount(flags, s)
	flags.StringVar(&f.list, "list", "",
		"list the meaning of `words` without solving: flaws, merits, warnings, blocks, changes or themes")
	flags.Func("only",
		"print only problems with one of these `verdicts`, as in sound,cooked or !undecided: sound, cooked, "+
			"short, none, missing, illegal, undecided, fault", cli.Suggesting(f.printer.Filter.AddVerdicts))
	flags.Func("theme",
		"print only problems with one of these `themes`, as in Grimshaw,Novotny or !Novotny; repeat the flag to "+
			"require several", cli.Suggesting(f.printer.Filter.AddThemes))
	flags.Func("men",
		"print only problems with this number of `men`: 7, 8-12, 8-, or White and Black as in 4+3, 5-7+3- or +3",
		f.printer.Filter.AddMen)
	flags.BoolFunc("summary",
		"print counts by verdict, length and theme after the answers; with --summary=only, print only the counts",
		f.printer.Summing.Set)
	flags.StringVar(&f.resume, "resume", "",
		"with --json, store the answers in this `file` and solve only problems without an answer there; the same "+
			"command resumes interrupted work")
	flags.StringVar(&f.mark, "mark", "", "mark these `squares` in SVG and LaTeX, as in e4,d5")
	flags.StringVar(&s.Key, "key", "",
		"intended key, a `move` as in Nd3, or several as in Nd3,Qa1; their themes are named despite cooks and "+
			"shorter mates")
	flags.IntVar(&s.Problem.Solutions, "solutions", 0,
		"`number` of intended keys; a problem with exactly this number is sound (default: that of --key or of the "+
			"problem, or 1)")
	flags.BoolVar(&s.Text.Compact, "compact", false, "print no diagram, and one line per phase")
	flags.Func("economy",
		"`basis` of superfluous men: actual (the actual play does not need them; lists the tries that do) or "+
			"tries (no try needs them either) (default: actual)", s.Text.ParseEconomy)
	flags.BoolVar(&s.Text.SetPlay, "set", false, "show the set play: the play if the defender moved first")
	flags.BoolVar(&s.Text.AllDefences, "all-defences", false, "show also the defences that stop no threat")
	flags.BoolFunc("themes",
		"name the themes, with the lines that show them; with --themes=main, no elements such as self-blocks; "+
			"with --themes=all, also the elements in thematic tries",
		s.Text.ParseThemes)
	flags.IntVar(&s.Play, "play", 0,
		"show the play of longer problems down to this `move`; 0 shows it to the mate, but only to move 2 in "+
			"long problems and cooked ones")
	flags.BoolVar(&s.Text.HideDuals, "no-duals", false, "hide variations with more than one mate")
	flags.BoolVar(&s.Text.HidePartial, "no-partial", false, "hide defences that only separate threats")
	flags.BoolVar(&s.Text.Ungrouped, "each-defence", false, "print every defence on its own line")
	flags.BoolVar(&s.Problem.PostKey, "post-key", false,
		"show the play after a key that has been made: the side to move defends (a board alone: Black)")
	flags.BoolVar(&s.Duplex, "duplex", false, "solve each position twice, also with the other side to mate")
	flags.BoolVar(&s.Twins, "twins", false, "after the last twin of a diagram, compare the actual play of all its twins")
	flags.BoolVar(&s.Meant.White, "white", false, "let White mate, whichever side is to move")
	flags.Func("castling",
		"castling `rule`: fen (the FEN's field) or home (wherever king and rook are at home; "+
			"also if the field is missing) (default: fen)", s.Meant.ParseCastling)
	cli.Complete(flags, "castling", "fen", "home")
	flags.Uint64Var(&s.Problem.Nodes, "nodes", 0, "stop each problem after this number of `nodes`; 0 is no limit")
	flags.BoolFunc("neighbours",
		"list the sound positions one change away, with gains and losses; =`GOAL` selects: parts, separated by ;, are "+
			"fewer (men), repair (an unsound problem), key (a new one), keep LINE, theme NAME, lock SQUARES, two, "+
			"whole (shift, mirror and rotate the diagram)", f.setGoal)
	cli.SecondsVar(flags, &s.Limit, "time", "stop each problem after this number of `seconds`, or a time as in 500ms")
	flags.IntVar(&s.Threads, "threads", 0,
		"number of problems solved at once, or of threads for a single problem; 0 is all cores for a file, and "+
			"one thread for a single problem (reproducible nodes)")
}

// defineAmount defines the flags of how much is written.
func (f *mateFlags) defineAmount(flags *pflag.FlagSet, s *format.Solver) {
	flags.BoolVar(&f.full, "full", false,
		"print set play, tries, themes and a judgement: text has them by default, but mates in 3 and more without "+
			"tries, in 5 and more also without themes and judgement; --full=false prints keys and variations only")
	flags.BoolVar(&f.brief, "brief", false, "print only keys and threats, and what other flags add")
	flags.IntVar(&s.Problem.Tries, "tries", 0,
		"show tries: first moves with one refutation, or up to `N` (write --tries=N)")
	flags.Lookup("tries").NoOptDefVal = "1"
	flags.Func("refutations-by",
		"count refutations by `what`: move (each move) or man (all moves of a man are one) (default: move)",
		s.ParseRefutations)
	cli.Complete(flags, "refutations-by", "move", "man")
	flags.BoolVar(&s.Text.HideLone, "no-lone-threats", false,
		"write a threat that fewer than two defences allow as a variation")
	flags.BoolVar(&s.Problem.QuietTries, "no-checking-tries", false, "omit tries that give check")
}

// defineForm defines the flags of the answers' form.
func (f *mateFlags) defineForm(flags *pflag.FlagSet, s *format.Solver) {
	for _, form := range format.FormFlags() {
		flags.BoolFunc(form.Name, form.Usage, f.forms.Set(form.Form))
	}
	flags.BoolVar(&s.Text.DiagramOnly, "diagram", false,
		"print only the diagrams in LaTeX and HTML; in LaTeX, fragments to include in your own document")
	flags.StringVar(&f.out, "out", "", "write each answer to its own file in this `folder`; replaces no file")
	flags.StringVar(&f.language, "language", "english",
		"`name` or code of the language of piece letters and, if known, texts")
	cli.Complete(flags, "language", notation.Languages()...)
	flags.BoolVar(&f.figurines, "figurines", false, "print chess symbols instead of piece letters")
}

// complete checks the flags and fills in the solver. Errors are usage errors.
func (f *mateFlags) complete(flags *pflag.FlagSet, s *format.Solver) (err error) {
	if s.Text.Language, err = text.ParseLanguage(f.language); err != nil {
		return cli.Usagef("--language %q: %w", f.language, err)
	}
	s.Text.Program, s.Meant.PostKey = protocol.Title, s.Problem.PostKey
	s.Meant.Letters = s.Text.Language.Letters()
	if f.figurines {
		s.Text.Language = s.Text.Language.WithFigurines()
	}
	if s.Threads < 0 || s.Play < 0 || s.Problem.Tries < 0 || s.Problem.Solutions < 0 {
		return cli.Usagef("--threads, --play, --tries and --solutions must not be negative")
	}
	if s.Marks, err = movegen.ParseSquares(f.mark); err != nil {
		return cli.Usagef("--mark: %w", err)
	}
	if s.Form, err = f.forms.Form(); err != nil {
		return cli.Usagef("%w", err)
	}
	if f.neighbours {
		if err = f.completeNeighbours(s); err != nil {
			return err
		}
	}
	if s.Twins && (s.Form != format.Text && s.Form != format.JSON || f.resume != "") {
		return cli.Usagef("--twins prints text or JSON: remove the other forms and --resume")
	}
	if f.resume != "" && s.Form != format.JSON {
		return cli.Usagef("--resume stores answers as JSON: add --json")
	}
	if f.out != "" {
		f.printer.Folder = format.NewFolder(f.out, s.Form)
		if f.resume != "" {
			return cli.Usagef("--resume stores all answers in one file: remove --out")
		}
	}
	if f.brief && f.full {
		return cli.Usagef("--brief and --full exclude each other")
	}
	if f.brief && s.Form != format.Text {
		return cli.Usagef("--brief prints text: remove the other forms")
	}
	s.Text.Brief = f.brief
	s.ByLength = s.Form == format.Text && !s.Text.Compact && !f.brief && !flags.Changed("full")
	f.printer.Complete(s, f.full, flags.Changed)
	return nil
}

// twoChanges limits a search of two changes that has no other limit.
const twoChanges = time.Minute

// setGoal takes the value of --neighbours.
func (f *mateFlags) setGoal(value string) error {
	f.goal, f.neighbours = value, value != "false"
	return nil
}

// completeNeighbours reads the goal of --neighbours. The error is a usage error.
func (f *mateFlags) completeNeighbours(s *format.Solver) error {
	if s.Form != format.Text && s.Form != format.JSON || f.resume != "" {
		return cli.Usagef("--neighbours prints text or JSON: remove the other forms and --resume")
	}
	goal, err := text.ParseGoal(f.goal, s.Text.Language)
	if err != nil {
		return cli.Usagef("--neighbours: %w", err)
	}
	if s.Neighbours = &goal; goal.Two {
		s.Limit = cmp.Or(s.Limit, twoChanges)
	}
	return nil
}

// solveKept calls solve and stores its answers in the file of --resume, if that is set.
func (f *mateFlags) solveKept(ctx context.Context, s *format.Solver, solve func() error) error {
	if f.resume == "" {
		return solve()
	}
	journal, err := f.printer.Keep(f.resume, s)
	if err != nil {
		return err
	}
	err = solve()
	return errors.Join(err, journal.Close(ctx.Err() == nil, cli.Replace))
}

// mateLanguage returns the language of help that the flags ask for.
func mateLanguage(flags *pflag.FlagSet) message.Language {
	l, err := text.ParseLanguage(flags.Lookup("language").Value.String())
	if err != nil {
		return message.English
	}
	return l.Language
}
