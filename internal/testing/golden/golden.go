// Package golden compares what functions say about the cases of a file with what the file says.
package golden

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Updating reports whether golden files are to be rewritten: the flag -update.
func Updating() bool { return *update }

// File compares a text with a file. With the flag -update the file is rewritten.
func File(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != text {
		t.Errorf("%s differs, %v: write it with -update and compare; it is now\n%s", file, err, text)
	}
}

// Cases reads a file of cases separated by empty lines. A case is a line with its name, a line with arguments, each
// quoted as in Go, and lines that run must return for the arguments. With the flag -update these lines are rewritten.
func Cases(t *testing.T, file string, run func(args ...string) string) {
	t.Helper()
	cases := read(t, file)
	for i, text := range cases {
		name, rest, _ := strings.Cut(text, "\n")
		quoted, want, _ := strings.Cut(rest, "\n")
		t.Run(name, func(t *testing.T) {
			got := strings.TrimSpace(run(unquote(t, quoted)...))
			if got != want && !*update {
				t.Errorf("%s: got\n%s\nwant\n%s", quoted, got, want)
			}
			cases[i] = strings.TrimSpace(name + "\n" + quoted + "\n" + got)
		})
	}
	if *update {
		must.Do(t, os.WriteFile(file, []byte(strings.Join(cases, "\n\n")+"\n"), 0o644))
	}
}

// Fields writes the fields of a struct that are not zero, those of structs within it by their path, a line for each.
func Fields(v any) string {
	var b strings.Builder
	writeFields(&b, "", reflect.ValueOf(v))
	return b.String()
}

func writeFields(b *strings.Builder, path string, v reflect.Value) {
	for i := range v.NumField() {
		name, field := path+v.Type().Field(i).Name, v.Field(i)
		switch {
		case field.IsZero():
		case field.Kind() == reflect.Struct:
			writeFields(b, name+".", field)
		default:
			fmt.Fprintf(b, "%s: %v\n", name, field)
		}
	}
}

// Args returns the arguments of each case of a file.
func Args(t testing.TB, file string) (args [][]string) {
	t.Helper()
	for _, text := range read(t, file) {
		_, rest, _ := strings.Cut(text, "\n")
		quoted, _, _ := strings.Cut(rest, "\n")
		args = append(args, unquote(t, quoted))
	}
	return args
}

func read(t testing.TB, file string) []string {
	t.Helper()
	text := must.Get(os.ReadFile(file))(t)
	return strings.Split(strings.TrimSpace(string(text)), "\n\n")
}

// unquote reads strings quoted as in Go.
func unquote(t testing.TB, text string) (args []string) {
	t.Helper()
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		arg, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		args, text = append(args, arg), text[len(quoted):]
	}
	return args
}
