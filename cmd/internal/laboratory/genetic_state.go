package laboratory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"

	"alfiere/council/experiment"
	"alfiere/internal/cli"
)

// keptBreeding is the contents of a breeding's file: the runs and their conditions.
type keptBreeding struct {
	Version    int                  `json:"version"`
	Conditions breedingConditions   `json:"conditions"`
	Breeding   *experiment.Breeding `json:"breeding"`
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

// differences names the fields of conditions that differ, as in the file.
func differences[C comparable](kept, asked C) string {
	var list []string
	mine, its := reflect.ValueOf(kept), reflect.ValueOf(asked)
	for i := range mine.NumField() {
		if a, b := mine.Field(i).Interface(), its.Field(i).Interface(); a != b {
			list = append(list, fmt.Sprintf("%s is %+v, not %+v", mine.Type().Field(i).Tag.Get("json"), a, b))
		}
	}
	return strings.Join(list, "; ")
}

// stateVersion is the version of the file's form.
const stateVersion = 1

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
	g.kept = keptBreeding{stateVersion, g.breedingConditions(), fresh}
	if g.file == "" {
		return nil
	}
	text, err := os.ReadFile(g.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var kept keptBreeding
	if err := json.Unmarshal(text, &kept); err != nil {
		return fmt.Errorf("%s: not a breeding state; the file is unchanged: %w", g.file, err)
	}
	switch {
	case kept.Version != stateVersion || kept.Breeding == nil:
		return fmt.Errorf("%s: not a breeding state of version %d; the file is unchanged", g.file, stateVersion)
	case kept.Conditions != g.kept.Conditions:
		return fmt.Errorf("%s: the state of another breeding; the file is unchanged: %s",
			g.file, differences(kept.Conditions, g.kept.Conditions))
	}
	err = kept.Breeding.Check()
	if err == nil && (len(kept.Breeding.Runs) != g.runs || kept.Breeding.Floor != g.floor) {
		err = errors.New("its runs do not match its conditions")
	}
	if err != nil {
		return fmt.Errorf("%s: the state is damaged; the file is unchanged: %w", g.file, err)
	}
	g.kept = kept
	return nil
}

// save writes the runs to their file, if there is one.
func (g *breeding) save() error {
	if g.file == "" {
		return nil
	}
	return cli.Replace(g.file, func(w io.Writer) error { return json.NewEncoder(w).Encode(g.kept) })
}
