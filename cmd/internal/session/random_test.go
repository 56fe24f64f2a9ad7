package session

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// sessions returns how many random sessions of each protocol are tried.
func sessions() uint64 {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 500
	}
	return 12
}

// chooser picks at random, the same for the same seed.
type chooser struct{ *rand.Rand }

func (c chooser) one(of ...string) string { return of[c.IntN(len(of))] }

// boards are positions for random sessions: valid ones, and texts that are refused.
var (
	boards = []string{movegen.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "6k1/5ppp/8/8/8/8/8/R5K1 w - -"}
	noBoards = []string{"blah", "8/8/8/8/8/8/8/8 w - - 0 1", "", "4k3/8/8/8/8/8/8/4K2R x K - 0 1", "k7/8/8/8/8/8/8/K6R b - - 0 x", "\xff/\x00"}
)

// randomGame returns a position with legal moves from it, as words, and the position after them.
func (c chooser) randomGame(fen string) (words string, after movegen.Position) {
	position, err := movegen.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	for range c.IntN(6) {
		moves := position.Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[c.IntN(len(moves))]
		words += " " + notation.UCI(m, false)
		position.Make(m)
	}
	return words, position
}

// TestRandomSessionsOfUCILoseNoMove follows what a GUI may send, and what none should: each go has one bestmove, which is
// legal in the position that was sent last, or none if there is no such position.
func TestRandomSessionsOfUCILoseNoMove(t *testing.T) {
	for seed := range sessions() {
		random := chooser{rand.New(rand.NewPCG(seed, 45))}
		p := startProcess(t)
		p.send(random.one("uci", "\ufeffuci", "xboard\nuci", "xboard\nprotover 2\n\ufeffuci", "uci\nxboard\nuci", "\n \t\nuci\r"))
		p.until("uciok")
		p.send("setoption name Hash value 1")
		board, known := movegen.StartPosition(), true
		var log []string
		send := func(line string) { log = append(log, line); p.send(line) }
		for range 25 {
			switch random.IntN(6) {
			case 0:
				fen := boards[random.IntN(len(boards))]
				words, after := random.randomGame(fen)
				send("position fen " + fen + " moves" + words + random.one("", " e9e9", " a1a1 e2e4"))
				board, known = after, true
			case 1:
				words, after := random.randomGame(movegen.StartFEN)
				send("\ufeffposition  startpos\tmoves" + words)
				board, known = after, true
			case 2:
				send("position fen " + noBoards[random.IntN(len(noBoards))])
				known = false
			case 3:
				send(random.one("ucinewgame", "isready", "setoption name MultiPV value 2", "setoption name Threads value 2", "setoption name MultiPV value 1",
					"stop", "ponderhit", "d", "bogus", "setoption name Threads value 900", "go perft 2", "go perft x", "debug on", "\x00\xff", "eval", "mate 1", "uci", "setoption"))
			default:
				legal := board.Moves()
				some := "a2a3"
				if len(legal) > 0 {
					some = notation.UCI(legal[random.IntN(len(legal))], false)
				}
				limit := random.one("depth 3", "nodes 500", "movetime 5", "wtime 50 btime 50", "infinite", "ponder wtime 50 btime 50", "", "mate 1", "depth 2 searchmoves "+some,
					"searchmoves "+some+" e9e9 nodes 100", "depth x", "nodes", "wtime x btime 1.5", "searchmoves e9e9", "ponder depth -", "infinite searchmoves x", "winc y")
				send("go " + limit)
				send(random.one("stop", "isready\nstop", "ponderhit\nstop", "setoption name Clear Hash\nstop", "foo\nstop", "go depth 1\nstop"))
				searches := 1
				if strings.HasPrefix(log[len(log)-1], "go") {
					searches = 2
				}
				for range searches {
					checkBestMove(t, p.until("bestmove"), board, known, log)
				}
			}
		}
		send("isready\nquit")
		for _, line := range p.mustEnd() {
			if strings.HasPrefix(line, "bestmove") {
				t.Fatalf("seed %d: there is one more %q after\n%s", seed, line, strings.Join(log, "\n"))
			}
		}
	}
}

// checkBestMove compares an answer with the position that the GUI has sent.
func checkBestMove(t *testing.T, answer string, board movegen.Position, known bool, log []string) {
	t.Helper()
	words := strings.Fields(answer)
	m, err := notation.ParseUCI(&board, words[1])
	switch {
	case words[1] == "(none)":
		sent := strings.Join(log[len(log)-2:], " ")
		if known && len(board.Moves()) > 0 && !strings.ContainsAny(sent, "xy") && !strings.Contains(sent, "e9e9") && !strings.HasSuffix(log[len(log)-2], "nodes") &&
			!strings.HasSuffix(log[len(log)-2], "-") {
			t.Fatalf("no move is found after\n%s", strings.Join(log, "\n"))
		}
	case !known:
		t.Fatalf("%q comes after a refused position:\n%s", answer, strings.Join(log, "\n"))
	case err != nil:
		t.Fatalf("%q is illegal: %v\n%s", answer, err, strings.Join(log, "\n"))
	case len(words) == 4:
		next := board.After(m)
		if _, err := notation.ParseUCI(&next, words[3]); err != nil {
			t.Fatalf("%q: the expected reply is illegal: %v", answer, err)
		}
	}
}

// TestRandomSessionsOfXboardLoseNoMove plays on a board of its own beside the engine: every move that is due comes, and is
// legal; a refused board has none.
func TestRandomSessionsOfXboardLoseNoMove(t *testing.T) {
	for seed := range sessions() {
		random := chooser{rand.New(rand.NewPCG(seed, 46))}
		p := startProcess(t)
		p.send(random.one("xboard", "\ufeffxboard", "uci\nxboard", "xboard\nuci\n\ufeffxboard"), "protover 2")
		p.until("feature done=1")
		p.send(random.one("accepted san", "rejected san", ""), "memory 5", "new", "easy", "force", random.one("sd 2", "st 0.01", "level 0 0:01 0.01", "nps 1000"),
			random.one("post", "nopost"))
		board := movegen.Follower().Start(movegen.StartPosition())
		var log []string
		send := func(line string) { log = append(log, line); p.send(line) }
		for i := range 25 {
			switch random.IntN(6) {
			case 0:
				fen := boards[random.IntN(len(boards))]
				position, _ := movegen.ParseFEN(fen)
				send("force\nsetboard " + fen)
				board = movegen.Follower().Start(position)
			case 1:
				send("force\nsetboard " + noBoards[1+random.IntN(len(noBoards)-1)])
				p.until("tellusererror Illegal position")
				send("usermove e2e4\ngo\nmate 1")
				p.until("Error (command not legal now): mate 1")
				send("new\nforce\nsd 2")
				board = movegen.Follower().Start(movegen.StartPosition())
			case 2:
				send(random.one("hint", "bk", ".", "uci2", "\ufeffpost", "nopost", "hard", "easy", "mate 1", "mate 2\nmate 1", "egtpath syzygy /no/such", "cores 900", "option Contempt=5",
					"analyze\nexit", "exclude all\ninclude all", "\x00\xff", "level", "usermove Qz9", "accepted san"))
			default:
				if board.Over() || board.Draw() != movegen.NotEnded {
					continue
				}
				position := board.Position()
				if random.IntN(2) == 0 {
					moves := position.Moves()
					m := moves[random.IntN(len(moves))]
					send("force\n" + random.one("", "usermove ") + random.one(notation.UCI(m, false), notation.SAN(&position, m, notation.English)))
					must.Do(t, board.Play(m))
					continue
				}
				send("go")
				position = board.Position()
				m, err := notation.ParseUCI(&position, strings.TrimPrefix(p.until("move "), "move "))
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(log, "\n"))
				}
				must.Do(t, board.Play(m))
				send("force")
			}
			send(fmt.Sprintf("ping %d", i))
			for line := ""; line != fmt.Sprintf("pong %d", i); {
				if line = p.until(""); strings.HasPrefix(line, "move ") {
					t.Fatalf("seed %d: %q is not due after\n%s", seed, line, strings.Join(log, "\n"))
				}
			}
		}
		send("force\nbd")
		want := board.Position()
		line := p.until("# ")
		for strings.Count(line, "/") != 7 || len(strings.Fields(line)) != 7 { // the report of a problem is before it
			line = p.until("# ")
		}
		if line != "# "+want.FEN() {
			t.Fatalf("seed %d: the board is %q, want %s, after\n%s", seed, line, want.FEN(), strings.Join(log, "\n"))
		}
		send("quit")
		p.mustEnd()
	}
}

// One process takes all rows, one after the other: what is refused leaves the last
// good position on the board, and the engine answers after each.
func TestEveryFENIsTakenOrRefusedThroughUCI(t *testing.T) {
	p := startProcess(t)
	p.send("uci", "isready")
	p.until("readyok")
	board := movegen.StartFEN
	for _, row := range protocoltest.FENs(t, "../../..") {
		text := row.Text(t)
		if strings.ContainsRune(text, '\n') {
			continue // two lines of the protocol: nobody can tell that they were meant as one
		}
		p.send("position fen "+text, "isready")
		refused := false
		for line := p.until(""); line != "readyok"; line = p.until("") {
			refused = refused || strings.HasPrefix(line, "info string error")
		}
		if refused != (row.Expect == "reject") {
			t.Errorf("%s: refused is %v: %.100q", row.ID, refused, text)
		}
		p.send("fen")
		got := p.until("")
		switch {
		case row.Expect == "reject":
			if got != board {
				t.Errorf("%s: a refused position left %q, before it was %q", row.ID, got, board)
			}
		case row.Normalised != "" && got != row.Normalised:
			t.Errorf("%s: shown as %q, want %q", row.ID, got, row.Normalised)
		}
		board = got
	}
	p.send("quit")
	p.mustEnd()
}

func TestEveryFENIsTakenOrRefusedThroughXboard(t *testing.T) {
	p := startProcess(t)
	p.send("xboard", "protover 2", "new", "force", "ping 0")
	p.until("pong 0")
	for i, row := range protocoltest.FENs(t, "../../..") {
		text := row.Text(t)
		if strings.ContainsRune(text, '\n') {
			continue
		}
		pong := fmt.Sprintf("pong %d", i+1)
		p.send("setboard "+text, fmt.Sprintf("ping %d", i+1))
		refused := false
		for line := p.until(""); line != pong; line = p.until("") {
			refused = refused || strings.HasPrefix(line, "tellusererror Illegal position") || strings.HasPrefix(line, "Error (")
		}
		if refused != (row.Expect == "reject") {
			t.Errorf("%s: refused is %v: %.100q", row.ID, refused, text)
		}
	}
	p.send("quit")
	p.mustEnd()
}
