package main

import (
	"flag"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
)

// defineMatch plays a match between two engines, or counts the games of one again.
func defineMatch(flags *flag.FlagSet) cli.Run {
	r := arena.MatchRun{Match: arena.Match{Rules: arena.Rules{Grace: 10 * time.Second, Longest: 5 * time.Minute}}}
	e := arena.Entry{Own: ownContestant}
	var engines []string
	flags.Func("engine", "one of the two players, as `KEY=VALUE…`: cmd, dir, proto (uci or xboard), name,\n"+
		"option.NAME, and tc, st, nodes, depth, ponder of its own; without cmd it is Alfiere itself", func(text string) error {
		engines = append(engines, text)
		return nil
	})
	defineEntry(flags, &e)
	defineRules(flags, &r.Match)
	variant := flags.String("variant", "normal", "`name` of the variant: normal or fischerandom (Chess960)")
	flags.StringVar(&r.Openings, "openings", "", "EPD, FEN or PGN `file` of positions to begin with; of a PGN game, its last one")
	flags.Uint64Var(&r.Shuffle, "shuffle", 0, "put the openings into the random order of this `seed`; 0 keeps theirs")
	sprt := flags.String("sprt", "", "end when it is decided between `ELO0,ELO1[,ALPHA,BETA]`")
	logistic := flags.Bool("logistic", false, "the bounds of --sprt are logistic Elo, not normalised Elo")
	flags.StringVar(&r.Record, "pgn", "", "write the games to a new `file`")
	flags.BoolVar(&r.Resume, "resume", false, "go on with the match of which --pgn holds the first games")
	flags.StringVar(&r.Event, "event", "Alfiere match", "`name` of the event in the PGN")
	recount := flags.String("recount", "", "play nothing: the table of the games in a PGN `file`")
	first := flags.String("first", "", "`name` of the player whose side --recount takes; White's in the first game if empty")
	return func(args []string, std cli.Streams) (err error) {
		if len(args) > 0 {
			return cli.Usagef("%q: all is said by flags", args[0])
		}
		m := &r.Match
		if m.Test, err = arena.ParseSPRT(*sprt, *logistic); err != nil {
			return cli.Usagef("--sprt: %w", err)
		}
		if *recount != "" {
			return arena.RecountFile(std.Out, *recount, *first, m.Test)
		}
		e.Grace = m.Rules.Grace
		if m.Contestants, err = e.ParseContestants(engines); err != nil {
			return cli.Usagef("%w", err)
		}
		if m.Chess960, err = arena.ParseVariant(*variant); err != nil {
			return cli.Usagef("%w", err)
		}
		if err := r.Validate(); err != nil {
			return cli.Usagef("%w", err)
		}
		ctx, stop := cli.Interrupts()
		defer stop()
		r.Table, r.Log, r.Progress = std.Out, std.Err, cli.NewProgress(std)
		return r.Run(ctx)
	}
}

// ownContestant makes the engine of this process a player.
func ownContestant(settings []client.Setting) (name string, open func() arena.Player) {
	own := inprocess.Program{Name: protocol.Title, Settings: settings, Resources: machineResources(),
		Searcher: newSearcher}
	return own.Name, func() arena.Player { return own.Open() }
}
