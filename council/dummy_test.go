package council

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// slowDummies counts the votes of all ways in which members can propose as many moves as there are members.
func slowDummies(t *testing.T, seats []Seat, criterion *Criterion, weights *Weights) (names []string) {
	root := movegen.StartPosition()
	moves, ways := root.Moves()[:len(seats)], 1
	for range seats {
		ways *= len(moves)
	}
	choices := make([]movegen.Move, ways)
	var judge Judge
	for way := range ways {
		var proposals []Proposal
		for i, rest := 0, way; i < len(seats); i, rest = i+1, rest/len(moves) {
			move := moves[rest%len(moves)]
			proposals = append(proposals, Proposal{Member: seats[i].Name, Knowledge: seats[i].Knowledge, Move: move,
				Line: []movegen.Move{move}})
		}
		ballot := judge.Count(&Consultation{Root: root, Seats: seats, Proposals: proposals, Criterion: criterion,
			Weights: weights})
		choices[way] = proposals[ballot.Chosen].Move
	}
	step := 1
	for i := range seats {
		decides := false
		for way := range ways {
			first := way - way/step%len(moves)*step // the same way, but this member proposes the first move
			decides = decides || choices[way] != choices[first]
		}
		if !decides {
			names = append(names, seats[i].Name)
		}
		step *= len(moves)
	}
	return names
}

func TestMembersThatNeverDecide(t *testing.T) {
	for _, test := range []struct {
		criterion, council, weights string
		want                        []string
	}{
		{"majority", "mpar mbxp", "", []string{"mbxp"}},
		{"majority", "mpar mbxp mkc", "", nil},
		{"majority", "uci:one uci:two", "", []string{"two"}},
		{"majority", "noise16", "", nil},
		{"weights", "m p", "", []string{"p"}},                         // 30 and 21
		{"weights", "p m", "", []string{"p"}},                         // the heavier one, not the master
		{"weights", "x k m", "", []string{"x", "k"}},                  // 30 outweighs 1 and 3
		{"weights", "x k m", "m3", nil},                               // not any more
		{"weights", "p a c k", "", []string{"k"}},                     // 21, 15, 10, 3: two of the first three win
		{"trust", "mpar mbxp", "mpar:0.5 mbxp:0.6", []string{"mpar"}}, // the more trusted one
		{"trust", "m p a", "m:0.9 p:0.4 a:0.4", []string{"p", "a"}},   // 0.9 against 0.8
		{"trust", "m p a", "m:0.9 p:0.4 a:0.4 a+p:1", nil},            // who agree are trusted more
		{"optimistic", "mpar mbxp", "", nil},
		{"re-search", "mpar mbxp", "", nil},
		{"majority", "mpar", "", nil},
		{"majority", "", "", nil},
	} {
		seats := must.Get(ParseCouncil(test.council))(t)
		weights := must.Get(ParseWeights(test.weights))(t)
		if got := Dummies(seats, must.Get(FindCriterion(test.criterion))(t), &weights); !slices.Equal(got, test.want) {
			t.Errorf("%s of %s, %q: %q, want %q", test.criterion, test.council, test.weights, got, test.want)
		}
	}
}

func TestDummiesAreThoseOfAllVotes(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 0))
	found := 0
	for range effort.Of(3000, 300, 100) {
		words, letters := "", ""
		for i, letter := range rng.Perm(8)[:2+rng.IntN(3)] {
			word := "mbxkcpar"[letter : letter+1]
			words += word + " "
			letters += fmt.Sprintf("%s%d %s:0.%d ", word, rng.IntN(6), word, 1+rng.IntN(9))
			if i > 0 && rng.IntN(2) == 0 {
				letters += fmt.Sprintf("%s+%s:0.%d ", words[:1], word, 1+rng.IntN(9))
			}
		}
		seats, weights := must.Get(ParseCouncil(words))(t), must.Get(ParseWeights(letters))(t)
		for _, name := range []string{"majority", "weights", "trust"} {
			criterion := must.Get(FindCriterion(name))(t)
			got := Dummies(seats, criterion, &weights)
			if want := slowDummies(t, seats, criterion, &weights); !slices.Equal(got, want) {
				t.Fatalf("%s of %s, %q: %q, want %q", name, words, letters, got, want)
			}
			found += len(got)
		}
	}
	if found == 0 {
		t.Error("no council had a dummy")
	}
}
