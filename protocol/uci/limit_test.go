package uci

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/search"
)

func TestParseGo(t *testing.T) {
	start := movegen.StartPosition()
	black := start.After(movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal))
	clock := func(remaining, increment time.Duration, movesToGo int) order {
		return order{limits: search.Limits{Clock: search.Clock{Remaining: remaining, Increment: increment, MovesToGo: movesToGo}}}
	}
	longest := maxTime * time.Millisecond
	e4 := []movegen.Move{movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)}
	type test struct {
		name     string
		text     string
		position movegen.Position
		want     order
		faults   int
	}
	tests := []test{
		{"nothing is infinite", "", start, order{limits: search.Limits{Infinite: true}}, 0},
		{"depth", "depth 7", start, order{limits: search.Limits{Depth: 7}}, 0},
		{"a depth of nothing is one", "depth -4", start, order{limits: search.Limits{Depth: 1}}, 0},
		{"several limits in any order", "nodes 5 mate 2 movetime 30", start,
			order{limits: search.Limits{Nodes: 5, Mate: 2, MoveTime: 30 * time.Millisecond}}, 0},
		{"no nodes are one", "nodes 0", start, order{limits: search.Limits{Nodes: 1}}, 0},
		{"no time is a millisecond", "movetime 0", start, order{limits: search.Limits{MoveTime: time.Millisecond}}, 0},
		{"White's clock", "wtime 1000 winc 10 btime 2000 binc 20 movestogo 5", start, clock(time.Second, 10*time.Millisecond, 5), 0},
		{"Black's clock", "wtime 1000 winc 10 btime 2000 binc 20", black, clock(2*time.Second, 20*time.Millisecond, 0), 0},
		{"only the other's clock", "btime 1000", start, clock(time.Second, 0, 0), 0},
		{"a clock of zero is a clock", "wtime 0", start, clock(time.Nanosecond, 0, 0), 0},
		{"a clock below zero stays so", "wtime -5 winc -7 movestogo -3", start, clock(-5*time.Millisecond, 0, 0), 0},
		{"a clock of 2 to the 63", "wtime 9223372036854775808", start, clock(longest, 0, 0), 0},
		{"a clock of minus 2 to the 70", "wtime -1180591620717411303424", start, clock(-longest, 0, 0), 0},
		{"an increment alone is no clock", "winc 100", start, order{limits: search.Limits{Infinite: true}}, 0},
		{"infinite with a depth is infinite", "infinite depth 3", start, order{limits: search.Limits{Infinite: true, Depth: 3}}, 0},
		{"pondering with a clock", "ponder wtime 1000 btime 1000", start,
			order{ponder: true, limits: search.Limits{Clock: search.Clock{Remaining: time.Second}}}, 0},
		{"pondering without a limit", "ponder", start, order{ponder: true}, 0},
		{"perft", "perft 5", start, order{counts: true, perft: 5, limits: search.Limits{Infinite: true}}, 0},
		{"perft too deep", "perft 500", start, order{counts: true, perft: movegen.MaxPerftDepth, limits: search.Limits{Infinite: true}}, 0},
		{"moves end at the next parameter", "searchmoves e2e4 d2d4 depth 3", start,
			order{limits: search.Limits{Depth: 3, Moves: []movegen.Move{
				movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal),
				movegen.MakeMove(movegen.MakeSquare(3, 1), movegen.MakeSquare(3, 3), movegen.Normal)}}}, 0},
		{"illegal moves are left out", "depth 3 searchmoves e2e5 e2e4 x", start, order{limits: search.Limits{Depth: 3, Moves: e4}}, 2},
		{"without a legal move there is no search", "depth 3 searchmoves e2e5 x", start,
			order{refused: true, limits: search.Limits{Depth: 3}}, 3},
		{"an empty list of moves means all", "searchmoves infinite", start, order{limits: search.Limits{Infinite: true}}, 0},
		{"moves do not matter to a count", "perft 2 searchmoves e2e5", start,
			order{counts: true, perft: 2, limits: search.Limits{Infinite: true}}, 1},
		{"unknown words are skipped", "foo depth 3 bar", start, order{limits: search.Limits{Depth: 3}, ignored: []string{"foo", "bar"}}, 0},
		{"a missing number is reported", "depth", start, order{refused: true}, 1},
		{"an invalid count is no count", "perft x", start, order{refused: true, counts: true, ignored: []string{"x"}}, 1},
		{"an invalid limit does not end a search without end", "infinite depth x", start,
			order{limits: search.Limits{Infinite: true}, ignored: []string{"x"}}, 1},
		{"an invalid limit beside a valid one is left out", "depth x nodes 7", start,
			order{limits: search.Limits{Nodes: 7}, ignored: []string{"x"}}, 1},
		{"an invalid increment leaves the clock", "wtime 1000 winc 1.5", start,
			order{limits: search.Limits{Clock: search.Clock{Remaining: time.Second}}, ignored: []string{"1.5"}}, 1},
		{"what is no number may be a parameter", "movetime depth 3", start, order{limits: search.Limits{Depth: 3}}, 1},
		{"faults are told a few times only", strings.Repeat("depth x ", 100), start,
			order{refused: true, ignored: slices.Repeat([]string{"x"}, maxFaults)}, maxFaults},
	}
	for _, limit := range []string{"depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft"} {
		for _, value := range []string{"", " x", " 1.5", " 0x10", " --3", " ponder"} {
			ponder := value == " ponder"
			var ignored []string
			if value != "" && !ponder {
				ignored = []string{value[1:]}
			}
			tests = append(tests, test{"an invalid only limit is no search: " + limit + value, limit + value, start,
				order{refused: true, ponder: ponder, counts: limit == "perft", ignored: ignored}, 1})
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, faults := parseGo(strings.Fields(test.text), &test.position)
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if len(faults) != test.faults {
				t.Errorf("faults %v, want %d", faults, test.faults)
			}
		})
	}
}

// TestAnyClockLeavesTime holds the bounds of the parser against the arithmetic of the
// search: whatever is sent, the budget is positive.
func TestAnyClockLeavesTime(t *testing.T) {
	values := []string{"-9999999999999999999999", "-1", "0", "1", "100", "99999999999", "9999999999999999999999"}
	start := movegen.StartPosition()
	for _, remaining := range values {
		for _, increment := range values {
			for _, moves := range values {
				text := "wtime " + remaining + " winc " + increment + " movestogo " + moves
				order, _ := parseGo(strings.Fields(text), &start)
				order.limits.Clock.Overhead = 5 * time.Second
				if b := order.limits.Clock.Budget(); b.Base <= 0 || b.Limit <= 0 || b.Limit > math.MaxInt64/2 {
					t.Errorf("%s: budget %+v", text, b)
				}
			}
		}
	}
}
