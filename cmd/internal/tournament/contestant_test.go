package tournament

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// mover plays the first legal move, or none if it is clumsy.
type mover struct{ clumsy bool }

func (mover) NewGame(context.Context, client.Setup) error { return nil }

func (m mover) Move(_ context.Context, turn client.Turn) (client.Reply, error) {
	if m.clumsy {
		return client.Reply{Move: movegen.NoMove}, nil
	}
	p := turn.Game.Position()
	return client.Reply{Move: p.Moves()[0]}, nil
}

func (mover) Ponder(context.Context, client.Turn) error { return nil }

func (mover) Close() error { return nil }

// entry has movers in place of an engine of this process; one with the option Clumsy is.
func entry(nodes string) *Entry {
	return &Entry{Control: controlText{Nodes: nodes}, Own: func(settings []client.Setting) (string, func() arena.Player) {
		clumsy := slices.ContainsFunc(settings, func(s client.Setting) bool { return s.Name == "Clumsy" })
		return "Mover", func() arena.Player { return mover{clumsy} }
	}}
}

func TestContestantsAreDescribedInWords(t *testing.T) {
	tests := []struct {
		text    string
		name    string // the end of it: elsewhere a folder of Windows is part of the name
		control client.Control
	}{
		{`cmd="engine 'with a blank' -x" proto=xboard tc=40/60+1 depth=9 option.A=1 "option.Two words=2 3" option.Clear`,
			"engine", client.Control{Moves: 40, Base: time.Minute, Increment: time.Second, Depth: 9}},
		{`cmd="'C:\My Engines\strong.exe' -x" dir=. proto=uci`, "strong", client.Control{Nodes: 7}},
		{`name='My "own"'`, `My "own"`, client.Control{Nodes: 7}},
		{"", "Mover", client.Control{Nodes: 7}},
		{"st=0.5 ponder=true", "Mover", client.Control{MoveTime: 500 * time.Millisecond, Ponder: true}},
		{"nodes=9", "Mover", client.Control{Nodes: 9}},
	}
	for _, test := range tests {
		c, _, err := entry("7").parse(test.text)
		if err != nil || !strings.HasSuffix(c.Name, test.name) || strings.Contains(c.Name, "-x") ||
			c.Control != test.control || c.Open == nil {
			t.Errorf("%s: %+v, error %v", test.text, c, err)
		}
	}
}

func TestADescriptionSaysHowAProgramIsStarted(t *testing.T) {
	e := Entry{Grace: time.Minute}
	d, err := e.describe([]string{"cmd=./engine -x 'a b'", "dir=/tmp", "proto=xboard", "option.Hash=8",
		"option.Clear Hash"})
	want := client.Program{Command: []string{"./engine", "-x", "a b"}, Folder: "/tmp", Protocol: client.CECP,
		Grace:    time.Minute,
		Settings: []client.Setting{{Name: "Hash", Value: "8"}, {Name: "Clear Hash"}}}
	if err != nil || !reflect.DeepEqual(d.program, want) {
		t.Errorf("%+v, not %+v, error %v", d.program, want, err)
	}
}

func TestPonderingIsThatOfTheEntryUnlessSaidOtherwise(t *testing.T) {
	e := entry("7")
	e.Ponder = true
	for text, ponder := range map[string]bool{"name=A": true, "name=B ponder=false": false} {
		if c, _, err := e.parse(text); err != nil || c.Control != (client.Control{Nodes: 7, Ponder: ponder}) {
			t.Errorf("%s: %+v, error %v", text, c, err)
		}
	}
}

func TestTwoOfTheSameNameAreToldApart(t *testing.T) {
	both, err := entry("7").ParseContestants([]string{"", "name=Mover"}, nil)
	if err != nil || both[0].Name != "Mover" || both[1].Name != "Mover 2" {
		t.Errorf("%q and %q, error %v", both[0].Name, both[1].Name, err)
	}
}

func TestADescriptionThatIsWrongIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"colour=red":     `unknown setting: "colour"`,
		"cmd":            `"cmd" is not KEY=VALUE`,
		"cmd=' '":        `"cmd= " is not KEY=VALUE`,
		`name="A`:        "not closed",
		`cmd='x "y'`:     "not closed",
		"proto=telnet":   "telnet",
		"ponder=perhaps": `ponder: "perhaps" is neither`,
		"tc=x":           `tc: "x": expected a clock`,
		"st=0":           `st: "0": must be above 0`,
		"st=x":           `st: "x": must be a number of seconds`,
		"nodes=0":        `nodes: "0" is no number of nodes`,
		"nodes=-1":       `nodes: "-1" is no number of nodes`,
		"depth=0":        `depth: "0" is no number of plies`,
		"depth=x":        `depth: "x" is no number of plies`,
		"name=A":         "one of tc, st, nodes and depth is needed",
	} {
		_, err := entry("").ParseContestants([]string{text, text}, nil)
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasSuffix(err.Error(), fmt.Sprintf("(--engine %q)", text)) {
			t.Errorf("%s: error %v", text, err)
		}
	}
	for _, count := range []int{0, 1} {
		if _, err := entry("7").ParseContestants(make([]string, count), nil); err == nil {
			t.Errorf("%d engines play", count)
		}
	}
}
