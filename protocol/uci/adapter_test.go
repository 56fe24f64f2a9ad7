package uci

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// TestStorm sends stop, go, ponderhit and options in random order as fast as they are taken; the race detector watches.
func TestStorm(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	lines := []string{"go infinite", "go depth 2", "go movetime 100000", "go ponder wtime 1000", "stop", "stop", "ponderhit",
		"isready", "setoption name Hash value 32", "setoption name Threads value 2", "position startpos moves e2e4",
		"ucinewgame", "go nodes 1", "bogus"}
	for range 30 {
		session := protocoltest.Start(t, Serve)
		session.Send("uci")
		searches, ready := 0, 0
		for range 100 {
			line := lines[random.IntN(len(lines))]
			if strings.HasPrefix(line, "go") {
				searches++
			} else if line == "isready" {
				ready++
			}
			session.Send(line)
		}
		session.Send("quit")
		for _, line := range session.Rest() {
			if strings.HasPrefix(line, "bestmove") {
				searches--
			} else if line == "readyok" {
				ready--
			}
		}
		if searches != 0 || ready != 0 {
			t.Fatalf("%d best moves and %d readyok are missing", searches, ready)
		}
	}
}

func TestSignalsEndASearchWithItsMove(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			session := protocoltest.Start(t, Serve)
			session.Send("uci", "go infinite")
			session.Until("info depth 3")
			session.Signals <- signal
			session.Until("bestmove ")
			if rest := session.Rest(); len(rest) > 0 || session.Err != nil {
				t.Errorf("then %q, error %v", rest, session.Err)
			}
		})
	}
}

func TestXboardTakesOver(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Send("uci")
	session.Until("uciok")
	session.Send("go infinite", "xboard now")
	lines := session.Rest()
	if session.Next != "xboard now" || session.Err != nil || len(lines) == 0 || !strings.HasPrefix(lines[len(lines)-1], "bestmove") {
		t.Errorf("next is %q, error %v, output %q", session.Next, session.Err, lines)
	}
}

// faulty is a Writer that fails after some lines.
type faulty struct{ good int }

var errFull = errors.New("disk full")

func (f *faulty) Write(p []byte) (int, error) {
	if f.good--; f.good < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestBrokenOutputEndsTheSession(t *testing.T) {
	reader, writer := io.Pipe()
	defer writer.Close()
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil
	}, protocol.Resources{Hash: 64}, rand.NewPCG(1, 1))
	quit := make(chan struct{})
	defer close(quit)
	ended := make(chan error, 1)
	go func() {
		_, err := Serve(&protocol.Session{Lines: wire.ReadLines(reader, quit), Out: wire.NewOutput(&faulty{2}), Controller: controller}, "go infinite")
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, errFull) {
			t.Errorf("error %v", err)
		}
	case <-time.After(5 * time.Minute):
		t.Error("the session goes on without an output")
	}
}

func TestManyMovesAreTaken(t *testing.T) {
	game := movegen.Follower().Start(movegen.StartPosition())
	random := rand.New(rand.NewPCG(2, 2))
	var text strings.Builder
	for range 1000 {
		position := game.Position()
		var list movegen.MoveList
		position.LegalMoves(&list)
		if list.Len() == 0 {
			break
		}
		m := list.At(random.IntN(list.Len()))
		must.Do(t, game.Play(m))
		fmt.Fprintf(&text, " %v", m)
	}
	session := protocoltest.Start(t, Serve)
	session.Send("isready")
	session.Until("readyok")
	session.Send("position startpos moves"+text.String(), "d")
	lines := session.Until("fen ")
	position := game.Position()
	if want := "fen " + position.FEN(); lines[len(lines)-1] != want {
		t.Errorf("got %q, want %q", lines[len(lines)-1], want)
	}
	session.Rest()
}

func TestAnEngineThatDoesNotStartIsReportedAtIsready(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Council.Fault = errors.New("start cat: no uciok within 10s\nstart dog: no uciok within 10s")
	session.Send("uci")
	session.Until("uciok")
	session.Send("isready", "isready", "quit")
	want := []string{"info string error: start cat: no uciok within 10s", "info string error: start dog: no uciok within 10s", "readyok", "readyok"}
	if got := session.Rest(); !slices.Equal(got, want) {
		t.Errorf("the answers are %q", got)
	}
}

// refusals are commands after which the engine does not know the GUI's position.
var refusals = []string{"position fen blah", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position", "position moves e2e4",
	"position elsewhere", "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 x y", "position fen"}

// TestNothingIsSearchedAfterARefusedPosition holds for every form of go, until a valid position comes.
func TestNothingIsSearchedAfterARefusedPosition(t *testing.T) {
	for _, refused := range refusals {
		for _, search := range []string{"go", "go depth 3", "go nodes 5", "go movetime 10", "go wtime 100 btime 100", "go mate 2",
			"go infinite", "go ponder wtime 100 btime 100", "go searchmoves e2e4", "go perft 2", "go perft x", "go depth x", "mate 2"} {
			t.Run(refused+"/"+search, func(t *testing.T) {
				session := protocoltest.Start(t, Serve)
				session.Send("position startpos moves e2e4", refused)
				session.Until("info string error: position: ")
				session.Send("ucinewgame") // changes nothing
				session.Send(search)
				session.Until("info string error: " + strings.Fields(search)[0] + ": the last position was refused")
				session.Send("isready")
				lines := session.Until("readyok")
				session.Send("stop")
				if strings.Contains(search, "perft") || search == "mate 2" {
					session.Send("isready")
					lines = append(lines, session.Until("readyok")...)
				} else if !slices.Contains(lines, "bestmove (none)") {
					lines = append(lines, session.Until("bestmove (none)")...)
				}
				early := slices.Index(lines, "bestmove (none)") < slices.Index(lines, "readyok")
				if endless := strings.Contains(search, "infinite") || strings.Contains(search, "ponder"); endless && early {
					t.Errorf("there is a move before stop: %q", lines)
				}
				session.Send("position startpos", "go depth 1")
				session.Until("bestmove b1a3")
				if n := session.Searcher.Searches(); n != 1 {
					t.Errorf("there were %d searches", n)
				}
				if rest := session.Rest(); len(rest) > 0 {
					t.Errorf("then %q", rest)
				}
			})
		}
	}
}

// TestAGoThatIsRefusedHasOneBestMoveAndNoSearch: it is refused if its only limit is invalid, or if no move that
// it asks for is legal.
func TestAGoThatIsRefusedHasOneBestMoveAndNoSearch(t *testing.T) {
	for _, words := range []string{"depth x", "nodes", "movetime 1.5", "mate -", "wtime x btime y", "winc x", "movestogo x", "ponder depth x",
		"searchmoves e2e5", "searchmoves e7e5 depth 2", "infinite searchmoves e2e5", "ponder searchmoves x wtime 5", "mate 3 searchmoves a1a8"} {
		t.Run(words, func(t *testing.T) {
			session := protocoltest.Start(t, Serve)
			session.Send("go " + words)
			session.Until("info string error: go: ")
			session.Send("ponderhit", "stop")
			session.Until("bestmove (none)")
			session.Send("go perft x") // has none
			session.Until("info string error: go: perft: ")
			session.Send("isready", "go depth 1")
			lines := append(session.Until("bestmove"), session.Rest()...)
			if lines[0] != "readyok" || lines[len(lines)-1] != "bestmove b1a3 ponder b8a6" && lines[len(lines)-1] != "bestmove b1a3" ||
				session.Searcher.Searches() != 1 {
				t.Errorf("then %q, in %d searches", lines, session.Searcher.Searches())
			}
		})
	}
}

// TestAByteOrderMarkIsNoPartOfACommand holds for every command, as .NET writes one with each new stream.
func TestAByteOrderMarkIsNoPartOfACommand(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Send("\ufeffuci")
	session.Until("uciok")
	session.Send("\ufeffposition startpos moves e2e4", "\ufefffen")
	session.Until("rnbqkbnr/pppppppp/8/8/4P3")
	session.Send("\ufeffxboard")
	if rest := session.Rest(); len(rest) > 0 || session.Next != "xboard" {
		t.Errorf("then %q, next is %q", rest, session.Next)
	}
}

func TestParseGo(t *testing.T) {
	start := movegen.StartPosition()
	black := start.After(movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal))
	clock := func(remaining, increment time.Duration, movesToGo int) order {
		return order{limits: search.Limits{Clock: search.Clock{Remaining: remaining, Increment: increment, MovesToGo: movesToGo}}}
	}
	longest := maxTime * time.Millisecond
	e4 := []movegen.Move{movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)}
	type test struct {
		name     string
		text     string
		position movegen.Position
		want     order
		faults   int
	}
	tests := []test{
		{"nothing is infinite", "", start, order{limits: search.Limits{Infinite: true}}, 0},
		{"depth", "depth 7", start, order{limits: search.Limits{Depth: 7}}, 0},
		{"a depth of nothing is one", "depth -4", start, order{limits: search.Limits{Depth: 1}}, 0},
		{"several limits in any order", "nodes 5 mate 2 movetime 30", start,
			order{limits: search.Limits{Nodes: 5, Mate: 2, MoveTime: 30 * time.Millisecond}}, 0},
		{"no nodes are one", "nodes 0", start, order{limits: search.Limits{Nodes: 1}}, 0},
		{"no time is a millisecond", "movetime 0", start, order{limits: search.Limits{MoveTime: time.Millisecond}}, 0},
		{"White's clock", "wtime 1000 winc 10 btime 2000 binc 20 movestogo 5", start, clock(time.Second, 10*time.Millisecond, 5), 0},
		{"Black's clock", "wtime 1000 winc 10 btime 2000 binc 20", black, clock(2*time.Second, 20*time.Millisecond, 0), 0},
		{"only the other's clock", "btime 1000", start, clock(time.Second, 0, 0), 0},
		{"a clock of zero is a clock", "wtime 0", start, clock(time.Nanosecond, 0, 0), 0},
		{"a clock below zero stays so", "wtime -5 winc -7 movestogo -3", start, clock(-5*time.Millisecond, 0, 0), 0},
		{"a clock of 2 to the 63", "wtime 9223372036854775808", start, clock(longest, 0, 0), 0},
		{"a clock of minus 2 to the 70", "wtime -1180591620717411303424", start, clock(-longest, 0, 0), 0},
		{"an increment alone is no clock", "winc 100", start, order{limits: search.Limits{Infinite: true}}, 0},
		{"infinite with a depth is infinite", "infinite depth 3", start, order{limits: search.Limits{Infinite: true, Depth: 3}}, 0},
		{"pondering with a clock", "ponder wtime 1000 btime 1000", start,
			order{ponder: true, limits: search.Limits{Clock: search.Clock{Remaining: time.Second}}}, 0},
		{"pondering without a limit", "ponder", start, order{ponder: true}, 0},
		{"perft", "perft 5", start, order{counts: true, perft: 5, limits: search.Limits{Infinite: true}}, 0},
		{"perft too deep", "perft 500", start, order{counts: true, perft: movegen.MaxPerftDepth, limits: search.Limits{Infinite: true}}, 0},
		{"moves end at the next parameter", "searchmoves e2e4 d2d4 depth 3", start,
			order{limits: search.Limits{Depth: 3, Moves: []movegen.Move{
				movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal),
				movegen.MakeMove(movegen.MakeSquare(3, 1), movegen.MakeSquare(3, 3), movegen.Normal)}}}, 0},
		{"illegal moves are left out", "depth 3 searchmoves e2e5 e2e4 x", start, order{limits: search.Limits{Depth: 3, Moves: e4}}, 2},
		{"without a legal move there is no search", "depth 3 searchmoves e2e5 x", start,
			order{refused: true, limits: search.Limits{Depth: 3}}, 3},
		{"an empty list of moves means all", "searchmoves infinite", start, order{limits: search.Limits{Infinite: true}}, 0},
		{"moves do not matter to a count", "perft 2 searchmoves e2e5", start,
			order{counts: true, perft: 2, limits: search.Limits{Infinite: true}}, 1},
		{"unknown words are skipped", "foo depth 3 bar", start, order{limits: search.Limits{Depth: 3}, ignored: []string{"foo", "bar"}}, 0},
		{"a missing number is reported", "depth", start, order{refused: true}, 1},
		{"an invalid count is no count", "perft x", start, order{refused: true, counts: true, ignored: []string{"x"}}, 1},
		{"an invalid limit does not end a search without end", "infinite depth x", start,
			order{limits: search.Limits{Infinite: true}, ignored: []string{"x"}}, 1},
		{"an invalid limit beside a valid one is left out", "depth x nodes 7", start,
			order{limits: search.Limits{Nodes: 7}, ignored: []string{"x"}}, 1},
		{"an invalid increment leaves the clock", "wtime 1000 winc 1.5", start,
			order{limits: search.Limits{Clock: search.Clock{Remaining: time.Second}}, ignored: []string{"1.5"}}, 1},
		{"what is no number may be a parameter", "movetime depth 3", start, order{limits: search.Limits{Depth: 3}}, 1},
		{"faults are told a few times only", strings.Repeat("depth x ", 100), start,
			order{refused: true, ignored: slices.Repeat([]string{"x"}, maxFaults)}, maxFaults},
	}
	for _, limit := range []string{"depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft"} {
		for _, value := range []string{"", " x", " 1.5", " 0x10", " --3", " ponder"} {
			ponder := value == " ponder"
			var ignored []string
			if value != "" && !ponder {
				ignored = []string{value[1:]}
			}
			tests = append(tests, test{"an invalid only limit is no search: " + limit + value, limit + value, start,
				order{refused: true, ponder: ponder, counts: limit == "perft", ignored: ignored}, 1})
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, faults := parseGo(strings.Fields(test.text), &test.position)
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if len(faults) != test.faults {
				t.Errorf("faults %v, want %d", faults, test.faults)
			}
		})
	}
}

// TestAnyClockLeavesTime holds the bounds of the parser against the arithmetic of the
// search: whatever is sent, the budget is positive.
func TestAnyClockLeavesTime(t *testing.T) {
	values := []string{"-9999999999999999999999", "-1", "0", "1", "100", "99999999999", "9999999999999999999999"}
	start := movegen.StartPosition()
	for _, remaining := range values {
		for _, increment := range values {
			for _, moves := range values {
				text := "wtime " + remaining + " winc " + increment + " movestogo " + moves
				order, _ := parseGo(strings.Fields(text), &start)
				order.limits.Clock.Overhead = 5 * time.Second
				if b := order.limits.Clock.Budget(); b.Base <= 0 || b.Limit <= 0 || b.Limit > math.MaxInt64/2 {
					t.Errorf("%s: budget %+v", text, b)
				}
			}
		}
	}
}
