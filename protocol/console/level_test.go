package console

import (
	"slices"
	"testing"
	"time"

	"alfiere/protocol"
)

func TestLevelsAreRead(t *testing.T) {
	minutes := func(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }
	for _, c := range []struct {
		text string
		want []protocol.TimeControl // nil if the text is none
	}{
		{"40 5 0", []protocol.TimeControl{{Moves: 40, Base: minutes(5)}}},
		{"5+3", []protocol.TimeControl{{Base: minutes(5), Increment: 3 * time.Second}}},
		{"5 3", []protocol.TimeControl{{Base: minutes(5), Increment: 3 * time.Second}}},
		{"2:30 + 1", []protocol.TimeControl{{Base: minutes(2.5), Increment: time.Second}}},
		{"40", []protocol.TimeControl{{Base: minutes(40)}}},
		{"40 5, 5+3", []protocol.TimeControl{{Moves: 40, Base: minutes(5)}, {Base: minutes(5), Increment: 3 * time.Second}}},
		{"0 2:30 1", []protocol.TimeControl{{Moves: 0, Base: minutes(2.5), Increment: time.Second}}},
		{"0.5 0", []protocol.TimeControl{{Moves: 0, Base: minutes(0.5)}}},
		{"0 0 0.1", []protocol.TimeControl{{Moves: 0, Base: 0, Increment: 100 * time.Millisecond}}},
		{"40 90 , 20 30, 0 15 30", []protocol.TimeControl{{Moves: 40, Base: minutes(90)}, {Moves: 20, Base: minutes(30)}, {Moves: 0, Base: minutes(15), Increment: 30 * time.Second}}},
		{"1 1, 1 1, 1 1, 1 1", slices.Repeat([]protocol.TimeControl{{Moves: 1, Base: minutes(1)}}, 4)},
		{"1 9e300 0", []protocol.TimeControl{{Moves: 1, Base: 2000 * time.Hour}}},
		{"0 90s 500ms", []protocol.TimeControl{{Base: 90 * time.Second, Increment: 500 * time.Millisecond}}}, {"0 -3s 0", nil},
		{"0 1, 40 5", nil}, // a control for the rest of the game must be the last
		{"", nil}, {"5+", nil}, {"+3", nil}, {"5+3+1", nil}, {"40 5+3", nil}, {"40 5 1 1", nil}, {"-1 5", nil}, {"40 -5", nil}, {"40 5:x", nil}, {"40 5 NaN", nil}, {"40 5,", nil},
		{"0 0", nil}, {"x 5", nil}, {"99999999 1 0", nil},
	} {
		if controls, why := parseLevel(c.text); (why == "") != (c.want != nil) || !slices.Equal(controls, c.want) {
			t.Errorf("%q: fault %q, controls %+v", c.text, why, controls)
		}
	}
}
