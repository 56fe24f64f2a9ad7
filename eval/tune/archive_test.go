package tune

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

var testProvenance = Provenance{Seed: 5, Nodes: 5000, Signature: 77, Openings: 9}

// testGames returns games of a few positions each, all different.
func testGames(count int) []game {
	games := make([]game, count)
	positions := randomPositions(4*count, 3)
	for i := range games {
		games[i] = game{Number: uint64(i), Result: points(i % 3), Plies: 10 * i}
		for j := range i % 4 {
			games[i].Samples = append(games[i].Samples, sample{positions[4*i+j], i - j})
		}
	}
	return games
}

// writeArchive writes the games that the archive lacks and returns what was dropped before.
func writeArchive(t *testing.T, path string, games []game) (dropped int64) {
	t.Helper()
	a, dropped, err := openArchive(path, testProvenance)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games[a.games:] {
		must.Do(t, a.Append(&g))
	}
	must.Do(t, a.Close())
	return dropped
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

func TestGamesComeBackFromAnArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	games := testGames(9)
	writeArchive(t, path, games)
	r, err := newReader(bytes.NewReader(readFile(t, path)))
	if err != nil || r.provenance != testProvenance {
		t.Fatalf("%+v, %v", r.provenance, err)
	}
	var g game
	for _, want := range games {
		must.Do(t, r.Read(&g))
		if g.Number != want.Number || g.Result != want.Result || g.Plies != want.Plies || len(g.Samples) != len(want.Samples) {
			t.Fatalf("game %d came back as %+v", want.Number, g)
		}
		for i := range want.Samples {
			if g.Samples[i] != want.Samples[i] {
				t.Errorf("game %d: %s came back as %s", g.Number, want.Samples[i].Position.FEN(), g.Samples[i].Position.FEN())
			}
		}
	}
	if err := r.Read(&g); err != io.EOF {
		t.Errorf("behind the last game: %v", err)
	}
}

func TestARunKilledAtAnyByteGoesOn(t *testing.T) {
	folder := t.TempDir()
	games := testGames(5)
	whole := filepath.Join(folder, "whole")
	writeArchive(t, whole, games)
	want := readFile(t, whole)
	for length := range want {
		path := filepath.Join(folder, "cut")
		must.Do(t, os.WriteFile(path, want[:length], 0o666))
		dropped := writeArchive(t, path, games)
		if got := readFile(t, path); !bytes.Equal(got, want) {
			t.Fatalf("cut at byte %d: the archive differs", length)
		}
		if length >= headerSize && dropped > int64(headSize+3*recordSize) {
			t.Errorf("cut at byte %d: %d bytes dropped, more than a game", length, dropped)
		}
	}
}

func TestDamageIsRefusedWithItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	writeArchive(t, path, testGames(5))
	whole := readFile(t, path)
	for i := range whole {
		data := bytes.Clone(whole)
		data[i] ^= 1 << (i % 8)
		err := readAll(data)
		var damage *damageError
		switch {
		case i < 12 && errors.Is(err, errNoArchive):
		case !errors.As(err, &damage):
			t.Errorf("byte %d changed: %v", i, err)
		case damage.Offset > int64(i) || int64(i)-damage.Offset >= headSize+3*recordSize:
			t.Errorf("byte %d changed: the fault is placed at %d", i, damage.Offset)
		}
		must.Do(t, os.WriteFile(path, data, 0o666))
		if _, _, err := openArchive(path, testProvenance); err == nil {
			t.Errorf("byte %d changed: the archive is gone on with", i)
		}
		if !bytes.Equal(readFile(t, path), data) {
			t.Errorf("byte %d changed: the refused file was written to", i)
		}
	}
}

func readAll(data []byte) error {
	r, err := newReader(bytes.NewReader(data))
	for g := new(game); err == nil; {
		err = r.Read(g)
	}
	return err
}

func TestFilesThatAreNoSuchArchiveAreLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	other := testProvenance
	other.Nodes++
	tests := []struct {
		name string
		data []byte
		want error
	}{
		{"a short text", []byte("hello"), errNoArchive},
		{"a long text", bytes.Repeat([]byte("hello "), 100), errNoArchive},
		{"games of other nodes", other.header(), errOtherGames},
	}
	for _, test := range tests {
		must.Do(t, os.WriteFile(path, test.data, 0o666))
		if _, _, err := openArchive(path, testProvenance); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
		if !bytes.Equal(readFile(t, path), test.data) {
			t.Errorf("%s: the file was changed", test.name)
		}
	}
}

func TestAGameThatIsMissingIsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	data := testProvenance.header()
	games := testGames(3)
	for _, i := range []int{0, 2} {
		data = must.Get(appendBlock(data, &games[i]))(t)
	}
	must.Do(t, os.WriteFile(path, data, 0o666))
	var damage *damageError
	if _, _, err := openArchive(path, testProvenance); !errors.As(err, &damage) || damage.Offset != headerSize+headSize {
		t.Errorf("%v, want the place of game 2", err)
	}
}

func TestNoPositionStandsInAnArchiveTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	p := randomPositions(3, 4)
	first := game{Samples: []sample{{p[0], 1}, {p[1], 2}, {p[0], 3}}}
	writeArchive(t, path, []game{first})
	second := game{Number: 1, Samples: []sample{{p[1], 4}, {p[2], 5}}}
	writeArchive(t, path, []game{first, second})
	r := must.Get(newReader(bytes.NewReader(readFile(t, path))))(t)
	var scores []int
	for g := new(game); r.Read(g) == nil; {
		for _, s := range g.Samples {
			scores = append(scores, s.Score)
		}
	}
	if len(scores) != 3 || scores[0] != 1 || scores[1] != 2 || scores[2] != 5 {
		t.Errorf("positions with the scores %v, want 1, 2 and 5", scores)
	}
}

// FuzzReader: whatever the bytes, reading ends with one of the errors it promises.
func FuzzReader(f *testing.F) {
	data := testProvenance.header()
	for _, g := range testGames(4) {
		data = must.Get(appendBlock(data, &g))(f)
	}
	f.Add(data)
	f.Add(data[:100])
	f.Fuzz(func(t *testing.T, data []byte) {
		err := readAll(data)
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, errNoArchive) && !errors.As(err, new(*damageError)) {
			t.Errorf("%v", err)
		}
	})
}

// randomPositions returns n positions from random games; the same seed gives the same ones.
func randomPositions(n int, seed uint64) []movegen.Position {
	random := rand.New(rand.NewPCG(seed, 1))
	var positions []movegen.Position
	for len(positions) < n {
		p := movegen.StartPosition()
		for ply := 0; ply < 160 && len(positions) < n; ply++ {
			var moves movegen.MoveList
			p.LegalMoves(&moves)
			if moves.Len() == 0 {
				break
			}
			p.Make(moves.At(random.IntN(moves.Len())))
			positions = append(positions, p)
		}
	}
	return positions
}

func TestPositionsComeBackFromTheirRecords(t *testing.T) {
	for i, p := range randomPositions(5000, 1) {
		want, points := sample{p, i - 2500}, points(i%3)
		record, err := appendRecord(nil, &want, points)
		if err != nil || len(record) != recordSize {
			t.Fatalf("%s: %d bytes, %v", p.FEN(), len(record), err)
		}
		got, result, err := readRecord((*[recordSize]byte)(record))
		if err != nil || got != want || result != points {
			t.Fatalf("%s, %d, %d: came back as %s, %d, %d, %v",
				p.FEN(), want.Score, points, got.Position.FEN(), got.Score, result, err)
		}
	}
}

func TestWhatARecordCannotHoldIsRefused(t *testing.T) {
	tests := []struct {
		name  string
		rules movegen.Rules
		fen   string
		score int
	}{
		{"more than 32 pieces", movegen.Rules{Composed: true}, "4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", 0},
		{"a rook that castles from elsewhere", movegen.Rules{Chess960: true}, "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", 0},
		{"more moves than 16 bits hold", movegen.Rules{}, "4k3/8/8/8/8/8/8/R3K3 w - - 0 32769", 0},
		{"a counter beyond 8 bits", movegen.Rules{}, "4k3/8/8/8/8/8/8/R3K3 w - - 256 200", 0},
		{"a score beyond 16 bits", movegen.Rules{}, movegen.StartFEN, 32768},
	}
	for _, test := range tests {
		p := must.First(test.rules.ParseFEN(test.fen))(t)
		if _, err := appendRecord(nil, &sample{p, test.score}, draw); err != errUnfit {
			t.Errorf("%s: %v, want errUnfit", test.name, err)
		}
	}
}

// FuzzRecord: a record is refused, or what is read from it gives it again.
func FuzzRecord(f *testing.F) {
	for _, p := range randomPositions(40, 2) {
		record := must.Get(appendRecord(nil, &sample{p, -12}, whiteWon))(f)
		f.Add(record)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) != recordSize {
			return
		}
		sample, result, err := readRecord((*[recordSize]byte)(data))
		if err != nil {
			return
		}
		if again, err := appendRecord(nil, &sample, result); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%x was read as %s and written as %x, %v", data, sample.Position.FEN(), again, err)
		}
	})
}
