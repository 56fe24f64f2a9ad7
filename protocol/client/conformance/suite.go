package conformance

import (
	"embed"
	"fmt"
)

//go:embed data/*.txt
var data embed.FS

// Suite returns the built-in cases, UCI first, in the order of the files. Their names are unique.
func Suite() ([]Case, error) {
	files, err := data.ReadDir("data")
	if err != nil {
		return nil, err
	}
	var cases []Case
	places := map[string]string{}
	for _, file := range files {
		name := "data/" + file.Name()
		text, err := data.ReadFile(name)
		if err != nil {
			return nil, err
		}
		parsed, err := Parse(name, string(text))
		if err != nil {
			return nil, err
		}
		for _, c := range parsed {
			if other, twice := places[c.ID]; twice {
				return nil, fmt.Errorf("%s: case %s is also in %s", c.Place, c.ID, other)
			}
			places[c.ID] = c.Place
		}
		cases = append(cases, parsed...)
	}
	return cases, nil
}
