package format

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// playLine is a line of play in Popeye's layout, or the word before refutations.
var (
	playLine = regexp.MustCompile(`^ *(\d+)\.(\.\.)?(\S.*)$`)
	twinLine = regexp.MustCompile(`^\+?[a-z]\d*\) `)
	endLine  = regexp.MustCompile(` = \d+\.\d{3} s$`)
)

// popeyeTrees reads the solutions of a text in Popeye's layout: for each move the moves that lead to it.
func popeyeTrees(text string) (trees [][]string) {
	var tree []string
	var stack []string
	twin := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		m := playLine.FindStringSubmatch(line)
		switch {
		case endLine.MatchString(line):
			slices.Sort(tree)
			trees = append(trees, tree)
			tree, stack, twin = nil, nil, ""
		case twinLine.MatchString(line):
			twin = strings.Join(strings.Fields(line), " ") + "|"
			stack = nil
			tree = append(tree, twin)
		case m != nil:
			number, _ := strconv.Atoi(m[1])
			half := 2*number - 2
			if m[2] != "" {
				half++
			}
			for len(stack) < half {
				stack = append(stack, "~")
			}
			stack = append(stack[:half], strings.Join(strings.Fields(m[3]), " "))
			tree = append(tree, twin+strings.Join(stack, "|"))
		}
	}
	return trees
}

// popeyeAnswers solves a file as mate --popeye does.
func popeyeAnswers(t *testing.T, in string) (out, faults string) {
	t.Helper()
	s := Solver{Form: Popeye}
	s.Complete(false, func(string) bool { return false })
	var text, told bytes.Buffer
	printer := Printer{Out: &text, Err: &told, Form: Popeye, Head: "Alfiere\n"}
	if err := s.SolveAll(context.Background(), "file", strings.NewReader(in), printer.Print); err != nil {
		t.Fatal(err)
	}
	return text.String(), told.String()
}

// TestPopeyeTellsTheSame compares all solutions of a file with those of Popeye itself, up to order and spacing.
func TestPopeyeTellsTheSame(t *testing.T) {
	data, err := os.ReadFile("testdata/popeye_trees.txt")
	if err != nil {
		t.Fatal(err)
	}
	var facts [][]string
	var in strings.Builder
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		fact := strings.Split(strings.TrimSpace(line), "\t")
		in.WriteString(fact[0] + "\n")
		facts = append(facts, fact)
	}
	out, _ := popeyeAnswers(t, in.String())
	trees := popeyeTrees(out)
	if len(trees) != len(facts) || len(facts) < 100 {
		t.Fatalf("%d solutions of %d", len(trees), len(facts))
	}
	for i, tree := range trees {
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(tree, "\n"))))[:16]
		if got := fmt.Sprint(len(tree), " ", sum); got != facts[i][1]+" "+facts[i][2] {
			t.Errorf("%s: %s, want %v moves\n%s", facts[i][0], got, facts[i][1:], strings.Join(tree, "\n"))
		}
	}
}

// TestPopeyesOptionsAreRead: those that change what is printed.
func TestPopeyesOptionsAreRead(t *testing.T) {
	const board = " stip #2 forsyth 6k1/8/8/8/8/8/5R2/K3R3 end\n"
	for _, c := range []struct{ options, with, without string }{
		{"", "   1.Re1-g1 + !\n", "2."},
		{"opti vari", "2.Rf2-f8 #", "?"},
		{"opti vari try", "1.Rf2-f7 ? zugzwang.", "1.Re1-e8"},
		{"opti defence 2", "1.Re1-e8 + ?", "zugzwang"},
		{"opti defence 2 try", "1.Rf2-f7 ?", "1.Re1-e8"},
		{"opti maxsol 1", "Partial solution Time", "1.Re1-e7"},
		{"opti noboard", "\n   1.Re1-g1 + !\n", "+---"},
		{"opti nothreat vari", "   1.Re1-e7 !\n", "zugzwang"},
		{"opti quodlibet intelligent stoponshort whitetoplay maxtime 9", "solution finished.", "Partial"},
	} {
		out, faults := popeyeAnswers(t, "begin "+c.options+board)
		if !strings.Contains(out, c.with) || strings.Contains(out, c.without) || faults != "" {
			t.Errorf("%s: want %q and no %q; faults %q\n%s", c.options, c.with, c.without, faults, out)
		}
	}
	if out, _ := popeyeAnswers(t, "begin option maxtime 1 stip #12 forsyth d7K/8/8/3k4/8/6P/5Q/5S end"); strings.Contains(out, "finished") {
		t.Error(out)
	}
	p, err := first("begin option maxtime 7 stip #2 forsyth 6k1/8/8/8/8/8/5R2/K3R3 end")
	if err != nil || p.Limit.Seconds() != 7 {
		t.Errorf("%v, %v", p.Limit, err)
	}
}

// TestProgramsAreAnsweredOneByOne: the first line names the program, once, and each problem ends with its own line.
func TestProgramsAreAnsweredOneByOne(t *testing.T) {
	out, _ := popeyeAnswers(t, "begin stip #2 forsyth 6k1/8/8/8/8/8/5R2/K3R3 next stip #1 forsyth 1k5K40Q end\n")
	if !strings.HasPrefix(out, "Alfiere\n\n\n+---a") || strings.Count(out, "Alfiere") != 1 || len(popeyeTrees(out)) != 2 {
		t.Error(out)
	}
}
