package uci

import (
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/protocoltest"
)

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
				session.Send("position startpos moves e2e4")
				session.Send(refused)
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
				session.Send("position startpos")
				session.Send("go depth 1")
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
			session.Send("ponderhit")
			session.Send("stop")
			session.Until("bestmove (none)")
			session.Send("go perft x") // has none
			session.Until("info string error: go: perft: ")
			session.Send("isready")
			session.Send("go depth 1")
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
	session.Send("\ufeffposition startpos moves e2e4")
	session.Send("\ufefffen")
	session.Until("rnbqkbnr/pppppppp/8/8/4P3")
	session.Send("\ufeffxboard")
	if rest := session.Rest(); len(rest) > 0 || session.Next != "xboard" {
		t.Errorf("then %q, next is %q", rest, session.Next)
	}
}
