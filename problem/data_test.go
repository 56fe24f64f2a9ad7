package problem

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// solvedProblem is a row of the shared data: a problem solved by other programs. Moves are in coordinates.
type solvedProblem struct {
	FEN    string
	Keys   []string
	Short  []string
	Status string
	Detail map[string]struct {
		Type       string
		Threats    []string
		Variations map[string][]string // of two-movers: every effective defence with its mates
		Effective  []string            `json:"effective_defences"` // of longer problems
		Number     int                 `json:"n_variations"`
		Duals      int
	}
	Set   map[string][]string
	Tries []struct {
		Move        string
		Check       bool
		Zugzwang    bool
		Threats     []string
		Number      int `json:"n_variations"`
		Refutations []string
	}
}

// eachSolved calls visit for the rows of a file of the shared data.
func eachSolved(t *testing.T, file string, visit func(row *solvedProblem)) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "shared", "data", "mates", file))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no shared data: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	rows := 0
	for lines.Scan() {
		var row solvedProblem
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		visit(&row)
		rows++
	}
	if err := lines.Err(); err != nil || rows == 0 {
		t.Fatalf("%s: %d rows, %v", file, rows, err)
	}
}

// text writes everything the row says of a problem.
func (row *solvedProblem) text() string {
	lines := []string{verdictOf[row.Status]}
	for _, m := range row.Keys {
		lines = append(lines, "key "+m)
	}
	for _, m := range row.Short {
		lines = append(lines, "short "+m)
	}
	for m, d := range row.Detail {
		lines = append(lines, fmt.Sprintf("%s is a %s with %d variations", m, d.Type, d.Number))
		for _, defence := range d.Effective {
			lines = append(lines, m+" "+defence)
		}
		if d.Variations == nil {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s has %d duals, threats %s", m, d.Duals, sortedNames(d.Threats)))
		for defence, mates := range d.Variations {
			lines = append(lines, m+" "+defence+" "+sortedNames(mates))
		}
	}
	for defence, mates := range row.Set {
		lines = append(lines, "set "+defence+" "+sortedNames(mates))
	}
	for _, try := range row.Tries {
		kind := Threat
		if try.Check {
			kind = Check
		} else if try.Zugzwang {
			kind = Block
		}
		lines = append(lines, fmt.Sprintf("try %s is a %v with %d variations, threats %s, refuted by %s",
			try.Move, kind, try.Number, sortedNames(try.Threats), sortedNames(try.Refutations)))
	}
	return joined(lines)
}

var verdictOf = map[string]string{"sound": "sound", "cooked": "cooked", "none": "no solution"}

// rowText writes a report as solvedProblem.text writes a row.
func rowText(r *Report) string {
	lines := []string{r.Verdict.String()}
	for _, s := range r.Short {
		lines = append(lines, fmt.Sprintf("short %v", s.Move))
	}
	for i := range r.Keys {
		k := &r.Keys[i]
		lines = append(lines, fmt.Sprintf("key %v", k.Move),
			fmt.Sprintf("%v is a %v with %d variations", k.Move, k.Kind, len(k.Variations)))
		if r.Moves > 2 {
			for _, v := range k.Variations {
				lines = append(lines, fmt.Sprintf("%v %v", k.Move, v.Defence))
			}
			continue
		}
		lines = append(lines, fmt.Sprintf("%v has %d duals, threats %s", k.Move, popeyeDuals(k), moveNames(k.Threats.Moves)))
		for _, v := range k.Variations {
			lines = append(lines, fmt.Sprintf("%v %v %s", k.Move, v.Defence, moveNames(v.Mates.Moves)))
		}
	}
	if r.Set != nil {
		for _, v := range r.Set.Variations {
			lines = append(lines, fmt.Sprintf("set %v %s", v.Defence, moveNames(v.Mates.Moves)))
		}
	}
	for i := range r.Tries {
		p := &r.Tries[i]
		lines = append(lines, fmt.Sprintf("try %v is a %v with %d variations, threats %s, refuted by %s",
			p.Move, p.Kind, len(p.Variations), moveNames(p.Threats.Moves), moveNames(p.Refutations)))
	}
	return joined(lines)
}

// popeyeDuals counts the defences with more than one answer, whatever they are.
func popeyeDuals(ph *Phase) (n int) {
	for _, v := range ph.Variations {
		if v.Effective && len(v.Mates.Moves) > 1 {
			n++
		}
	}
	return n
}

func sortedNames(names []string) string {
	return "[" + strings.Join(strings.Fields(joined(append([]string(nil), names...))), " ") + "]"
}

func TestSolvedTwoMovers(t *testing.T) {
	eachSolved(t, "open.jsonl", func(row *solvedProblem) {
		report := analyse(t, composed(t, row.FEN), Options{Moves: 2, Tries: 1, SetPlay: true})
		if got, want := rowText(report), row.text(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", row.FEN, got, want)
		}
	})
}

func TestSolvedThreeMovers(t *testing.T) { testLongProblems(t, "m3_open.jsonl", 3) }

func TestSolvedFourMovers(t *testing.T) { testLongProblems(t, "m4_open.jsonl", 4) }

func testLongProblems(t *testing.T, file string, moves int) {
	eachSolved(t, file, func(row *solvedProblem) {
		report := analyse(t, composed(t, row.FEN), Options{Moves: moves})
		if got, want := rowText(report), row.text(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", row.FEN, got, want)
		}
	})
}
