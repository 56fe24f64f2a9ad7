package gametree

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"alfiere/movegen"
)

// slowRead reads a text that WriteText has written: it looks for the words of each entry
// among those of all legal moves. It knows neither faults nor other blanks.
func slowRead(t *testing.T, text string, l Letters) *Tree {
	t.Helper()
	head, body, _ := strings.Cut(text, "\n")
	side := movegen.White
	if first := strings.TrimSpace(body); first != "" && unicode.IsLower(rune(first[0])) {
		side = movegen.Black
	}
	b, err := ParseBoard(head, lenient, side)
	if err != nil {
		t.Fatal(err)
	}
	tree := New(b.Position)
	for i, paragraph := range strings.Split(strings.TrimSpace(body), "\n\n") {
		var parents []*slowEntry // each as often as it has replies
		if i > 0 {
			for _, e := range slowLastGeneration(tree) {
				for range slowCount(tree, e) {
					parents = append(parents, e)
				}
			}
		}
		for j, words := range slowEntries(paragraph) {
			parent := Root
			if parents != nil {
				parent = parents[j].node
				if parents[j].kind != 'm' {
					continue
				}
			}
			switch {
			case words == "0":
				tree.SetEnded(parent, true)
			case !strings.HasPrefix(words, "-"):
				slowAdd(t, tree, parent, words, l)
			}
		}
	}
	return tree
}

// slowLastGeneration returns the last generation with a move, its place-holders included.
func slowLastGeneration(t *Tree) []*slowEntry {
	here := slowReplies(t, nil)
	for {
		var next []*slowEntry
		moves := false
		for _, e := range here {
			replies := slowReplies(t, e)
			for _, reply := range replies {
				moves = moves || reply.kind == 'm'
			}
			next = append(next, replies...)
		}
		if !moves {
			return here
		}
		here = next
	}
}

// slowEntries cuts a generation into entries; the size of the first one is left out.
func slowEntries(paragraph string) (entries []string) {
	var entry []string
	for _, word := range strings.Fields(paragraph) {
		entry = append(entry, word)
		first := rune(entry[0][0])
		if first == '0' || first == '-' && len(entry) == 1 && len(word) > 1 || len(entry) >= 5 && len(word) == 2 && len(entry[len(entry)-2]) == 2 {
			entries = append(entries, strings.Join(entry, " "))
			entry = nil
		}
	}
	return entries
}

// slowAdd adds the legal move that is written with these words.
func slowAdd(t *testing.T, tree *Tree, parent Node, words string, l Letters) {
	t.Helper()
	p := tree.Position(parent)
	fields := strings.Fields(words)
	count := fields[len(fields)-3]
	for _, m := range p.Moves() {
		one := New(p)
		one.Add(Root, m)
		var text bytes.Buffer
		if err := WriteText(&text, one, l); err != nil {
			t.Fatal(err)
		}
		own := strings.Fields(strings.Split(text.String(), "\n")[2])
		own[len(own)-3] = count
		if strings.Join(own, " ") == words {
			n := tree.Add(parent, m)
			var replies int
			fmt.Sscan(count, &replies)
			tree.Announce(n, replies)
			return
		}
	}
	t.Fatalf("%s: no legal move is %q", p.FEN(), words)
}

func TestTextsAreReadAsTheReferenceImplementationReadsThem(t *testing.T) {
	rng := newRand(12)
	for range scaled(12) {
		tree := randomTree(t, rng, 1+rng.IntN(25))
		if tree.Len() == 0 || tree.Missing(Root) > 0 {
			continue
		}
		text, _, _ := written(t, tree, English)
		got, _, err := ReadText(strings.NewReader(text), Reading{Rules: lenient})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want := slowRead(t, text, English)
		markEnds(got)
		markEnds(want)
		if shape(got) != shape(want) {
			t.Fatalf("%s\nis read as\n%s\nnot as\n%s", text, shape(got), shape(want))
		}
	}
}
