package laboratory

import (
	"errors"

	"alfiere/council/experiment"
)

// keptBreeding is the contents of a breeding's file: the runs and their conditions.
type keptBreeding struct {
	stateHead[breedingConditions]
	Breeding *experiment.Breeding `json:"breeding"`
}

// breedingConditions are all that a breeding depends on, except its length.
type breedingConditions struct {
	Engine     string                        `json:"engine"`
	Nodes      uint64                        `json:"nodes"`
	Megabytes  int                           `json:"megabytes"`
	Suite      string                        `json:"suite"`
	Positions  int                           `json:"positions"` // used for breeding
	Council    string                        `json:"council"`
	Whole      bool                          `json:"whole"`
	Floor      int                           `json:"floor"`
	Parameters experiment.BreedingParameters `json:"parameters"`
	Runs       int                           `json:"runs"`
	Seed       uint64                        `json:"seed"`
}

// breedingConditions returns the conditions of this breeding.
func (g *breeding) breedingConditions() breedingConditions {
	return breedingConditions{Engine: g.signature, Nodes: g.nodes, Megabytes: g.megabytes, Suite: g.suites[0].Name,
		Positions: len(g.groups[0].places), Council: g.council.names(), Whole: g.whole, Floor: g.floor,
		Parameters: g.parameters, Runs: g.runs, Seed: g.seed}
}

// begin starts the runs, or reads them from their file.
func (g *breeding) begin() error {
	fresh, err := experiment.NewBreeding(g.parameters, g.floor, g.runs, g.seed)
	if err != nil {
		return err
	}
	g.kept = keptBreeding{stateHead[breedingConditions]{stateVersion, g.breedingConditions()}, fresh}
	var kept keptBreeding
	file := state[breedingConditions]{g.file, "breeding", &kept, &kept.stateHead}
	found, err := file.read(g.kept.Conditions, func() error {
		if b := kept.Breeding; b == nil || len(b.Runs) != g.runs || b.Floor != g.floor {
			return errors.New("its runs do not match its conditions")
		}
		return kept.Breeding.Check()
	})
	if found {
		g.kept = kept
	}
	return err
}
