package laboratory

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
	"alfiere/internal/wire"
	"alfiere/internal/work"
	"alfiere/protocol/client"
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
	plot      string

	reference uint64
}

func defineTournament(flags *pflag.FlagSet, openQueue OpenQueue) cli.Run {
	t := tournamentFlags{openQueue: openQueue}
	m := &t.Match
	m.Rules, m.Concurrency, t.Event = gameRules(), 1, "Alfiere's laboratory"
	flags.StringArrayVar(&t.players, "player", nil,
		"one of the two players, as `KEY=VALUE…`: consult, criterion, weights, second, second-threads, exchange, "+
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
		"`number` of half-moves of an opening from a PGN game or a book; 0 is the whole game, or 8 from a book")
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
		"each worker scales them by its own speed (default: the same times everywhere)")
	flags.StringVar(&t.sprt, "sprt", "", "stop when a test of `ELO0,ELO1[,ALPHA,BETA]` is decided, in normalised Elo; "+
		"players without a limit have nodes=40000")
	flags.StringVar(&t.Record, "pgn", "", "write the games to a new `file`")
	flags.BoolVar(&t.Resume, "resume", false, "continue the tournament whose first games are in --pgn")
	flags.BoolVar(&t.AsJSON, "json", false, jsonUsage)
	flags.StringVar(&t.JSON, "figures", "", figuresUsage)
	flags.StringVar(&t.plot, "plot", "", "draw Elo, or the ratio of --sprt, over the games into a `file`, .svg or .png")
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
	for _, p := range players {
		if text := p.Warning(); text != "" {
			fmt.Fprintln(std.Err, text)
		}
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
	if t.plot != "" {
		if err := chart.CheckName(t.plot); err != nil {
			return cli.Usagef("--plot: %w", err)
		}
		t.Plot = func(h *tournament.History) error { return chart.Save(t.plot, historyPicture(h)) }
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
	if err := checkGuests(queue, players...); err != nil {
		return err
	}
	playBy(queue, m, players, judgeNodes)
	t.Table, t.Log = std.Out, std.Err
	t.Progress = cli.NewProgress(std)
	return t.Play(ctx)
}

// maxBands is the largest number of curves whose intervals are drawn; those of more hide each other.
const maxBands = 4

// historyPicture draws how a tournament has gone.
func historyPicture(h *tournament.History) *chart.Lines {
	picture := &chart.Lines{Title: h.Title, X: "games", Y: h.Unit}
	for _, bound := range h.Bounds {
		picture.Levels = append(picture.Levels, chart.Level{Name: fmt.Sprintf("bound %+.2f", bound), Value: bound})
	}
	for _, curve := range h.Lines {
		line := chart.Line{Name: curve.Name}
		for i, p := range curve.Points {
			point := chart.Point{X: p[0], Y: p[1]}
			if len(h.Lines) <= maxBands && i >= len(curve.Points)/10 { // the first ones would flatten the rest
				point.Low, point.High = p[1]-p[2], p[1]+p[3]
			}
			line.Points = append(line.Points, point)
		}
		picture.Lines = append(picture.Lines, line)
	}
	return picture
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

// Program is a program that a worker runs for players of other machines. It is identified by its executable's SHA-256
// and its arguments: folders and names may differ between machines.
type Program struct {
	program    client.Program
	executable *executable
}

// OpenPrograms reads a file of engines in the form of `alfiere match --engines` and hashes their executables. The error
// names the file and the engine.
func OpenPrograms(name string) (programs []Program, err error) {
	described, err := tournament.ReadPrograms(name, grace)
	if err != nil {
		return nil, err
	}
	for i := range described {
		file, err := openExecutable(&described[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		programs = append(programs, Program{described[i], file})
	}
	return programs, nil
}

// executable is the file of a program as it was when it was hashed.
type executable struct {
	path string
	info fs.FileInfo
	hash string // SHA-256 in hexadecimal digits
}

// openExecutable finds the executable as the operating system will, and hashes it.
func openExecutable(p *client.Program) (*executable, error) {
	path := p.Command[0]
	if filepath.Base(path) != path {
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.Folder, path)
		}
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		path = absolute
	}
	path, err := exec.LookPath(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	hash, err := HashOf(path)
	return &executable{path, info, hash}, err
}

// HashOf returns the SHA-256 of a file, in hexadecimal digits.
func HashOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// check returns an error if the file is another one now. It wraps work.ErrKind: on other machines it may be as it was.
func (e *executable) check() error {
	now, err := os.Stat(e.path)
	if err != nil {
		return fmt.Errorf("%w: %w", work.ErrKind, err)
	}
	if !os.SameFile(now, e.info) || now.Size() != e.info.Size() || !now.ModTime().Equal(e.info.ModTime()) {
		return fmt.Errorf("%w: %s has changed since it was first read", work.ErrKind, e.path)
	}
	return nil
}

// Player is a player whose games are tasks.
type Player struct {
	*tournament.Player

	// Hash is the SHA-256 of the executable of a player in a process of its own, once identify has been called.
	Hash string

	executable *executable // if it must not change
}

// grace is how long an engine may take to start and to stop.
const grace = 10 * time.Second

// parsePlayer reads words KEY=VALUE as `alfiere match` does. A player of this process has its words as its name.
func parsePlayer(text string) (*Player, error) { return parseLimited(text, &guest{}, "") }

// parseLimited does the work of parsePlayer. Words that break the limits of a guest are refused and have no effect.
// hash is the SHA-256 of the executable that the player must have; empty: any.
func parseLimited(text string, limits *guest, hash string) (p *Player, err error) {
	p = &Player{}
	entry := tournament.Entry{Grace: grace, Repeatable: true, Admit: func(described *tournament.Player) error {
		if p.Player = described; len(p.Program.Command) > 0 {
			return p.adopt(&p.Program, limits, hash)
		}
		return p.admit(limits.megabytes)
	}}
	p.Player, err = entry.Parse(text)
	return p, err
}

// identify hashes the player's executable, if it has one of its own.
func (p *Player) identify() error {
	if len(p.Program.Command) == 0 {
		return nil
	}
	file, err := openExecutable(&p.Program)
	if err == nil {
		p.Hash = file.hash
	}
	return err
}
