package xboard

import (
	"slices"
	"testing"
	"time"

	"alfiere/protocol"
)

func TestLevel(t *testing.T) {
	tests := []struct {
		name      string
		text      string
		ok        bool
		moves     int
		base      time.Duration
		increment time.Duration
	}{
		{"forty moves in five minutes", "40 5 0", true, 40, 5 * time.Minute, 0},
		{"minutes and seconds", "40 0:30 0", true, 40, 30 * time.Second, 0},
		{"an increment", "0 2 12", true, 0, 2 * time.Minute, 12 * time.Second},
		{"a fraction of a second", "0 0:02 0.1", true, 0, 2 * time.Second, 100 * time.Millisecond},
		{"what follows the time is ignored", "40 25+5 0", true, 40, 25 * time.Minute, 0},
		{"what follows the words is ignored", "40 5 0 x", true, 40, 5 * time.Minute, 0},
		{"a server's zero is ten seconds", "0 0 0", true, 0, 10 * time.Second, 0},
		{"zero with an increment is zero", "0 0 5", true, 0, 0, 5 * time.Second},
		{"half a minute", "0 0.5 0", true, 0, 30 * time.Second, 0},
		{"more time than there is", "0 99999999999999999999 1e9", true, 0, maxTime, time.Second},
		{"too few words", "40 5", false, 0, 0, 0},
		{"no number of moves", "x 5 0", false, 0, 0, 0},
		{"moves below zero", "-1 5 0", false, 0, 0, 0},
		{"no time", "40 x 0", false, 0, 0, 0},
		{"no increment", "40 5 NaN", false, 0, 0, 0},
		{"a point is no number", "40 . 0", false, 0, 0, 0},
		{"an infinite time", "40 Inf 0", false, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			controls, ok := parseLevel(test.text)
			if ok != test.ok {
				t.Fatalf("ok is %v", ok)
			}
			if want := (protocol.TimeControl{Moves: test.moves, Base: test.base, Increment: test.increment}); ok && (len(controls) != 1 || controls[0] != want) {
				t.Errorf("controls %+v, want %+v", controls, want)
			}
		})
	}
}

func TestLevelWithSeveralControls(t *testing.T) {
	tests := []struct {
		name, text string
		want       []protocol.TimeControl // nil if it is refused
	}{
		{"two", "40 5 0, 20 10 0", []protocol.TimeControl{{Moves: 40, Base: 5 * time.Minute}, {Moves: 20, Base: 10 * time.Minute}}},
		{"four, then as fast as it goes", "40 90 30,20 30 30 , 10 0:30 0, 0 0:15 1", []protocol.TimeControl{
			{Moves: 40, Base: 90 * time.Minute, Increment: 30 * time.Second}, {Moves: 20, Base: 30 * time.Minute, Increment: 30 * time.Second},
			{Moves: 10, Base: 30 * time.Second}, {Base: 15 * time.Second, Increment: time.Second}}},
		{"an empty one", "40 5 0,", nil},
		{"a bad one", "40 5 0, 20 x 0", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if controls, ok := parseLevel(test.text); ok != (test.want != nil) || !slices.Equal(controls, test.want) {
				t.Errorf("controls %v, %v, want %v", controls, ok, test.want)
			}
		})
	}
}

func TestParseTimes(t *testing.T) {
	tests := []struct {
		name  string
		parse func(string) (time.Duration, bool)
		text  string
		want  time.Duration
		ok    bool
	}{
		{"seconds", parseSeconds, "30", 30 * time.Second, true},
		{"a fraction", parseSeconds, "0.3", 300 * time.Millisecond, true},
		{"nothing", parseSeconds, "", 0, false},
		{"a word", parseSeconds, "x", 0, false},
		{"centiseconds", parseCentiseconds, "1234", 12340 * time.Millisecond, true},
		{"below zero", parseCentiseconds, "-50", -500 * time.Millisecond, true},
		{"beyond all clocks", parseCentiseconds, "999999999999999999999999", maxTime, true},
		{"a sign alone", parseCentiseconds, "-", 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := test.parse(test.text); got != test.want || ok != test.ok {
				t.Errorf("got %v, %v", got, ok)
			}
		})
	}
}
