package arena

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol/client"
)

// fakeArgument is the first argument of a test binary that is to be an engine.
const fakeArgument = "fake-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == fakeArgument {
		fake := fakeEngine{xboard: os.Args[2] == "xboard", mode: os.Args[3]}
		fake.run()
		os.Exit(0)
	}
	flag.Parse()
	// Most of these tests wait for engines, so that more of them fit beside each other than processors.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// fakeProgram returns a program that behaves as mode says; see fakeEngine. "says TEXT" writes a text.
func fakeProgram(t *testing.T, protocol client.Protocol, mode string, more ...string) *client.Program {
	t.Helper()
	binary := must.Get(os.Executable())(t)
	mode, text, _ := strings.Cut(mode, " ")
	command := []string{binary, fakeArgument, [...]string{client.UCI: "uci", client.CECP: "xboard"}[protocol], mode}
	if mode == "says" {
		command = append(command, text)
	}
	return &client.Program{Command: append(command, more...), Protocol: protocol, Grace: 20 * time.Second}
}

// fakeEngine plays the first legal move, until its second move. Then it misbehaves as
// its mode says; "good", "ponders", "offers" and "agrees" do not.
type fakeEngine struct {
	xboard bool
	mode   string
	game   *movegen.Game
	due    bool // xboard: it answers moves
	ponder bool // UCI: it does; xboard: it may
	moves  int
}

func (f *fakeEngine) run() {
	f.game = referee.Start(movegen.StartPosition())
	if f.mode == "family" {
		child := exec.Command(os.Args[0], fakeArgument, "uci", "deaf")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(os.Args[4], fmt.Append(nil, child.Process.Pid), 0o666); err != nil {
			panic(err)
		}
	}
	if f.mode == "echo" {
		_, _ = io.Copy(os.Stdout, os.Stdin)
		return
	}
	if f.mode == "deaf" {
		hang()
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		if word == "quit" && f.mode != "stubborn" {
			return
		}
		if f.xboard {
			f.handleXBoard(word, rest)
		} else {
			f.handleUCI(word, rest)
		}
	}
	if f.mode == "stubborn" {
		hang()
	}
}

// hang does nothing for so long that only a kill can have ended it.
func hang() {
	time.Sleep(time.Hour)
}

func (f *fakeEngine) handleUCI(word, rest string) {
	switch word {
	case "uci":
		fmt.Println("id name Fake\noption name Hash type spin default 1 min 1 max 9")
		if f.mode == "ponders" {
			fmt.Println("option name Ponder type check default false")
		}
		fmt.Println("uciok")
	case "ucinewgame":
		f.moves = 0
		if f.mode == "unready" {
			hang()
		}
	case "isready":
		fmt.Println("readyok")
	case "position":
		start, moves, _ := strings.Cut(rest, " moves ")
		f.game = referee.Start(movegen.StartPosition())
		if fen, ok := strings.CutPrefix(start, "fen "); ok {
			f.game, _, _ = referee.StartFEN(fen)
		}
		for _, text := range strings.Fields(moves) {
			f.play(text)
		}
	case "go":
		if f.ponder = strings.HasPrefix(rest, "ponder"); f.ponder {
			printMuch("info depth 4 score cp 25 nodes 1000 time 1 pv e2e4")
			return
		}
		fmt.Println("info depth 3 score cp 25 nodes 1000 time 1 pv e2e4")
		f.move()
	case "ponderhit":
		f.ponder = false
		fmt.Println("info depth 5 score cp 25 nodes 1000 time 1 pv e2e4")
		f.move()
	case "stop":
		if f.ponder {
			f.ponder = false
			fmt.Println("bestmove 0000") // what was looked for is of no use now
		}
		if f.mode == "slow" {
			fmt.Println("bestmove", f.first())
		}
	}
}

func (f *fakeEngine) handleXBoard(word, rest string) {
	switch word {
	case "protover":
		if f.mode != "old" {
			fmt.Println(`feature done=0 ping=1 setboard=1 usermove=1 reuse=1`)
			fmt.Println(`feature option="Verbosity -spin 1 0 9" myname="Fake" done=1`)
		}
	case "new":
		f.game, f.due, f.moves = referee.Start(movegen.StartPosition()), true, 0
	case "force":
		f.due = false
	case "setboard":
		if f.mode == "setboard" {
			fmt.Println("tellusererror Illegal position")
			return
		}
		f.game, _, _ = referee.StartFEN(rest)
	case "draw":
		if f.mode == "agrees" {
			fmt.Println("offer draw")
		}
	case "hard":
		f.ponder = true
	case "ping":
		fmt.Println("pong", rest)
	case "go":
		f.due = true
		f.answer()
	case "usermove":
		f.play(rest)
		if f.due {
			f.answer()
		}
	case "?":
		if f.mode == "slow" {
			fmt.Println("move", f.first())
		}
	default:
		if f.mode == "old" && len(word) >= 4 && word[1] >= '1' && word[1] <= '8' {
			f.handleXBoard("usermove", word)
		}
	}
}

// answer makes a move in the game that the fake keeps itself.
func (f *fakeEngine) answer() {
	fmt.Println("3 25 1 1000 e2e4")
	if f.mode == "offers" {
		fmt.Println("offer draw")
	}
	f.move()
	if f.ponder {
		printMuch("4 30 1 1000 a1a1")
	}
	if f.mode != "slow" || f.moves != 2 {
		f.play(f.first())
	}
}

func (f *fakeEngine) play(text string) {
	position := f.game.Position()
	if m, err := notation.ParseUCI(&position, text); err == nil {
		_ = f.game.Play(m)
	}
}

// first returns the first legal move.
func (f *fakeEngine) first() string {
	position := f.game.Position()
	if !position.HasLegalMove() {
		return "none"
	}
	return position.Moves()[0].String()
}

// expected returns what is to be said behind the first legal move: the first reply to
// it, which a player in this process makes, or every other time the last one.
func (f *fakeEngine) expected() string {
	if f.mode != "ponders" {
		return ""
	}
	position := f.game.Position()
	position = position.After(position.Moves()[0])
	replies := position.Moves()
	if len(replies) == 0 {
		return ""
	}
	return "ponder " + replies[f.moves%2*(len(replies)-1)].String()
}

// printMuch prints a line so often that no pipe takes it if nobody reads.
func printMuch(line string) {
	for range 3000 {
		fmt.Println(line)
	}
}

// move prints a move, or does something else instead.
func (f *fakeEngine) move() {
	word := "bestmove"
	if f.xboard {
		word = "move"
	}
	if f.moves++; f.moves == 2 {
		switch f.mode {
		case "says": // what the test wants, with the first legal move for BEST
			fmt.Print(strings.ReplaceAll(os.Args[4], "BEST", f.first()))
			return
		case "hang", "slow":
			return
		case "deafen":
			hang()
		case "crash":
			fmt.Fprintln(os.Stderr, "the cat has eaten the table")
			os.Exit(3)
		case "mute":
			os.Stdout.Close()
			return
		case "flood":
			for out := bufio.NewWriter(os.Stdout); ; {
				if _, err := out.WriteString("info string and another thing\n"); err != nil {
					hang()
				}
			}
		case "endless":
			for out := bufio.NewWriter(os.Stdout); ; {
				if _, err := out.WriteString("no end of a line "); err != nil {
					hang()
				}
			}
		case "mates":
			position := f.game.Position()
			fmt.Println(movegen.WinFor(position.Side()), "{I mate}")
			return
		}
	}
	fmt.Println(word, f.first(), f.expected())
}

// misbehaviour is what an opponent writes in place of its second move, and how the game may end.
type misbehaviour struct {
	protocol client.Protocol
	says     string // BEST is a legal move
	want     []Termination
}

// misbehaviours are opponents that write what no engine should.
func misbehaviours() (all []misbehaviour) {
	add := func(p client.Protocol, want []Termination, texts ...string) {
		for _, text := range texts {
			all = append(all, misbehaviour{p, text, want})
		}
	}
	long := strings.Repeat("x", 1<<16)
	good, illegal, late := []Termination{MoveLimit, Normal}, []Termination{IllegalMove}, []Termination{Stall}
	add(client.UCI, illegal, "bestmove\n", "bestmove 0000\n", "bestmove e9e9\n", "bestmove NULL\n", "bestmove Nf3Nf3\n", "bestmove e1g1\n",
		"bestmove \x01\xff\n", "bestmove BESTq\n", "bestmove "+strings.Repeat("e2e4", 1000)+"\n", "bestmove a1a1 ponder a1a1\n",
		"bestmove resign\n", "bestmove (none) ponder BEST\n")
	// A second answer that comes after the next go, and was never legal, cannot be recognised as one.
	add(client.UCI, []Termination{SurplusMove, IllegalMove}, "bestmove BEST\nbestmove BEST\n", "bestmove BEST\nbestmove e9e9\n",
		"bestmove BEST\n\ninfo string again\nbestmove (none)\n")
	add(client.UCI, good, "info depth x score cp y\nbestmove BEST\n", "info depth 99999999999999999999 score cp 99999999999999999999\nbestmove BEST\n",
		"info depth -5 score mate -99999 nodes -1 time -1 pv\nbestmove BEST\n", "info pv a1a1 b2b2\nbestmove BEST ponder a1a1\n",
		"info string bestmove a1a1\nbestmove BEST\n", "\r\n\r\n  bestmove   BEST  \r\n", "readyok\nuciok\nid name Other\nbestmove BEST\n",
		"info "+long+"\nbestmove BEST\n", long+"\nbestmove BEST\n", "info multipv 2 score cp 5 pv a1a1\nbestmove BEST\n", "\xef\xbb\xbfinfo\nbestmove BEST\n",
		"copyprotection error\nregistration error\nbestmove BEST\n", "bestmove BEST ponder\n", "bestmove BEST ponder (none) and more\n", "BESTMOVE a1a1\nbestmove BEST\n")
	add(client.UCI, late, "info depth 1\rbestmove\n", "best move BEST\n", "move BEST\n", "bestmove BEST", "bestmoveBEST\n", "BESTMOVE BEST\n", "\x01bestmove BEST\n", "info string bestmove BEST\n")
	add(client.CECP, illegal, "move\n", "move e9e9\n", "move \x01\n", "1. ... a1a1\n", "My move is : a1a1\n", "move BESTq\n", "move --\n", "move @@@@\n")
	add(client.CECP, good, "1. ... BEST\nMy move is : BEST\n", "99 x y z\nmove BEST\n", "9 99999999999999999999 1 1 a1a1\nmove BEST\n", "feature done=0\nmove BEST\n",
		"pong 77\nmove BEST\n", "offer draw\nmove BEST\n", "Error (too many parameters): usermove\nmove BEST\n", "tellopponent hello\nmove BEST\n",
		long+"\nmove BEST\n", "  move BEST  \r\n")
	add(client.CECP, late, "bestmove BEST\n", "1. BEST\n", "moveBEST\n", "Hint: BEST\n", "move BEST")
	add(client.CECP, []Termination{FalseClaim}, "1/2-1/2\n", "1/2-1/2 {Draw}\nmove BEST\n")
	add(client.CECP, []Termination{Rejection}, "Illegal move: e2e4\n", "Invalid move: e2e4\n", "Illegal move (no reason): BEST\nmove BEST\n")
	return all
}

// TestMisbehavingOpponentsLoseNoGameOfTheMatch plays two games against each: both are recorded, and end as they may.
func TestMisbehavingOpponentsLoseNoGameOfTheMatch(t *testing.T) {
	all := misbehaviours()
	if len(all) < 50 {
		t.Fatalf("only %d kinds", len(all))
	}
	for _, m := range all {
		t.Run(wire.Clip(m.says), func(t *testing.T) {
			t.Parallel()
			program := fakeProgram(t, m.protocol, "says "+m.says)
			rules := patientRules
			rules.Grace, rules.MaxMoves = 20*time.Second, 3
			control := client.Control{MoveTime: 20 * time.Second}
			if slices.Contains(m.want, Stall) {
				control.MoveTime, rules.Grace = 300*time.Millisecond, 100*time.Millisecond
			}
			match := Match{Contestants: []Contestant{{Name: "Fake", Control: control, Open: opened(program)}, partner()},
				Openings: []movegen.Position{opening(t)}, Games: 2, Rules: rules}
			match.Report = eachGame(func(g *Game) {
				if !slices.Contains(m.want, g.Termination) || g.Reason == "" || g.Result == movegen.Ongoing ||
					g.Termination.IsFault() && g.Points(0) != 0 {
					t.Errorf("game %d: %v (%s), result %v", g.Number, g.Termination, g.Reason, g.Result)
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}
