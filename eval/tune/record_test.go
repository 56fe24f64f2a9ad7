package tune

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

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
		p, _, err := test.rules.ParseFEN(test.fen)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if _, err := appendRecord(nil, &sample{p, test.score}, draw); err != errUnfit {
			t.Errorf("%s: %v, want errUnfit", test.name, err)
		}
	}
}

// FuzzRecord: a record is refused, or what is read from it gives it again.
func FuzzRecord(f *testing.F) {
	for _, p := range randomPositions(40, 2) {
		record, err := appendRecord(nil, &sample{p, -12}, whiteWon)
		if err != nil {
			f.Fatal(err)
		}
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
