package text

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// documents are the corpus of all renderers: a report for each golden text, with every
// option set, and one for every 25th of the composed two-movers. They are analysed once.
var documents = sync.OnceValues(func() ([]*Document, error) {
	var all []*Document
	add := func(fen, title string, o problem.Options) error {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil {
			return err
		}
		r, err := problem.Analyse(context.Background(), p, o)
		if err != nil {
			return err
		}
		r.Elapsed = 0
		d := &Document{Report: r, Caption: Caption{Title: title}}
		d.Recognise()
		all = append(all, d)
		return nil
	}
	for _, g := range golden {
		o := full(g.options.Moves)
		o.Nodes, o.Play = g.options.Nodes, g.options.Play
		if err := add(g.fen, g.name, o); err != nil {
			return nil, err
		}
	}
	text, err := os.ReadFile("../testdata/two_movers.txt")
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	for n := 25; n < len(lines); n += 25 {
		if err := add(lines[n-1], fmt.Sprint("open ", n), full(2)); err != nil {
			return nil, err
		}
	}
	return all, nil
})

func corpus(t *testing.T) []*Document {
	t.Helper()
	all, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
