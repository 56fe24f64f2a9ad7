package api

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/format"
	"alfiere/protocol"
)

// asked returns the decoded JSON answer of a request that must not fail.
func asked(t *testing.T, name, body string) map[string]any {
	t.Helper()
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.Do(t.Context(), name, []byte(body), silent)
	if err != nil {
		t.Fatalf("%s %s: %v", name, body, err)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]any{}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

// TestTheAnalysisIsThatOfTheCommandLine compares everything except time and lines.
func TestTheAnalysisIsThatOfTheCommandLine(t *testing.T) {
	for _, line := range []string{
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1 #2", "8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1",
		"8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", "8/3r4/8/3P4/1p1Q4/2N5/1P6/kBK5 w - - 0 1",
		"6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", "6k1/8/8/7K/8/8/8/4R3 w - - 0 1",
		"8/8/8/3K4/8/5nP1/5Q1b/5N1k #3", "8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - 0 1",
	} {
		solver := format.Solver{Form: format.JSON}
		solver.Problem.Moves, solver.Text.Program = 2, protocol.Title
		solver.Complete(false, func(string) bool { return false })
		answer := solver.Solve(t.Context(), line)
		want := map[string]any{}
		if err := json.Unmarshal(answer.Text, &want); err != nil {
			t.Fatalf("%v: %s", err, answer.Text)
		}
		got := asked(t, "problem", `{"position":"`+line+`"}`)
		if lines, _ := got["lines"].([]any); (len(lines) > 0) != (got["verdict"] != "illegal") {
			t.Errorf("%s: lines are %v", line, lines)
		}
		for _, name := range []string{"lines", "theme_lines", "phases_note", "seconds", "nodes", "line"} {
			delete(got, name)
			delete(want, name)
		}
		for name := range want {
			if !reflect.DeepEqual(got[name], want[name]) {
				t.Errorf("%s: %s is %v, want %v", line, name, got[name], want[name])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d fields, want %d", line, len(got), len(want))
		}
	}
}

func TestALongProblemTellsItsKeysFirst(t *testing.T) {
	s, _ := New(1, 0)
	var heard []string
	var verdict string
	_, err := s.Do(t.Context(), "problem", []byte(`{"position":"8/8/8/3K4/8/5nP1/5R1b/5N1k #3"}`), func(kind string, data any) {
		heard = append(heard, kind)
		if kind == Partial {
			var report struct{ Verdict string }
			_ = json.Unmarshal(data.(json.RawMessage), &report)
			verdict = report.Verdict
		}
	})
	if err != nil || !slices.Contains(heard, Partial) || verdict == "" || verdict == "undecided" {
		t.Errorf("%v, heard %v, %q", err, heard, verdict)
	}
	limited := asked(t, "problem", `{"position":"8/8/8/3K4/8/5nP1/5R1b/5N1k","stipulation":"#5","nodes":50}`)
	if limited["complete"] != false || limited["n"] != 5.0 {
		t.Errorf("with 50 nodes: %v", limited)
	}
}

// TestFaultsOfAPositionNameTheirPlace checks faults in the requested language.
func TestFaultsOfAPositionNameTheirPlace(t *testing.T) {
	s, _ := New(1, 0)
	for _, test := range []struct {
		name, body, field, says string
		offset                  int // -1: none
	}{
		{"position", `{"text":"8/8/8/3X4/8/5nP1/5Q1b/5N1k w - - 0 1"}`, "text", "letter", 7},
		{"position", `{"text":"8/8/8/3X4/8/5nP1/5Q1b/5N1k w - - 0 1","language":"it"}`, "text", "pezzo", 7},
		{"position", `{"text":"8/8/8/3X4/8/5nP1/5Q1b/5N1k w - - 0 1","chess960":true}`, "text", "letter", 7},
		{"position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5S1k w - - 0 1"}`, "text", "nightrider", 13},
		{"position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - z9 0 1"}`, "text", "", 31},
		{"position", `{"text":""}`, "text", "", 0},
		{"position", `{"text":"` + strings.Repeat("8", 90000) + `"}`, "text", "", -1},
		{"position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","moves":["d5d6","d6d7"]}`, "moves", "2", -1},
		{"position", `{"text":"8/8/8/3K4/8/8/8/3rk3","moves":["0000"]}`, "moves", "check", -1},
		{"position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","language":"klingon"}`, "language", "", -1},
		{"problem", `{"position":"8/8/8/3X4/8/5nP1/5Q1b/5N1k w - - 0 1"}`, "position", "letter", 7},
		{"problem", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","stipulation":"h#2"}`, "stipulation", `solved, not "h#2"`, -1},
		{"problem", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","stipulation":"#33"}`, "stipulation", "32", -1},
		{"problem", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","key":"Qa9"}`, "key", "", -1},
		{"problem", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","seconds":1e9}`, "seconds", "300", -1},
	} {
		_, err := s.Do(t.Context(), test.name, []byte(test.body), silent)
		var fault *Fault
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", test.body, err)
			continue
		}
		offset := -1
		if fault.Offset != nil {
			offset = *fault.Offset
		}
		if fault.Code != BadRequest || fault.Field != test.field || offset != test.offset || !strings.Contains(fault.Message, test.says) {
			t.Errorf("%.80s: %+v at %d", test.body, fault, offset)
		}
	}
}

func TestAPositionIsToldAsABoardShowsIt(t *testing.T) {
	p := asked(t, "position", `{"text":"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"}`)
	if p["castling"] != "KQ" || p["castling_possible"] != "KQkq" || p["enpassant"] != "d6" || !reflect.DeepEqual(p["enpassant_possible"], []any{"d6"}) ||
		p["men"].(map[string]any)["e5"] != "P" || p["men"].(map[string]any)["a8"] != "r" || len(p["men"].(map[string]any)) != 8 {
		t.Errorf("%v", p)
	}
	if p = asked(t, "position", `{"text":"8/8/8/3R4/8/5cP1/5D1a/5C1r #3","language":"it"}`); p["fen"] != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" || p["n"] != 3.0 {
		t.Errorf("%v", p)
	}
	if san := p["legal"].([]any)[0].(map[string]any)["san"].(string); strings.ContainsAny(san, "KQN") {
		t.Errorf("SAN in Italian is %s", san)
	}
	p = asked(t, "position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - 0 1"}`)
	if faults := p["faults"].([]any); len(faults) != 1 || p["men"].(map[string]any)["f3"] != "n" || p["side"] != "w" {
		t.Errorf("%v", p)
	}
	p = asked(t, "position", `{"text":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","moves":["d5d6","0000","f2g2"]}`)
	if p["fen"] != "8/8/3K4/8/8/5nP1/6Qb/5N1k b - - 3 2" || !slices.Equal(texts(p["check"]), []string{"h1", "g2"}) && len(p["check"].([]any)) != 2 {
		t.Errorf("%v", p)
	}
}

// texts returns the texts of a list.
func texts(list any) (all []string) {
	for _, text := range list.([]any) {
		all = append(all, text.(string))
	}
	return all
}

// FuzzPositionText checks that every request gets an answer or a fault of the field.
func FuzzPositionText(f *testing.F) {
	f.Add("8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "d5d6", true)
	f.Add("8/8/8/3R4/8/5cP1/5D1a/5C1r #3", "0000", false)
	f.Add("8/8/8/8/8/8/8/8", "", false)
	s, _ := New(1, 0)
	f.Fuzz(func(t *testing.T, text, move string, chess960 bool) {
		body, _ := json.Marshal(PositionQuery{Text: text, Moves: []string{move}, Chess960: chess960})
		answer, err := s.Do(t.Context(), "position", body, silent)
		var fault *Fault
		if err != nil && (!errors.As(err, &fault) || fault.Code != BadRequest || fault.Field == "") {
			t.Fatalf("%q: %v", text, err)
		}
		if p, is := answer.(*position); err == nil && is && len(p.Faults) == 0 && !chess960 {
			if _, err := s.Do(t.Context(), "position", []byte(`{"text":"`+p.FEN+`"}`), silent); err != nil {
				t.Errorf("%q gives %q: %v", text, p.FEN, err)
			}
		}
	})
}

// TestTheSideToMoveDefendsAfterTheKey solves a diagram whose key has been made.
func TestTheSideToMoveDefendsAfterTheKey(t *testing.T) {
	for fields, want := range map[string]string{
		`"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1","post_key":true`:              "sound",
		`"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k","post_key":true,"stipulation":"#2"`:     "sound",
		`"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k w","post_key":true,"white":true`:         "sound",
		`"position":"8/8/3K4/8/8/5nP1/5R1b/5N1k b - - 0 1","post_key":true`:              "none",
		`"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1","post_key":true,"nodes":1`:    "undecided",
		`"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k w - - 0 1 #2","post_key":false`:          "cooked",
		`"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1 #3","post_key":true,"tries":2`: "sound",
	} {
		r := asked(t, "problem", "{"+fields+"}")
		if r["verdict"] != want || (r["post_key"] != nil) != !strings.Contains(fields, "false") {
			t.Errorf("%s: %v, %v", fields, r["verdict"], r["post_key"])
		}
		if want != "sound" {
			continue
		}
		line := r["lines"].([]any)[0].(map[string]any)
		if line["kind"] != "post_key" || !strings.HasPrefix(line["text"].(string), "1... ") || len(line["below"].([]any)) < 3 {
			t.Errorf("%s: %v", fields, line)
		}
	}
	drawn := asked(t, "diagram", `{"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1","post_key":true,"form":"text","solution":true}`)
	if text := drawn["text"].(string); !strings.Contains(text, "White mates in 2") || !strings.Contains(text, "1...Bg1 2.Qxf3#") {
		t.Error(text)
	}
	drawn = asked(t, "diagram", `{"position":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1","post_key":true,"form":"html"}`)
	if text := drawn["text"].(string); !strings.Contains(text, "#2") {
		t.Error(text)
	}
}
