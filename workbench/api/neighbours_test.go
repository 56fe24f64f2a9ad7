package api

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem/text"
)

func TestNeighboursAreToldOneAfterAnother(t *testing.T) {
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		r := answer.(*text.NeighboursForm)
		if r.Verdict != test.verdict || r.Sound != len(found) || (r.Key != nil) != (test.verdict == "sound") {
			t.Errorf("%s: %d were told, %+v", test.position, len(found), r)
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

func TestWhatCannotBeDrawnIsRefusedWithItsField(t *testing.T) {
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, body, field string }{
		{"diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k"}`, "form"},
		{"diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","form":"pdf"}`, "form"},
		{"diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1","form":"svg"}`, "position"},
		{"diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","form":"svg","marks":["j9"]}`, "marks"},
		{"diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","form":"svg","title":"` + strings.Repeat("x", mostCaption+1) + `"}`, "title"},
		{"diagram", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","form":"svg","stipulation":"#40"}`, "stipulation"},
		{"neighbours", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/8"}`, "position"},
		{"neighbours", `{"position":"8/8/8/3K4/8/5nP1/5Q1b/5N1k","seconds":1e9}`, "seconds"},
	} {
		_, err := s.Do(t.Context(), test.name, []byte(test.body), silent)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Code != BadRequest || fault.Field != test.field {
			t.Errorf("%s %s: %#v", test.name, test.body, err)
		}
	}
}
