package council

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/internal/wire"
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
	votes bool // the weights depend only on who proposes which move
}

// criteria are the six of the thesis and the later ones.
var criteria = []Criterion{
	{Name: "weights", Says: "sum of the weights of the members' letters", weigh: byLetters, votes: true},
	{Name: "depth", Says: "depth reached, then root moves searched", weigh: byDepth},
	{Name: "relative1", Says: "how far the value exceeds the position's static value", weigh: byGain},
	{Name: "relative1-democratic", Says: "majority, ties broken by relative1", weigh: byGainAndHeads},
	{Name: "relative2", Says: "static gain of all members along the line", weigh: byLine},
	{Name: "re-search", Says: "a second search of the proposed moves"},
	{Name: "majority", Says: "most members", weigh: byHeads, votes: true},
	{Name: "optimistic", Says: "highest value", weigh: byValue, alone: true},
	{Name: "equal-depth", Says: "highest value at the greatest depth that all members completed",
		weigh: byEqualDepth, alone: true},
	{Name: "trust", Says: "how often each member and each pair was right in training", weigh: byTrust,
		votes: true},
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

// Weights determine how much the vote of a member counts. They are immutable.
type Weights struct {
	letters [len(eval.Letters)]float64 // for the criterion weights
	trust   map[string]float64         // for the criterion trust: by a member's name, or two joined by "+"
}

// weightSets are the named weights; the first set is the default.
var weightSets = []struct{ name, words string }{
	{"thesis", "m30 b8 x1 k3 c10 p21 a15 r6 n0"},
	{"genetic", "m45 b24 x254 k194 c38 p223 a15 r16 n0"}, // found by the thesis's genetic algorithm
}

// ParseWeights reads the weights of letters and of members. Later words override earlier ones. Each
// word has one of these forms:
//
//	thesis, genetic     a set of weights for all letters; the default is thesis
//	m30                 the weight of a letter
//	mpar:0.41           how often the member of this name was right, for the criterion trust
//	mpar+mbxp:0.66      how often these two were right when they agreed
//
// The error names the invalid word and its place.
func ParseWeights(text string) (Weights, error) {
	w := Weights{trust: map[string]float64{}}
	words := append(strings.Fields(weightSets[0].words), wire.Fields(text)...)
	given := len(words) - len(wire.Fields(text))
	for i, word := range words {
		if err := w.set(word); err != nil {
			return Weights{}, message.Errorf("weights: word %d, %q: %w", i-given+1, word, err)
		}
	}
	return w, nil
}

// set applies a word.
func (w *Weights) set(word string) error {
	for _, set := range weightSets {
		if set.name == word {
			for word := range strings.FieldsSeq(set.words) {
				if err := w.set(word); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if i := strings.LastIndexByte(word, ':'); i >= 0 {
		return w.setTrust(word[:i], word[i+1:])
	}
	letter := strings.IndexByte(eval.Letters, word[0])
	if letter < 0 {
		return message.Errorf("expected a letter of %s and a number, NAME:NUMBER, thesis or genetic", eval.Letters)
	}
	weight, err := parseWeight(word[1:], 1e6)
	if err == nil {
		w.letters[letter] = weight
	}
	return err
}

// setTrust applies a share of right proposals.
func (w *Weights) setTrust(names, number string) error {
	share, err := parseWeight(number, 1)
	if err != nil {
		return err
	}
	one, two, paired := strings.Cut(names, "+")
	if one == "" || paired && two == "" || strings.Contains(two, "+") || one == two {
		return errors.New("the colon must follow a member's name, or two names joined by +")
	}
	if paired {
		names = PairOf(one, two)
	}
	w.trust[names] = share
	return nil
}

// PairOf returns the key of two members, in any order.
func PairOf(one, two string) string { return min(one, two) + "+" + max(one, two) }

func parseWeight(text string, most float64) (float64, error) {
	weight, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(weight) || weight < 0 || weight > most {
		return 0, message.Errorf("a weight must be a number from 0 to %g, not %q", most, text)
	}
	return weight + 0, nil // no negative zero
}

// DefaultWeights returns the weights of the thesis.
func DefaultWeights() Weights {
	w, err := ParseWeights("")
	if err != nil {
		panic(err) // the table is invalid
	}
	return w
}

// String returns the text of the weights for ParseWeights.
func (w Weights) String() string {
	var words []string
	for i, weight := range w.letters {
		words = append(words, eval.Letters[i:i+1]+strconv.FormatFloat(weight, 'g', -1, 64))
	}
	for _, names := range slices.Sorted(maps.Keys(w.trust)) {
		words = append(words, names+":"+strconv.FormatFloat(w.trust[names], 'g', -1, 64))
	}
	return strings.Join(words, " ")
}

// ofSet returns the sum of the weights of the letters.
func (w *Weights) ofSet(k eval.Knowledge) (sum float64) {
	for i, weight := range w.letters {
		if k>>i&1 != 0 {
			sum += weight
		}
	}
	return sum
}

// ofMember returns the trust in a member that is alone with its move. If it is unknown, it returns the
// mean of the known ones, or 1 if none is known.
func (w *Weights) ofMember(name string) float64 {
	if share, known := w.trust[name]; known {
		return share
	}
	sum, count := 0.0, 0
	for _, names := range slices.Sorted(maps.Keys(w.trust)) { // sums depend on the order
		if !strings.Contains(names, "+") {
			sum += w.trust[names]
			count++
		}
	}
	if count == 0 {
		return 1
	}
	return sum / float64(count)
}

// ofGroup returns the trust in members that agree: the trust in each alone, adjusted by how much more or
// less its pairs with the rest are trusted on average. For two members it is the trust in the pair. The
// trust in a pair may be unknown.
func (w *Weights) ofGroup(names []string) float64 {
	alone, together := 0.0, 0.0
	for i, one := range names {
		alone += w.ofMember(one)
		for _, two := range names[:i] {
			if pair, known := w.trust[PairOf(one, two)]; known {
				together += pair - w.ofMember(one) - w.ofMember(two)
			}
		}
	}
	if len(names) < 2 {
		return alone
	}
	return alone + together*2/float64(len(names))
}

// WithTrust returns the weights with this trust, in place of any other, for the criterion trust: how often members of
// a council were right in training, from 0 to 1. A key is the name of a member that was alone with its move, or PairOf
// two that agreed while no other member did.
func (w Weights) WithTrust(trust map[string]float64) Weights {
	w.trust = trust
	return w
}
