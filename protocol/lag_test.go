package protocol

import (
	"testing"
	"time"

	"alfiere/search"
)

func TestLagIsWhatTheClockLosesBeyondTheThinking(t *testing.T) {
	const ms = time.Millisecond
	type move struct {
		ply                           int
		remaining, increment, thought time.Duration
		want                          time.Duration
	}
	for _, c := range []struct {
		name  string
		moves []move
	}{
		{"nothing is known at first", []move{{0, 1000 * ms, 0, 50 * ms, 0}}},
		{"thirty lost", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 920 * ms, 0, 50 * ms, 30 * ms}}},
		{"the increment comes back", []move{{0, 1000 * ms, 100 * ms, 50 * ms, 0}, {2, 1020 * ms, 100 * ms, 50 * ms, 30 * ms}}},
		{"an eighth is forgotten", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 910 * ms, 0, 50 * ms, 40 * ms}, {4, 860 * ms, 0, 50 * ms, 35 * ms}}},
		{"a time control adds", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 90000 * ms, 0, 50 * ms, 0}}},
		{"a move taken back", []move{{2, 1000 * ms, 0, 50 * ms, 0}, {0, 900 * ms, 0, 50 * ms, 0}}},
		{"another increment", []move{{0, 1000 * ms, 0, 50 * ms, 0}, {2, 800 * ms, 10 * ms, 50 * ms, 0}}},
		{"a minute of sleep", []move{{0, 90000 * ms, 0, 50 * ms, 0}, {2, 30000 * ms, 0, 50 * ms, time.Second}}},
		{"a quarter of a low clock", []move{{0, 100 * ms, 0, 10 * ms, 0}, {2, 40 * ms, 0, 10 * ms, 10 * ms}}},
		{"a search that ends late", []move{{0, 1000 * ms, 0, 180 * ms, 0}, {2, 820 * ms, 0, 20 * ms, 80 * ms}}},
		{"a clock below zero", []move{{0, 100 * ms, 0, 10 * ms, 0}, {2, -40 * ms, 0, 10 * ms, 0}}},
	} {
		var m lagMeter
		for i, move := range c.moves {
			got := m.begin(search.Clock{Remaining: move.remaining, Increment: move.increment}, move.ply)
			if got != move.want {
				t.Errorf("%s: move %d: %v, want %v", c.name, i, got, move.want)
			}
			m.end(move.thought, 100*ms)
		}
	}
}

func TestASearchWithoutAnEndSaysNothingAboutLag(t *testing.T) {
	var m lagMeter
	m.begin(search.Clock{Remaining: time.Second}, 0)
	if lag := m.begin(search.Clock{Remaining: time.Second / 2}, 2); lag != 0 {
		t.Errorf("a search that was dropped: lag %v", lag)
	}
}
