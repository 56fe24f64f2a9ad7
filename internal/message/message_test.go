package message

import (
	"errors"
	"fmt"
	"testing"
)

// placed is an error with its own type.
type placed struct {
	line int
	err  error
}

func (e *placed) Error() string  { return e.Message().Error() }
func (e *placed) Message() error { return Errorf("line %d: %v", e.line, e.err) }

func TestAnErrorIsSaidInBothLanguages(t *testing.T) {
	sentinel := errors.New("no game found")
	twins := Errorf("more than %d twins", 7)
	for _, test := range []struct {
		err              error
		english, italian string
	}{
		{sentinel, "no game found", "nessuna partita trovata"},
		{twins, "more than 7 twins", "più di 7 gemelli"},
		{Errorf("%w; expected %v", sentinel, twins), "no game found; expected more than 7 twins",
			"nessuna partita trovata; è atteso: più di 7 gemelli"},
		{&placed{3, twins}, "line 3: more than 7 twins", "riga 3: più di 7 gemelli"},
		{fmt.Errorf("x.pgn: %w", &placed{3, sentinel}), "x.pgn: line 3: no game found", "x.pgn: riga 3: nessuna partita trovata"},
		{errors.Join(sentinel, twins), "no game found\nmore than 7 twins", "nessuna partita trovata\npiù di 7 gemelli"},
		{fmt.Errorf("%w: %w", sentinel, twins), "no game found: more than 7 twins", "nessuna partita trovata: più di 7 gemelli"},
		{Errorf("no mate after %s", "no game found"), "no mate after no game found", "nessun matto dopo no game found"},
		{Errorf("100%% of %q", "%d"), `100% of "%d"`, `100% of "%d"`},
		{errors.New("unknown 100%"), "unknown 100%", "unknown 100%"},
	} {
		if got := English.Error(test.err); got != test.english || got != test.err.Error() {
			t.Errorf("%q, want %q", got, test.english)
		}
		if got := Italian.Error(test.err); got != test.italian {
			t.Errorf("%q, want %q", got, test.italian)
		}
	}
	if err := Errorf("%w; expected %v", sentinel, twins); !errors.Is(err, sentinel) || errors.Is(err, twins) {
		t.Error("it wraps the other value, or none")
	}
}
