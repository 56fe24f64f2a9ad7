package cli

import (
	"flag"
	"io"
	"slices"
	"strings"
	"testing"
)

// programAround returns a program that has every command on the way to a retired name, but not the name itself.
func programAround(path string) *Program {
	run := func(*flag.FlagSet) Run { return func([]string, Streams) error { return nil } }
	words := strings.Fields(path)
	p := &Program{Name: "prog"}
	switch {
	case len(words) == 2 && strings.HasPrefix(words[1], "--"):
		p.Table = []Command{{Name: words[0], Define: run}}
	case len(words) == 2:
		p.Table = []Command{{Name: words[0], Parts: []Command{{Name: "other", Define: run}}}}
	case len(words) == 3:
		p.Table = []Command{{Name: words[0], Parts: []Command{{Name: words[1], Define: run}}}}
	}
	return p
}

func TestRetiredNamesAreUsageErrorsThatNameTheReplacement(t *testing.T) {
	for i, row := range retired {
		if i > 0 && row.Name <= retired[i-1].Name {
			t.Errorf("%q is not in its place", row.Name)
		}
		words := strings.Fields(row.Name)
		if strings.HasPrefix(row.Name, "--") {
			words = []string{"command", row.Name}
		}
		last := len(words) - 1
		before := slices.Clip(words[:last])
		lines := [][]string{words, append(before, words[last], "argument"), append(before, words[last], "--help")}
		if strings.HasPrefix(words[last], "--") {
			lines = append(lines, append(before, words[last][1:]), append(before, "argument", words[last]+"=x"))
		} else {
			lines = append(lines, append([]string{"help"}, words...))
		}
		want := row.Name + " was removed in 3.0: " + row.Instead + "\n"
		for _, line := range lines {
			var stderr strings.Builder
			status := programAround(strings.Join(words, " ")).Run(line, Streams{In: strings.NewReader(""), Out: io.Discard, Err: &stderr})
			if status != ExitUsage || !strings.Contains(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 3 {
				t.Errorf("%q: status %d,\n%s", line, status, &stderr)
			}
		}
	}
}

func TestOnlyWholeNamesAreRetired(t *testing.T) {
	for _, row := range retired {
		for _, path := range []string{row.Name + "s", "x " + row.Name, strings.ToUpper(row.Name), row.Name[1:], ""} {
			if instead, ok := Retired(path); ok {
				t.Errorf("%q is retired: %s", path, instead)
			}
		}
		if instead, ok := Retired(row.Name); !ok || instead != row.Instead {
			t.Errorf("%q: %q, %v", row.Name, instead, ok)
		}
	}
}
