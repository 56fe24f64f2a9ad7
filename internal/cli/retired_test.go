package cli

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// programAround returns a program that has every command on the way to a retired name, but not the name itself.
func programAround(words []string) *cobra.Command {
	run := func(*pflag.FlagSet) Run { return func([]string, Streams) error { return nil } }
	last := With(&cobra.Command{Use: "other"}, run)
	for _, word := range slices.Backward(words[:len(words)-1]) {
		if c := (&cobra.Command{Use: word}); last.Use == "other" && strings.HasPrefix(words[len(words)-1], "--") {
			last = With(c, run)
		} else {
			last = Group(c, last)
		}
	}
	return Root("prog", "", "", last)
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
			status := Execute(programAround(words), line, Streams{In: strings.NewReader(""), Out: io.Discard, Err: &stderr})
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
