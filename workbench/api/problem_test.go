package api

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem/format"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// asked returns the decoded JSON answer of a request that must not fail.
func asked(t *testing.T, name, body string) map[string]any {
	t.Helper()
	s := must.Get(New(1, 0))(t)
	answer, err := s.Do(t.Context(), name, []byte(body), silent)
	if err != nil {
		t.Fatalf("%s %s: %v", name, body, err)
	}
	text := must.Get(json.Marshal(answer))(t)
	read := map[string]any{}
	must.Do(t, json.Unmarshal(text, &read))
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

func TestAPositionIsReportedAsABoardShowsIt(t *testing.T) {
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

func TestNeighboursAreReportedOneAfterAnother(t *testing.T) {
	s := must.Get(New(1, 0))(t)
	for _, test := range []struct{ position, verdict, gain string }{
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k", "sound", "key"},        // 1.Kd6
		{"8/8/8/3K4/8/5n2/5Q1b/5N1k", "no solution", "sound"}, // without a pawn
	} {
		var found []*text.NeighbourForm
		answer, err := s.Do(t.Context(), "neighbours", []byte(`{"position":"`+test.position+`","stipulation":"#2","seconds":20}`), func(kind string, data any) {
			if kind == Partial {
				found = append(found, data.(map[string][]*text.NeighbourForm)["neighbours"]...)
			}
		})
		must.Do(t, err)
		r := answer.(*text.NeighboursForm)
		if r.Verdict != test.verdict || r.Sound != len(found) || (r.Key != nil) != (test.verdict == "sound") {
			t.Errorf("%s: %d were reported, %+v", test.position, len(found), r)
		}
		gained, themes := 0, 0
		for _, n := range found {
			p, err := movegen.ParseFEN(n.FEN)
			if err != nil || !slices.ContainsFunc(p.Moves(), func(m movegen.Move) bool { return m.String() == n.Key.UCI }) {
				t.Errorf("%+v: %v", n, err)
			}
			themes += len(n.Themes)
			if slices.Contains(n.Themes, "model mate") && test.verdict == "sound" {
				t.Errorf("%+v: the diagram has that, too", n)
			}
			if slices.Contains(n.Gains, test.gain) {
				gained++
			}
			if slices.Contains(n.Gains, "sound") && test.verdict == "sound" {
				t.Errorf("%+v was sound before", n)
			}
		}
		if gained == 0 || themes == 0 {
			t.Errorf("%s: none of %d gains %q", test.position, len(found), test.gain)
		}
		t.Logf("%s: %d of %d are sound, %d gain %q", test.position, len(found), r.Of, gained, test.gain)
	}
}

// TestSeveralIntendedSolutions asks for two keys: the document is that of a sound problem, and neighbours are refused.
func TestSeveralIntendedSolutions(t *testing.T) {
	const query = `{"position":"6k1/8/8/8/8/8/8/K1RR4 w","stipulation":"#2","solutions":2`
	for form, want := range map[string]string{"text": "Sound: 2 solutions", "json": `"intended_solutions":2`} {
		answer := asked(t, "diagram", query+`,"solution":true,"form":"`+form+`"}`)
		if got, _ := answer["text"].(string); !strings.Contains(got, want) {
			t.Errorf("%s has no %q:\n%s", form, want, got)
		}
	}
	for _, several := range []string{query, strings.Replace(query, `"solutions":2`, `"key":"Rc7,Rd7"`, 1)} {
		var answer any
		fault := ask(t, "neighbours", json.RawMessage(several+`,"language":"it"}`), &answer)
		if fault == nil || fault.Code != BadRequest || fault.Field != "solutions" ||
			!strings.Contains(fault.Message, "con una soluzione") {
			t.Errorf("%s: %+v", several, fault)
		}
	}
}

func TestDiagramsInEveryForm(t *testing.T) {
	const position = `"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","author":"A <b> & \\textit{c}"`
	for _, test := range []struct{ fields, has, hasNot string }{
		{`"form":"svg","marks":["d5"]`, "<svg", "1.Kd6"},
		{`"form":"svg","solution":true`, "A &lt;b&gt; &amp;", "1.Kd6"},
		{`"form":"latex"`, `\documentclass`, "Kd6"},
		{`"form":"latex","part":true,"solution":true`, `Kd6`, `\documentclass`},
		{`"form":"html","solution":true,"language":"it"`, `Rd6`, `A <b>`},
		{`"form":"html","part":true`, `<article`, `<html`},
		{`"form":"text"`, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "1.Kd6"},
		{`"form":"text","solution":true`, "1.Kd6!", "\x00"},
		{`"form":"popeye"`, "1.Kd5-d6 !", "\x00"},
		{`"form":"json"`, `"verdict":"sound"`, "\x00"},
	} {
		answer := asked(t, "diagram", "{"+position+","+test.fields+"}")
		text := answer["text"].(string)
		if !strings.Contains(text, test.has) || strings.Contains(text, test.hasNot) {
			t.Errorf("%s: %s", test.fields, text)
		}
		switch answer["form"] {
		case "svg":
			for d := xml.NewDecoder(strings.NewReader(text)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", test.fields, err)
				}
			}
		case "json":
			if !json.Valid([]byte(text)) {
				t.Errorf("%s: %s", test.fields, text)
			}
		}
	}
}

// TestTwinsAreInTheFormsThatCanHoldThem checks that each twin has its letter and its own solution.
func TestTwinsAreInTheFormsThatCanHoldThem(t *testing.T) {
	const query = `"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w","stipulation":"#2","solution":true,"twins":["8/8/8/3K4/8/5nP1/5R1b/5N1k w","6k1/8/8/8/8/8/8/K1RR4 w #3"]`
	for form, want := range map[string]struct {
		part   string // expected in each of the three twins
		number int
	}{"text": {"a b c d e f g h", 3}, "html": {"<figure>", 3}, "latex": {`\begin{minipage}`, 3}, "popeye": {"+---a---b", 6}, "svg": {"<svg", 1}} {
		answer := asked(t, "diagram", `{`+query+`,"form":"`+form+`"}`)
		text, _ := answer["text"].(string)
		if got := strings.Count(text, want.part); got != want.number {
			t.Errorf("%s has %d times %q:\n%s", form, got, want.part, text)
		}
		if form != "popeye" && form != "svg" && !strings.Contains(text, "c)") {
			t.Errorf("%s has no c):\n%s", form, text)
		}
	}
	// In Popeye's format, twins that differ little are one problem; those above differ more.
	near := asked(t, "diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w","stipulation":"#2","form":"popeye","twins":["8/8/3K4/8/8/5nP1/5Q1b/5N1k w","8/8/8/3K4/8/5nP1/5R1b/5N1k w #3"]}`)
	layout, _ := near["text"].(string)
	if strings.Count(layout, "+---a---b") != 2 || strings.Count(layout, "finished") != 1 || !strings.Contains(layout, "\na) \n") ||
		!strings.Contains(layout, "\nb) wKd5-->d6  \n") || !strings.Contains(layout, "\nc) wRf2  #3  \n") {
		t.Error(layout)
	}
	var list []struct {
		Twin, Verdict string
		N             int
	}
	text, _ := asked(t, "diagram", `{`+query+`,"form":"json"}`)["text"].(string)
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 3 || list[0].Twin != "a" || list[1].Verdict != "none" || list[2].N != 3 {
		t.Errorf("as JSON the twins are %+v, %v", list, err)
	}
	var answer any
	if fault := ask(t, "diagram", diagramQuery{Position: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w", Form: "text", Twins: []string{"8/8/8/3K4/8/5xP1/5Q1b/5N1k w"}}, &answer); fault == nil || fault.Field != "twins" {
		t.Errorf("a twin that is no position is %+v", fault)
	}
	if fault := ask(t, "diagram", diagramQuery{Position: "8/8/8/3K4/8/5nP1/5Q1b/5N1k w", Form: "text", Twins: make([]string, mostTwins+1)}, &answer); fault == nil || fault.Field != "twins" {
		t.Errorf("too many twins are %+v", fault)
	}
}
