package pgn

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"
)

func TestWhatIsNoGameIsTold(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte("1. e4 *")); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "it is empty"},
		{"blanks", " \n\n", "only blanks"},
		{"notes", "Dear Ann,\nyour move was good.\n", "text without moves or tags"},
		{"Italian notes", "La città è più bella così, perché no?\n", "text without moves or tags"},
		{"positions", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n", "positions"},
		{"gzip", packed.String(), "gzip"},
		{"a program", "\x7fELF\x02\x01\x01\x00\x00", "a program"},
		{"a program with games in it", "\x7fELF\x02\x01\x01\x00\x00\n[Event \"x\"]\n\n1. e4 e5 *\n", "a program"},
		{"an archive", "PK\x03\x04abc", "zip"},
		{"UTF-16", "\xff\xfe[\x00E\x00", "UTF-16"},
		{"bytes", strings.Repeat("\x01\x02\xfe\xdc", 200), "not text"},
		{"high bytes", strings.Repeat("\xe1\xd2\xfe\xdc", 200), "not text"},
	} {
		r := NewReader(strings.NewReader(test.text), Reading{})
		if r.Next() {
			t.Errorf("%s is a game", test.name)
			continue
		}
		if err := r.NoGame(); !errors.Is(err, ErrNoGame) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	for _, text := range []string{"MZ asked me:\n1. e4 *\n", "\x00\x00\n[Event \"x\"]\n\n1. e4 *\n"} {
		if r := NewReader(strings.NewReader(text), Reading{}); !r.Next() {
			t.Errorf("%q: the game is not found", text)
		}
	}
	r := NewReader(strings.NewReader("1. e5 *\n"), Reading{})
	if !r.Next() || r.NoGame() != nil {
		t.Error("an illegal first move is no game")
	}
	if r.Next() || r.NoGame() != nil {
		t.Error("a stream with a game has none")
	}
}
