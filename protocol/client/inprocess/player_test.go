package inprocess_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/inprocess"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// program describes a player with a scripted searcher, which is set when it is made.
func program(searcher **protocoltest.Searcher) *inprocess.Program {
	return &inprocess.Program{Name: "Local", Resources: protocol.Resources{Hash: 1, Threads: 1},
		Searcher: func(megabytes int) (protocol.Searcher, error) {
			*searcher = protocoltest.Open(megabytes)
			return *searcher, nil
		}}
}

// A player of this process comes to the same moves, whatever runs at the same time and whatever was
// played before: the whole game is sent at each move.
func TestPlayersTakeTheClockAndTheStop(t *testing.T) {
	protocoltest.NoLeak(t)
	var searcher *protocoltest.Searcher
	player := program(&searcher).Open()
	defer player.Close()
	game := movegen.NewGame()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// The searcher of protocoltest thinks until it is stopped if it has this much time.
	must.Do(t, player.NewGame(ctx, client.Setup{Start: game.Start(),
		Control: client.Control{MoveTime: 10 * protocoltest.Patience}}))
	reply, err := player.Move(ctx, client.Turn{Game: game, Stop: time.Millisecond})
	if position := game.Position(); err != nil || !position.IsLegal(reply.Move) || reply.Report.Depth != 3 || reply.Report.Nodes != 300 {
		t.Errorf("stopped: %+v, %v", reply, err)
	}
	time.AfterFunc(time.Duration(rand.IntN(5))*time.Millisecond, cancel)
	if _, err := player.Move(ctx, client.Turn{Game: game}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: error %v", err)
	}
	must.Do(t, player.NewGame(context.Background(),
		client.Setup{Start: game.Start(), Control: client.Control{Depth: 1}}))
	if reply, err := player.Move(context.Background(), client.Turn{Game: game}); err != nil || reply.Move == movegen.NoMove {
		t.Errorf("in the game after an interrupt: %+v, %v", reply, err)
	}
}

func TestPlayersPonder(t *testing.T) {
	protocoltest.NoLeak(t)
	for _, test := range []struct {
		name     string
		control  client.Control
		hit      bool
		searches int    // for both moves
		nodes    uint64 // of the last one
	}{{"the expected reply", client.Control{Depth: 3}, true, 2, 0},
		{"another reply", client.Control{Depth: 3}, false, 3, 0},
		{"the expected reply by nodes", client.Control{Nodes: 300}, true, 2, 600},
		{"another reply by nodes", client.Control{Nodes: 300}, false, 3, 300}} {
		t.Run(test.name, func(t *testing.T) {
			var searcher *protocoltest.Searcher
			player := program(&searcher).Open()
			defer player.Close()
			game := movegen.NewGame()
			test.control.Ponder = true
			must.Do(t, player.NewGame(t.Context(), client.Setup{Start: game.Start(), Control: test.control}))
			reply, err := player.Move(t.Context(), client.Turn{Game: game})
			if err != nil || game.Play(reply.Move) != nil {
				t.Fatalf("%+v, %v", reply, err)
			}
			must.Do(t, player.Ponder(t.Context(), client.Turn{Game: game}))
			position := game.Position()
			next := position.Moves()[0] // what the searcher expects
			if !test.hit {
				next = position.Moves()[1]
			}
			must.Do(t, game.Play(next))
			reply, err = player.Move(t.Context(), client.Turn{Game: game})
			if position := game.Position(); err != nil || !position.IsLegal(reply.Move) || reply.Report.Depth != 3 {
				t.Errorf("%+v, %v", reply, err)
			}
			// A search that is overtaken may not have begun; by nodes none is.
			if n := searcher.Searches(); n != test.searches && (test.hit || test.nodes > 0 || n != test.searches-1) {
				t.Errorf("%d searches, not %d", n, test.searches)
			}
			if nodes := searcher.Last().Limits.Nodes; nodes != test.nodes {
				t.Errorf("%d nodes, not %d", nodes, test.nodes)
			}
		})
	}
}

func TestSettingsThatAreRefusedLeaveNoPlayer(t *testing.T) {
	for _, settings := range [][]client.Setting{
		{{Name: "Knowledge", Value: "nonsense"}},
		{{Name: "Threads", Value: "1"}, {Name: "Knowledge", Value: "nonsense"}},
		{{Name: "Nothing", Value: "1"}},
	} {
		var searcher *protocoltest.Searcher
		refused := program(&searcher)
		refused.Settings = settings
		player := refused.Open()
		for attempt := range 3 { // the last must not play with the default options
			err := player.NewGame(t.Context(), client.Setup{Start: movegen.StartPosition()})
			if fault, ok := errors.AsType[*client.StartError](err); !ok || fault.Name != "Local" {
				t.Errorf("%v, attempt %d: error %v", settings, attempt+1, err)
			}
		}
		must.Do(t, player.Close())
	}
}

// ending is a material whose tables are in a folder.
type ending struct {
	name   string
	folder string
	strong string // White's or Black's men, as FEN has them
	weak   string // the other side's
}

// The tables of three men are always here.
const (
	threeMen = "../../../tt/syzygy/testdata"
	fourMen  = "../../../../shared/data/syzygy"
)

var endings = []ending{
	{"queen against king", threeMen, "kq", "k"}, {"rook against king", threeMen, "kr", "k"},
	{"pawn against king", threeMen, "kp", "k"}, {"queen against rook", fourMen, "kq", "kr"},
	{"two bishops against king", fourMen, "kbb", "k"}, {"bishop and knight against king", fourMen, "kbn", "k"},
	{"rook and pawn against king", fourMen, "krp", "k"}, {"two pawns against king", fourMen, "kpp", "k"},
	{"knight and pawn against king", fourMen, "knp", "k"},
}

// contested are endings with many draws that are hard to find.
var contested = []ending{
	{"queen against pawn", fourMen, "kq", "kp"}, {"rook against bishop", fourMen, "kr", "kb"},
	{"rook against knight", fourMen, "kr", "kn"}, {"rook against rook", fourMen, "kr", "kr"},
}

var kinds = map[rune]movegen.PieceType{'k': movegen.King, 'q': movegen.Queen, 'r': movegen.Rook,
	'b': movegen.Bishop, 'n': movegen.Knight, 'p': movegen.Pawn}

// gauntlet is how hard the endings are tried: some with so few nodes that a slow machine
// does not matter, or with ALFIERE_LONG=1 all at 10 ms a move.
func gauntlet() (won, drawn int, control client.Control) {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 500, 200, client.Control{MoveTime: 10 * time.Millisecond}
	}
	return 4, 3, client.Control{Nodes: 300}
}

// open returns the tables and a player that has them.
func (e *ending) open(t *testing.T) (*syzygy.Tables, *inprocess.Player) {
	t.Helper()
	if _, err := os.Stat(e.folder); err != nil {
		t.Skipf("no tables: %v", err)
	}
	tables := must.Get(syzygy.Open(e.folder))(t)
	program := inprocess.Program{Name: "Alfiere", Resources: protocol.Resources{Hash: 16, Threads: 1},
		Searcher: func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) },
		Settings: []client.Setting{{Name: "Hash", Value: "4"}, {Name: "SyzygyPath", Value: e.folder}}}
	player := program.Open()
	t.Cleanup(func() {
		must.Do(t, player.Close())
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
		for _, fault := range tables.Faults() {
			t.Error(fault)
		}
	})
	return tables, player
}

// TestWonEndingsAreWonAgainstTablesWithTables lets a defender that knows the tables put off
// captures, pawn moves and mate as long as it can.
func TestWonEndingsAreWonAgainstTablesWithTables(t *testing.T) {
	games, _, control := gauntlet()
	for number, e := range endings {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			tables, player := e.open(t)
			random := rand.New(rand.NewPCG(15, uint64(number)))
			d := duel{player, control, func(p *movegen.Position) movegen.Move { return longest(tables, p, random) }}
			plies := 0
			for range games {
				start, strong := e.random(random, tables, syzygy.Win)
				game, err := d.play(t.Context(), start, strong)
				if outcome := game.Outcome(); err != nil || outcome.Result != movegen.WinFor(strong) {
					t.Errorf("%s, %v, error %v, after %v", start.FEN(), outcome, err, game.Moves())
				}
				plies += game.Len()
			}
			t.Logf("%d games, %.1f moves each", games, float64(plies)/2/float64(games))
		})
	}
}

// TestDrawnEndingsAreHeldAgainstTablesWithTables lets an attacker that knows the tables leave
// as few good replies as it can.
func TestDrawnEndingsAreHeldAgainstTablesWithTables(t *testing.T) {
	_, games, control := gauntlet()
	for number, e := range slices.Concat(endings, contested) {
		if e.weak == "k" && (e.strong == "kq" || e.strong == "kr") {
			continue // the king holds only what it takes at once
		}
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			tables, player := e.open(t)
			random := rand.New(rand.NewPCG(16, uint64(number)))
			d := duel{player, control, func(p *movegen.Position) movegen.Move { return trickiest(tables, p, random) }}
			plies := 0
			for range games {
				start, strong := e.random(random, tables, syzygy.Draw)
				side := strong.Other()
				if len(e.weak) > 1 && random.IntN(2) == 0 {
					side = strong // which can lose, too
				}
				game, err := d.play(t.Context(), start, side)
				if outcome := game.Outcome(); err != nil || outcome.Result != movegen.Drawn {
					t.Errorf("%s, %v, error %v, after %v", start.FEN(), outcome, err, game.Moves())
				}
				plies += game.Len()
			}
			t.Logf("%d games, %.1f moves each", games, float64(plies)/2/float64(games))
		})
	}
}

// random returns a legal position of the ending that is not over and has the value for the strong side, and that side's
// colour. A draw by a capture at once is one only if there are hardly any others.
func (e *ending) random(random *rand.Rand, tables *syzygy.Tables, value syzygy.WDL) (p movegen.Position, strong movegen.Color) {
	for captures := 0; ; {
		strong = movegen.Color(random.IntN(2))
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, Side: movegen.Color(random.IntN(2))}
		place := func(c movegen.Color, men string) {
			for _, letter := range men {
				b.Board[free(&b, random)] = movegen.MakePiece(c, kinds[letter])
			}
		}
		place(strong, e.strong)
		place(strong.Other(), e.weak)
		p, _, err := b.Build(movegen.Rules{})
		if err != nil || !p.HasLegalMove() || p.InsufficientMaterial() {
			continue
		}
		wanted := value
		if p.Side() != strong {
			wanted = -value
		}
		if got, ok := tables.WDL(&p); !ok {
			panic(fmt.Sprintf("no table has %s", p.FEN()))
		} else if got != wanted {
			continue
		}
		if value != syzygy.Draw || captures == 100 || !slices.ContainsFunc(p.Moves(), p.IsCapture) {
			return p, strong
		}
		captures++
	}
}

// free returns a random square on which nothing stands.
func free(b *movegen.Builder, random *rand.Rand) movegen.Square {
	for {
		if s := movegen.Square(random.IntN(64)); b.Board[s] == movegen.NoPiece {
			return s
		}
	}
}

// duel is a pair of players with the time per move.
type duel struct {
	player   *inprocess.Player
	control  client.Control
	opponent func(*movegen.Position) movegen.Move
}

// play plays a game in which the player has the side. The error is one of the player.
func (d *duel) play(ctx context.Context, start movegen.Position, side movegen.Color) (*movegen.Game, error) {
	game := movegen.Referee{}.Start(start)
	if err := d.player.NewGame(ctx, client.Setup{Start: start, Control: d.control}); err != nil {
		return game, err
	}
	for !game.Over() {
		p := game.Position()
		var move movegen.Move
		if p.Side() == side {
			reply, err := d.player.Move(ctx, client.Turn{Game: game})
			if err != nil {
				return game, err
			}
			move = reply.Move
		} else {
			move = d.opponent(&p)
		}
		if err := game.Play(move); err != nil {
			return game, err
		}
	}
	return game, nil
}

// longest returns a random one of the best moves by the tables; of a lost position those that lose as late as can be.
func longest(tables *syzygy.Tables, p *movegen.Position, random *rand.Rand) movegen.Move {
	moves, _ := tables.Moves(p)
	count := 0
	for count < len(moves) && moves[count].WDL == moves[0].WDL && moves[count].DTZ == moves[0].DTZ {
		count++
	}
	return moves[random.IntN(count)].Move
}

// trickiest returns a move that keeps the draw: every other time one of those that leave the
// fewest replies that keep it, too, else any. What is won by now it wins.
func trickiest(tables *syzygy.Tables, p *movegen.Position, random *rand.Rand) movegen.Move {
	moves, _ := tables.Moves(p)
	if moves[0].WDL == syzygy.Win {
		return moves[0].Move
	}
	tricky := random.IntN(2) == 0
	var best []movegen.Move
	fewest := 1 << 10
	for _, m := range moves {
		if m.WDL < syzygy.BlessedLoss {
			continue
		}
		holding := 0
		if after := p.After(m.Move); tricky {
			replies, _ := tables.Moves(&after)
			for _, reply := range replies {
				if reply.WDL >= syzygy.BlessedLoss {
					holding++
				}
			}
		}
		if holding < fewest {
			best, fewest = best[:0], holding
		}
		if holding == fewest {
			best = append(best, m.Move)
		}
	}
	return best[random.IntN(len(best))]
}
