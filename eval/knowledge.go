package eval

import "alfiere/internal/message"

// Knowledge is a set of evaluation terms: the eight heuristics and the learned ninth, one bit each.
type Knowledge uint16

// The kinds, in the order of their letters mbxkcparn.
const (
	Material   Knowledge = 1 << iota // m: the pieces, wherever they stand
	Placement                        // b: posted, hanging and attacked pieces
	Mobility                         // x: reachable squares, files, piece-square values
	KingSafety                       // k: shield, attacked squares round the king
	Centre                           // c: centre pawns, closeness to the centre
	Pawns                            // p: pawn structure
	Attack                           // a: passed pawns, storms, pins, pieces aiming at the king
	Relation                         // r: pairs of pieces, their worth by stage
	Learned                          // n: what a network has learned that the other kinds leave over

	Thesis Knowledge = Learned - 1 // the eight kinds of the documents that the project comes from
	All    Knowledge = Learned<<1 - 1
)

// Letters are the kinds' letters in the order of their bits.
const Letters = ThesisLetters + "n"

// costs are the shares of the letters in the time of a search with all of them, in per cent (docs/knowledge.md).
var costs = [len(Letters)]int{0, 6, 6, 4, 0, 1, 8, 3, 10}

// Cost returns the time of a search with these letters, in per cent of that of a search with as many nodes and all
// letters.
func (k Knowledge) Cost() int {
	percent := 100
	for i, cost := range costs {
		if k>>i&1 == 0 {
			percent -= cost
		}
	}
	return percent
}

// ThesisLetters are the letters of Thesis.
const ThesisLetters = "mbxkcpar"

// String returns the letters of the set in the order of Letters.
func (k Knowledge) String() string {
	var text []byte
	for i := range len(Letters) {
		if k>>i&1 != 0 {
			text = append(text, Letters[i])
		}
	}
	return string(text)
}

// KnowledgeError says which letter of a knowledge set is wrong.
type KnowledgeError struct {
	Letter  rune
	Offset  int  // byte in the text, counted from 0
	Doubled bool // the letter occurs twice; otherwise it is unknown
}

// Error names the letter.
func (e *KnowledgeError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *KnowledgeError) Message() error {
	text := "knowledge: unknown letter %q; the letters are %s"
	if e.Doubled {
		text = "knowledge: doubled letter %q; the letters are %s"
	}
	return message.Errorf(text, e.Letter, Letters)
}

// ParseKnowledge reads a set of letters in any order, each at most once. A wrong one is a
// *KnowledgeError. No letter at all is an error too: an evaluation of nothing is asked for by mistake only.
func ParseKnowledge(letters string) (Knowledge, error) {
	var set Knowledge
next:
	for offset, letter := range letters {
		for i := range len(Letters) {
			if rune(Letters[i]) == letter {
				if set>>i&1 != 0 {
					return 0, &KnowledgeError{letter, offset, true}
				}
				set |= 1 << i
				continue next
			}
		}
		return 0, &KnowledgeError{letter, offset, false}
	}
	if set == 0 {
		return 0, message.Errorf("knowledge: no letter; the letters are %s", Letters)
	}
	return set, nil
}

// MarshalText returns the letters of the set, for flags and files.
func (k Knowledge) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the output of MarshalText; after an error the set is as it was.
func (k *Knowledge) UnmarshalText(letters []byte) error {
	if len(letters) == 0 {
		*k = 0
		return nil
	}
	return k.Set(string(letters))
}

// Set is the method of pflag.Value: it reads letters as ParseKnowledge does, so that a set on a command line has some.
func (k *Knowledge) Set(letters string) error {
	set, err := ParseKnowledge(letters)
	if err == nil {
		*k = set
	}
	return err
}

// Type is the method of pflag.Value.
func (k *Knowledge) Type() string { return "letters" }
