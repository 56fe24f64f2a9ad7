package proposals

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

const lineOfFact = `{"position":"4k3/8/8/8/8/8/4P3/4K3 w - -","member":"mp~15#3","nodes":1000,"hash":1,"moves":["e2e4","e2e3"],` +
	`"move":"e2e4","value":91,"depth":9,"root_moves":2,"searched":1000,"micros":700,"line":["e2e4","e8d7"],` +
	`"iterations":[["0000",0],["e2e3",80],["e2e4",91]],"signature":"0123456789abcdef"}` + "\n"

func TestLinesAreReadAsTheyWereWritten(t *testing.T) {
	sign, fact, err := ReadLine([]byte(lineOfFact))
	if err != nil || sign != signature {
		t.Fatal(sign, err)
	}
	if line, err := AppendLine(nil, sign, &fact); err != nil || string(line) != lineOfFact {
		t.Errorf("%s, %v", line, err)
	}
	for _, f := range append(searched(t), fact) {
		line, err := AppendLine(nil, signature, &f)
		if err != nil {
			t.Fatal(err)
		}
		_, read, err := ReadLine(line)
		f.Seat, f.Proposal.Member = plainSeat(&f.Seat), read.Proposal.Member
		if err != nil || read.Question.String() != f.Question.String() || !reflect.DeepEqual(read.Proposal, f.Proposal) {
			t.Errorf("%s, %v: %+v, not %+v", line, err, read, f)
		}
	}
}

func TestLinesWithFaults(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{`"4k3/8/8/8/8/8/4P3/4K3 w - -"`, `"4k3/8/8/8/8/8/4P3/8 w - -"`, "king"},
		{`"4k3/8/8/8/8/8/4P3/4K3 w - -"`, `7`, "position"},
		{`"mp~15#3"`, `"mp mp"`, "must be one member"},
		{`"mp~15#3"`, `""`, "must be one member"},
		{`"mp~15#3"`, `"noise4"`, "must be one member"},
		{`"mp~15#3"`, `"uci:sh"`, "own searches"},
		{`"mp~15#3"`, `"mp*2"`, "one thread"},
		{`"mp~15#3"`, `"zz"`, "zz"},
		{`"nodes":1000`, `"nodes":0`, "nodes"},
		{`"nodes":1000`, `"nodes":-1`, "nodes"},
		{`"nodes":1000`, `"nodes":18446744073709551615`, "nodes"},
		{`"nodes":1000`, `"nodes":1e300`, "nodes"},
		{`"nodes":1000`, `"nodes":"1000"`, "nodes"},
		{`"nodes":1000`, `"budget":1000`, "budget"},
		{`"hash":1`, `"hash":99999999999`, "MB"},
		{`"moves":["e2e4","e2e3"]`, `"moves":["e2e5"]`, "e2e5"},
		{`"moves":["e2e4","e2e3"]`, `"moves":["e2e3"]`, "root moves"},
		{`"move":"e2e4"`, `"move":"e2e5"`, "e2e5"},
		{`"move":"e2e4"`, `"move":"0000"`, "0000"},
		{`"move":"e2e4",`, ``, "move"},
		{`"value":91`, `"value":32002`, "value"},
		{`"depth":9`, `"depth":-9`, "depth"},
		{`"depth":9`, `"depth":10000`, "depth"},
		{`"root_moves":2`, `"root_moves":1000`, "root"},
		{`"searched":1000`, `"searched":9223372036854775808`, "nodes"},
		{`"micros":700`, `"micros":-1`, "microseconds"},
		{`"micros":700`, `"micros":9223372036854775807`, "microseconds"},
		{`["e2e4","e8d7"]`, `["e2e4","e8e4"]`, "move 2 of the line"},
		{`["e2e4","e8d7"]`, `["e2e3","e8d7"]`, "begins with"},
		{`["e2e4","e8d7"]`, `"e2e4"`, "line"},
		{`["e2e3",80]`, `["e2e3"]`, "pair"},
		{`["e2e3",80]`, `["e2e3",80,1]`, "pair"},
		{`["e2e3",80]`, `["e2e3",null]`, "pair"},
		{`["e2e3",80]`, `[80,"e2e3"]`, "pair"},
		{`["e2e3",80]`, `["e1e3",80]`, "iteration 2"},
		{`["e2e3",80]`, `["e2e3",99999]`, "iteration 2"},
		{`["0000",0]`, `[]`, "pair"},
		{`"0123456789abcdef"`, `"0123456789ABCDEF"`, "signature"},
		{`,"signature":"0123456789abcdef"`, ``, "signature"},
		{"}\n", "} {}\n", "follows"},
		{"}\n", "\n", "EOF"},
	} {
		text := strings.Replace(lineOfFact, test.from, test.to, 1)
		if text == lineOfFact {
			t.Fatalf("%q is not in the line", test.from)
		}
		if _, _, err := ReadLine([]byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: %v", test.to, test.from, err)
		}
	}
}

// FuzzReadLine reads lines. A valid line must stay the same when written, read again, stored and loaded.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(lineOfFact))
	for _, fact := range searched(f)[:4] {
		line, err := AppendLine(nil, signature, &fact)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		sign, fact, err := ReadLine(line)
		if err != nil {
			return
		}
		text, err := AppendLine(nil, sign, &fact)
		if err != nil {
			t.Fatal(err)
		}
		_, again, err := ReadLine(text)
		if err != nil || !SameAnswer(&again.Proposal, &fact.Proposal) || again.Question.String() != fact.Question.String() {
			t.Fatalf("%s is read as another fact, %v", text, err)
		}
		if more, err := AppendLine(nil, sign, &again); err != nil || !bytes.Equal(more, text) {
			t.Fatalf("%s is written as %s, %v", text, more, err)
		}
		s := newStore(t)
		if err := s.Put(t.Context(), sign, []Fact{fact}); err != nil {
			t.Fatal(err)
		}
		if a, ok, err := s.Find(t.Context(), sign, &again.Question); err != nil || !ok || !SameAnswer(&a.Proposal, &fact.Proposal) {
			t.Fatalf("%s is loaded as %+v, %v, %v", text, a, ok, err)
		}
		if err := s.Check(t.Context(), sign, nil); err != nil {
			t.Fatal(err)
		}
	})
}
