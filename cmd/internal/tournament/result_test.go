package tournament

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/book"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// checkSVG reports whether a text is well-formed XML that holds all the words.
func checkSVG(t *testing.T, text string, words ...string) {
	t.Helper()
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	for _, word := range append(words, "<svg ") {
		if !strings.Contains(text, word) {
			t.Errorf("%s is not in\n%s", word, text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("a number is none in\n%s", text)
	}
}

func TestTheResultsOfATournament(t *testing.T) {
	folder := t.TempDir()
	var s seen
	r := matchRun(t, &s, `name="<One & only>"`, "name=Two option.Clumsy", "name=Three")
	r.JSON, r.SVG, r.Record = filepath.Join(folder, "a.json"), filepath.Join(folder, "a.svg"),
		filepath.Join(folder, "a.pgn")
	if err := r.Play(t.Context()); err != faultsError(8) {
		t.Fatalf("error %v", err)
	}
	var got result
	if err := json.Unmarshal([]byte(readFile(t, r.JSON)), &got); err != nil ||
		!strings.Contains(readFile(t, r.JSON), `"elo": null`) {
		t.Fatal(err)
	}
	if len(got.Engines) != 3 || len(got.Pairings) != 3 || len(got.Games) != 12 || !got.Prior || !got.Conditions.Complete ||
		got.Engines[2].Name != "Two" || got.Engines[2].Faults["illegal move"] != 8 || got.Pairings[0].Pairs != [5]int{4: 2} {
		t.Errorf("%+v", got)
	}
	checkSVG(t, readFile(t, r.SVG), "&lt;One &amp; only", "Two ", "Three ")
	whole := got

	if err := os.Truncate(r.Record, int64(len(readFile(t, r.Record))/2)); err != nil { // as a kill would
		t.Fatal(err)
	}
	r = matchRun(t, &s, `name="<One & only>"`, "name=Two option.Clumsy", "name=Three")
	r.JSON, r.Record, r.Resume = filepath.Join(folder, "b.json"), filepath.Join(folder, "a.pgn"), true
	if err := r.Play(t.Context()); err != faultsError(8) {
		t.Fatalf("error %v", err)
	}
	got = result{}
	if err := json.Unmarshal([]byte(readFile(t, r.JSON)), &got); err != nil {
		t.Fatal(err)
	}
	for i := range whole.Games {
		if whole.Games[i] != got.Games[i] {
			t.Errorf("resumed, game %d is %+v, not %+v", i, got.Games[i], whole.Games[i])
		}
	}
}

func TestThePictureOfAMatchOfTwo(t *testing.T) {
	for _, test := range []*arena.SPRT{nil, {Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}} {
		r := matchRun(t, new(seen), "name=One", "name=Two")
		r.SVG, r.Match.Test = filepath.Join(t.TempDir(), "a.svg"), test
		if err := r.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		word := map[bool]string{true: ">Elo<", false: ">LLR<"}[test == nil]
		checkSVG(t, readFile(t, r.SVG), "One - Two, 4 games", word)
	}
	checkSVG(t, (&chart{}).svg())
}

func TestAMatchWithoutAGameLeavesNoRecord(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := matchRun(t, new(seen), "name=One", "name=Two")
	r.Record = filepath.Join(t.TempDir(), "games.pgn")
	if err := r.Play(ctx); err == nil {
		t.Error("it is not cut short")
	}
	if _, err := os.Stat(r.Record); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the record is there: %v", err)
	}
	file := r.Record
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	r = matchRun(t, new(seen), "name=One", "name=Two")
	r.Record = file
	if err := r.Play(t.Context()); err != nil {
		t.Errorf("an empty file is not as good as none: %v", err)
	}
}

func TestOpeningsOfABook(t *testing.T) {
	var lines book.Builder
	if err := book.ReadText(strings.NewReader("! a\ne2e4 e7e5 g1f3\n! b\ne2e4 c7c5\n! c\nd2d4 d7d5 c2c4\n! d\nd2d4 "+
		"g8f6\n"), &lines); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "small.bin")
	var file bytes.Buffer
	if _, err := book.Merge(&file, book.AddWeights, &lines); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	draw := func(seed uint64, plies, games int) (fens []string) {
		r := Tournament{Openings: name, Plies: plies, Shuffle: seed, Match: arena.Match{Games: games}}
		openings, err := r.ReadOpenings()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range openings {
			fens = append(fens, p.FEN())
		}
		return fens
	}
	if all := draw(1, 0, 100); len(all) != 4 {
		t.Errorf("the book has %d lines: %v", len(all), all)
	}
	if cut := draw(1, 1, 100); len(cut) != 2 {
		t.Errorf("the book has %d first moves", len(cut))
	}
	if few, more := draw(2, 2, 4), draw(2, 2, 6); len(few) != 2 || len(more) != 3 || few[0] != more[0] ||
		few[1] != more[1] {
		t.Errorf("%v and %v", few, more)
	}
	if _, err := (&Tournament{Openings: name, Match: arena.Match{Games: 2, Chess960: true}}).ReadOpenings(); err == nil {
		t.Error("Chess960 begins with a book")
	}
}

func TestTheLogHasColumns(t *testing.T) {
	var b bytes.Buffer
	log := newTrafficLog(&b)
	log.of("Big Fish 3")("12.1.2", client.FromEngine, `info string "quoted" \ and = ünïcode`)
	log.of("B")("", client.ToEngine, "uci")
	log.of("B")("1.1", client.FromErrors, "")
	lines := strings.Split(b.String(), "\n")
	for i, want := range []string{`12\.1\.2 Big_Fish_3 >> info string "quoted" \\ and = ünïcode`, `- B << uci`,
		`1\.1 B !! ?`} {
		pattern := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6} ` + want + "$")
		if i >= len(lines) || !pattern.MatchString(lines[i]) {
			t.Errorf("line %d of\n%s does not fit %s", i, b.String(), pattern)
		}
	}
}

func TestAResumedMatchGoesOnWithItsLog(t *testing.T) {
	for _, test := range []struct {
		resume bool
		want   int
	}{{false, 1}, {true, 2}} {
		path := filepath.Join(t.TempDir(), "traffic.txt")
		for range 2 {
			c := command{traffic: path}
			c.Resume = test.resume
			closing, err := c.openLog()
			if err != nil {
				t.Fatal(err)
			}
			c.entry.Log("A")("1.1", client.ToEngine, "uci")
			if err := closing(); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), "\n") != test.want {
			t.Errorf("resumed %v: %q, %v", test.resume, text, err)
		}
	}
}
