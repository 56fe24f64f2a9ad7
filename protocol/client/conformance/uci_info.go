package conformance

import (
	"slices"
	"strconv"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// uciInfo is a parsed info line.
type uciInfo struct {
	numbers map[string]int // depth, nodes, … and, for a score, cp or mate
	bound   bool           // the score is one
	wdl     []int
	current string
	line    []string // pv
}

// numbered are the words of an info line that an integer follows, with the bounds
// that the protocol sets.
var numbered = map[string]struct{ least, most int }{
	"depth": {0, 1 << 20}, "seldepth": {0, 1 << 20}, "time": {0, 1 << 50}, "nodes": {0, 1 << 62},
	"multipv": {1, 1 << 20}, "currmovenumber": {1, 256}, "hashfull": {0, 1000}, "nps": {0, 1 << 62},
	"tbhits": {0, 1 << 62}, "sbhits": {0, 1 << 62}, "cpuload": {0, 1000},
	"cp": {-1 << 30, 1 << 30}, "mate": {-1 << 20, 1 << 20},
}

// readInfo reads an info line; unknown words are skipped, as a GUI does.
func readInfo(text string) (i uciInfo, err error) {
	i.numbers = map[string]int{}
	fields := wire.Fields(text)[1:]
	for len(fields) > 0 {
		word := fields[0]
		fields = fields[1:]
		if bounds, ok := numbered[word]; ok {
			if i.numbers[word], err = takeNumber(&fields, bounds.least, bounds.most); err != nil {
				return i, failed("%s: %v in %q", word, err, shown(text))
			}
			continue
		}
		switch word {
		case "string", "refutation", "currline":
			return i, nil
		case "pv":
			i.line = fields
			return i, nil
		case "lowerbound", "upperbound":
			i.bound = true
		case "currmove":
			if len(fields) > 0 {
				i.current = fields[0]
			}
		case "wdl":
			for range 3 {
				n, err := takeNumber(&fields, 0, 1000)
				if err != nil {
					return i, failed("wdl: %v in %q", err, shown(text))
				}
				i.wdl = append(i.wdl, n)
			}
		}
	}
	return i, nil
}

func takeNumber(fields *[]string, least, most int) (int, error) {
	if len(*fields) == 0 {
		return 0, failure("the number is missing")
	}
	text := (*fields)[0]
	n, err := strconv.Atoi(text)
	if err != nil || text[0] == '+' {
		return 0, failed("%q is not an integer", text)
	}
	*fields = (*fields)[1:]
	if n < least || n > most {
		return 0, failed("%d is not between %d and %d", n, least, most)
	}
	return n, nil
}

// eachInfo judges the info lines of all searches; at least one of them must be of the required kind.
func eachInfo(t *transcript, what string, judge func(*uciGame, *uciSearch, *uciInfo) (seen bool, err error)) error {
	g := followUCI(t)
	any := false
	for _, s := range g.searches {
		for _, text := range s.infos {
			i, err := readInfo(text)
			if err != nil {
				return err
			}
			seen, err := judge(g, &s, &i)
			if err != nil {
				return failed("%v in %q", err, shown(text))
			}
			any = any || seen
		}
	}
	if !any {
		return failed("there is no %s", what)
	}
	return nil
}

// checkInfo: every info line is well formed, and there is one.
func checkInfo(t *transcript) error {
	return eachInfo(t, "info line", func(g *uciGame, s *uciSearch, i *uciInfo) (bool, error) {
		return true, g.judgeInfo(s, i)
	})
}

func (g *uciGame) judgeInfo(s *uciSearch, i *uciInfo) error {
	_, selective := i.numbers["seldepth"]
	_, depth := i.numbers["depth"]
	if selective && !depth {
		return failure("seldepth without depth")
	}
	if len(i.wdl) > 0 && i.wdl[0]+i.wdl[1]+i.wdl[2] != 1000 {
		return failed("the chances %v do not add up to 1000", i.wdl)
	}
	if i.current != "" && s.known {
		if _, err := g.read(&s.root, i.current); err != nil {
			return failed("currmove: %v", err)
		}
	}
	return nil
}

// checkVariations: every pv can be played from the root to its end, is last on its line and has
// depth, score, time and nodes with it; there is at least one.
func checkVariations(t *transcript) error {
	return eachInfo(t, "pv", func(g *uciGame, s *uciSearch, i *uciInfo) (bool, error) {
		if len(i.line) == 0 || !s.known {
			return false, nil
		}
		return true, g.judgeVariation(s.root, i)
	})
}

func (g *uciGame) judgeVariation(p movegen.Position, i *uciInfo) error {
	for _, text := range i.line {
		m, err := g.read(&p, text)
		if err != nil {
			return err
		}
		p.Make(m)
	}
	for _, word := range []string{"depth", "time", "nodes"} {
		if _, there := i.numbers[word]; !there {
			return failed("no %s with the pv", word)
		}
	}
	_, centipawns := i.numbers["cp"]
	_, mate := i.numbers["mate"]
	if centipawns == mate {
		return failure("the pv needs exactly one score")
	}
	return nil
}

// checkFinalVariation: the best move is the first move of the last preceding line that is not a
// bound; each answered go has such a line.
func checkFinalVariation(t *transcript) error {
	return eachAnswer(t, func(_ *uciGame, s *uciSearch) error {
		last := ""
		for _, text := range s.infos {
			i, err := readInfo(text)
			if err != nil {
				return err
			}
			if len(i.line) > 0 && !i.bound && i.numbers["multipv"] <= 1 {
				last = i.line[0]
			}
		}
		if best := wire.Fields(s.bestMove); len(best) < 2 || best[1] != last {
			return failed("%q, but the last pv begins with %q", s.bestMove, last)
		}
		return nil
	})
}

// checkMultiPV: at the greatest depth with several lines they are numbered from 1 up to the
// requested number, or the number of legal moves if smaller, and have different first moves.
func checkMultiPV(t *transcript) error {
	wanted := 1
	for _, e := range t.Entries {
		if fields := wire.Fields(e.Text); e.Sent && len(fields) == 5 && fields[0] == "setoption" && fields[2] == "MultiPV" {
			wanted, _ = strconv.Atoi(fields[4])
		}
	}
	g := followUCI(t)
	if len(g.searches) == 0 {
		return failure("there is no go")
	}
	for _, s := range g.searches {
		if err := s.judgeMultiPV(wanted); err != nil {
			return err
		}
	}
	return nil
}

func (s *uciSearch) judgeMultiPV(wanted int) error {
	wanted = min(wanted, len(s.root.Moves()))
	if len(s.allowed) > 0 {
		wanted = min(wanted, len(s.allowed))
	}
	depths := map[int][]string{} // first moves by rank
	deepest := 0
	for _, text := range s.infos {
		i, err := readInfo(text)
		if err != nil {
			return err
		}
		rank := max(i.numbers["multipv"], 1)
		if len(i.line) == 0 {
			continue
		}
		if rank > wanted {
			return failed("multipv %d, but only %d lines are possible", rank, wanted)
		}
		depth := i.numbers["depth"]
		if depths[depth] == nil {
			depths[depth] = make([]string, wanted)
		}
		depths[depth][rank-1] = i.line[0]
		if !slices.Contains(depths[depth], "") {
			deepest = max(deepest, depth)
		}
	}
	firsts := depths[deepest]
	if len(firsts) == 0 {
		return failed("no depth has all of %d lines", wanted)
	}
	slices.Sort(firsts)
	if len(slices.Compact(slices.Clone(firsts))) < len(firsts) {
		return failed("at depth %d lines begin with the same move: %v", deepest, firsts)
	}
	return nil
}
