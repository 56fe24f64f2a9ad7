package gametree

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/golden"
	"alfiere/movegen"
)

// TestTheReasonBehindAnErrorCanBeAskedFor: callers tell a board that is no chess from one that cannot be read.
func TestTheReasonBehindAnErrorCanBeAskedFor(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"P z 1 52 55", errIllegal}, {"P z 1 53 54", errMismatch}, {"P z 2 52 54 -1", errCount}, {"P z 1", errSyntax},
		{".RDTACPIFM r", errBoard}, {".RDTACPIF", errLetters},
	} {
		_, _, err := ReadText(strings.NewReader(c.text), Reading{})
		for _, sentinel := range []error{errSyntax, errCount, errIllegal, errMismatch, errBoard, errLetters, errTooBig, errPass} {
			if errors.Is(err, sentinel) != (sentinel == c.want) {
				t.Errorf("%q: %v is %v", c.text, err, sentinel)
			}
		}
	}
	_, err := ParseBoard(".RDTACPIFM"+strings.Repeat(".", 64), movegen.Rules{}, movegen.White)
	illegal, ok := errors.AsType[*movegen.FENError](err)
	if !ok || len(illegal.Faults) != 2 || illegal.Faults[0].Code != movegen.KingCount {
		t.Errorf("a board without kings gives %v", err)
	}
}

func TestErrorsOfTheStreamAreHandedOn(t *testing.T) {
	tree := randomTree(t, newRand(21), 60)
	text, numeric, table := written(t, tree, Italian)
	for length := range len(text) {
		if _, _, err := ReadText(broken.Reader(text[:length]), Reading{Rules: lenient}); !errors.Is(err, broken.Err) {
			t.Fatalf("the text breaks after %d bytes: %v", length, err)
		}
	}
	for length := 0; length < len(numeric); length += 7 {
		if _, err := ReadNumeric(broken.Reader(numeric[:length]), lenient); !errors.Is(err, broken.Err) &&
			!errors.As(err, new(*Error)) {
			t.Fatalf("the numbers break after %d bytes: %v", length, err)
		}
	}
	for length := 0; length < len(table); length += 7 {
		if _, err := ReadTable(broken.Reader(table[:length]), lenient); !errors.Is(err, broken.Err) {
			t.Fatalf("the table breaks after %d bytes: %v", length, err)
		}
	}
	for _, c := range []struct {
		name   string
		length int
		write  func(io.Writer) error
	}{
		{"text", len(text), func(w io.Writer) error { return WriteText(w, tree, Italian) }},
		{"numbers", len(numeric), func(w io.Writer) error { return WriteNumeric(w, tree) }},
		{"table", len(table), func(w io.Writer) error { return WriteTable(w, tree) }},
	} {
		for _, room := range []int{0, c.length / 2, c.length - 1} {
			if err := c.write(&broken.Writer{Room: room}); !errors.Is(err, broken.Err) {
				t.Errorf("%s with room for %d of %d bytes: %v", c.name, room, c.length, err)
			}
		}
		if err := c.write(&broken.Writer{Room: c.length}); err != nil {
			t.Errorf("%s with room for all: %v", c.name, err)
		}
	}
}

// TestATextThatEndsTooSoonIsRefused: a prefix of a text is an error, or a tree whose moves
// are the first ones of the whole.
func TestATextThatEndsTooSoonIsRefused(t *testing.T) {
	rng := newRand(22)
	refused, shorter := 0, 0
	for range 6 {
		tree := randomTree(t, rng, 25)
		text, _, _ := written(t, tree, Italian)
		for length := range len(text) {
			part, _, err := ReadText(strings.NewReader(text[:length]), Reading{Rules: lenient})
			if err != nil {
				refused++
				continue
			}
			if shorter++; part.Len() > tree.Len() {
				t.Fatalf("%d moves of %d in %q", part.Len(), tree.Len(), text[:length])
			}
		}
	}
	if refused == 0 || shorter == 0 {
		t.Errorf("%d beginnings are refused, %d read", refused, shorter)
	}
}

func TestFaultsAreReportedWithTheirPlaceAndWhatWasExpected(t *testing.T) {
	for notation, read := range map[string]func(io.Reader) error{
		"text":    func(r io.Reader) error { _, _, err := ReadText(r, Reading{}); return err },
		"numbers": func(r io.Reader) error { _, err := ReadNumeric(r, movegen.Rules{}); return err },
		"table":   func(r io.Reader) error { _, err := ReadTable(r, movegen.Rules{}); return err },
	} {
		golden.Cases(t, "testdata/faults_"+notation+".txt", func(args ...string) string {
			err, ok := errors.AsType[*Error](read(strings.NewReader(args[0])))
			return fmt.Sprint(err, map[bool]string{false: ", which is no *Error"}[ok])
		})
	}
}
