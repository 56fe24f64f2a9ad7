package arena

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

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

// fakeProgram returns a program that behaves as mode says; see fakeEngine.
func fakeProgram(t *testing.T, protocol client.Protocol, mode string, more ...string) *client.Program {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := []string{binary, fakeArgument, [...]string{client.UCI: "uci", client.CECP: "xboard"}[protocol], mode}
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
	var list movegen.MoveList
	position.LegalMoves(&list)
	if list.Len() == 0 {
		return "none"
	}
	return list.At(0).String()
}

// expected returns what is to be said behind the first legal move: the first reply to
// it, which a player in this process makes, or every other time the last one.
func (f *fakeEngine) expected() string {
	if f.mode != "ponders" {
		return ""
	}
	position := f.game.Position()
	var list movegen.MoveList
	position.LegalMoves(&list)
	position = position.After(list.At(0))
	if position.LegalMoves(&list); list.Len() == 0 {
		return ""
	}
	return "ponder " + list.At(f.moves%2*(list.Len()-1)).String()
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
		case "illegal":
			fmt.Println(word, "e1e8")
			return
		case "nonsense":
			fmt.Println(word, "(none)")
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
		case "draws":
			fmt.Println("1/2-1/2 {Draw by repetition}")
			return
		case "rejects":
			fmt.Println("Illegal move: e2e4")
			return
		case "resigns":
			fmt.Println("resign")
			return
		}
	}
	fmt.Println(word, f.first(), f.expected())
}
