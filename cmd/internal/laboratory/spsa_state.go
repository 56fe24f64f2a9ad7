package laboratory

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"alfiere/internal/cli"
	"alfiere/internal/spsa"
)

// keptTuning is the contents of a tuning's file: the tuning and its conditions.
type keptTuning struct {
	Version    int              `json:"version"`
	Conditions tuningConditions `json:"conditions"`
	Faults     int              `json:"faults"` // games that were lost by a fault of the engine
	Tuning     *spsa.Tuning     `json:"tuning"`
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
	s.kept = keptTuning{Version: stateVersion, Conditions: s.conditions(), Tuning: fresh}
	if s.file == "" {
		return nil
	}
	text, err := os.ReadFile(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return s.save() // an error appears before the first game
	}
	if err != nil {
		return err
	}
	var kept keptTuning
	if err := json.Unmarshal(text, &kept); err != nil {
		return fmt.Errorf("%s: not a tuning state; the file is unchanged: %w", s.file, err)
	}
	switch {
	case kept.Version != stateVersion || kept.Tuning == nil:
		return fmt.Errorf("%s: not a tuning state of version %d; the file is unchanged", s.file, stateVersion)
	case kept.Conditions != s.kept.Conditions:
		return fmt.Errorf("%s: the state of another tuning; the file is unchanged: %s",
			s.file, differences(kept.Conditions, s.kept.Conditions))
	}
	err = kept.Tuning.Check()
	if t := kept.Tuning; err == nil && (fmt.Sprint(t.Parameters) != kept.Conditions.Parameters || t.Pairs != s.pairs ||
		t.Seed != s.seed) {
		err = errors.New("its values do not match its conditions")
	}
	if err != nil {
		return fmt.Errorf("%s: the state is damaged; the file is unchanged: %w", s.file, err)
	}
	s.kept = kept
	return nil
}

// save writes the tuning to its file, if there is one.
func (s *tuner) save() error {
	if s.file == "" {
		return nil
	}
	return cli.Replace(s.file, func(w io.Writer) error { return json.NewEncoder(w).Encode(s.kept) })
}
