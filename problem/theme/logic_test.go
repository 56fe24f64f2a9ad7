package theme

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"
)

// TestLogicIsRare counts the logical themes in every 24th of the sound three-movers of the shared data. In all 274
// foreplan was found in 5, Roman in 1 and the others in none when they were counted.
func TestLogicIsRare(t *testing.T) {
	file, err := os.Open("../../../shared/data/mates/m3_open.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	counts := map[string]int{}
	n := 0
	for rows := bufio.NewScanner(file); rows.Scan(); {
		var row struct{ FEN, Status string }
		if err := json.Unmarshal(rows.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Status != "sound" {
			continue
		}
		if n++; n%24 != 0 {
			continue
		}
		_, found := examine(t, row.FEN, 3)
		for _, theme := range logicThemes() {
			for _, f := range found {
				if f.Theme == theme {
					counts[theme.Name]++
					break
				}
			}
		}
	}
	t.Logf("of %d: %v", n/24, counts)
	for name, count := range counts {
		if count > 2 {
			t.Errorf("%s in %d of %d", name, count, n/24)
		}
	}
}
