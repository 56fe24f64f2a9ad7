package council

import (
	"slices"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/search"
)

// Criterion is a way to choose among proposals.
type Criterion struct {
	Name string
	Says string // what it does, in a few words

	// weigh gives each proposal of the poll a weight; nil for a second search. Weights of equal moves
	// add up, unless alone is set: then the heaviest proposal wins.
	weigh func(p *poll) []float64
	alone bool
}

// criteria are the six of the thesis and the later ones.
var criteria = []Criterion{
	{Name: "weights", Says: "sum of the weights of the members' letters", weigh: byLetters},
	{Name: "depth", Says: "depth reached, then root moves searched", weigh: byDepth},
	{Name: "relative1", Says: "how far the value exceeds the position's static value", weigh: byGain},
	{Name: "relative1-democratic", Says: "majority, ties broken by relative1", weigh: byGainAndHeads},
	{Name: "relative2", Says: "static gain of all members along the line", weigh: byLine},
	{Name: "re-search", Says: "a second search of the proposed moves"},
	{Name: "majority", Says: "most members", weigh: byHeads},
	{Name: "optimistic", Says: "highest value", weigh: byValue, alone: true},
	{Name: "equal-depth", Says: "highest value at the greatest depth that all members completed",
		weigh: byEqualDepth, alone: true},
	{Name: "trust", Says: "how often each member and each pair was right in training", weigh: byTrust},
}

// DefaultCriterion is the name of the default criterion.
const DefaultCriterion = "optimistic"

// Criteria returns all criteria in the order of the documentation.
func Criteria() []Criterion { return slices.Clone(criteria) }

// NeedsSecondSearch reports whether a second search of the proposed moves makes the choice.
func (c *Criterion) NeedsSecondSearch() bool { return c.weigh == nil }

// FindCriterion returns the criterion with the name, ignoring case. The error lists all names.
func FindCriterion(name string) (*Criterion, error) {
	var names []string
	for i := range criteria {
		if strings.EqualFold(criteria[i].Name, name) {
			return &criteria[i], nil
		}
		names = append(names, criteria[i].Name)
	}
	return nil, message.Errorf("no such criterion: %q; choose one of %s", name, strings.Join(names, ", "))
}

// poll is the input of a criterion.
type poll struct {
	root      movegen.Position
	proposals []Proposal
	weights   *Weights

	// static returns member i's static value of a position from the root side's view; i counts proposals.
	static func(i int, p *movegen.Position) search.Score
}

// each gives every proposal the weight that a function returns.
func (p *poll) each(weigh func(i int, proposal *Proposal) float64) []float64 {
	weights := make([]float64, len(p.proposals))
	for i := range p.proposals {
		weights[i] = weigh(i, &p.proposals[i])
	}
	return weights
}

func byLetters(p *poll) []float64 {
	return p.each(func(_ int, proposal *Proposal) float64 { return p.weights.ofSet(proposal.Knowledge) })
}

// depthWeight is nearly always more than the number of moves at the root.
const depthWeight = 100

func byDepth(p *poll) []float64 {
	return p.each(func(_ int, proposal *Proposal) float64 {
		return float64(depthWeight*proposal.Depth + proposal.RootMoves)
	})
}

func byGain(p *poll) []float64 {
	return p.each(func(i int, proposal *Proposal) float64 { return float64(proposal.Score - p.static(i, &p.root)) })
}

// headWeight is nearly always more than the largest difference of values.
const headWeight = 10_000

func byGainAndHeads(p *poll) []float64 {
	weights := byGain(p)
	for i := range weights {
		weights[i] += headWeight
	}
	return weights
}

func byLine(p *poll) []float64 {
	return p.each(func(_ int, proposal *Proposal) (sum float64) {
		end := p.root
		for _, m := range proposal.Line {
			end.Make(m)
		}
		for i := range p.proposals {
			sum += float64(p.static(i, &end) - p.static(i, &p.root))
		}
		return sum
	})
}

func byHeads(p *poll) []float64 {
	return p.each(func(int, *Proposal) float64 { return 1 })
}

func byValue(p *poll) []float64 {
	return p.each(func(_ int, proposal *Proposal) float64 { return float64(proposal.Score) })
}

// byEqualDepth compares the values of the deepest iteration that all have completed. A member that
// reported no iterations, such as another engine, takes part with its final value.
func byEqualDepth(p *poll) []float64 {
	common := search.MaxPly
	for i := range p.proposals {
		if done := len(p.proposals[i].Iterations); done > 0 {
			common = min(common, done)
		}
	}
	return p.each(func(_ int, proposal *Proposal) float64 {
		for depth := min(common, len(proposal.Iterations)); depth > 0; depth-- {
			if iteration := &proposal.Iterations[depth-1]; iteration.Move != movegen.NoMove {
				return float64(iteration.Score)
			}
		}
		return float64(proposal.Score)
	})
}

// byTrust divides the trust in a group of agreeing members evenly among them.
func byTrust(p *poll) []float64 {
	groups := map[movegen.Move][]string{}
	for i := range p.proposals {
		groups[p.proposals[i].Move] = append(groups[p.proposals[i].Move], p.proposals[i].Member)
	}
	return p.each(func(_ int, proposal *Proposal) float64 {
		group := groups[proposal.Move]
		return p.weights.ofGroup(group) / float64(len(group))
	})
}
