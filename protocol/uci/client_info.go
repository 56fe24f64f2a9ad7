package uci

import (
	"strconv"
	"time"

	"alfiere/protocol/wire"
	"alfiere/search"
)

// parseInfo reads the words after "info" into i if they report a score of the best
// line. What a line leaves out is 0: the numbers of different reports do not mix.
func parseInfo(rest string, i *search.Info) {
	words := wire.Fields(rest)
	read := search.Info{Depth: 1, MultiPV: 1, Bound: search.Exact}
	scored := false
	number := func() int64 {
		if len(words) < 2 {
			return 0
		}
		n, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			return 0
		}
		words = words[1:]
		return n
	}
	for ; len(words) > 0; words = words[1:] {
		switch words[0] {
		case "string", "pv", "refutation", "currline":
			words = words[:1] // the rest of the line is theirs
		case "depth":
			read.Depth = bounded(number())
		case "seldepth":
			read.SelDepth = bounded(number())
		case "multipv":
			read.MultiPV = bounded(number())
		case "nodes":
			read.Nodes = uint64(max(number(), 0))
		case "time":
			read.Elapsed = time.Duration(min(max(number(), 0), longestTime)) * time.Millisecond
		case "cp":
			read.Score = min(max(search.Score(number()), -search.MateBound), search.MateBound)
			scored = true
		case "mate":
			read.Score = mateScore(number())
			scored = true
		case "lowerbound":
			read.Bound = search.Lower
		case "upperbound":
			read.Bound = search.Upper
		}
	}
	switch {
	case !scored || read.MultiPV != 1:
	case read.Bound != search.Exact && i.Depth > 0 && i.Bound == search.Exact:
		i.Nodes, i.Elapsed = read.Nodes, read.Elapsed // a bound says less than the score before
	default:
		*i = read
	}
}

// bounded returns n as a count that leaves room for arithmetic, at least 1.
func bounded(n int64) int { return int(min(max(n, 1), mostPlies)) }

// mateScore returns the score of a mate in n moves, or against the mover if n is not
// positive. Mates beyond what a score can say are the longest that it can.
func mateScore(n int64) search.Score {
	const longest = search.MaxPly - 1
	if n > 0 {
		return search.MateScore - 2*search.Score(min(n, longest)) + 1
	}
	return -search.MateScore - 2*search.Score(max(n, -longest))
}
