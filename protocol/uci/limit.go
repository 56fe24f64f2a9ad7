package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// order is the content of a "go" command.
type order struct {
	limits  search.Limits
	ponder  bool
	counts  bool // count move sequences instead of searching
	perft   int  // length of the sequences in half-moves
	refused bool // there is nothing to do: the only limit is invalid, or no move to search is legal

	ignored []string // the first words without a meaning here
}

// Largest values accepted in "go": a time of three years leaves room for arithmetic.
const (
	maxTime  = 100_000_000_000 // milliseconds
	maxPlies = 1 << 20
)

// clocks are the times of both sides, as far as they were sent.
type clocks struct {
	remaining [2]time.Duration
	increment [2]time.Duration
	sent      [2]bool
	movesToGo int
}

// parseGo reads the words after "go". It always returns an order; the errors name the words skipped. Without any limit
// the order is infinite. If all limits are invalid, or no move of "searchmoves" is legal, the order is refused.
func parseGo(words []string, p *movegen.Position) (order, []error) {
	r := goReader{words: words, position: p}
	for r.next() {
		r.parameter()
	}
	r.order.limits.Clock = r.clocks.of(p.Side())
	l := &r.order.limits
	limited := l.Depth != 0 || l.Nodes != 0 || l.Mate != 0 || l.MoveTime != 0 || l.Clock.Remaining != 0
	switch {
	case limited || l.Infinite:
	case r.invalid && !r.order.counts:
		r.order.refused, r.order.counts = true, r.uncounted
	default:
		l.Infinite = !r.order.ponder // after the ponder hit it is endless, but its result may be printed
	}
	if r.among && len(l.Moves) == 0 && !r.order.counts {
		r.fault("searchmoves: no legal move to search")
		r.order.refused = true
	}
	return r.order, r.faults
}

// of returns the clock of the side to move. If only the other side's was sent, both are taken to have the same.
func (c *clocks) of(side movegen.Color) (clock search.Clock) {
	if !c.sent[side] {
		side = side.Other()
	}
	if !c.sent[side] {
		return search.Clock{}
	}
	clock = search.Clock{Remaining: c.remaining[side], Increment: max(c.increment[side], 0),
		MovesToGo: max(c.movesToGo, 0)}
	if clock.Remaining == 0 { // to the search that would be no clock at all
		clock.Remaining = time.Nanosecond
	}
	return clock
}

// goReader walks over the words.
type goReader struct {
	words    []string
	word     string // the current one
	position *movegen.Position
	clocks   clocks
	order    order
	faults   []error

	invalid   bool // the number of a parameter is missing or invalid
	uncounted bool // that of perft is
	among     bool // there are moves to search, legal or not; python-chess sends an empty list for all moves
}

// maxFaults is how many errors of one line, and how many ignored words, are reported.
const maxFaults = 5

func (r *goReader) fault(format string, arguments ...any) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, fmt.Errorf("go: "+format, arguments...))
	}
}

func (r *goReader) next() bool {
	if len(r.words) == 0 {
		return false
	}
	r.word, r.words = r.words[0], r.words[1:]
	return true
}

// parameter reads the parameter that the present word names; unknown ones are skipped.
func (r *goReader) parameter() {
	l, c := &r.order.limits, &r.clocks
	switch r.word {
	case "infinite":
		l.Infinite = true
	case "ponder":
		r.order.ponder = true
	case "searchmoves":
		r.moves()
	case "wtime":
		c.sent[movegen.White] = r.time(&c.remaining[movegen.White]) || c.sent[movegen.White]
	case "btime":
		c.sent[movegen.Black] = r.time(&c.remaining[movegen.Black]) || c.sent[movegen.Black]
	case "winc":
		r.time(&c.increment[movegen.White])
	case "binc":
		r.time(&c.increment[movegen.Black])
	case "movestogo":
		r.count(&c.movesToGo, -maxPlies, maxPlies)
	case "depth":
		r.count(&l.Depth, 1, maxPlies)
	case "mate":
		r.count(&l.Mate, 1, maxPlies)
	case "perft":
		if n, ok := r.number(); ok {
			r.order.counts, r.order.perft = true, int(min(max(n, 0), movegen.MaxPerftDepth))
		} else {
			r.uncounted = true
		}
	case "nodes":
		if n, ok := r.number(); ok {
			l.Nodes = uint64(max(n, 1))
		}
	case "movetime":
		if r.time(&l.MoveTime) {
			l.MoveTime = max(l.MoveTime, time.Millisecond)
		}
	default:
		if len(r.order.ignored) < maxFaults {
			r.order.ignored = append(r.order.ignored, r.word)
		}
	}
}

// number reads the word after a parameter's name; one that is too large for 64 bits is the largest.
func (r *goReader) number() (int64, bool) {
	name := r.word
	if !r.next() {
		r.invalid = true
		r.fault("the number after %s is missing", name)
		return 0, false
	}
	n, err := strconv.ParseInt(r.word, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		r.invalid = true
		r.fault("%s: %.20q is not a whole number", name, r.word)
		r.words = append([]string{r.word}, r.words...) // it may be the next parameter's name
		return 0, false
	}
	return n, true
}

func (r *goReader) count(to *int, least, most int64) {
	if n, ok := r.number(); ok {
		*to = int(min(max(n, least), most))
	}
}

// time reads milliseconds.
func (r *goReader) time(to *time.Duration) bool {
	n, ok := r.number()
	if ok {
		*to = time.Duration(min(max(n, -maxTime), maxTime)) * time.Millisecond
	}
	return ok
}

// moves reads the words up to the next parameter as moves.
func (r *goReader) moves() {
	for len(r.words) > 0 && !slices.Contains(parameters[:], r.words[0]) {
		r.next()
		r.among = true
		move, err := notation.ParseUCI(r.position, r.word)
		if err != nil {
			r.fault("searchmoves: %w", err)
			continue
		}
		r.order.limits.Moves = append(r.order.limits.Moves, move)
	}
}

// parameters are the words that end a list of moves.
var parameters = [...]string{"infinite", "ponder", "searchmoves", "wtime", "btime", "winc", "binc", "movestogo",
	"depth", "mate", "perft", "nodes", "movetime"}
