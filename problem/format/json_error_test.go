package format

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

// TestErrorsOfJSONNameTheField in plain words, without types of Go.
func TestErrorsOfJSONNameTheField(t *testing.T) {
	const fen = `{"problem":1,"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -","stipulation":"#2",`
	for line, want := range map[string]string{
		fen + `"comments":"good"}`:                 "line 1: the field comments must be a list, not a text",
		fen + `"title":["a"]}`:                     "line 1: the field title must be a text, not a list",
		fen + `"source":{"year":"1859"}}`:          "line 1: the field source.year must be a number, not a text",
		fen + `"source":{"year":1.5}}`:             "line 1: the field source.year must be a whole number within range",
		fen + `"id":"x"}`:                          "line 1: the field id must be a number, not a text",
		fen + `"awards":[{"text":{}}]}`:            "line 1: the field awards.text must be a text, not an object",
		fen + `"twin":{"continued":1}}`:            "line 1: the field twin.continued must be true or false, not a number",
		fen + `"report":true}`:                     "line 1: the field report must be an object, not true or false",
		`{"fen": x}`:                               "line 1, column 9: invalid JSON",
		"{\"fen\":\"8/8/8/8/8/8/8/8\",\"problem\"": "line 1, column 34: invalid JSON",
	} {
		_, err := NewReader(strings.NewReader(line), forsyth.Conventions{}).Read()
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", line, err, want)
		}
	}
}

// TestAFileOfRecordsIsSolved like one of lines, in JSON and as games.
func TestAFileOfRecordsIsSolved(t *testing.T) {
	const board = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -"
	for text, want := range map[string]string{
		`{"problem":1,"fen":"` + board + `","stipulation":"#2","title":"Block","authors":["J. Cumpe"]}`: "sound J. Cumpe Block",
		`{"fen":"` + board + ` 0 1","stip":"#2"}`:                                                       "sound",
		`{"fen":"` + board + `","stip":"h#2"}`:                                                          "1: " + problem.ErrUnsupported.Error() + `, not "h#2"`,
		`{"fen":"` + board + `","stip":"#33"}`:                                                          "1: " + problem.ErrMoves.Error() + `, not "#33"`,
		`{"fen":"k6R/8/8/8/8/8/8/K7 w - -","stip":"#2"}`:                                                "illegal",
		"[White \"J. Cumpe\"]\n[Black \"#2\"]\n[FEN \"" + board + " 0 1\"]\n\n*\n":                      "sound J. Cumpe",
	} {
		s := Solver{Form: JSON, Threads: 1}
		err := s.SolveAll(t.Context(), "", strings.NewReader(text), func(a *Answer) error {
			var got struct {
				Line                          int
				Verdict, Author, Title, Error string
			}
			if err := json.Unmarshal(a.Text, &got); err != nil {
				return err
			}
			said := strings.TrimSpace(got.Verdict + " " + got.Author + " " + got.Title)
			if got.Error != "" {
				said = fmt.Sprintf("%d: %s", got.Line, got.Error)
			}
			if said != want {
				t.Errorf("%s: %s, want %s", text, said, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
