package forsyth

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// TestEachErrorOfALineIsKnownInItalian: the sentinels of what reads lines, as the sources
// define them.
func TestEachErrorOfALineIsKnownInItalian(t *testing.T) {
	definition, found := regexp.MustCompile(`errors\.New\((".*")\)`), 0
	translated := map[string]bool{}
	for _, e := range italian {
		translated[e.err.Error()] = e.text != "" && e.text != e.err.Error()
	}
	for _, pattern := range []string{"fault.go", "../../../movegen/notation/epd.go", "../../../movegen/notation/refusal.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range definition.FindAllStringSubmatch(string(source), -1) {
				text, err := strconv.Unquote(match[1])
				if found++; err != nil || !translated[text] {
					t.Errorf("%s: %q is not translated (%v)", file, text, err)
				}
			}
		}
	}
	if found < 12 {
		t.Errorf("%d errors", found)
	}
}
