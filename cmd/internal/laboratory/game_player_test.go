package laboratory

import (
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/wire"
	"alfiere/protocol/client"
)

// option returns the value of a player's option.
func option(p *Player, name string) string {
	i := slices.IndexFunc(p.settings, func(s client.Setting) bool { return s.Name == name })
	if i < 0 {
		return ""
	}
	return p.settings[i].Value
}

func TestPlayersAreDescribedInWords(t *testing.T) {
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
		p, err := parsePlayer(test.words)
		if err != nil {
			t.Errorf("%s: %v", test.words, err)
			continue
		}
		if c := p.Contestant; c.Name != test.name || c.Control != test.control || p.Programs || p.Words != test.words {
			t.Errorf("%s: %+v", test.words, p)
		}
		if consult, hash := option(p, "Consult"), option(p, "Hash"); consult != test.consult || hash != test.hash {
			t.Errorf("%s: council %q, %s MB", test.words, consult, hash)
		}
	}
}

func TestWordsThatAreWrongAreRefused(t *testing.T) {
	for words, says := range map[string]string{
		"":                                 "one of tc, st, nodes and depth is needed",
		"nodes=0":                          "no number of nodes",
		"nodes=1 colour=red":               `unknown setting: "colour"; choose one of cmd, consult, criterion, depth, dir, exchange, hash, letters, name, nodes, noise, option.NAME, ponder, proto, restart, second, second-threads, seed, st, tc, threads, weights`,
		"nodes=1 consult":                  `"consult" is not KEY=VALUE`,
		"nodes=1 noise=":                   `"noise" is not KEY=VALUE`,
		"nodes=1 consult=balanced9":        "balanced9",
		"nodes=1 consult='a":               "not closed",
		"nodes=1 criterion=best":           "criterion",
		"nodes=1 weights=m":                "weights",
		"nodes=1 second=101":               "second",
		"nodes=1 hash=0":                   "hash",
		"nodes=1 hash=99999999999":         "hash",
		"nodes=1 threads=1000000":          "threads",
		"nodes=1 letters=mpq":              "q",
		"nodes=1 letters=balanced7":        "evaluation terms are letters",
		"nodes=1 letters='ma uci:x'":       "evaluation terms are letters",
		"nodes=1 noise=5000":               "noise must be 1 to 1000",
		"nodes=1 noise=15*9":               "is not a number",
		"nodes=1 noise=15 seed=x":          "seed",
		"nodes=1 seed=3":                   "seed needs noise",
		"nodes=1 letters=ma consult=noise": "combined with consult",
		"nodes=1 option.Nothing=1":         "Nothing",
	} {
		if p, err := parsePlayer(words); err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(says)) {
			t.Errorf("%s: %+v, %v, not %q", words, p, err, says)
		}
	}
}

// FuzzParsePlayer looks that no words make a player that cannot be read again, or none by a
// panic.
func FuzzParsePlayer(f *testing.F) {
	for _, words := range []string{"nodes=1", "consult='mpar \"uci:x y\"' nodes=2",
		"letters=ma noise=9 seed=3 threads=2 hash=7 depth=1", "cmd=x nodes=1", "name='' nodes=1",
		"name=cmd=x nodes=1", "cmd=' ' nodes=1"} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		p, err := parsePlayer(words)
		if err != nil {
			return
		}
		again, err := parsePlayer(p.Words)
		if err != nil || again.Contestant.Name != p.Contestant.Name || again.Contestant.Control != p.Contestant.Control || !slices.Equal(again.settings, p.settings) || again.Programs != p.Programs {
			t.Errorf("%q: %+v, then %+v, %v", words, p, again, err)
		}
		if c := p.Contestant; c.Name == "" || c.Control == (client.Control{}) || c.Open == nil {
			t.Errorf("%q: %+v", words, c)
		}
		split, _ := wire.SplitWords(words)
		named := slices.ContainsFunc(split, func(word string) bool { return strings.HasPrefix(word, "cmd=") })
		if named != p.Programs && !strings.Contains(words, ":") {
			t.Errorf("%q: programs %v", words, p.Programs)
		}
	})
}
