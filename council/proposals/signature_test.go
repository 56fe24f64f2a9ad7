package proposals

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
)

func TestSignature(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if text, err := sign(ended); !errors.Is(err, context.Canceled) || text != "" {
		t.Errorf("made after the end: %q, %v", text, err)
	}
	begun := time.Now()
	made, err := sign(t.Context())
	t.Logf("%s in %v", made, time.Since(begun))
	if err != nil || !IsSignature(made) {
		t.Fatalf("%q, %v", made, err)
	}
	var asked sync.WaitGroup
	for range 4 {
		asked.Go(func() {
			if known, err := Signature(t.Context()); err != nil || known != made {
				t.Errorf("made %s, known %s, %v", made, known, err)
			}
		})
	}
	asked.Wait()
	if _, err := Signature(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if known, err := Signature(t.Context()); err != nil || known != made {
		t.Errorf("made %s, known after an error %s, %v", made, known, err)
	}
}

// TestEveryFieldOfWeightsIsSigned traces the static values of the signature: a weight changes one of them if
// it counts more often for one side than for the other.
func TestEveryFieldOfWeightsIsSigned(t *testing.T) {
	counted := map[int]bool{}
	for letter := range eval.Kinds {
		evaluator := eval.New(1 << letter)
		signedPositions(t, func(p *movegen.Position) {
			var trace eval.Trace
			evaluator.Trace(p, &trace)
			net := map[int]int{}
			for _, term := range trace.Terms {
				net[term.Weight] += term.Count * (1 - 2*int(term.Color))
			}
			for weight, n := range net {
				counted[weight] = counted[weight] || n != 0
			}
		})
	}
	fields := eval.Fields()
	for i := range fields {
		f := &fields[i]
		n := 0
		for weight := f.First; weight < f.First+f.Size(); weight++ {
			if counted[weight] {
				n++
			}
		}
		if n == 0 {
			t.Errorf("no weight of %s, a field of %s, changes the signature", f.Name, f.Kind)
		}
	}
}

// signedPositions calls look with the positions whose static values are part of the signature.
func signedPositions(t *testing.T, look func(*movegen.Position)) {
	for _, fields := range slices.Concat(signed, valued) {
		p := mustPosition(t, fields)
		look(&p)
		for _, m := range p.Moves() {
			after := p.After(m)
			look(&after)
		}
	}
}
