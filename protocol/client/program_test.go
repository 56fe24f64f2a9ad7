package client

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"alfiere/movegen"
)

// stubbornArgument makes the test binary an engine that ignores "quit" and the end of
// its input.
const stubbornArgument = "stubborn-engine"

// obedientArgument makes it one that ends when it is told to.
const obedientArgument = "obedient-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == stubbornArgument || os.Args[1] == obedientArgument) {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			switch lines.Text() {
			case "uci":
				fmt.Println("uciok")
			case "isready":
				fmt.Println("readyok")
			case "quit":
				if os.Args[1] == obedientArgument {
					os.Exit(0)
				}
			}
		}
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

func TestStubbornEnginesAreKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals here")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := &Program{Command: []string{binary, stubbornArgument}, Grace: 20 * time.Second}
	engine := program.Open()
	if err := engine.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 1}}); err != nil {
		t.Fatal(err)
	}
	process := engine.process
	program.Grace = 100 * time.Millisecond
	if err := engine.Close(); err != nil {
		t.Fatal(err)
	}
	if state := process.command.ProcessState.String(); state != "signal: killed" {
		t.Errorf("it ended by %s", state)
	}
}

func TestProgramsAreCalledByTheirFiles(t *testing.T) {
	for name, program := range map[string]Program{
		"":       {},
		"crafty": {Command: []string{"/usr/games/crafty", "-q"}},
		"arasan": {Command: []string{"arasan.exe"}},
	} {
		if got := program.Name(); got != name {
			t.Errorf("%q is called %q", program.Command, got)
		}
	}
}

// TestAnEngineIsRestartedAsItsProgramSays: of two games, the second in the same process or in another one.
func TestAnEngineIsRestartedAsItsProgramSays(t *testing.T) {
	t.Parallel()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for restart, same := range map[Restart]bool{"": true, RestartAuto: true, RestartOn: false, RestartOff: true} {
		engine := (&Program{Command: []string{binary, obedientArgument}, Grace: time.Minute, Restart: restart}).Open()
		var processes [2]*process
		for i := range processes {
			if err := engine.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 1}}); err != nil {
				t.Fatal(err)
			}
			processes[i] = engine.process
		}
		if err := engine.Close(); err != nil || (processes[0] == processes[1]) != same {
			t.Errorf("%q: the second game is in the same process: %v, %v", restart, !same, err)
		}
	}
	for _, reusable := range []bool{false, true} {
		if RestartOff.again(reusable) || !RestartOn.again(reusable) || RestartAuto.again(reusable) == reusable {
			t.Errorf("the answers for an engine that is reusable: %v are wrong", reusable)
		}
	}
}
