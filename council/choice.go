package council

import (
	"slices"

	"alfiere/movegen"
	"alfiere/search"
)

// eligible says which proposals may be chosen. A win that is proven, by a mate or endgame
// tables, is played whatever the vote says, the shortest one; a loss that is proven is not
// while there is another proposal, and of losses alone the longest is played.
func eligible(proposals []Proposal) []bool {
	best := -search.Infinity
	for i := range proposals {
		best = max(best, proposals[i].Score)
	}
	may := make([]bool, len(proposals))
	for i := range proposals {
		score := proposals[i].Score
		if best > search.TableBound || best < -search.TableBound {
			may[i] = score == best
		} else {
			may[i] = score >= -search.TableBound
		}
	}
	return may
}

// choose returns which proposal wins with these weights among those that may be chosen:
// one of the heaviest move, or with alone the heaviest one itself. Of equals the master's
// wins, whose index is given or is -1, then the first one.
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
