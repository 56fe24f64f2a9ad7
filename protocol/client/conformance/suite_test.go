package conformance

import (
	"os"
	"strings"
	"testing"
)

func suite(t *testing.T) []Case {
	t.Helper()
	cases, err := Suite()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestEveryCaseSaysWhyAndWhere(t *testing.T) {
	count := map[protocol]int{}
	ids := map[string]bool{}
	for _, c := range suite(t) {
		count[c.Protocol]++
		if c.Why == "" || c.Source == "" || c.Place == "" || len(c.steps) == 0 || !strings.HasPrefix(c.ID, c.Protocol.String()+".") {
			t.Errorf("%s: %q lacks something: why %q, source %q", c.Place, c.ID, c.Why, c.Source)
		}
		if ids[c.ID] {
			t.Errorf("%s: %s stands twice", c.Place, c.ID)
		}
		ids[c.ID] = true
	}
	for _, p := range protocols {
		if count[p] < 110 {
			t.Errorf("%d cases of %v are too few", count[p], p)
		}
	}
}

// TestTheDocumentKnowsTheFormat: what a case may say is what the document explains,
// and the suite uses all of it.
func TestTheDocumentKnowsTheFormat(t *testing.T) {
	document, err := os.ReadFile("../../../docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := data.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := data.ReadFile("data/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	want := func(explained, used string) {
		if !strings.Contains(string(document), "`"+explained+"`") {
			t.Errorf("docs/conformance.md does not explain `%s`", explained)
		}
		if !strings.Contains(all.String(), "\n"+used) {
			t.Errorf("no case says %q", used)
		}
	}
	for _, v := range verbs {
		want(strings.TrimSpace(v.name+" "+v.arguments), v.name)
	}
	for _, c := range checkTable {
		want(c.name, "check  "+c.name)
	}
}

func TestFaultyFilesAreRefusedWithTheirPlace(t *testing.T) {
	const head = "protocol uci\ncase a\nwhy b\nsource c\n"
	tests := []struct{ name, text, want string }{
		{"no protocol", "case a", "f:1: the protocol must be named before the first case"},
		{"another protocol", "protocol usi", `f:1: unknown protocol "usi": use uci or xboard`},
		{"a step before a case", "protocol uci\nsend x", `f:2: "send" before the first case`},
		{"no reason", "protocol uci\ncase a\nsource c\nsend x", "f:4: uci.a: the reason is missing"},
		{"no source", "protocol uci\ncase a\nwhy b\nsend x", "f:4: uci.a: the source is missing"},
		{"no steps", head + "\n\ncase d", "f:7: uci.a: there are no steps"},
		{"a name twice", head + "send x\ncase a", "f:6: there are two cases named uci.a"},
		{"needs without a handshake", head + "cold\nneeds x\nsend y", "f:7: uci.a: a case without a handshake cannot use needs"},
		{"an unknown word", head + "shout x", "f:5: no such verb: shout"},
		{"an unknown check", head + "check x", "f:5: check: no such check: x"},
		{"no time", head + "expect ^x", `f:5: expect: invalid arguments: "^x" is not a number of milliseconds`},
		{"no pattern", head + "expect 100", "f:5: expect: invalid arguments: the pattern is missing"},
		{"a bad pattern", head + "never (", "f:5: never: error parsing regexp: missing closing ): `(`"},
		{"a negative pause", head + "pause -1", `f:5: pause: invalid arguments: "-1" is not a number of milliseconds`},
		{"text has no quotation marks", head + "raw x", "f:5: raw: invalid arguments: x is not a quoted text"},
		{"too much to send", head + `repeat 1000000000 "abc"`, "f:5: repeat: invalid arguments: more than 67108864 bytes"},
		{"a negative count", head + "count -1 x", "f:5: count: invalid arguments"},
		{"an unknown signal", head + "signal KILL", "f:5: signal: invalid arguments"},
		{"words after close", head + "close it", "f:5: close: invalid arguments"},
		{"words after defaults", head + "defaults x", "f:5: defaults: invalid arguments"},
		{"an unknown name", head + "send $x", "f:5: $x is not defined"},
	}
	for _, test := range tests {
		if _, err := Parse("f", test.text); err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}

func TestNamesStandForTheirText(t *testing.T) {
	cases, err := Parse("f", "# a comment\nprotocol uci\nlet who the user\nlet end $who waits$\n\ncase a\n  why $who\n  why waits\nsource $end\nsend x")
	if err != nil {
		t.Fatal(err)
	}
	if c := cases[0]; c.Why != "the user waits" || c.Source != "the user waits$" || c.Place != "f:6" {
		t.Errorf("%q, %q, %s", c.Why, c.Source, c.Place)
	}
}

func FuzzParse(f *testing.F) {
	files, err := data.ReadDir("data")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := data.ReadFile("data/" + file.Name())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 600)]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := Parse("f", text)
		if err != nil {
			return
		}
		for _, c := range cases {
			if c.Why == "" || c.Source == "" || len(c.steps) == 0 {
				t.Errorf("%q has a case that lacks something: %+v", text, c)
			}
		}
	})
}
