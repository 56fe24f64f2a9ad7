package uci

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
)

// TestStorm sends stop, go, ponderhit and options in random order as fast as they are
// taken; the race detector watches.
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
			session.Send("uci")
			session.Send("go infinite")
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
	session.Send("go infinite")
	session.Send("xboard now")
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
	case <-time.After(10 * time.Second):
		t.Error("the session goes on without an output")
	}
}

func TestManyMovesAreQuick(t *testing.T) {
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
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, " %v", m)
	}
	session := protocoltest.Start(t, Serve)
	session.Send("isready")
	session.Until("readyok")
	begin := time.Now()
	session.Send("position startpos moves" + text.String())
	session.Send("d")
	lines := session.Until("fen ")
	position := game.Position()
	if want := "fen " + position.FEN(); lines[len(lines)-1] != want {
		t.Errorf("got %q, want %q", lines[len(lines)-1], want)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("%d moves took %v", game.Len(), took)
	}
	session.Rest()
}

func TestAnEngineThatDoesNotStartIsReportedAtIsready(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Council.Fault = errors.New("start cat: no uciok within 10s\nstart dog: no uciok within 10s")
	session.Send("uci")
	session.Until("uciok")
	session.Send("isready")
	session.Send("isready")
	session.Send("quit")
	want := []string{"info string error: start cat: no uciok within 10s", "info string error: start dog: no uciok within 10s", "readyok", "readyok"}
	if got := session.Rest(); !slices.Equal(got, want) {
		t.Errorf("the answers are %q", got)
	}
}
