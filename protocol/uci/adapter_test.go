package uci

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
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
		_, err := Serve(&protocol.Session{Lines: wire.ReadLines(reader, quit),
			Out: wire.NewOutput(&broken.Writer{Room: 50}), Controller: controller}, "go infinite")
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, broken.Err) {
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
		moves := position.Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
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

// TestParseGo reads the words of go for a side to move.
func TestParseGo(t *testing.T) {
	golden.Cases(t, "testdata/go.cases", func(args ...string) string {
		position := movegen.StartPosition()
		if args[1] == movegen.Black.String() {
			position.MakeNull()
		}
		order, faults := parseGo(strings.Fields(args[0]), &position)
		text := golden.Fields(order)
		for _, fault := range faults {
			text += fmt.Sprintln("fault:", fault)
		}
		return text
	})
}
