package eval

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestEverySetIsReadBackFromItsLetters(t *testing.T) {
	for set := range All + 1 {
		if got, err := ParseKnowledge(set.String()); got != set || (err != nil) != (set == 0) {
			t.Errorf("%q was read as %q, %v", set, got, err)
		}
		text, err := json.Marshal(set)
		back := Pawns
		if err != nil || json.Unmarshal(text, &back) != nil || back != set {
			t.Errorf("%q went through JSON as %s and came back as %q, %v", set, text, back, err)
		}
	}
}

func TestLettersAreRefusedByName(t *testing.T) {
	for _, test := range []struct {
		name, letters string
		want          *KnowledgeError
		says          string
	}{
		{"none", "", nil, "no letter"},
		{"unknown", "mz", &KnowledgeError{'z', 1, false}, `unknown letter 'z'; the letters are mbxkcparn`},
		{"doubled", "mpam", &KnowledgeError{'m', 3, true}, `doubled letter 'm'; the letters are mbxkcparn`},
		{"upper case", "M", &KnowledgeError{'M', 0, false}, `unknown letter 'M'`},
		{"a blank", "m b", &KnowledgeError{' ', 1, false}, `unknown letter ' '`},
		{"a letter that only looks like one", "mа", &KnowledgeError{'а', 1, false}, `unknown letter 'а'`},
		{"a byte that is no text", "m\xff", &KnowledgeError{'\uFFFD', 1, false}, "unknown letter"},
		{"a control character is shown as such", "m\x1b", &KnowledgeError{'\x1b', 1, false}, `'\x1b'`},
	} {
		t.Run(test.name, func(t *testing.T) {
			set := Pawns
			err := set.Set(test.letters)
			if set != Pawns {
				t.Errorf("a refused text left the set %q", set)
			}
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want it to say %q", err, test.says)
			}
			if got, _ := errors.AsType[*KnowledgeError](err); !reflect.DeepEqual(got, test.want) {
				t.Errorf("error %#v, want %#v", err, test.want)
			}
		})
	}
}

// FuzzParseKnowledge: what is taken holds each of its letters once, in any order.
func FuzzParseKnowledge(f *testing.F) {
	for _, letters := range []string{"", Letters, "mp", "pm", "mm", "q", "m\x00", "é"} {
		f.Add(letters)
	}
	f.Fuzz(func(t *testing.T, letters string) {
		set, err := ParseKnowledge(letters)
		if (set == 0) != (err != nil) {
			t.Fatalf("%q: set %q, error %v", letters, set, err)
		}
		if err != nil {
			return
		}
		if len(letters) != len(set.String()) {
			t.Errorf("%q was read as %q", letters, set)
		}
		for _, letter := range letters {
			if !strings.ContainsRune(set.String(), letter) {
				t.Errorf("%q was read as %q", letters, set)
			}
		}
	})
}
