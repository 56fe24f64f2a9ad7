package api

import (
	"errors"
	"testing"
)

// TestWithoutAServerLinesListsAndLinksAreRead checks what the pocket page reads, and its message for the rest.
func TestWithoutAServerLinesListsAndLinksAreRead(t *testing.T) {
	read := asked(t, "read", `{"text":"wKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3\n#2\nhttps://lichess.org/editor/6k1/8/8/8/8/8/8/K1RR4_w_-_-_0_1\n`+
		`6k1/8/8/8/8/8/8/K1RR4 w - - title \"Rooks\"; author \"N. N.\";\nKa1 Ka2 / Kh8\nWhite Ka1 Qa1 Black Kh8"}`)
	problems, faults := read["problems"].([]any), read["faults"].([]any)
	if len(problems) != 4 || len(faults) != 1 {
		t.Fatal(read)
	}
	first, named := problems[0].(map[string]any), problems[2].(map[string]any)
	if first["position"] != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" || first["stipulation"] != "#2" || first["line"] != 1.0 {
		t.Error(first)
	}
	if named["title"] != "Rooks" || named["authors"].([]any)[0] != "N. N." || named["line"] != 4.0 {
		t.Error(named)
	}
	if problems[3].(map[string]any)["position"] != "7k/8/8/8/8/8/K7/K7" {
		t.Error(problems[3])
	}
	if fault := faults[0].(map[string]any); fault["line"] != 6.0 || fault["column"] != 11.0 || fault["squares"].([]any)[0] != "a1" {
		t.Error(fault)
	}
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"BeginProblem stip #2", "---\\nalgebraic:", "[FEN \\\"x\\\"]", "{}"} {
		_, err := s.Do(t.Context(), "read", []byte(`{"text":"`+text+`"}`), silent)
		if fault, ok := errors.AsType[*Fault](err); !ok || fault.Message != errNeedsServer {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAPositionIsReadInEveryFormOfOneProblem also checks the place of an error in the text.
func TestAPositionIsReadInEveryFormOfOneProblem(t *testing.T) {
	p := asked(t, "position", `{"text":"White Kd5 Qf2 Nf1 Pg3\nBlack Kh1 Bh2 Nf3 #3"}`)
	if p["fen"] != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" || p["n"] != 3.0 {
		t.Error(p)
	}
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Do(t.Context(), "position", []byte(`{"text":"White Kd5 Qf2\nBlack Kh1 Nd5"}`), silent)
	if fault, ok := errors.AsType[*Fault](err); !ok || *fault.Offset != 24 || len(fault.Squares) != 1 || fault.Squares[0] != "d5" {
		t.Errorf("%+v", err)
	}
}
