package council

import (
	"slices"

	"alfiere/movegen"
	"alfiere/search"
)

// MayWin reports whether a proposal of this value may be chosen when the best one has the value best. The shortest
// proven win (a mate or endgame tables) is played whatever the vote. A proven loss is not played if there is another
// proposal; if all lose, the longest loss is played.
func MayWin(score, best search.Score) bool {
	if best > search.TBBound || best < -search.TBBound {
		return score == best
	}
	return score >= -search.TBBound
}

// Eligible reports which proposals may be chosen.
func Eligible(proposals []Proposal) []bool {
	best := -search.Infinity
	for i := range proposals {
		best = max(best, proposals[i].Score)
	}
	may := make([]bool, len(proposals))
	for i := range proposals {
		may[i] = MayWin(proposals[i].Score, best)
	}
	return may
}

// choose returns the index of the eligible proposal that wins with these weights: one that proposes
// the heaviest move or, with alone, the heaviest proposal. Ties go to the master's proposal
// (index master, -1 if none), then to the first one.
func choose(proposals []Proposal, weights []float64, may []bool, alone bool, master int) int {
	sums := map[movegen.Move]float64{}
	for i := range proposals {
		if may[i] {
			sums[proposals[i].Move] += weights[i]
		}
	}
	chosen := -1
	for _, i := range byPrecedence(len(proposals), master) {
		switch {
		case !may[i]:
		case chosen < 0:
			chosen = i
		case alone:
			if weights[i] > weights[chosen] {
				chosen = i
			}
		case sums[proposals[i].Move] > sums[proposals[chosen].Move]:
			chosen = i
		case proposals[i].Move == proposals[chosen].Move && weights[i] > weights[chosen]:
			chosen = i
		}
	}
	return chosen
}

// byPrecedence returns the indices of proposals, the master's first.
func byPrecedence(count, master int) []int {
	order := make([]int, 0, count)
	if master >= 0 {
		order = append(order, master)
	}
	for i := range count {
		if i != master {
			order = append(order, i)
		}
	}
	return order
}

// distinctMoves returns the moves of the proposals that may be chosen, each once.
func distinctMoves(proposals []Proposal, may []bool) (moves []movegen.Move) {
	for i := range proposals {
		if may[i] && !slices.Contains(moves, proposals[i].Move) {
			moves = append(moves, proposals[i].Move)
		}
	}
	return moves
}
