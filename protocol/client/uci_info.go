package client

import (
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
)

// Bounds of numbers that an engine reports: they leave room for arithmetic.
const (
	maxMilliseconds = 100_000_000_000
	maxPlies        = 1 << 20
)

// info reads the words after "info" if they report the best line or its score. Missing numbers are 0: the numbers of
// different reports are not mixed.
func (s *pendingSearch) info(rest string) {
	words := wire.Fields(rest)
	read, line := Report{Depth: 1}, ""
	rank, scored, bound := int64(1), false, false
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
		case "pv":
			line = strings.Join(words[1:], " ")
			words = words[:1]
		case "string", "refutation", "currline":
			words = words[:1] // the rest of the line belongs to them
		case "depth":
			read.Depth = bounded(number())
		case "multipv":
			rank = number()
		case "nodes":
			read.Nodes = uint64(max(number(), 0))
		case "tbhits":
			read.TBHits = uint64(max(number(), 0))
		case "time":
			read.Elapsed = time.Duration(min(max(number(), 0), maxMilliseconds)) * time.Millisecond
		case "cp":
			read.Score = clampScore(number())
			scored = true
		case "mate":
			read.Score = MateIn(int(min(max(number(), -maxMate), maxMate)))
			scored = true
		case "lowerbound", "upperbound":
			bound = true
		}
	}
	if rank > 1 {
		return
	}
	if line != "" {
		s.line = line
	}
	switch r := &s.report; {
	case !scored:
	case bound && r.Depth > 0 && !s.bound:
		r.Nodes, r.TBHits, r.Elapsed = read.Nodes, read.TBHits, read.Elapsed // a bound is less informative
	default:
		*r, s.bound = read, bound
	}
}

// bounded returns n as a count that leaves room for arithmetic, at least 1.
func bounded(n int64) int { return int(min(max(n, 1), maxPlies)) }
