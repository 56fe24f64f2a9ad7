package format

import (
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/text"
)

func TestTwinsAreToldInFewWords(t *testing.T) {
	for _, test := range []struct{ diagram, twin, want string }{
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w", ""},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/3K4/8/8/5nP1/5Q1b/5N1k w", "wKd5-->d6"},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/8/3K4/8/5Pn1/5Q1b/5N1k w", "bSf3<-->wPg3"},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/8/3K4/8/5n2/5R1b/5N1k w", "-wPg3  wRf2"},
		{"7k/1p6/8/8/8/8/5Q2/K2R4 w", "7k/1Q6/8/8/8/8/8/K2R4 w", "-bPb7  wQf2-->b7"},
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "8/8/2b5/3K4/8/5nP1/5Q1b/5N1k w", "+bBc6"},
		{"7k/8/8/8/8/8/5Q2/K2R4 b", "7k/8/8/8/8/8/7Q/K2R4 b", "wQf2-->h2"},   // the side to move is in check
		{"7k/8/8/8/8/8/5Q2/K2R4 w", "7k/8/8/8/8/8/5Q2/K2R4 b", "no"},         // the other side is to move
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w", "7k/RR6/8/2PPP3/3K4/8/8/8 w", "no"}, // all is different
	} {
		var documents []*text.Document
		for _, content := range []string{test.diagram, test.twin} {
			p, err := movegen.ParseFEN(content + " - - 0 1")
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, &text.Document{Report: &problem.Report{Position: p, Moves: 2}})
		}
		ok := LabelTwins(documents)
		want := problem.Twin{Label: "b", Change: test.want}
		if test.want == "no" {
			want = problem.Twin{}
		}
		if ok != (test.want != "no") || documents[1].Twin != want {
			t.Errorf("%s, %s: %+v, want %+v", test.diagram, test.twin, documents[1].Twin, want)
		}
	}
}
