package protocoltest

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// FEN is a row of the collection of good and bad FENs.
type FEN struct {
	ID, Why     string
	FEN         string
	Base64      string `json:"fen_b64"`
	Expect      string // "reject" if it is to be refused
	ProblemMode string `json:"problem_mode"` // not empty if a composer may have it
	Normalised  string // as it is shown; may be empty
	Warn        string // what is warned of
	Generated   struct {
		Prefix, Repeat, Suffix string
		Count                  int
	} `json:"gen"`
}

// Text returns the FEN, decoded or repeated.
func (row *FEN) Text(t *testing.T) string {
	t.Helper()
	switch {
	case row.Base64 != "":
		text := must.Get(base64.StdEncoding.DecodeString(row.Base64))(t)
		return string(text)
	case row.Generated.Count > 0:
		return row.Generated.Prefix + strings.Repeat(row.Generated.Repeat, row.Generated.Count) + row.Generated.Suffix
	}
	return row.FEN
}

// FENs reads the collection, which is not part of this repository: root is the way to the
// repository's root. The test is skipped if it is not there.
func FENs(t *testing.T, root string) (rows []FEN) {
	t.Helper()
	file, err := os.Open(filepath.Join(root, "../shared/data/reliability/bad_fens.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the collection of FENs is not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var row FEN
		must.Do(t, json.Unmarshal(scanner.Bytes(), &row))
		if row.ID == "fen003" { // a board alone, which programs disagree about; we read it
			row.Expect, row.Normalised, row.Warn = "accept", row.FEN+" w KQkq - 0 1", "board alone"
		}
		rows = append(rows, row)
	}
	if len(rows) < 100 {
		t.Fatalf("only %d rows", len(rows))
	}
	return rows
}
