package console

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search"
)

// atTable returns a console at a table with an empty disk.
func atTable(t testing.TB, table Table) (*adapter, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	c := scripted(memory{})
	c.Table = &table
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil
	}, protocol.Resources{Hash: 1, Threads: 1}, rand.NewPCG(1, 2))
	t.Cleanup(func() { controller.Close() })
	a := newAdapter(c, &protocol.Session{Out: wire.NewOutput(&out), Controller: controller})
	must.Do(t, a.beginTable())
	return a, &out
}

// runTable runs a script.
func runTable(t *testing.T, table Table, files memory, script string) (string, error) {
	t.Helper()
	c := scripted(files)
	c.Table = &table
	s := start(t, c)
	s.Send(strings.Split(script, "\n")...)
	out := strings.Join(s.Rest(), "\n")
	return out, s.Err
}

func TestTheGameOnTheTableIsSavedAtTheEnd(t *testing.T) {
	files := memory{}
	for _, script := range []string{"1. f3 e5 2. g4 Qh4", "quit", ""} { // a game without moves replaces nothing
		if out, err := runTable(t, Table{Save: "game", Names: [2]string{"Anna"}}, files, script); err != nil {
			t.Errorf("%v, %s", err, out)
		}
		for _, want := range []string{"1. f3 e5 2. g4 Qh4# {checkmate} 0-1", `[White "Anna"]`, `[Black "?"]`, `[Date "2026.01.02"]`} {
			if !strings.Contains(files["game"], want) {
				t.Errorf("after %q there is\n%s", script, files["game"])
			}
		}
	}
	out, err := runTable(t, Table{Save: "full"}, files, "e4")
	if !errors.Is(err, errFull) || !strings.HasSuffix(out, "\n1. e2-e4 *") {
		t.Errorf("a game that cannot be saved is lost: %v, %s", err, out)
	}
	engine := Table{Engine: true, EngineSide: movegen.Black, Limits: search.Limits{MoveTime: usualMoveTime}, Save: "game"}
	must.Get(runTable(t, engine, files, "elo 1500\ne4"))(t)
	for _, want := range []string{`[White "Other"]`, `[Black "` + protocol.Title + `"]`, `[BlackElo "1500"]`, "1. e4 Na6 {+0.30/3 n=300} *"} {
		if !strings.Contains(files["game"], want) {
			t.Errorf("%s is missing in\n%s", want, files["game"])
		}
	}
}

func TestAnInterruptShowsTheGameUnlessItIsSaved(t *testing.T) {
	for _, save := range []string{"", "game"} {
		synctest.Test(t, func(t *testing.T) {
			files := memory{}
			c := scripted(files)
			c.Table = &Table{Engine: true, EngineSide: movegen.Black, Save: save}
			c.Table.Limits.Nodes = 1 << 40
			s := start(t, c)
			s.Send("post", "e4")
			synctest.Wait()
			s.Signals <- os.Interrupt
			synctest.Wait()
			out := s.Rest()
			last := out[len(out)-1] // the engine may have answered before
			shown := strings.HasPrefix(last, "1. e2-e4 ") && strings.HasSuffix(last, "*")
			if shown != (save == "") || !errors.Is(s.Err, cli.ErrInterrupted) {
				t.Errorf("with the file %q: error %v, output %q", save, s.Err, out)
			}
			if saved := strings.Contains(files["game"], "1. e4 "); saved != (save != "") {
				t.Errorf("with the file %q there is\n%s", save, files["game"])
			}
		})
	}
}

func TestLinesThatAreRefusedAreCounted(t *testing.T) {
	for _, refused := range []string{"e5", "e2e5", "Ke3", "O-O", "xyz", "back 3", "forward", "new x", "load y", "moves z9",
		"attacked 9", "save full", "level x", "post x", "elo 1", "debug", "setup x", "depth x", "help x", "xget y", "mate x",
		strings.Repeat("x", 1<<20)} {
		out, err := runTable(t, Table{}, memory{}, "e4 e5\n"+refused+"\nlist")
		if fmt.Sprint(err) != "refused lines: 1" || !strings.HasSuffix(out, "1. e2-e4 e7-e5 *") {
			t.Errorf("%.20s: error %v, output\n%s", refused, err, out)
		}
	}
	c := scripted(memory{})
	c.Table, c.Terminal = &Table{}, true
	s := start(t, c)
	s.Send("", "e4", "Ke3")
	mustPrint(t, s.Rest(), "The referee is ready.", "White 1> 1. e2-e4", "Black 1> e8-e3: the piece cannot move there", "Black 1>")
	if s.Err != nil {
		t.Errorf("a person's error: %v", s.Err)
	}
}

// TestAPersonSeesFilesAndRanks, a script eight plain rows.
func TestAPersonSeesFilesAndRanks(t *testing.T) {
	for _, test := range []struct {
		console Console
		table   Table
		want    string
	}{
		{Console{}, Table{Boards: true}, "rnbqkbnr\npppppppp\n"},
		{Console{}, Table{Boards: true, Letters: notation.German}, "tsldklst\n"},
		{Console{Terminal: true}, Table{}, "8  r n b q k b n r\n"},
		{Console{Terminal: true}, Table{Language: message.Italian}, "8  t c a d r a c t\n"},
		{Console{Terminal: true, Unicode: true}, Table{}, "8  ♜ ♞ ♝"},
		{Console{Terminal: true, Color: true}, Table{}, "\x1b["},
	} {
		test.console.Table = &test.table
		s := start(t, test.console)
		s.Send("board", "e4", "back")
		if out := strings.Join(s.Rest(), "\n"); strings.Count(out, test.want) < 3 {
			t.Errorf("%+v\n%s", test, out)
		}
	}
}

// TestAWrongStartEndsTheTable before anything is printed.
func TestAWrongStartEndsTheTable(t *testing.T) {
	for start, refused := range map[string]bool{"1 2 3 4 5 6 7": true, "8/8/8/8/8/8/8/8 w - -": true,
		".......k ........ ........ ........ ........ ........ ........ Z.......":   true,
		"t.ar..ct p..p.pCp c..A.D.. .p.CP..P ......P. ...P.... P.P.R... d.....a. b": false, " ": false} {
		if out, err := runTable(t, Table{Start: start}, memory{}, ""); (err != nil) != refused || out != "" {
			t.Errorf("%q: error %v, output %s", start, err, out)
		}
	}
}

func TestWordsBecomeSettings(t *testing.T) {
	var s Table
	for name, want := range map[string]message.Language{"EN": message.English, "italiano": message.Italian, "It": message.Italian} {
		if err := s.Apply(Words{Language: name, Letters: "de", Engine: "black", Draws: "claim"}); err != nil || s.Language != want {
			t.Errorf("%s: %v, error %v", name, s.Language, err)
		}
	}
	if s.Letters != notation.German || !s.Engine || s.EngineSide != movegen.Black || s.Referee.Draws != movegen.DrawsByClaim {
		t.Errorf("%+v", s)
	}
	for want, words := range map[string]Words{
		`--language "latin"`:             {Language: "latin", Draws: "once"},
		`--letters "xx"`:                 {Language: "en", Letters: "xx", Draws: "once"},
		`not "red"`:                      {Language: "en", Engine: "red", Draws: "once"},
		`--draws must be once, claim or`: {Language: "en", Draws: "often"},
	} {
		if err := s.Apply(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v", words, err)
		}
	}
}

func TestAProtocolAfterATableJudgesItsGamesItself(t *testing.T) {
	c := scripted(memory{})
	c.Table = &Table{}
	s := start(t, c)
	s.Send("e4", "uci")
	s.Rest()
	s.Controller.SetPosition(movegen.StartPosition())
	for range 3 {
		for _, m := range []movegen.Move{movegen.MakeMove(6, 21, movegen.Normal), movegen.MakeMove(62, 45, movegen.Normal),
			movegen.MakeMove(21, 6, movegen.Normal), movegen.MakeMove(45, 62, movegen.Normal)} {
			if err := s.Controller.Play(m); err != nil || s.Next != "uci" {
				t.Fatalf("%v, next %q", err, s.Next)
			}
		}
	}
}

// writings are the ways to write a move.
var writings = []func(p *movegen.Position, m movegen.Move) string{
	func(_ *movegen.Position, m movegen.Move) string { return m.String() },
	func(p *movegen.Position, m movegen.Move) string { return notation.Squares(p, m, notation.English) },
	func(p *movegen.Position, m movegen.Move) string { return strings.TrimRight(san(p, m), "+#") },
	func(p *movegen.Position, m movegen.Move) string {
		return fmt.Sprintf("%d%s%s", p.FullmoveNumber(), [...]string{". ", "..."}[p.Side()], san(p, m))
	},
	func(p *movegen.Position, m movegen.Move) string { // long algebraic
		text := notation.Squares(p, m, notation.English)
		if t := p.PieceAt(m.From()).Type(); t != movegen.Pawn && m.Kind() != movegen.Castling {
			return string(notation.English.Letter(t)) + text
		}
		return text
	},
}

// TestRandomGames: a move is understood in every writing, the list of moves, the board and the file can be read again,
// and steps back and forward agree with a list of moves.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		a, out := atTable(t, Table{Language: message.Italian, Letters: notation.English})
		game := a.controller.Game()
		var line []movegen.Move // game.Len() of them are on the board
		for range 80 {
			p, n := game.Position(), 1+rng.IntN(4)
			switch moves := p.Moves(); {
			case rng.IntN(4) == 0:
				a.handle(fmt.Sprintf("ritira %d", n))
			case rng.IntN(4) == 0:
				a.handle(fmt.Sprintf("avanti %d", n))
			case len(moves) > 0 && !game.Over():
				m := moves[rng.IntN(len(moves))]
				if at := game.Len(); at == len(line) || line[at] != m { // else forward still has the rest
					line = append(line[:at:at], m)
				}
				text := writings[rng.IntN(len(writings))](&p, m)
				if a.handle(text); !slices.Equal(game.Moves(), line[:min(game.Len(), len(line))]) {
					t.Fatalf("%v as %q was taken as %v in %s", m, text, game.Moves(), p.FEN())
				}
			}
			if !slices.Equal(game.Moves(), line[:game.Len()]) {
				t.Fatalf("seed %d: %v, not of %v\n%s", seed, game.Moves(), line, out)
			}
		}
		moves, outcome, p := game.Moves(), game.Outcome(), game.Position()
		for i, again := range []func() string{
			func() string { a.handle("salva x"); a.handle("nuova"); return "carica x" },
			func() string { out.Reset(); a.handle("partita"); return "nuova\n" + out.String() },
		} {
			for text := range strings.Lines(again()) {
				a.handle(strings.TrimSuffix(text, " *\n"))
			}
			if now := a.controller.Game(); !slices.Equal(now.Moves(), moves) || now.Outcome() != outcome && now.Outcome().Ending != movegen.Agreement {
				t.Fatalf("%d: %v (%v) came back as %v (%v)\n%s", i, moves, outcome, now.Moves(), now.Outcome(), out)
			}
		}
		out.Reset()
		a.handle("scacchiera")
		a.handle("new " + strings.Join(strings.Split(out.String(), "\n")[:8], " ") + " " + [...]string{"w", "b"}[p.Side()])
		got := a.player.Position()
		want, _, _ := strings.Cut(p.FEN(), " ")
		if placed, _, _ := strings.Cut(got.FEN(), " "); placed != want || got.Side() != p.Side() {
			t.Fatalf("%s came back as %s", p.FEN(), got.FEN())
		}
	}
}

// FuzzTable: after any input the game is valid, and each refusal is reported.
func FuzzTable(f *testing.F) {
	f.Add("1. e4 e5 2. Nf3\n45 37\nback 2\nforward\nmoves all\nresign\n", true)
	f.Add("new t.ar..ct p..p.pCp c..A.D.. .p.CP..P ......P. ...P.... P.P.R... d.....a. b\nCxf6\nAe7\nritira\npatta", true)
	f.Add("new 8/P6k/8/8/8/8/8/K7 w - -\na8\na8=N\n# x\nattacked a8\nlist\nfen\nsave x\nload x\n", false)
	f.Fuzz(func(t *testing.T, script string, italian bool) {
		a, out := atTable(t, Table{Language: map[bool]message.Language{true: message.Italian}[italian]})
		for line := range strings.Lines(script) {
			refused, length := a.refused, out.Len()
			a.handle(line)
			a.player.Stop()
			if a.refused > refused+1 || a.refused > refused && out.Len() == length {
				t.Fatalf("%q: %d refusals and %d bytes", line, a.refused-refused, out.Len()-length)
			}
		}
		game := a.controller.Game()
		again := movegen.Follower().Start(game.Start())
		for _, m := range game.Moves() {
			must.Do(t, again.Play(m))
		}
	})
}
