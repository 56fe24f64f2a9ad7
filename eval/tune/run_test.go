package tune

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
)

// generate adds games of a greedy player to an archive.
func generate(t *testing.T, path string, games uint64, threads int) (log string) {
	t.Helper()
	var text bytes.Buffer
	r := GenerateRun{Generator: *greedyGenerator(3, threads, new(int)), Archive: path, Games: games,
		Provenance: Provenance{Nodes: 100, Signature: 7}, Log: &text}
	must.Do(t, r.Run(t.Context()))
	return text.String()
}

// epochEnd calls its function at the end of the first epoch, by the log.
type epochEnd func()

func (e epochEnd) Write(line []byte) (int, error) {
	if bytes.HasPrefix(line, []byte("epoch 1:")) {
		e()
	}
	return len(line), nil
}

func fitRun(log io.Writer, archives ...string) *FitRun {
	s := DefaultSettings()
	s.Epochs, s.Batch = 3, 64
	return &FitRun{Training: Training{Archives: archives, Log: log}, Settings: s}
}

func TestARunThatGoesOnPlaysTheSameGames(t *testing.T) {
	folder := t.TempDir()
	whole, parts := filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
	generate(t, whole, 12, 3)
	if log := generate(t, parts, 5, 1); !strings.Contains(log, "5 of 5 games, ") {
		t.Errorf("the log is\n%s", log)
	}
	cut := readFile(t, parts)
	must.Do(t, os.WriteFile(parts, cut[:len(cut)-1], 0o666))
	log := generate(t, parts, 12, 1)
	if !strings.Contains(log, " of a game that was cut off are dropped\ngoing on after 4 games, ") {
		t.Errorf("the log is\n%s", log)
	}
	if !bytes.Equal(readFile(t, parts), readFile(t, whole)) {
		t.Error("generated in parts the archive differs")
	}
	if log := generate(t, parts, 12, 1); strings.Contains(log, "games/s") {
		t.Errorf("games were played that are there already:\n%s", log)
	}
}

func TestAGenerationThatIsInterruptedLeavesAWholeArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	generate(t, path, 3, 1)
	before := readFile(t, path)
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	r := GenerateRun{Generator: *greedyGenerator(3, 1, new(int)), Archive: path, Games: 9, Provenance: Provenance{Nodes: 100, Signature: 7}, Log: io.Discard}
	if err := r.Run(ctx); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
	if !bytes.Equal(readFile(t, path), before) {
		t.Error("the archive has changed")
	}
}

func TestGamesOfAnotherKindAreNotMixed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	generate(t, path, 1, 1)
	r := GenerateRun{Generator: *greedyGenerator(4, 1, new(int)), Archive: path, Games: 2, Provenance: Provenance{Nodes: 100, Signature: 7}, Log: io.Discard}
	if err := r.Run(t.Context()); !errors.Is(err, errOtherGames) {
		t.Errorf("another seed: error %v", err)
	}
}

func TestFilesOfOpeningsAreDistinguished(t *testing.T) {
	if a, b := Fingerprint([]byte("a")), Fingerprint([]byte("b")); a == b || a == 0 || a != Fingerprint([]byte("a")) {
		t.Errorf("%x and %x", a, b)
	}
}

func TestAFitMakesATableThatSaysWhereItComesFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	generate(t, path, 20, 1)
	whole := readFile(t, path)
	must.Do(t, os.WriteFile(path, whole[:len(whole)-1], 0o666))
	var log bytes.Buffer
	source := must.Get(fitRun(&log, path).Run(t.Context()))(t)
	for _, part := range []string{"19 games of 100 nodes a move, seed 3, random openings, engine of bench 7: ", "of 3 epochs, seed 1:"} {
		if !strings.Contains(string(source), part) {
			t.Errorf("%q is not in\n%.900s", part, source)
		}
	}
	for _, part := range []string{path + ": 19 games, ", "its last game is cut off", " held out, K ", "epoch 3: loss ", "was best; rounded"} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("%q is not in\n%s", part, &log)
		}
	}
}

func TestAFitGoesOnFromItsCheckpoint(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games")
	generate(t, path, 20, 1)
	want := must.Get(fitRun(io.Discard, path).Run(t.Context()))(t)

	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	first := fitRun(epochEnd(func() { cancel(enough) }), path)
	first.Checkpoint = filepath.Join(folder, "checkpoint")
	if _, err := first.Run(ctx); err != enough {
		t.Fatalf("error %v", err)
	}
	var log bytes.Buffer
	second := fitRun(&log, path)
	second.Checkpoint = first.Checkpoint
	got, err := second.Run(t.Context())
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("in two runs the table differs, or %v", err)
	}
	if strings.Contains(log.String(), "epoch 1:") || !strings.Contains(log.String(), "epoch 2:") {
		t.Errorf("the fit did not go on behind the first epoch:\n%s", &log)
	}

	second.Settings.Rate = 2
	if _, err := second.Run(t.Context()); !errors.Is(err, errOtherFit) || !strings.Contains(err.Error(), second.Checkpoint) {
		t.Errorf("another fit: error %v", err)
	}
	third := fitRun(io.Discard, path)
	third.Checkpoint = filepath.Join(folder, "missing", "other")
	if _, err := third.Run(t.Context()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a checkpoint that cannot be written: error %v", err)
	}
}

func TestAFitNeedsGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	generate(t, path, 1, 1)
	if _, err := fitRun(io.Discard, path).Run(t.Context()); err != errTooFewGames {
		t.Errorf("one game: error %v", err)
	}
	if _, err := fitRun(io.Discard, path+"x").Run(t.Context()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: error %v", err)
	}
}

func TestSettingsThatFitNothingAreRefused(t *testing.T) {
	s := DefaultSettings()
	if err := s.Validate(); err != nil {
		t.Errorf("the usual ones: %v", err)
	}
	for name, change := range map[string]func(*settings){
		"epochs": func(s *settings) { s.Epochs = 0 }, "patience": func(s *settings) { s.Patience = 0 },
		"batch": func(s *settings) { s.Batch = 0 }, "threads": func(s *settings) { s.Threads = 0 },
		"rate": func(s *settings) { s.Rate = 0 }, "pull": func(s *settings) { s.Pull = -1 },
		"lambda": func(s *settings) { s.Lambda = 1.5 }, "less lambda": func(s *settings) { s.Lambda = -0.1 },
	} {
		s := DefaultSettings()
		change(&s)
		if s.Validate() == nil {
			t.Errorf("%s: %+v is taken", name, s)
		}
	}
}

// shown collects what a person would see.
type shown struct {
	lines       []string
	done, whole int64 // of the last line
}

// progress returns the progress that a person sees.
func (s *shown) progress() *cli.Progress {
	return cli.NewProgress(cli.Streams{Err: io.Discard, Job: &cli.Job{Show: func(done, whole int64, text string) {
		s.lines, s.done, s.whole = append(s.lines, text), done, whole
	}}})
}

func TestALongRunShowsHowFarItIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	generate(t, path, 15, 1)
	var line shown
	var log bytes.Buffer
	r := GenerateRun{Generator: *greedyGenerator(3, 1, new(int)), Archive: path, Games: 20, Provenance: Provenance{Nodes: 100, Signature: 7}, Log: &log, Progress: line.progress()}
	must.Do(t, r.Run(t.Context()))
	if len(line.lines) != 5 || line.done != 5 || line.whole != 5 || !strings.HasPrefix(line.lines[0], "16 of 20 games, ") {
		t.Errorf("generate shows %+v", line)
	}
	for text := range strings.Lines(log.String() + strings.Join(line.lines, "\n")) {
		if len(text)+len(", 47 h 59 min left") > 80 {
			t.Errorf("no room for the time left: %q", text)
		}
	}

	line, log = shown{}, bytes.Buffer{}
	f := fitRun(&log, path)
	f.Progress = line.progress()
	must.Get(f.Run(t.Context()))(t)
	if want := "epoch 1 of at most 3,epoch 2 of at most 3,epoch 3 of at most 3"; strings.Join(line.lines, ",") != want || line.done != 2 || line.whole != 3 {
		t.Errorf("fit shows %+v", line)
	}
	for text := range strings.Lines(log.String()) {
		if len(text) > 80 && !strings.HasPrefix(text, path) {
			t.Errorf("too long for a terminal: %q", text)
		}
	}
}
