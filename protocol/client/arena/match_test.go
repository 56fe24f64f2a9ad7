package arena_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
	"alfiere/protocol/client/inprocess"
	"alfiere/search"
)

// alfiere returns a contestant in this process with a number of nodes for each move.
func alfiere(name string, nodes uint64) arena.Contestant {
	program := &inprocess.Program{Name: name, Resources: protocol.Resources{Hash: 1, Threads: 1},
		Searcher: func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }}
	return arena.Contestant{Name: name, Control: client.Control{Nodes: nodes},
		Open: func() arena.Player { return program.Open() }}
}

const openings = `rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - ; id "Sicilian"
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3

# A comment, and a line with counters of its own.
rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5
rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4
`

func readOpenings(t testing.TB) []movegen.Position {
	t.Helper()
	return must.Get(arena.ReadOpenings(strings.NewReader(openings), movegen.Rules{}))(t)
}

// match returns a short match at fixed nodes, which comes out the same every time.
func match(t testing.TB, nodes [2]uint64, games int) *arena.Match {
	return &arena.Match{
		Contestants: []arena.Contestant{alfiere("One", nodes[0]), alfiere("Two", nodes[1])},
		Openings:    readOpenings(t), Games: games, Concurrency: 2,
		Rules: arena.Rules{Longest: time.Minute, Grace: time.Minute, Resign: arena.Resign{Score: 600, Moves: 4}, MaxMoves: 60},
	}
}

func ExampleMatch() {
	m := arena.Match{
		Contestants: []arena.Contestant{alfiere("One", 200), alfiere("Two", 200)},
		Games:       2,
		Rules:       arena.Rules{MaxMoves: 10},
		Report: func(pair []*arena.Game, _ *arena.Standing) error {
			for _, g := range pair {
				fmt.Printf("game %d: %v (%s)\n", g.Number+1, g.Result, g.Reason)
			}
			return nil
		},
	}
	standing, err := m.Run(context.Background())
	tally := standing.Tally(arena.Pairing{First: 0, Second: 1})
	fmt.Println(tally.Wins, tally.Draws, tally.Losses, err)
	// Output:
	// game 1: 1/2-1/2 (cut after 10 moves)
	// game 2: 1/2-1/2 (cut after 10 moves)
	// 0 2 0 <nil>
}

// Two equal players that always play alike win each opening with the same colour.
func TestEqualPlayersShareEachPair(t *testing.T) {
	m := match(t, [2]uint64{300, 300}, 8)
	games := map[int]*arena.Game{}
	m.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		for _, g := range pair {
			games[g.Number] = g
		}
		return nil
	}
	standing, err := m.Run(context.Background())
	if err != nil || tallyOf(standing).Pairs != [5]int{2: 4} || standing.FaultCount() != 0 {
		t.Fatalf("error %v, tally %+v", err, tallyOf(standing))
	}
	if numbers := slices.Sorted(maps.Keys(games)); !slices.Equal(numbers, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("numbers %v", numbers)
	}
	for number, g := range games {
		other := games[number^1]
		if g.Start != m.Opening(number) || other.Start != g.Start || g.White == other.White || g.Result != other.Result {
			t.Errorf("games %d and %d are no pair", number, number^1)
		}
		for i, move := range g.Moves {
			if move.Move != other.Moves[i].Move || move.Report.Depth == 0 || move.Report.Nodes == 0 || move.Report.Nodes > 300+2048 {
				t.Errorf("game %d, half-move %d: %+v", number, i, move)
				break
			}
		}
	}
}

// tallyOf returns what the first two contestants have played.
func tallyOf(s *arena.Standing) *arena.Tally { return s.Tally(arena.Pairing{First: 0, Second: 1}) }

// buffer is what a match writes its games to.
type buffer struct{ bytes.Buffer }

func (b *buffer) report(m *arena.Match) {
	m.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		for _, g := range pair {
			b.Write(m.AppendPGN(nil, g, "test"))
		}
		return nil
	}
}

func TestAMatchThatWasCutShortGoesOn(t *testing.T) {
	nodes := [2]uint64{60, 120}
	const games = 8
	var whole buffer
	uncut := match(t, nodes, games)
	whole.report(uncut)
	wanted := must.Get(uncut.Run(context.Background()))(t)

	var file buffer
	first := match(t, nodes, games)
	file.report(first)
	write := first.Report
	ctx, cancel := context.WithCancel(context.Background())
	first.Report = func(pair []*arena.Game, standing *arena.Standing) error {
		if standing.Count() == games/2 {
			cancel()
		}
		return write(pair, standing)
	}
	if tally, err := first.Run(ctx); !errors.Is(err, context.Canceled) || tally.Count() >= games {
		t.Fatalf("not cut short: error %v, %d games", err, tally.Count())
	}
	complete := file.Len()
	file.WriteString("[Event \"test\"]\n[Result \"1-0\"]\n\n1. e4 {0.0") // and then the power went off

	second := match(t, nodes, games)
	length, err := second.Resume(bytes.NewReader(file.Bytes()))
	if err != nil || length != int64(complete) {
		t.Fatalf("%d of %d bytes are complete, error %v", length, complete, err)
	}
	file.Truncate(int(length))
	file.report(second)
	gone, err := second.Run(context.Background())
	got, want := tallyOf(gone), tallyOf(wanted)
	if err != nil || got.Wins != want.Wins || got.Losses != want.Losses || got.Pairs != want.Pairs {
		t.Errorf("error %v, got %+v, want %+v", err, got, want)
	}
	names, played, err := arena.Recount(bytes.NewReader(file.Bytes()), "One")
	var again arena.Standing
	for i := range played {
		again.Add(&played[i])
	}
	recounted := tallyOf(&again)
	if err != nil || !slices.Equal(names, []string{"One", "Two"}) || recounted.Pairs != want.Pairs || recounted.Count() != games {
		t.Errorf("recounted: %v, %+v, error %v", names, recounted, err)
	}

	done := match(t, nodes, games)
	must.Get(done.Resume(bytes.NewReader(file.Bytes())))(t)
	done.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		t.Errorf("game %d is played again", pair[0].Number)
		return nil
	}
	if tally, err := done.Run(context.Background()); err != nil || tally.Count() != games {
		t.Errorf("a complete match: error %v, tally %+v", err, tally)
	}
}

func TestAnErrorOfReportEndsTheMatch(t *testing.T) {
	m := match(t, [2]uint64{20, 20}, 1000)
	full := errors.New("disk full")
	calls := 0
	m.Report = func([]*arena.Game, *arena.Standing) error { calls++; return full }
	if tally, err := m.Run(context.Background()); !errors.Is(err, full) || calls != 1 || tally.Count() != 2 {
		t.Errorf("error %v after %d calls", err, calls)
	}
}

func TestFaultyOpeningsAreRefused(t *testing.T) {
	for name, text := range map[string]string{"no position": "hello\n", "mate": "7k/8/8/8/8/8/8/K7 w - - 0 1\n"} {
		if _, err := arena.ReadOpenings(strings.NewReader(text), movegen.Rules{}); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := arena.ReadOpenings(broken.Reader(openings), movegen.Rules{}); !errors.Is(err, broken.Err) {
		t.Errorf("error %v", err)
	}
}

func TestShufflingDependsOnTheSeedAlone(t *testing.T) {
	one, two, other := readOpenings(t), readOpenings(t), readOpenings(t)
	arena.Shuffle(one, 5)
	arena.Shuffle(two, 5)
	arena.Shuffle(other, 8)
	if !slices.Equal(one, two) {
		t.Error("the same seed gives another order")
	}
	if slices.Equal(one, other) {
		t.Error("another seed gives the same order")
	}
	for _, p := range readOpenings(t) {
		if !slices.Contains(one, p) {
			t.Errorf("%s is lost", p.FEN())
		}
	}
}

// TestNoTestEndsInAPair ends a match when its test is decided, and resumes from every length of the file: whatever is
// kept is pairs.
func TestNoTestEndsInAPair(t *testing.T) {
	var file buffer
	m := match(t, [2]uint64{500, 5}, 400)
	m.Test = &arena.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.2, Beta: 0.2}
	m.Concurrency = 3
	file.report(m)
	standing, err := m.Run(t.Context())
	if err != nil || standing.Count()%2 == 1 || tallyOf(standing).Singles() != [3]int{} ||
		standing.Count() >= m.Games || m.Test.Judge(tallyOf(standing).Sample()) != arena.AcceptElo1 {
		t.Fatalf("error %v, %+v", err, tallyOf(standing))
	}
	for length := 0; length < file.Len(); length += 1777 {
		again := match(t, [2]uint64{500, 5}, 400)
		whole, err := again.Resume(bytes.NewReader(file.Bytes()[:length]))
		if err != nil || len(again.Played)%2 == 1 || whole > int64(length) {
			t.Fatalf("of %d bytes: %d games in %d bytes, %v", length, len(again.Played), whole, err)
		}
		for i := 0; i < len(again.Played); i += 2 {
			if again.Played[i].Number^1 != again.Played[i+1].Number {
				t.Errorf("of %d bytes: game %d, then %d", length, again.Played[i].Number, again.Played[i+1].Number)
			}
		}
	}
	odd := match(t, [2]uint64{5, 5}, 3)
	file.Reset()
	file.report(odd)
	if standing, err := odd.Run(t.Context()); err != nil || standing.Count() != 3 {
		t.Fatalf("of three games %d are played, %v", standing.Count(), err)
	}
	odd = match(t, [2]uint64{5, 5}, 3)
	if length, err := odd.Resume(bytes.NewReader(file.Bytes())); err != nil || length != int64(file.Len()) || len(odd.Played) != 3 {
		t.Errorf("of three games %d are there, %v", len(odd.Played), err)
	}
}

// TestAMatchWaitsBetweenGames: not before the first, and the end of the context ends the wait.
func TestAMatchWaitsBetweenGames(t *testing.T) {
	t.Parallel()
	m := match(t, [2]uint64{50, 50}, 2)
	m.Rules.MaxMoves, m.Wait = 2, 60*time.Millisecond
	var games []*arena.Game
	m.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		games = append(games, pair...)
		return nil
	}
	if _, err := m.Run(t.Context()); err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if pause := games[1].Begun.Sub(games[0].Begun.Add(games[0].Duration)); pause < m.Wait {
		t.Errorf("the second game began after %v", pause)
	}
	m = match(t, [2]uint64{50, 50}, 1)
	m.Rules.MaxMoves, m.Wait = 2, time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	if standing, err := m.Run(ctx); err != nil || standing.Count() != 1 {
		t.Errorf("a single game: %d, %v", standing.Count(), err)
	}
	m.Games = 2
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func TestOpeningsKeepTheRightsOfTheirVariant(t *testing.T) {
	const fen = "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1"
	for _, test := range []struct {
		name  string
		rules movegen.Rules
		want  string
	}{{"standard", movegen.Rules{}, "-"}, {"Chess960", movegen.Rules{Chess960: true}, "Qq"}} {
		positions, err := arena.ReadOpenings(strings.NewReader(fen), test.rules)
		if err != nil || len(positions) != 1 || strings.Fields(positions[0].FEN())[2] != test.want {
			t.Errorf("%s: %v, %v", test.name, positions, err)
		}
	}
}

func TestOpeningsMayBeGames(t *testing.T) {
	for _, test := range []struct {
		name, games string
		rules       movegen.Rules
		want        string // FENs; the error's text if none are read
	}{
		{"main lines", "[Event \"a\"]\n\n1. e4 (1. d4) c5 *\n\n[Event \"b\"]\n\n1. c4 *\n", movegen.Rules{},
			"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"},
		{"Chess960", "[Variant \"Chess960\"]\n[FEN \"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1\"]\n\n1. Rb2 *\n", movegen.Rules{Chess960: true},
			"1r2k3/8/8/8/8/8/1R6/4K3 b q - 1 1"},
		{"Chess960 in a match of standard chess", "[Variant \"Chess960\"]\n[FEN \"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1\"]\n\n1. Rb2 *\n", movegen.Rules{},
			"1r2k3/8/8/8/8/8/1R6/4K3 b - - 1 1"},
		{"an illegal move", "1. e4 e5 2. Ke3 *", movegen.Rules{}, "line 1, column 13"},
		{"mate", "1. f3 e5 2. g4 Qh4# 0-1", movegen.Rules{}, "line 1: the game is over"},
	} {
		positions, err := arena.ReadGameOpenings(strings.NewReader(test.games), test.rules, 0)
		var got []string
		for _, p := range positions {
			got = append(got, p.FEN())
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if text := strings.Join(got, " "); !strings.Contains(text, test.want) {
			t.Errorf("%s: %s", test.name, text)
		}
	}
}

func TestOpeningsOfGamesAreCut(t *testing.T) {
	const games = "1. e4 e5 2. Nf3 *\n\n1. d4 *\n"
	for plies, want := range map[int]string{
		0: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b", 1: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
		2: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w", 9: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b",
	} {
		positions, err := arena.ReadGameOpenings(strings.NewReader(games), movegen.Rules{}, plies)
		if err != nil || len(positions) != 2 || !strings.HasPrefix(positions[0].FEN(), want) || !strings.HasPrefix(positions[1].FEN(), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b") {
			t.Errorf("%d: %v, error %v", plies, positions, err)
		}
	}
}
