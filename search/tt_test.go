package search

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/tt"
	"alfiere/tt/syzygy"
)

// newTestTTAccess returns the access of a request to a table of its own.
func newTestTTAccess(t *testing.T, request Request) ttAccess {
	t.Helper()
	return newTTAccess(newEngine(t).tt, &request, [2]Score{Score(request.Contempt), Score(-request.Contempt)})
}

// probed returns what the table knows of the position with the key, at ply and depth.
func probed(s *ttAccess, key movegen.Key, ply, depth int) *node {
	n := &node{key: key, ply: ply, depth: depth}
	s.probe(n)
	return n
}

func TestTTGivesBackWhatWasStored(t *testing.T) {
	s := newTestTTAccess(t, Request{Knowledge: eval.All})
	random := rand.New(rand.NewPCG(51, 52))
	for range 20_000 {
		n := node{key: movegen.Key(random.Uint64()), ply: random.IntN(MaxPly), bestMove: movegen.Move(1 + random.IntN(1<<15)),
			bestScore: Score(random.IntN(4001) - 2000)}
		depth, bound, raw := random.IntN(MaxPly), tt.Bound(1+random.IntN(3)), Score(random.IntN(4001)-2000)
		s.save(&n, depth, bound, raw)
		got := probed(&s, n.key, random.IntN(MaxPly), 0)
		if !got.ttHit || got.ttMove != n.bestMove || got.ttScore != n.bestScore || got.ttDepth != depth || got.ttBound != bound || got.ttEval != raw {
			t.Fatalf("%+v stored with %d %v %d is read as %+v", n, depth, bound, raw, got)
		}
	}
}

func TestTTProvesNothingOfWhatItDoesNotKnow(t *testing.T) {
	s := newTestTTAccess(t, Request{Knowledge: eval.All})
	n := node{key: 99, depth: 3, alpha: -50, beta: 50, ttMove: movegen.NoMove}
	if s.probe(&n); n.ttHit || n.ttMove != movegen.NoMove || n.ttEval != noEval || n.ttBound != tt.None || n.ttSettles() {
		t.Errorf("an empty table says %+v", n)
	}
	if m := s.move(99); m != movegen.NoMove {
		t.Errorf("the move of a position that is not known is %v", m)
	}
	s.save(&node{key: 99, bestMove: 77}, 1, tt.Lower, 0)
	if m := s.move(99); m != 77 {
		t.Errorf("the move is %v", m)
	}
}

// A mate, or a win by tables, that is found at one ply and met at another is as far from the node as before.
func TestTTKeepsWinsByTheirDistanceFromTheNode(t *testing.T) {
	s := newTestTTAccess(t, Request{Knowledge: eval.All})
	for _, win := range []Score{MateScore, -MateScore, TBWin, -TBWin} {
		sign := win / max(win, -win)
		for found := range MaxPly {
			for distance := 0; distance+found < MaxPly; distance += 3 {
				key := movegen.Key(found)<<32 | movegen.Key(distance+1)
				s.save(&node{key: key, ply: found, bestScore: win - sign*Score(found+distance)}, 5, tt.Exact, 0)
				for met := 0; met+distance < MaxPly; met += 7 {
					want := win - sign*Score(met+distance)
					if got := probed(&s, key, met, 1); got.ttScore != want {
						t.Fatalf("%d in %d plies, found at ply %d, met at %d: %d, not %d", win, distance, found, met, got.ttScore, want)
					}
				}
			}
		}
	}
}

func TestScoresThatDecideNothingDoNotDependOnThePly(t *testing.T) {
	for s := -TBBound; s <= TBBound; s += 7 {
		for ply := 0; ply < MaxPly; ply += 5 {
			if toTT(s, ply) != int16(s) || fromTT(int16(s), ply) != s {
				t.Fatalf("score %d at ply %d is stored as %d and read as %d", s, ply, toTT(s, ply), fromTT(int16(s), ply))
			}
		}
	}
}

// What other knowledge, other noise or tables have found out is not seen in the same table; what
// only contempt makes different is, as within a game it stays the same.
func TestTTAccessesOfDifferentRequestsDoNotMeet(t *testing.T) {
	table := newEngine(t).tt
	requests := []Request{
		{Knowledge: eval.All}, {Knowledge: eval.Material}, {Knowledge: eval.Material | eval.Pawns},
		{Knowledge: eval.All, Legacy: Legacy{Noise: 10, Seed: 1}}, {Knowledge: eval.All, Legacy: Legacy{Noise: 10, Seed: 2}},
		{Knowledge: eval.All, Legacy: Legacy{Lazy: 30}}, {Knowledge: eval.Material, Legacy: Legacy{Lazy: 30}},
		{Knowledge: eval.All, Endgames: EndgameUse{Tables: new(syzygy.Tables), Rule50: true}},
		{Knowledge: eval.All, Endgames: EndgameUse{Tables: new(syzygy.Tables)}},
		{Knowledge: eval.Material, Endgames: EndgameUse{Tables: new(syzygy.Tables)}},
	}
	for i := range requests {
		s := newTTAccess(table, &requests[i], [2]Score{})
		if got := probed(&s, 1234567, 0, 1); got.ttHit {
			t.Errorf("request %d finds what request %d has stored", i, got.ttScore)
		}
		s.save(&node{key: 1234567, bestScore: Score(i)}, 4, tt.Exact, 0)
		if got := probed(&s, 1234567, 0, 1); !got.ttHit || got.ttScore != Score(i) {
			t.Errorf("request %d does not find what it has stored", i)
		}
	}
	for name, same := range map[string]Request{
		"a window":   {Knowledge: eval.All, Legacy: Legacy{Below: 5, Above: 9}},
		"recaptures": {Knowledge: eval.All, Legacy: Legacy{Recaptures: true}},
		"contempt":   {Knowledge: eval.All, Contempt: 30},
	} {
		s := newTTAccess(table, &same, [2]Score{30, -30})
		if got := probed(&s, 1234567, 0, 1); !got.ttHit || got.ttScore != 0 {
			t.Errorf("%s hides what the usual search has stored", name)
		}
	}
}

// fileTTAccess returns the access to a new table and the given file.
func fileTTAccess(t *testing.T, file *HashFile, minDepth int) ttAccess {
	return newTestTTAccess(t, Request{Knowledge: eval.All, HashFileUse: HashFileUse{File: file, Depth: minDepth}})
}

func TestTheFileIsWrittenAndReadFromItsDepthOn(t *testing.T) {
	file := openHashFile(t, filepath.Join(t.TempDir(), "games.hash"))
	writer, reader := fileTTAccess(t, file, 5), fileTTAccess(t, file, 5)
	const deep, shallow = movegen.Key(0x1111 << 40), movegen.Key(0x2222 << 40)
	mate := MateScore - 9
	writer.save(&node{key: deep, ply: 4, bestScore: mate, bestMove: 7}, 5, tt.Exact, 11)
	writer.save(&node{key: shallow, bestScore: 1}, 4, tt.Exact, 11)
	for _, c := range []struct {
		name  string
		n     node
		known bool
	}{
		{"deep enough", node{key: deep, depth: 5, ply: 6}, true},
		{"a node that is not deep enough", node{key: deep ^ 1, depth: 4, ply: 6}, false},
		{"a result that was not deep enough", node{key: shallow, depth: 5}, false},
		{"a singular search", node{key: deep, depth: 5, excluding: true}, false},
		{"a node near the horizon", node{key: deep, depth: 4}, false},
	} {
		fresh := fileTTAccess(t, file, 5)
		if fresh.probe(&c.n); c.n.ttHit != c.known {
			t.Errorf("%s: known %v", c.name, c.n.ttHit)
		}
		if c.known && (c.n.ttScore != mate-2 || c.n.ttMove != 7 || c.n.ttDepth != 5 || c.n.ttEval != 11) {
			t.Errorf("%s: %+v", c.name, c.n)
		}
	}
	// The table learns what the file knew, and is believed when it knows more.
	if probed(&reader, deep, 0, 5); !probed(&reader, deep, 0, 1).ttHit {
		t.Error("the table has not learnt what the file knew")
	}
	reader.tt.Clear()
	reader.tt.Store(deep^reader.keySalt, tt.Entry{Score: 33, Depth: 6, Bound: tt.Lower})
	if got := probed(&reader, deep, 0, 9); got.ttScore != 33 || got.ttDepth != 6 {
		t.Errorf("the file's shallower result hides the table's: %+v", got)
	}
}

func TestContemptMakesTheFilesEntriesItsOwn(t *testing.T) {
	seen := map[movegen.Key]Score{}
	for contempt := Score(-200); contempt <= 200; contempt++ {
		salt := contemptSalt([2]Score{contempt, -contempt})
		if other, taken := seen[salt]; taken {
			t.Fatalf("contempt %d and %d have the same salt", contempt, other)
		}
		seen[salt] = contempt
	}
	if contemptSalt([2]Score{}) != 0 {
		t.Error("without contempt there is a salt")
	}
}

func openHashFile(t testing.TB, path string) *HashFile {
	t.Helper()
	file := must.Get(OpenHashFile(path, 1))(t)
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// searchAnew searches with an engine that knows nothing, as after a restart: only the file is left.
func searchAnew(t testing.TB, request Request) Result {
	t.Helper()
	return emptyEngine(t).Search(context.Background(), request, nil)
}

var reused *Engine

// emptyEngine returns an engine that knows nothing, until it is called again: always the same one, which spares memory.
func emptyEngine(t testing.TB) *Engine {
	t.Helper()
	if reused == nil {
		reused = must.Get(New(1))(t)
	}
	reused.NewGame()
	return reused
}

func TestASecondRunWithTheFileNeedsFewerNodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	var before, after uint64
	for _, fen := range benchPositions[:effort.Of(12, 6, 6)] {
		request := Request{Position: mustPosition(t, fen), Limits: Limits{Depth: 10}}
		file := openHashFile(t, path)
		request.HashFileUse = HashFileUse{File: file, Depth: 2}
		first := searchAnew(t, request)
		must.Do(t, file.Close())
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

// What another contempt or other knowledge has found out is never used: the search is the same as with an empty file.
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
	must.Do(t, os.Truncate(path, 100))
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
	must.Do(t, tt.CreateFile(path, 1, fingerprint()+1))
	if _, err := OpenHashFile(path, 1); !errors.Is(err, tt.ErrFingerprint) {
		t.Errorf("a file of another engine: %v", err)
	}
}
