package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

func runCommand(args ...string) (status int, out, err string) { return runWith("", args...) }

// runWith is runCommand with a text as standard input.
func runWith(input string, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(args, cli.Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// The object is decoded as a script would do it; the members are those of docs/eval.md.
func TestEvalJSONAddsUpToTheScoreOfTheTable(t *testing.T) {
	fen := "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"
	for _, letters := range []string{"mbxkcparn", "mbxkcpar", "mp", "xkcpar", "m", "mn", "n"} {
		status, out, errors := runCommand("eval", fen, "--json", "--knowledge", letters)
		if status != cli.ExitGood || errors != "" || strings.Count(out, "\n") != 1 {
			t.Fatalf("status %d, %q, %q", status, out, errors)
		}
		var object struct {
			FEN, Knowledge  string
			Score, Rounding int
			Letters         map[string]struct{ White, Black, Rest int }
			Pieces          []struct {
				Piece   string
				Letters map[string]int
			}
		}
		must.Do(t, json.Unmarshal([]byte(out), &object))
		sum, rest := object.Rounding, 0
		for _, piece := range object.Pieces {
			for _, centipawns := range piece.Letters {
				sum += centipawns
			}
			if piece.Piece == "rest" {
				rest++
				if got := object.Letters["n"].Rest; got != piece.Letters["n"] {
					t.Errorf("%s: the rest of n is %d and %d", letters, got, piece.Letters["n"])
				}
			}
		}
		_, table, _ := runCommand("eval", "--knowledge", letters, fen)
		learned := strings.Contains(letters, "n")
		if (rest == 1) != learned || strings.Contains(table, "\nrest of n ") != learned {
			t.Errorf("%s: %d pieces are the rest of n, and the table is\n%s", letters, rest, table)
		}
		if sum != object.Score || !strings.Contains(table, fmt.Sprintf("score %+d for white", sum)) {
			t.Errorf("%s: the men add up to %d, the object says %d, the table\n%s", letters, sum, object.Score, table)
		}
		if object.FEN != fen || object.Knowledge != letters {
			t.Errorf("the object is of %q with %q", object.FEN, object.Knowledge)
		}
	}
}

// TestStartposIsTheInitialPositionOnTheCommandLine: people know the word from UCI.
func TestStartposIsTheInitialPositionOnTheCommandLine(t *testing.T) {
	seconds := regexp.MustCompile(`seconds .*|"seconds":\S*|, \d+\.\d+ m?s\b`)
	for _, args := range [][]string{
		{"eval", "FEN"}, {"eval", "--json", "FEN"}, {"perft", "2", "FEN"}, {"perft", "--divide", "2", "FEN"}, {"mate", "1", "FEN"},
		{"mate", "--json", "1", "FEN"}, {"analyse", "--depth", "2", "--hash", "1", "FEN"}, {"board", "FEN"}, {"board", "--svg", "FEN"},
		{"play", "--boards", "FEN"}, {"tree", "grow", "--depth", "1", "--nodes", "0", "FEN"},
	} {
		runWith := func(fen string) string {
			status, out, faults := runCommand(strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "FEN", fen), "\x00")...)
			if status != cli.ExitGood || out == "" {
				t.Errorf("%q with %s: status %d, %s%s", args, fen, status, out, faults)
			}
			return seconds.ReplaceAllString(out, "")
		}
		if got, want := runWith("startpos"), runWith(movegen.StartFEN); got != want {
			t.Errorf("%q: startpos gives\n%s, not\n%s", args, got, want)
		}
	}
}

const cumpe = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"

// runMate runs the subcommand.
func runMate(args ...string) (status int, out, err string) {
	return runCommand(append([]string{"mate"}, args...)...)
}

// TestAnInterruptEndsTheProblemNotItsReport sends the signal again and again, since
// it may come before the analysis has begun; the guard keeps it from the process.
func TestAnInterruptEndsTheProblemNotItsReport(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes of Windows send no signals")
	}
	self := must.Get(os.FindProcess(os.Getpid()))(t)
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, os.Interrupt)
	defer signal.Stop(guard)
	type result struct {
		status      int
		out, errors string
	}
	done := make(chan result, 1)
	go func() {
		status, out, errors := runMate("9", movegen.StartFEN)
		done <- result{status, out, errors}
	}()
	deadline := time.After(5 * time.Minute)
	for {
		select {
		case r := <-done:
			if r.status != cli.ExitInput || !strings.Contains(r.out, "Undecided.\nInterrupted") || !strings.Contains(r.errors, "interrupted") {
				t.Errorf("status %d, %s%s", r.status, r.errors, r.out)
			}
			return
		case <-time.After(50 * time.Millisecond):
			must.Do(t, self.Signal(os.Interrupt))
		case <-deadline:
			t.Fatal("the analysis goes on")
		}
	}
}

func TestADiagramOfAProblemHasItsMarks(t *testing.T) {
	status, out, errors := runMate("2", "--svg", "--mark", "d5", cumpe)
	if status != cli.ExitGood || !strings.HasPrefix(out, "<svg ") || !strings.Contains(out, `class="mark"`) {
		t.Errorf("status %d, %s%s", status, errors, out)
	}
}

func TestATimeLimitEndsAProblem(t *testing.T) {
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, limit := range []string{"0.05", "50ms"} {
		status, out, errors := runWith(start+"\n"+cumpe+" dm 2;", "mate", "6", "--time", limit)
		if status != cli.ExitGood || !strings.Contains(out, "Interrupted") || !strings.Contains(out, "1.Kd6!") {
			t.Errorf("--time %s: status %d, %s%s", limit, status, errors, out)
		}
	}
}

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
