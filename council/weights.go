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
)

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
