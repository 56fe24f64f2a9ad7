package problemtext

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"testing"

	"alfiere/movegen"
	"alfiere/search/problem"
)

// documents are the corpus of all renderers: a report for each golden text, with all that
// can be told, and some of the composed problems of the shared data. They are analysed
// once.
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
		d := &Document{Report: r, Title: title}
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
	file, err := os.Open("../../../shared/data/mates/open.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var row struct{ FEN string }
		if n%25 != 0 {
			continue
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, err
		}
		if err := add(row.FEN, fmt.Sprint("open ", n), full(2)); err != nil {
			return nil, err
		}
	}
	return all, lines.Err()
})

func corpus(t *testing.T) []*Document {
	t.Helper()
	all, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
