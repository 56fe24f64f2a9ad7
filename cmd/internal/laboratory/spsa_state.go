package laboratory

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"alfiere/internal/spsa"
)

// keptTuning is the contents of a tuning's file: the tuning and its conditions.
type keptTuning struct {
	stateHead[tuningConditions]
	Faults int          `json:"faults"` // games that were lost by a fault of the engine
	Tuning *spsa.Tuning `json:"tuning"`
}

// tuningConditions are all that a tuning depends on, except how many pairs are played at a time.
type tuningConditions struct {
	Engine     string `json:"engine"`
	Limits     string `json:"limits"`
	Openings   string `json:"openings"` // the hash of the positions in their order
	Resign     string `json:"resign"`
	Draw       string `json:"draw"`
	Parameters string `json:"parameters"`
	Pairs      int    `json:"pairs"`
	Seed       uint64 `json:"seed"`
}

// conditions returns the conditions of this tuning.
func (s *tuner) conditions() tuningConditions {
	hash := sha256.New()
	for i := range s.positions {
		_, _ = io.WriteString(hash, s.positions[i].FEN()+"\n") // a hash takes everything
	}
	return tuningConditions{Engine: s.engine, Limits: fmt.Sprintf("nodes=%d tc=%s", s.nodes, s.tc),
		Openings: fmt.Sprintf("%x", hash.Sum(nil)[:8]), Resign: s.rules.Resign.String(), Draw: s.rules.Draw.String(),
		Parameters: fmt.Sprint(s.parameters), Pairs: s.pairs, Seed: s.seed}
}

// begin starts the tuning, or reads it from its file.
func (s *tuner) begin() error {
	fresh, err := spsa.New(s.parameters, s.pairs, s.seed)
	if err != nil {
		return err
	}
	s.kept = keptTuning{stateHead[tuningConditions]{stateVersion, s.conditions()}, 0, fresh}
	var kept keptTuning
	file := state[tuningConditions]{s.file, "tuning", &kept, &kept.stateHead}
	found, err := file.read(s.kept.Conditions, func() error {
		t := kept.Tuning
		if t == nil || fmt.Sprint(t.Parameters) != kept.Conditions.Parameters || t.Pairs != s.pairs || t.Seed != s.seed {
			return errors.New("its values do not match its conditions")
		}
		return t.Check()
	})
	if found {
		s.kept = kept
	}
	if found || err != nil {
		return err
	}
	return saveState(s.file, &s.kept) // an error appears before the first game
}
