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
	return &Entry{Control: controlText{Nodes: nodes}, own: func(settings []client.Setting) (string, func() arena.Player) {
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
		c, err := entry("7").Parse(test.text)
		if err != nil || !strings.HasSuffix(c.Name, test.name) || strings.Contains(c.Name, "-x") ||
			c.Contestant.Control != test.control || c.Open == nil {
			t.Errorf("%s: %+v, error %v", test.text, c, err)
		}
	}
}

func TestADescriptionSaysHowAProgramIsStarted(t *testing.T) {
	e := Entry{Grace: time.Minute}
	d, err := e.describe([]string{"cmd=./engine -x 'a b'", "dir=/tmp", "proto=xboard", "option.Hash=8",
		"option.Clear Hash"})
	want := client.Program{Command: []string{"./engine", "-x", "a b"}, Folder: "/tmp", Protocol: client.CECP,
		Grace: time.Minute, Settings: []client.Setting{{Name: "Hash", Value: "8"}, {Name: "Clear Hash"}}}
	if err != nil || !reflect.DeepEqual(d.Program, want) {
		t.Errorf("%+v, not %+v, error %v", d.Program, want, err)
	}
}

func TestPonderingIsThatOfTheEntryUnlessSaidOtherwise(t *testing.T) {
	e := entry("7")
	e.Ponder = true
	for text, ponder := range map[string]bool{"name=A": true, "name=B ponder=false": false} {
		if c, err := e.Parse(text); err != nil || c.Contestant.Control != (client.Control{Nodes: 7, Ponder: ponder}) {
			t.Errorf("%s: %+v, error %v", text, c, err)
		}
	}
}

func TestTwoOfTheSameNameAreDistinguished(t *testing.T) {
	both, err := entry("7").ParseContestants([]string{"", "name=Mover"}, nil)
	if err != nil || both[0].Name != "Mover" || both[1].Name != "Mover 2" {
		t.Errorf("%q and %q, error %v", both[0].Name, both[1].Name, err)
	}
}

// option returns the value of a player's option.
func option(p *Player, name string) string {
	if s := p.option(name); s != nil {
		return s.Value
	}
	return ""
}

func TestPlayersOfRepeatableGamesAreDescribedInWords(t *testing.T) {
	for _, test := range []struct {
		words, name, consult, hash string
		control                    client.Control
	}{
		{"nodes=160000", "nodes=160000", "", "4", client.Control{Nodes: 160_000}},
		{"threads=4 tc=60", "threads=4 tc=60", "", "16", client.Control{Base: time.Minute}},
		{"threads=4 depth=7", "threads=4 depth=7", "mbxkcparn*4", "16", client.Control{Depth: 7}},
		{"consult=balanced7 criterion=weights weights=genetic nodes=20000", "consult=balanced7 criterion=weights weights=genetic nodes=20000", "balanced7", "28", client.Control{Nodes: 20_000}},
		{"consult='mpar mbxp*2' second=67 criterion=re-search st=0.5", "consult=mpar mbxp*2 second=67 criterion=re-search st=0.5", "mpar mbxp*2", "12", client.Control{MoveTime: 500 * time.Millisecond}},
		{"letters=mpar nodes=1 name=Four", "Four", "mpar", "4", client.Control{Nodes: 1}},
		{"noise=15 nodes=1", "noise=15 nodes=1", "mbxkcparn~15", "4", client.Control{Nodes: 1}},
		{"letters=ma noise=9 seed=3 threads=2 nodes=1 hash=7", "letters=ma noise=9 seed=3 threads=2 nodes=1 hash=7", "ma~9#3*2", "7", client.Control{Nodes: 1}},
		{"option.Contempt=20 tc=1+0.1", "option.Contempt=20 tc=1+0.1", "", "4", client.Control{Base: time.Second, Increment: 100 * time.Millisecond}},
	} {
		p, err := (&Entry{Repeatable: true}).Parse(test.words)
		if err != nil {
			t.Errorf("%s: %v", test.words, err)
			continue
		}
		if p.Name != test.name || p.Contestant.Control != test.control || p.Programs() || p.Words != test.words {
			t.Errorf("%s: %+v", test.words, p)
		}
		if consult, hash := option(p, "Consult"), option(p, "Hash"); consult != test.consult || hash != test.hash {
			t.Errorf("%s: council %q, %s MB", test.words, consult, hash)
		}
	}
}

// TestADescriptionThatIsWrongIsRefused reads words that no player may have, and those that only repeatable games refuse
// before they begin.
func TestADescriptionThatIsWrongIsRefused(t *testing.T) {
	all := map[string]string{
		"":       "one of tc, st, nodes and depth is needed",
		"name=A": "one of tc, st, nodes and depth is needed",
		"nodes=1 colour=red": `unknown setting: "colour"; choose one of cmd, consult, criterion, delay, depth, dir, ` +
			"exchange, hash, letters, name, nodes, noise, option.NAME, ponder, proto, restart, second, " +
			"second-threads, seed, st, tc, threads, weights",
		"cmd":                              `"cmd" is not KEY=VALUE`,
		"cmd=' '":                          `"cmd= " is not KEY=VALUE`,
		`name="A`:                          "not closed",
		`cmd='x "y'`:                       "not closed",
		"proto=telnet":                     "telnet",
		"ponder=perhaps":                   `ponder: "perhaps" is neither`,
		"restart=often":                    `restart: "often" is not on, off or auto`,
		"tc=x":                             `tc: "x": expected a clock`,
		"st=0":                             `st: "0": must be above 0`,
		"st=x":                             `st: "x": must be a number of seconds`,
		"nodes=0":                          `nodes: "0" is not a number of nodes`,
		"nodes=-1":                         `nodes: "-1" is not a number of nodes`,
		"depth=0":                          `depth: "0" is not a number of plies`,
		"depth=x":                          `depth: "x" is not a number of plies`,
		"nodes=1 consult":                  `"consult" is not KEY=VALUE`,
		"nodes=1 noise=":                   `"noise=" is not KEY=VALUE`,
		"nodes=1 letters=balanced7":        "evaluation terms are letters",
		"nodes=1 letters='ma uci:x'":       "evaluation terms are letters",
		"nodes=1 noise=15*9":               "is not a number",
		"nodes=1 noise=15 seed=x":          "seed",
		"nodes=1 seed=3":                   "seed needs noise",
		"nodes=1 letters=ma consult=noise": "combined with consult",
	}
	repeatable := map[string]string{
		"nodes=1 consult=balanced9": "balanced9",
		"nodes=1 consult='a":        "not closed",
		"nodes=1 criterion=best":    "criterion",
		"nodes=1 weights=m":         "weights",
		"nodes=1 second=101":        "second",
		"nodes=1 hash=0":            "hash",
		"nodes=1 hash=99999999999":  "hash",
		"nodes=1 threads=1000000":   "threads",
		"nodes=1 letters=mpq":       "q",
		"nodes=1 noise=5000":        "noise must be 1 to 1000",
		"nodes=1 option.Nothing=1":  "nothing",
	}
	for text, want := range all {
		_, err := entry("").ParseContestants([]string{text, text}, nil)
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasSuffix(err.Error(), fmt.Sprintf("(--engine %q)", text)) {
			t.Errorf("%s: error %v", text, err)
		}
		repeatable[text] = strings.ToLower(want)
	}
	for text, want := range repeatable {
		if p, err := (&Entry{Repeatable: true}).Parse(text); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("%s: %+v, %v, not %q", text, p, err, want)
		}
	}
	for _, count := range []int{0, 1} {
		if _, err := entry("7").ParseContestants(make([]string, count), nil); err == nil {
			t.Errorf("%d engines play", count)
		}
	}
}

// FuzzParse looks that no words make a player that cannot be read again, or none by a panic.
func FuzzParse(f *testing.F) {
	for _, words := range []string{"nodes=1", "consult='mpar \"uci:x y\"' nodes=2",
		"letters=ma noise=9 seed=3 threads=2 hash=7 depth=1", "cmd=x nodes=1", "name='' nodes=1",
		"name=cmd=x nodes=1", "cmd=' ' nodes=1"} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		p, err := (&Entry{Repeatable: true}).Parse(words)
		if err != nil {
			return
		}
		again, err := (&Entry{Repeatable: true}).Parse(p.Words)
		if err != nil || again.Name != p.Name || again.Contestant.Control != p.Contestant.Control ||
			!slices.Equal(again.Program.Settings, p.Program.Settings) || again.Programs() != p.Programs() {
			t.Errorf("%q: %+v, then %+v, %v", words, p, again, err)
		}
		if p.Name == "" || p.Contestant.Control == (client.Control{}) || p.Open == nil {
			t.Errorf("%q: %+v", words, p)
		}
	})
}

func TestMembersThatNeverDecideAreReported(t *testing.T) {
	for words, want := range map[string]string{
		"name=Two consult='mpar mbxp' criterion=majority": "warning: Two: by majority, mbxp never changes the choice, " +
			"unless a result is proven",
		"name=A consult='x k m' option.criterion=weights": "warning: A: by weights, x or k never changes the choice, " +
			"unless a result is proven",
		"consult='x k m' criterion=weights weights=m3":           "",
		"consult='x k m' criterion=weights weights=m-3":          "", // the options refuse it
		"consult='mpar mbxp'":                                    "",
		"cmd=engine option.Consult=mpar,mbxp":                    "",
		"consult=mpar,, criterion=majority":                      "",
		"nodes=500":                                              "",
		"consult='uci:one uci:two uci:three' criterion=majority": "",
	} {
		var got []string
		e := entry("7")
		e.Warn = func(text string) { got = append(got, text) }
		if _, err := e.ParseContestants([]string{words, ""}, nil); err != nil || strings.Join(got, "\n") != want {
			t.Errorf("%s: %q, %v; want %q", words, got, err, want)
		}
	}
}
