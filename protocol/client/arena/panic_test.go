package arena_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// falling is a player that panics at its third move.
type falling struct {
	arena.Player
	moves  int
	closed *atomic.Int64
}

func (f *falling) Move(ctx context.Context, turn client.Turn) (client.Reply, error) {
	if f.moves++; f.moves == 3 {
		panic("a move")
	}
	return f.Player.Move(ctx, turn)
}

func (f *falling) Close() error {
	f.closed.Add(1)
	return f.Player.Close()
}

// What panics in a game is an error with its place, and what panics in a report is the caller's, when no game goes on any
// more and all players have left.
func TestAPanicEndsTheMatch(t *testing.T) {
	for name, m := range map[string]*arena.Match{"a player": match(t, [2]uint64{100, 100}, 8), "a report": match(t, [2]uint64{100, 100}, 8)} {
		var opened, closed atomic.Int64
		for i := range m.Contestants {
			open := m.Contestants[i].Open
			m.Contestants[i].Open = func() arena.Player {
				opened.Add(1)
				f := &falling{open(), 0, &closed}
				if name != "a player" {
					f.moves = 3
				}
				return f
			}
		}
		if name == "a report" {
			m.Report = func([]*arena.Game, *arena.Standing) error { panic("reported") }
		}
		func() {
			defer func() {
				if value := recover(); (value == "reported") != (name == "a report") {
					t.Errorf("%s: %v", name, value)
				}
			}()
			if _, err := m.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "panic: a move at panic_test.go:") {
				t.Errorf("%s: the match ends with %v", name, err)
			}
		}()
		if opened.Load() == 0 || opened.Load() != closed.Load() {
			t.Errorf("%s: of %d players, %d have left", name, opened.Load(), closed.Load())
		}
	}
}
