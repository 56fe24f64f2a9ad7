package theme

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestThemesAreFoundAsOftenAsTheyWere counts in how many of the composed two-movers and the random ones each theme is
// found, how often, and with how many lines. An independent implementation of the definitions in docs/themes.md agreed
// line by line with the themes that lines and pins decide when they were counted. A theme without a row is not counted.
func TestThemesAreFoundAsOftenAsTheyWere(t *testing.T) {
	problems, times, lines := map[string]int{}, map[string]int{}, map[string]int{}
	for _, r := range soundTwoMovers(t) {
		seen := map[string]bool{}
		for _, f := range Recognise(r) {
			name := f.Theme.Name
			if !seen[name] {
				problems[name]++
			}
			seen[name] = true
			times[name]++
			lines[name] += len(f.Lines)
		}
	}
	file, err := os.Open("testdata/counts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for rows := bufio.NewScanner(file); rows.Scan(); {
		name, _, _ := strings.Cut(rows.Text(), "\t")
		if got := fmt.Sprintf("%s\t%d\t%d\t%d", name, problems[name], times[name], lines[name]); got != rows.Text() {
			t.Errorf("the row of the table is %q, the counts are %q", rows.Text(), got)
		}
	}
}
