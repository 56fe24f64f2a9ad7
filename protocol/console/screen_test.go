package console

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// recorder is a screen that remembers its prompts.
type recorder struct {
	columns int

	mutex    sync.Mutex
	prompts  []string
	complete func(string) (int, []string)
}

func (r *recorder) Ask(prompt string, complete func(string) (int, []string)) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.prompts, r.complete = append(r.prompts, prompt), complete
}

func (r *recorder) Columns() int { return r.columns }

// seen returns the prompts so far, and what completes the last one.
func (r *recorder) seen() ([]string, func(string) (int, []string)) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.prompts), r.complete
}

func TestTheStatusIsTakenAwayBeforeTheMove(t *testing.T) {
	r := &recorder{columns: 60}
	s := start(t, Console{Terminal: true, Screen: r})
	send(s, "st 1000", "e4")
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if prompts, _ := r.seen(); len(prompts) > 0 && strings.Contains(prompts[len(prompts)-1], ", depth ") {
			break
		} else if time.Now().After(end) {
			t.Fatalf("the prompts are %q", prompts)
		}
	}
	s.Send("?")
	s.Until("Alfiere")
	got := s.Rest()
	mustNotPrint(t, got, "thinking", "White 2>") // that is the screen's affair
	prompts, _ := r.seen()
	i := slices.Index(prompts, " ")
	if i < 0 || !strings.HasPrefix(prompts[i-1], "thinking") || strings.Contains(strings.Join(prompts[i:], ""), "thinking") ||
		prompts[len(prompts)-1] != "White 2> " {
		t.Errorf("the prompts are %q", prompts)
	}
}

func TestTheStatusFitsTheScreen(t *testing.T) {
	for _, text := range []string{"thinking 0s", "thinking 12s, depth 14, -0.25, c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5", "x"} {
		for width := range 100 {
			got := cutWords(text, width)
			if got == "" || !strings.HasPrefix(text, got) || utf8.RuneCountInString(got) > width && strings.Contains(got, " ") {
				t.Errorf("%d columns: %q", width, got)
			}
			if len(text) <= width && got != text {
				t.Errorf("%d columns: %q is cut to %q", width, text, got)
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	r := &recorder{columns: 80}
	s := start(t, Console{Terminal: true, Screen: r, Names: func(prefix string) []string { return []string{prefix + "x.pgn"} }})
	send(s, "force", "e4", "e5", "Bc4", "Nc6", "beep")
	waitFor(t, s, "beep is on")
	s.Send("beep")
	waitFor(t, s, "beep is off")
	_, complete := r.seen()
	for _, test := range []struct {
		line  string
		from  int
		words []string // that are among them
		none  []string // that are not
	}{
		{"", 0, []string{"Qh5", "Nf3", "a3"}, []string{"quit", "e4"}},
		{"q", 0, []string{"Qh5", "quit"}, []string{"a3"}},
		{"nf", 0, []string{"Nf3"}, []string{"Nc3", "new"}},
		{"Bxf", 0, []string{"Bxf7"}, nil},
		{"save ga", 5, []string{"gax.pgn"}, []string{"Nf3"}},
		{"save my ga", 5, []string{"my gax.pgn"}, nil},
		{"help s", 5, []string{"save", "st"}, []string{"Nf3", "help"}},
		{"beep o", 7, nil, []string{"o"}},
		{"syzygy ta", 7, []string{"tax.pgn"}, []string{"PATH"}},
		{"book o", 5, []string{"on", "off"}, []string{"FILE"}},
		{"nonsense ", 9, nil, nil},
		{"zz", 0, nil, []string{"a3"}},
	} {
		from, words := complete(test.line)
		if from != test.from && len(test.words) > 0 {
			t.Errorf("%q: from %d", test.line, from)
		}
		for _, word := range test.words {
			if !slices.Contains(words, word) {
				t.Errorf("%q: %q lacks %q", test.line, words, word)
			}
		}
		for _, word := range test.none {
			if slices.Contains(words, word) {
				t.Errorf("%q: %q has %q", test.line, words, word)
			}
		}
	}
	s.Rest()
}

// TestEveryLegalMoveIsCompleted: in any position the moves are those of the rules, and
// each text is read as its move.
func TestEveryLegalMoveIsCompleted(t *testing.T) {
	s := start(t, scripted(memory{}))
	send(s, "force", "e4", "d5", "exd5", "Nf6", "Bb5+", "c6", "dxc6", "Qd6", "cxb7+", "Kd8")
	send(s, "bd")
	s.Rest()
	position := s.Controller.Position()
	names := moveNames(&position)
	if !slices.Contains(names, "bxa8=Q") || !slices.Contains(names, "Nf3") || len(names) < 20 {
		t.Errorf("the moves are %q", names)
	}
}

// TestTheMaterialIsToldBelowTheBoard: the side with more material, at a terminal only, and nothing where
// both have the same.
func TestTheMaterialIsToldBelowTheBoard(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1": "",
		"4k3/ppppppp1/8/8/8/8/PPPPPPPP/4K3 w - - 0 1": "White has P more (White +1)",
		"r2qk3/8/8/8/8/8/8/1NB1K3 w - - 0 1":          "White has B N more, Black Q R (Black +8)",
		"r3k3/8/8/8/8/8/PP6/B3K3 b - - 0 1":           "White has B P P more, Black R (even)",
		"4k3/8/8/8/8/8/8/RR2K2r w - - 0 1":            "White has R more (White +5)",
		"q3k3/8/8/8/8/8/8/4K3 w - - 0 1":              "Black has Q more (Black +9)",
	} {
		for _, terminal := range []bool{true, false} {
			s := start(t, Console{Terminal: terminal})
			send(s, "setup "+fen, "quit")
			got := strings.Join(s.Rest(), "\n")
			if told := strings.Contains(got, "more"); told != (terminal && want != "") || told && !strings.Contains(got, "\n   "+want+"\n") {
				t.Errorf("%s, terminal %v: %q is missing in\n%s", fen, terminal, want, got)
			}
		}
	}
}
