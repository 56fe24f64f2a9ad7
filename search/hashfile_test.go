package search

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"alfiere/eval"
	"alfiere/tt"
)

func openHashFile(t testing.TB, path string) *HashFile {
	t.Helper()
	file, err := OpenHashFile(path, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// Each search is of a new engine, as after a restart: only the file is left.
func searchAnew(t testing.TB, request Request) Result {
	t.Helper()
	return newEngine(t).Search(context.Background(), request, nil)
}

func TestASecondRunWithTheFileNeedsFewerNodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	var before, after uint64
	for _, fen := range benchPositions[:12] {
		request := Request{Position: mustPosition(t, fen), Limits: Limits{Depth: 10}}
		file := openHashFile(t, path)
		request.HashFileUse = HashFileUse{File: file, Depth: 2}
		first := searchAnew(t, request)
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		request.HashFileUse.File = openHashFile(t, path)
		second := searchAnew(t, request)
		// A single position may need more: what the file knows makes moves singular that
		// are then searched deeper. All together must need clearly less.
		before, after = before+first.Nodes, after+second.Nodes
		if !request.Position.IsLegal(second.Best) {
			t.Errorf("%s: no legal move", fen)
		}
	}
	if after*4 > before*3 {
		t.Errorf("%d nodes while writing, still %d afterwards", before, after)
	}
}

// What another contempt or other knowledge has found out is never used: the search is
// the same as with an empty file.
func TestOtherKnowledgeAndContemptDoNotMeetInTheFile(t *testing.T) {
	file := openHashFile(t, filepath.Join(t.TempDir(), "games.hash"))
	position := mustPosition(t, benchPositions[1])
	searchAnew(t, Request{Position: position, Limits: Limits{Depth: 9}, HashFileUse: HashFileUse{File: file, Depth: 3}})
	for name, request := range map[string]Request{
		"contempt":  {Contempt: 50},
		"knowledge": {Knowledge: eval.All &^ 1},
	} {
		request.Position, request.Limits = position, Limits{Depth: 9}
		request.HashFileUse = HashFileUse{File: openHashFile(t, filepath.Join(t.TempDir(), "empty.hash")), Depth: 3}
		without := searchAnew(t, request)
		request.HashFileUse.File = file
		with := searchAnew(t, request)
		if with.Nodes != without.Nodes || with.Best != without.Best || with.Score != without.Score {
			t.Errorf("%s: %d nodes with the file, %d with an empty one", name, with.Nodes, without.Nodes)
		}
	}
}

// A file that breaks in mid-search is no reason to stop searching.
func TestASearchOutlivesItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	file := openHashFile(t, path)
	if err := os.Truncate(path, 100); err != nil {
		t.Fatal(err)
	}
	request := Request{Position: mustPosition(t, benchPositions[2]), Limits: Limits{Depth: 8}}
	without := searchAnew(t, request)
	request.HashFileUse = HashFileUse{File: file, Depth: 4}
	if with := searchAnew(t, request); with.Nodes != without.Nodes || with.Best != without.Best {
		t.Errorf("the search differs: %+v, %+v", with, without)
	}
	if !errors.Is(file.Err(), tt.ErrShrunk) {
		t.Errorf("the fault is %v", file.Err())
	}
}

func TestAHashFileIsMadeOnlyWithASize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	if _, err := OpenHashFile(path, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a size: %v", err)
	}
	if _, err := OpenHashFile(path, 3); !errors.Is(err, tt.ErrSize) {
		t.Errorf("with an odd size: %v", err)
	}
	if err := tt.CreateFile(path, 1, fingerprint()+1); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenHashFile(path, 1); !errors.Is(err, tt.ErrFingerprint) {
		t.Errorf("a file of another engine: %v", err)
	}
}
