// Package tournament is the subcommand match: engines are described in words or in a file,
// openings are read, games recorded, tables printed. Package arena plays the games.
package tournament

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// Command returns the subcommand match.
func Command() *cobra.Command {
	return cli.With(&cobra.Command{Use: "match --engine SPEC --engine SPEC… [flags]",
		Short: "Play engines of either protocol against each other.",
		Example: "alfiere match --engine name=Thorough --engine 'name=Hasty nodes=100' --nodes 200 --games 2 " +
			"--pgn match.pgn"},
		func(flags *pflag.FlagSet) cli.Run {
			var c command
			c.define(flags)
			return c.run
		})
}

// Translate returns a command line of match with the flags of cutechess-cli as those of match. If one has no
// translation, the command of root returns the error in place of its work.
func Translate(root *cobra.Command, args []string) []string {
	c, words, err := root.Find(args)
	if err != nil {
		return args
	}
	words, remarks, err := translateCutechess(c.Flags(), words)
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if err != nil {
			return cli.Usagef("%w", err)
		}
		for _, remark := range remarks {
			fmt.Fprintln(c.ErrOrStderr(), remark)
		}
		return run(c, args)
	}
	return append([]string{c.Name()}, words...)
}

// command holds the values of the flags.
type command struct {
	Tournament
	entry     Entry
	engines   []string
	file      string
	kind      string
	gauntlet  bool
	rounds    int
	variant   string
	sprt      string
	logistic  bool
	recounted string
	first     string
	traffic   string // file of the log
}

// playerWords are the keys of a player's description, for completion.
var playerWords = []string{"cmd=", "dir=", "proto=uci", "proto=xboard", "name=", "option.", "consult=", "criterion=",
	"letters=", "noise=", "threads=", "hash=", "tc=", "st=", "nodes=", "depth=", "ponder=true",
	"restart=on", "restart=off"}

// define defines the flags.
func (c *command) define(flags *pflag.FlagSet) {
	c.Match.Rules = arena.Rules{Grace: 10 * time.Second, Longest: 5 * time.Minute}
	c.definePlayers(flags)
	c.defineRules(flags)
	flags.StringVar(&c.variant, "variant", "normal", "`name` of the variant: normal or fischerandom (Chess960)")
	cli.Complete(flags, "variant", "normal", "fischerandom")
	flags.StringVar(&c.Openings, "openings", "",
		"`file` of openings: EPD, FEN, PGN (the last position of each game) or a book (.bin)")
	flags.IntVar(&c.Plies, "plies", 0,
		"`number` of half-moves of an opening from a PGN game or a book; 0 is the whole game, or 8 from a book")
	flags.Uint64Var(&c.Shuffle, "shuffle", 0, "shuffle the openings by this `seed`; 0 keeps their order")
	flags.IntVar(&c.Start, "start", 1, "`number` of the first opening to play, in this order")
	flags.StringVar(&c.sprt, "sprt", "",
		"stop when a test of `ELO0,ELO1[,ALPHA,BETA]` is decided, in normalised Elo; "+
			"players without a limit have nodes=40000")
	flags.BoolVar(&c.logistic, "logistic", false, "the bounds of --sprt are in logistic Elo")
	flags.StringVar(&c.Record, "pgn", "", "write the games to a new `file`")
	flags.BoolVar(&c.Resume, "resume", false, "continue the match whose first games are in --pgn")
	flags.StringVar(&c.traffic, "log", "",
		"log all lines to and from the engines to a `file`, which is replaced")
	flags.StringVar(&c.JSON, "json", "", "write conditions, games, table and Elo to a `file` when the match ends")
	flags.StringVar(&c.Event, "event", "Alfiere match", "`name` of the event in the PGN")
	flags.Func("anchor", "`NAME=ELO` of a player whose Elo is known (default: the mean of all is 0)", c.readAnchor)
	flags.StringVar(&c.recounted, "recount", "", "play nothing; print the table of the games in a PGN `file`")
	flags.StringVar(&c.first, "first", "",
		"with --recount, `name` of the player to report first (default: White in the first game)")
}

// definePlayers defines the flags of the players and their limits.
func (c *command) definePlayers(flags *pflag.FlagSet) {
	flags.Func("engine", "one of the players, as `KEY=VALUE…`: cmd, dir, proto (uci or xboard), name, "+
		"option.NAME, restart, and tc, st, nodes, depth, ponder of its own; without cmd it is Alfiere itself, "+
		"also with consult, letters, noise, threads, hash as in 'alfiere-lab experiment tournament'",
		func(text string) error {
			c.engines = append(c.engines, text)
			return nil
		})
	cli.Complete(flags, "engine", playerWords...)
	flags.StringVar(&c.entry.Each, "each", "", "`KEY=VALUE…` for all players; a player's own words override them")
	cli.Complete(flags, "each", playerWords...)
	flags.StringVar(&c.file, "engines", "",
		"`file` of further players: one line of such words per player, a JSON list of objects with these keys, "+
			"or an engines.json of cutechess")
	flags.StringVar(&c.kind, "tournament", "roundrobin",
		"`name` of the form: roundrobin (all pairs) or gauntlet (the first against all others)")
	cli.Complete(flags, "tournament", "roundrobin", "gauntlet")
	flags.BoolVar(&c.gauntlet, "gauntlet", false, "short for --tournament gauntlet")
	flags.StringVar(&c.entry.Control.Clock, "tc", "", "chess `clock` in seconds: 60, 60+0.6, 40/60+0.6, 1:30")
	flags.StringVar(&c.entry.Control.MoveTime, "st", "", "`seconds` per move")
	flags.StringVar(&c.entry.Control.Nodes, "nodes", "", "`nodes` per move")
	flags.StringVar(&c.entry.Control.Depth, "depth", "", "`plies` per move")
	flags.Func("restart",
		"restart an engine for each game: `WHEN` is on, off or auto (default: auto, if its protocol needs it)",
		func(text string) (err error) {
			c.entry.Restart, err = client.ParseRestart(text)
			return err
		})
	cli.Complete(flags, "restart", "on", "off", "auto")
	flags.BoolVar(&c.entry.Ponder, "ponder", false, "let the engines think in their opponent's time")
}

// defineRules defines the flags of the number of games and of the rules that end one.
func (c *command) defineRules(flags *pflag.FlagSet) {
	m, rules := &c.Match, &c.Match.Rules
	flags.IntVar(&m.Games, "games", 100,
		"`number` of games of each pair of players; two for each opening, with colours changed")
	flags.IntVar(&c.rounds, "rounds", 0, "`number` of openings for each pair of players, instead of --games")
	flags.IntVar(&m.Concurrency, "concurrency", 1, "`number` of pairs of games at a time")
	flags.IntVar(&c.Interval, "rating-interval", 0,
		"show the table on standard error after each `number` of games; 0 never does")
	cli.SecondsVar(flags, &m.Wait, "wait", "`seconds` between two games, or a time as in 200ms")
	flags.Func("margin", "`seconds` by which a move may be late, or a time as in 20ms", func(text string) (err error) {
		rules.Margin, err = wire.ParseSeconds(text) // which may be 0
		return err
	})
	cli.SecondsVar(flags, &rules.Grace, "grace",
		"`seconds` after which an engine that does not answer is killed, or a time as in 500ms")
	cli.SecondsVar(flags, &rules.Longest, "longest", "`seconds` for a move that no clock limits, or a time as in 5m")
	flags.Func("resign", "resign at `SCORE/MOVES`: centipawns down, own moves in a row", rules.Resign.Set)
	flags.Func("draw",
		"end as a draw at `SCORE/MOVES/AFTER`: centipawns at most, moves of both in a row, earliest move",
		rules.Draw.Set)
	flags.StringVar(&c.Syzygy, "syzygy", "",
		"end a game as soon as the Syzygy endgame tables in these `folders` know its result")
	flags.IntVar(&rules.MaxMoves, "max-moves", 0,
		"end a game as a draw after this number of `moves` of each side; 0 never does")
}

// run plays, or counts the games of a file.
func (c *command) run(args []string, std cli.Streams) (err error) {
	if len(args) > 0 {
		return cli.Usagef("%q is not a flag; each setting needs one, such as --engine \"cmd=…\"", args[0])
	}
	m := &c.Match
	c.Table, c.Log = std.Out, std.Err
	if m.Test, err = arena.ParseSPRT(c.sprt, c.logistic); err != nil {
		return cli.Usagef("--sprt: %w", err)
	}
	if c.recounted != "" {
		return c.Recount(c.recounted, c.first)
	}
	closeLog, err := c.openLog()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	if err := c.readPlayers(); err != nil {
		return err
	}
	if m.Chess960, err = arena.ParseVariant(c.variant); err != nil {
		return cli.Usagef("%w", err)
	}
	if err := c.Validate(); err != nil {
		return cli.Usagef("%w", err)
	}
	if text := overloadText(m, runtime.NumCPU()); text != "" {
		fmt.Fprintln(std.Err, text)
	}
	ctx, stop := cli.Interrupts()
	defer stop()
	c.Progress, c.Panel = cli.NewProgress(std), cli.NewPanel(std)
	return c.Play(ctx)
}

// overloadText returns the warning that the players of a match need more cores than the machine has, otherwise "".
// Of a pair one player thinks at a time, both with pondering.
func overloadText(m *arena.Match, cores int) string {
	most := 0
	for i, a := range m.Contestants {
		for j, b := range m.Contestants[:i] {
			if m.Gauntlet && j > 0 {
				continue
			}
			need := max(a.Threads, b.Threads, 1)
			if a.Control.Ponder || b.Control.Ponder {
				need = max(a.Threads, 1) + max(b.Threads, 1)
			}
			most = max(most, need)
		}
	}
	atATime := min(m.Concurrency, (m.GameCount()+1)/2)
	if threads := most * atATime; threads > cores {
		return fmt.Sprintf("warning: up to %d threads search at a time (%d for each of %d games) on %d cores; "+
			"lower --concurrency or Threads, or times mean less", threads, most, atATime, cores)
	}
	return ""
}

// openLog opens the file for the traffic with engines, if any. A resumed match appends to its log.
func (c *command) openLog() (closing func() error, err error) {
	if c.traffic == "" {
		return func() error { return nil }, nil
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if c.Resume {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	file, err := os.OpenFile(c.traffic, flags, 0o666)
	if err != nil {
		return nil, err
	}
	c.entry.Log = newTrafficLog(file).of
	return file.Close, nil
}

// readPlayers makes the contestants and sets the pairings. The error is one of usage, or that of a file.
func (c *command) readPlayers() (err error) {
	var described []Described
	if c.file != "" {
		if described, err = readEngines(c.file); err != nil {
			return err
		}
	}
	m := &c.Match
	c.entry.Grace = m.Rules.Grace
	c.entry.Warn = func(text string) { fmt.Fprintln(c.Log, text) }
	if c.sprt != "" && c.entry.Control == (controlText{}) {
		c.entry.Control.Nodes = TestNodes
	}
	if m.Contestants, err = c.entry.ParseContestants(c.engines, described); err != nil {
		return cli.Usagef("%w", err)
	}
	switch c.kind {
	case "gauntlet":
		m.Gauntlet = true
	case "roundrobin":
		m.Gauntlet = c.gauntlet
	default:
		return cli.Usagef("--tournament %q is neither roundrobin nor gauntlet", c.kind)
	}
	if c.rounds < 0 {
		return cli.Usagef("--rounds must not be below 0")
	}
	if c.rounds > 0 {
		m.Games = 2 * c.rounds
	}
	return nil
}

// readAnchor reads NAME=ELO.
func (c *command) readAnchor(text string) (err error) {
	i := strings.LastIndex(text, "=")
	if i < 1 {
		return errors.New("NAME=ELO is needed")
	}
	c.Anchor.Name = text[:i]
	if c.Anchor.Elo, err = strconv.ParseFloat(text[i+1:], 64); err != nil || math.Abs(c.Anchor.Elo) > 10000 {
		return fmt.Errorf("%q is no Elo", text[i+1:])
	}
	return nil
}

// trafficLog writes all lines to and from engines, each with its time, game, engine and direction.
type trafficLog struct{ logger zerolog.Logger }

// The columns of a line after the time.
const (
	gameColumn      = "game"
	engineColumn    = "engine"
	directionColumn = "direction"
)

// newTrafficLog returns a log that writes to w at once. Several engines may write to it at a time.
func newTrafficLog(w io.Writer) *trafficLog {
	plain := func(value any) string {
		text, _ := value.(string)
		return text
	}
	lines := zerolog.ConsoleWriter{Out: w, NoColor: true,
		PartsOrder: []string{zerolog.TimestampFieldName, gameColumn, engineColumn, directionColumn,
			zerolog.MessageFieldName},
		FieldsExclude:   []string{gameColumn, engineColumn, directionColumn},
		FormatTimestamp: plain, FormatMessage: plain,
		FormatPartValueByName: func(value any, _ string) string { return plain(value) }}
	return &trafficLog{zerolog.New(zerolog.SyncWriter(lines))}
}

// of returns the log for the traffic of the engine with the name.
func (l *trafficLog) of(name string) client.Log {
	column := strings.ReplaceAll(name, " ", "_") // so that columns can be counted
	return func(game string, from client.Source, line string) {
		if game == "" {
			game = "-"
		}
		direction := [...]string{client.ToEngine: "<<", client.FromEngine: ">>", client.FromErrors: "!!"}[from]
		l.logger.Log().Str(zerolog.TimestampFieldName, time.Now().Format("2006-01-02T15:04:05.000000")).
			Str(gameColumn, game).Str(engineColumn, column).Str(directionColumn, direction).Msg(line)
	}
}

// controlText holds the limits of a player as text; an empty field means no limit.
type controlText struct {
	Clock    string // in the form of client.ParseClock
	MoveTime string // for every move, in the form of wire.ParseSeconds
	Nodes    string // for every move
	Depth    string // plies for every move
}

// TestNodes are the nodes of a move in a test of strength, --sprt, that has no other limit.
const TestNodes = "40000"

// ErrNoLimit is the error for a player without a limit.
var ErrNoLimit = errors.New("one of tc, st, nodes and depth is needed")

// Parse reads the limits; at least one must be set.
func (c controlText) Parse() (control client.Control, err error) {
	if c == (controlText{}) {
		return control, ErrNoLimit
	}
	if c.Clock != "" {
		if control, err = client.ParseClock(c.Clock); err != nil {
			return control, fmt.Errorf("tc: %w", err)
		}
	}
	if c.MoveTime != "" {
		if control.MoveTime, err = wire.ParseSeconds(c.MoveTime); err != nil {
			return control, fmt.Errorf("st: %q: %w", c.MoveTime, err)
		}
		if control.MoveTime == 0 {
			return control, message.Errorf("st: %q: must be above 0", c.MoveTime)
		}
	}
	if c.Nodes != "" {
		if control.Nodes, err = strconv.ParseUint(c.Nodes, 10, 63); err != nil || control.Nodes == 0 {
			return control, message.Errorf("nodes: %q is not a number of nodes", c.Nodes)
		}
	}
	if c.Depth != "" {
		if control.Depth, err = strconv.Atoi(c.Depth); err != nil || control.Depth < 1 {
			return control, message.Errorf("depth: %q is not a number of plies", c.Depth)
		}
	}
	return control, nil
}
