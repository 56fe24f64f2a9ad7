package laboratory

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"alfiere/protocol/client/arena"
)

// The page of results shows games won, drawn and lost, and next to them the Elo that follows from these.
func TestThePageOfResultsHasTheEloOfItsGames(t *testing.T) {
	page, err := os.ReadFile("../../../docs/consultation-results.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "−", "-")
	rows := regexp.MustCompile(`(\d+)–(\d+)–(\d+)[ |(]+([+-]\d+ (?:± \d+|\[[^\]]+\]))`).FindAllStringSubmatch(text, -1)
	for _, row := range rows {
		var counts [3]int
		for i := range counts {
			counts[i], _ = strconv.Atoi(row[i+1])
		}
		if want := (arena.Sample{counts[2], counts[1], counts[0]}).Elo().Text(0); row[4] != want {
			t.Errorf("%s: %s", row[0], want)
		}
	}
	if len(rows) != 20 {
		t.Errorf("%d rows are found, not 20", len(rows))
	}
}
