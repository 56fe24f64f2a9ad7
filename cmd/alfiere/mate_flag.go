package main

import (
	"context"
	"errors"
	"flag"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem/format"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// mateFlags are the flags of alfiere mate that complete checks when all flags are parsed.
type mateFlags struct {
	forms                             format.FormChoice
	full, figurines                   bool
	language, mark, list, resume, out string
	printer                           format.Printer
}

// define defines the flags of s.
func (f *mateFlags) define(flags *flag.FlagSet, s *format.Solver) {
	for _, form := range format.FormFlags() {
		flags.BoolFunc(form.Name, form.Usage, f.forms.Set(form.Form))
	}
	flags.BoolVar(&s.Text.DiagramOnly, "diagram", false,
		"in LaTeX and HTML the diagrams alone; in LaTeX they are parts for a document of yours")
	flags.StringVar(&f.out, "out", "", "write each answer into a file of its own in this `folder`; no file is replaced")
	flags.StringVar(&f.list, "list", "",
		"solve nothing but list what `words` mean: flaws, merits, warnings, blocks, changes, or the names of "+
			"themes")
	flags.Func("only",
		"tell only problems with one of these `verdicts`, as in sound,cooked or !undecided: sound, cooked, "+
			"short, none, illegal, undecided, fault", cli.Suggesting(f.printer.Filter.AddVerdicts))
	flags.Func("theme",
		"tell only problems with one of these `themes`, as in Grimshaw,Novotny or !Novotny; several such flags "+
			"must all hold", cli.Suggesting(f.printer.Filter.AddThemes))
	flags.Func("men",
		"tell only problems with so many `men`: 7, 8-12, 8-, or white and black ones as in 4+3, 5-7+3- or +3",
		f.printer.Filter.AddMen)
	flags.BoolFunc("summary",
		"count the problems by verdict, length and theme after the answers, or with --summary=only in place of "+
			"the answers", f.printer.Summing.Set)
	flags.StringVar(&f.resume, "resume", "",
		"with --json, keep the answers in this `file` and solve only the problems that it does not answer; the "+
			"same command resumes interrupted work")
	flags.StringVar(&f.mark, "mark", "", "mark these `squares` in SVG and LaTeX, as in e4,d5")
	flags.StringVar(&s.Key, "key", "",
		"the intended key, a `move` as in Nd3: its themes are named in spite of other keys and shorter mates")
	flags.BoolVar(&s.Text.Compact, "compact", false, "no diagram, a line for each phase")
	flags.BoolVar(&f.full, "full", false, "everything: set play, tries, all defences, themes and a judgement")
	flags.Func("economy",
		"`basis` of superfluous men: actual, those that the actual play does not need, with the tries that need "+
			"them; tries, those that no try needs either (default actual)", s.Text.ParseEconomy)
	flags.BoolVar(&s.Text.SetPlay, "set", false, "show the set play: what if the defender moved first")
	cli.CountVar(flags, &s.Problem.Tries, "tries",
		"show tries: first moves with one refutation, or with up to `N`; write --tries=N")
	flags.BoolVar(&s.Problem.QuietTries, "no-checking-tries", false, "leave out tries that give check")
	flags.BoolVar(&s.Text.AllDefences, "all-defences", false, "show defences that stop no threat too")
	flags.BoolVar(&s.Text.Themes, "themes", false, "name the themes, with the lines that show them")
	flags.IntVar(&s.Play, "play", 0,
		"of longer problems show the play down to this `move`; 0 is down to the mate, but only to move 2 of long "+
			"problems and those with several keys")
	flags.BoolVar(&s.Text.HideDuals, "no-duals", false, "hide variations with more than one mate")
	flags.BoolVar(&s.Text.HidePartial, "no-partial", false, "hide defences that only separate threats")
	flags.BoolVar(&s.Text.Ungrouped, "each-defence", false, "every defence on its own line")
	flags.StringVar(&f.language, "language", "english",
		"`name` or code of the language of piece letters and, if known, words")
	flags.BoolVar(&f.figurines, "figurines", false, "chessmen instead of piece letters")
	flags.BoolVar(&s.Meant.White, "white", false, "White mates, whatever side is to move")
	flags.Func("castling",
		"`rule` for castling: fen, as the FEN says, or home, wherever king and rook are at home; a board without "+
			"the field is read so (default fen)", s.Meant.ParseCastling)
	flags.Uint64Var(&s.Problem.Nodes, "nodes", 0, "end each problem after so many `nodes`; 0 is no limit")
	cli.SecondsVar(flags, &s.Limit, "time", "end each problem after so many `seconds`, or a time as in 500ms")
	flags.IntVar(&s.Threads, "threads", 0,
		"solve so many problems at a time, or a single one with so many; 0 is all cores for a file, and one for "+
			"a single problem, so that its nodes are the same every time")
}

// complete checks the flags and fills in the solver. Errors are usage errors.
func (f *mateFlags) complete(flags *flag.FlagSet, s *format.Solver) (err error) {
	if s.Text.Language, err = text.ParseLanguage(f.language); err != nil {
		return cli.Usagef("--language %q: %w", f.language, err)
	}
	s.Text.Program = protocol.Title
	s.Meant.Letters = s.Text.Language.Letters()
	if f.figurines {
		s.Text.Language = s.Text.Language.WithFigurines()
	}
	if s.Threads < 0 || s.Play < 0 {
		return cli.Usagef("--threads and --play must not be negative")
	}
	if s.Marks, err = movegen.ParseSquares(f.mark); err != nil {
		return cli.Usagef("--mark: %w", err)
	}
	if s.Form, err = f.forms.Form(); err != nil {
		return cli.Usagef("%w", err)
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
	given := map[string]bool{}
	flags.Visit(func(set *flag.Flag) { given[set.Name] = true })
	f.printer.Complete(s, f.full, func(name string) bool { return given[name] })
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
func mateLanguage(flags *flag.FlagSet) message.Language {
	l, err := text.ParseLanguage(flags.Lookup("language").Value.String())
	if err != nil {
		return message.English
	}
	return l.Language
}
