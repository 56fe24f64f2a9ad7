package laboratory

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
	"alfiere/internal/wire"
	"alfiere/protocol/client/arena"
)

// tournamentFlags are the flags of the experiment.
type tournamentFlags struct {
	tournament.Tournament
	openQueue OpenQueue
	players   []string
	each      string
	judge     gameJudge
	sprt      string

	reference uint64
}

func defineTournament(flags *pflag.FlagSet, openQueue OpenQueue) cli.Run {
	t := tournamentFlags{openQueue: openQueue}
	m := &t.Match
	m.Rules, m.Concurrency, t.Event = gameRules(), 1, "Alfiere's laboratory"
	flags.StringArrayVar(&t.players, "player", nil,
		"one of the two players, as `KEY=VALUE…`: consult, criterion, weights, second, second-threads, exchange,\n"+
			"or letters, noise, seed; threads, hash, name, option.NAME; and nodes, depth, st or tc")
	words := []string{"consult=", "weights=", "second=", "second-threads=", "exchange=", "letters=", "noise=", "seed=",
		"threads=", "hash=", "name=", "option.", "nodes=", "depth=", "st=", "tc="}
	for _, name := range criterionNames() {
		words = append(words, "criterion="+name)
	}
	cli.Complete(flags, "player", words...)
	flags.StringVar(&t.each, "each", "", "`KEY=VALUE…` for both players; their own words override it")
	cli.Complete(flags, "each", words...)
	flags.IntVar(&m.Games, "games", 20, "`number` of games; two for each opening, with colours changed")
	flags.StringVar(&t.Openings, "openings", "",
		"`file` of openings: EPD, FEN, PGN (the last position of each game) or a book (.bin)")
	flags.IntVar(&t.Plies, "plies", 0,
		"`number` of half-moves of an opening from a PGN game or a book; 0 is the whole game, and 8 of a book")
	flags.Uint64Var(&t.Shuffle, "shuffle", 0, "shuffle the openings by this `seed`; 0 keeps their order")
	flags.IntVar(&m.Rules.MaxMoves, "moves", 0,
		"cut a game after this number of `moves` of each side and judge its last position, as in the thesis; 0 is no limit")
	flags.Uint64Var(&t.judge.Nodes, "judge-nodes", 1_000_000, "`nodes` of the search that judges a game that was cut")
	flags.Func("resign", "resign at `SCORE/MOVES`: centipawns down, own moves in a row", m.Rules.Resign.Set)
	flags.Func("draw",
		"end as a draw at `SCORE/MOVES/AFTER`: centipawns at most, moves of both in a row, earliest move", m.Rules.Draw.Set)
	flags.Func("margin", "`seconds` by which a move may be late, or a time as in 20ms", func(text string) (err error) {
		m.Rules.Margin, err = wire.ParseSeconds(text)
		return err
	})
	flags.Uint64Var(&t.reference, "reference-nps", 0, "tc, st and margin are for a machine with `N` nodes a second; "+
		"each worker\nscales them by its own speed (default: the same times everywhere)")
	flags.StringVar(&t.sprt, "sprt", "", "stop when a test of `ELO0,ELO1[,ALPHA,BETA]` is decided, in normalised Elo;\n"+
		"players without a limit have nodes=40000")
	flags.StringVar(&t.Record, "pgn", "", "write the games to a new `file`")
	flags.BoolVar(&t.Resume, "resume", false, "continue the tournament whose first games are in --pgn")
	flags.BoolVar(&t.AsJSON, "json", false, jsonUsage)
	flags.StringVar(&t.JSON, "figures", "", figuresUsage)
	flags.StringVar(&t.SVG, "plot", "", "draw Elo, or the ratio of --sprt, over the games into an SVG `file`")
	return t.run
}

// run plays the tournament.
func (t *tournamentFlags) run(args []string, std cli.Streams) (err error) {
	if err := onlyFlags(args, t.AsJSON); err != nil {
		return err
	}
	players, err := t.readPlayers()
	if err != nil {
		return err
	}
	m := &t.Match
	if m.Test, err = arena.ParseSPRT(t.sprt, false); err != nil {
		return cli.Usagef("--sprt: %w", err)
	}
	judgeNodes := uint64(0)
	if m.Rules.MaxMoves > 0 {
		if m.Test != nil {
			return cli.Usagef("--sprt counts wins, draws and losses: it cannot be combined with --moves")
		}
		if judgeNodes = t.judge.Nodes; judgeNodes == 0 {
			return cli.Usagef("--judge-nodes must be above 0")
		}
		m.Rules.Judge = t.judge.Points
		t.Judge = fmt.Sprintf("full knowledge, %d nodes", judgeNodes)
	}
	if t.SVG != "" && !strings.HasSuffix(t.SVG, ".svg") {
		return cli.Usagef("--plot: the name of the file must end with .svg")
	}
	if err := t.Validate(); err != nil {
		return cli.Usagef("%w", err)
	}
	ctx, stop := std.Interrupts()
	defer stop()
	queue, closeQueue, err := t.openQueue(ctx, std, TableMegabytes)
	if err != nil {
		return err
	}
	defer closeQueue()
	playBy(queue, m, players, judgeNodes)
	t.Table, t.Log = std.Out, std.Err
	t.Progress = cli.NewProgress(std)
	return t.Play(ctx)
}

// readPlayers makes the contestants, two with names that differ.
func (t *tournamentFlags) readPlayers() (players []*Player, err error) {
	if len(t.players) != 2 {
		return nil, cli.Usagef("--player must be given twice, not %d times", len(t.players))
	}
	for _, words := range t.players {
		described := strings.TrimSpace(t.each + " " + words)
		p, err := parsePlayer(described)
		if errors.Is(err, tournament.ErrNoLimit) && t.sprt != "" {
			p, err = parsePlayer("nodes=" + tournament.TestNodes + " " + described)
		}
		if err == nil {
			err = p.identify()
		}
		if err != nil {
			return nil, cli.Usagef("--player %q: %w", words, err)
		}
		players = append(players, p)
		t.Match.Contestants = append(t.Match.Contestants, p.Contestant)
	}
	timed := false
	for i := range t.Match.Contestants {
		if c := &t.Match.Contestants[i].Control; c.Timed() || c.MoveTime > 0 {
			c.Reference, timed = t.reference, true
			players[i].Control.Reference = t.reference
		}
	}
	if t.reference > 0 && !timed {
		return nil, cli.Usagef("--reference-nps needs a player with tc or st")
	}
	if c := t.Match.Contestants; c[0].Name == c[1].Name {
		c[1].Name += " (2)"
	}
	return players, nil
}
