package client

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// stubbornArgument makes the test binary an engine that ignores "quit" and the end of its input.
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
	binary := must.Get(os.Executable())(t)
	program := &Program{Command: []string{binary, stubbornArgument}, Grace: 20 * time.Second}
	engine := program.Open()
	must.Do(t, engine.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 1}}))
	process := engine.process
	program.Grace = 100 * time.Millisecond
	must.Do(t, engine.Close())
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
	binary := must.Get(os.Executable())(t)
	for restart, same := range map[Restart]bool{"": true, RestartAuto: true, RestartOn: false, RestartOff: true} {
		engine := (&Program{Command: []string{binary, obedientArgument}, Grace: time.Minute, Restart: restart}).Open()
		var processes [2]*process
		for i := range processes {
			must.Do(t, engine.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 1}}))
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

func TestClocksAreReadAndWritten(t *testing.T) {
	tests := []struct {
		text string
		want Control
		back string // how it is written; empty if as it was
	}{
		{text: "60", want: Control{Base: time.Minute}},
		{text: "60+0.6", want: Control{Base: time.Minute, Increment: 600 * time.Millisecond}},
		{text: "40/60", want: Control{Moves: 40, Base: time.Minute}},
		{text: "40/60+0.05", want: Control{Moves: 40, Base: time.Minute, Increment: 50 * time.Millisecond}},
		{text: "0.1+0.01", want: Control{Base: 100 * time.Millisecond, Increment: 10 * time.Millisecond}},
		{text: "1:30.5+1", want: Control{Base: 90500 * time.Millisecond, Increment: time.Second}, back: "90.5+1"},
		{text: "40/2m+500ms", want: Control{Moves: 40, Base: 2 * time.Minute, Increment: 500 * time.Millisecond}, back: "40/120+0.5"},
		{text: "0+1", want: Control{Increment: time.Second}},
	}
	for _, test := range tests {
		got, err := ParseClock(test.text)
		if test.back == "" {
			test.back = test.text
		}
		if err != nil || got != test.want || got.Clock() != test.back {
			t.Errorf("%q: %+v, written %q, error %v", test.text, got, got.Clock(), err)
		}
	}
	for _, text := range []string{"", "0", "-1", "60-1", "x", "0/60", "-3/60", "40/", "60+", "+", "1:2:3", "60 ", ".", "99999999999", "999999999:0", "inf", "60+x"} {
		if got, err := ParseClock(text); !errors.Is(err, errControl) {
			t.Errorf("%q is read as %+v, error %v", text, got, err)
		}
	}
}

func TestControlsListTheirBounds(t *testing.T) {
	for want, control := range map[string]Control{
		"":                  {},
		"40/60+0.6":         {Moves: 40, Base: time.Minute, Increment: 600 * time.Millisecond},
		"st=0.1":            {MoveTime: 100 * time.Millisecond},
		"nodes=5000":        {Nodes: 5000},
		"60 st=1.5 depth=8": {Base: time.Minute, MoveTime: 1500 * time.Millisecond, Depth: 8},
		"60 ponder":         {Base: time.Minute, Ponder: true},
	} {
		if got := control.String(); got != want {
			t.Errorf("%+v is %q, not %q", control, got, want)
		}
	}
}

func FuzzParseClock(f *testing.F) {
	f.Add("40/1:30+0.6")
	f.Fuzz(func(t *testing.T, text string) {
		control, err := ParseClock(text)
		if err != nil {
			return
		}
		again, err := ParseClock(control.Clock())
		if err != nil || !control.Timed() || again.Moves != control.Moves ||
			(again.Base-control.Base).Abs() > time.Microsecond || (again.Increment-control.Increment).Abs() > time.Microsecond {
			t.Errorf("%q is %+v, written %q, read as %+v, error %v", text, control, control.Clock(), again, err)
		}
	})
}

func TestClocksRunByTheirControl(t *testing.T) {
	tests := []struct {
		name    string
		control string
		spent   []time.Duration
		want    Clock
	}{
		{"at the beginning", "60+0.5", nil, Clock{Remaining: time.Minute, Increment: time.Second / 2}},
		{"with increments", "60+0.5", []time.Duration{time.Second, 3 * time.Second},
			Clock{Remaining: 57 * time.Second, Increment: time.Second / 2}},
		{"before a control", "3/60", []time.Duration{time.Second, time.Second},
			Clock{Remaining: 58 * time.Second, MovesToGo: 1}},
		{"after a control", "3/60", []time.Duration{time.Second, time.Second, time.Second},
			Clock{Remaining: 117 * time.Second, MovesToGo: 3}},
		{"after the second control", "1/10", []time.Duration{time.Second, time.Second},
			Clock{Remaining: 28 * time.Second, MovesToGo: 1}},
		{"overstepped within a margin", "1+1", []time.Duration{1010 * time.Millisecond},
			Clock{Remaining: time.Second, Increment: time.Second}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			control := must.Get(ParseClock(test.control))(t)
			got := control.Start()
			for _, elapsed := range test.spent {
				got = control.After(got, elapsed)
			}
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestTheTimeAllowedIsTheShortest(t *testing.T) {
	tests := []struct {
		name    string
		control Control
		want    time.Duration
		timed   bool
	}{
		{"a clock", Control{Base: time.Minute}, time.Minute, true},
		{"a time for each move", Control{MoveTime: time.Second}, time.Second, true},
		{"the clock has less", Control{Base: time.Second, MoveTime: time.Minute}, time.Second, true},
		{"the move has less", Control{Base: time.Minute, MoveTime: time.Second}, time.Second, true},
		{"nodes only", Control{Nodes: 100}, 0, false},
	}
	for _, test := range tests {
		if got, timed := test.control.Allowed(test.control.Start()); got != test.want || timed != test.timed {
			t.Errorf("%s: %v, %v", test.name, got, timed)
		}
	}
}
