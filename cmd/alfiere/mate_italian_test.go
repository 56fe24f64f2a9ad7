package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/message"
)

// TestTheHelpOfMateIsItalian wherever the language is named, with all flags of the English one.
func TestTheHelpOfMateIsItalian(t *testing.T) {
	_, english, _ := runMate("--help")
	var italian string
	for _, args := range [][]string{{"--help", "--language", "it"}, {"--language", "italian", "--help"}, {"--help", "--language=it", "--figurines"}} {
		status, out, errors := runMate(args...)
		if status != cli.ExitGood || !strings.HasPrefix(out, "uso: alfiere mate [N] [opzioni] ") || !strings.Contains(out, "(predefinito english)") && !strings.Contains(out, "nome o codice") {
			t.Errorf("%q: %d, %s%s", args, status, errors, out)
		}
		italian = out
	}
	if strings.Count(italian, "\n      --") != strings.Count(english, "\n      --") {
		t.Errorf("%s", italian)
	}
	said := map[string]bool{}
	for line := range strings.Lines(english) {
		said[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(italian) {
		if line = strings.TrimSpace(line); said[line] && strings.Contains(line, " ") && !strings.Contains(line, "alfiere mate 2") && !strings.HasPrefix(line, "--") {
			t.Errorf("%q is English", line)
		}
	}
	for _, args := range [][]string{{"--help"}, {"--help", "--language", "german"}, {"--help", "--no-such-flag"}} {
		if status, out, _ := runMate(args...); status != cli.ExitGood || out != english {
			t.Errorf("%q: %d, %s", args, status, out)
		}
	}
}

// TestEachFlagOfMateIsKnownInItalian, with what it takes.
func TestEachFlagOfMateIsKnownInItalian(t *testing.T) {
	flags := pflag.NewFlagSet("mate", pflag.ContinueOnError)
	defineMate(flags)
	flags.VisitAll(func(f *pflag.Flag) {
		if text := message.Italian.Text(f.Usage); text == f.Usage || strings.Count(text, "`") != strings.Count(f.Usage, "`") {
			t.Errorf("--%s is %q, in Italian %q", f.Name, f.Usage, text)
		}
	})
}
