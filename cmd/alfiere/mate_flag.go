package main

import (
	"flag"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/search/problem"
	"alfiere/search/problemtext"
	"alfiere/search/problemtext/collection"
)

// mateFlags are the flags of the mate subcommand as they are read.
type mateFlags struct {
	set, allDefences, themes   bool
	tries                      int
	noCheckingTries            bool
	white                      bool
	json, svg, latex           bool
	compact, full, figurines   bool
	noDuals, noPartial, single bool
	language, mark             string
	nodes                      uint64
	limit                      time.Duration
	threads, play              int
}

// define defines the flags.
func (f *mateFlags) define(flags *flag.FlagSet) {
	flags.BoolVar(&f.json, "json", false, "answer in JSON, one object a line; set play, tries, themes and judgement are in it unless turned off, as in --set=false")
	flags.BoolVar(&f.svg, "svg", false, "draw the diagram as SVG and say nothing else")
	flags.BoolVar(&f.latex, "latex", false, "write the diagram for LaTeX's package chessboard")
	flags.StringVar(&f.mark, "mark", "", "mark these `squares` in SVG and LaTeX, as in e4,d5")
	flags.BoolVar(&f.compact, "compact", false, "no diagram, a line for each phase")
	flags.BoolVar(&f.full, "full", false, "everything: set play, tries, all defences, themes and a judgement")
	flags.BoolVar(&f.set, "set", false, "show the set play: what if the defender moved first")
	cli.CountVar(flags, &f.tries, "tries", "show tries: first moves with one refutation, or with up to `R` as in --tries=R")
	flags.BoolVar(&f.noCheckingTries, "no-checking-tries", false, "leave out tries that give check")
	flags.BoolVar(&f.allDefences, "all-defences", false, "show defences that stop no threat too")
	flags.BoolVar(&f.themes, "themes", false, "name the themes, with the lines that show them")
	flags.IntVar(&f.play, "play", 0, "of longer problems show the play down to this `move`; 0 is down to the mate")
	flags.BoolVar(&f.noDuals, "no-duals", false, "hide variations with more than one mate")
	flags.BoolVar(&f.noPartial, "no-partial", false, "hide defences that only separate threats")
	flags.BoolVar(&f.single, "each-defence", false, "every defence on its own line")
	flags.StringVar(&f.language, "language", "english", "`name` or code of the language of piece letters and, if known, words")
	flags.BoolVar(&f.figurines, "figurines", false, "chessmen instead of piece letters")
	flags.BoolVar(&f.white, "white", false, "White mates, whatever side is to move")
	flags.Uint64Var(&f.nodes, "nodes", 0, "end each problem after so many `nodes`; 0 is no limit")
	cli.SecondsVar(flags, &f.limit, "time", "end each problem after so many `seconds`, or a time as in 500ms")
	flags.IntVar(&f.threads, "threads", 0, "solve so many problems at a time, or a single one with so many; 0 is all cores for a file, and one for a single problem, so that its nodes are the same every time")
}

// solver turns the flags into what is to be done. Its errors are of usage.
func (f *mateFlags) solver(flags *flag.FlagSet) (*collection.Solver, error) {
	language, err := problemtext.ParseLanguage(f.language)
	if err != nil {
		return nil, cli.Usagef("--language %q: %w", f.language, err)
	}
	if f.figurines {
		language = language.WithFigurines()
	}
	if f.threads < 0 || f.play < 0 {
		return nil, cli.Usagef("--threads and --play must not be negative")
	}
	s := &collection.Solver{White: f.white, Limit: f.limit, Threads: f.threads, Play: f.play}
	if s.Form, err = f.form(); err != nil {
		return nil, err
	}
	if s.Marks, err = movegen.ParseSquares(f.mark); err != nil {
		return nil, cli.Usagef("--mark: %w", err)
	}
	s.Text = problemtext.Options{Language: language, Compact: f.compact, SetPlay: f.set, Tries: f.tries > 0,
		AllDefences: f.allDefences, Themes: f.themes, HideDuals: f.noDuals, HidePartial: f.noPartial, Ungrouped: f.single}
	f.widen(&s.Text, flags)
	if s.Text.Tries && f.tries == 0 {
		f.tries = 1
	}
	s.Problem = problem.Options{SetPlay: s.Text.SetPlay || s.Text.Judgement, Tries: f.tries, QuietTries: f.noCheckingTries,
		AllDefences: s.Text.AllDefences, Judge: s.Text.Judgement, ThreatPlay: f.full, Nodes: f.nodes}
	return s, nil
}

// widen turns on what --full and --json hold unless they are turned off.
func (f *mateFlags) widen(o *problemtext.Options, flags *flag.FlagSet) {
	if !f.full && !f.json {
		return
	}
	given := map[string]bool{}
	flags.Visit(func(set *flag.Flag) { given[set.Name] = true })
	o.SetPlay = f.set || !given["set"]
	o.Tries = f.tries > 0 || !given["tries"]
	o.Themes = f.themes || !given["themes"]
	o.AllDefences = f.allDefences || f.full && !given["all-defences"]
	o.Judgement = true
}

func (f *mateFlags) form() (collection.Form, error) {
	form, forms := collection.Text, 0
	for _, choice := range [...]struct {
		chosen bool
		form   collection.Form
	}{{f.json, collection.JSON}, {f.svg, collection.SVG}, {f.latex, collection.LaTeX}} {
		if choice.chosen {
			form = choice.form
			forms++
		}
	}
	if forms > 1 {
		return form, cli.Usagef("one of --json, --svg and --latex")
	}
	return form, nil
}
