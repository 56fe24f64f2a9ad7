package network

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// randomNetwork returns a network with weights of the usual sizes.
func randomNetwork(t testing.TB, seed uint64) *Network {
	t.Helper()
	random, f := rand.New(rand.NewPCG(seed, 0)), new(Float)
	for i := range f.InputWeights {
		for j := range f.InputWeights[i] {
			f.InputWeights[i][j] = float32(random.NormFloat64() / 8)
		}
	}
	for b := range f.OutputWeights {
		for i := range f.InputBiases {
			f.InputBiases[i] = float32(random.NormFloat64())
			f.OutputWeights[b][0][i] = min(max(float32(random.NormFloat64()), -MaxWeight), MaxWeight)
			f.OutputWeights[b][1][i] = min(max(float32(random.NormFloat64()), -MaxWeight), MaxWeight)
		}
		f.OutputBiases[b] = float32(random.NormFloat64())
	}
	return must.Get(f.Quantize("for a test"))(t)
}

// slow is Accumulator.Evaluate by the definition.
func slow(n *Network, p *movegen.Position) int {
	sum := 0
	for i, side := range [2]movegen.Color{p.Side(), p.Side().Other()} {
		for j := range Hidden {
			v := int(n.inputBiases[j])
			for set := p.Occupied(); set != 0; {
				s := set.Pop()
				v += int(n.inputWeights[Input(side, p.King(side).File() >= 4, p.PieceAt(s), s)][j])
			}
			v = min(max(v, 0), InputUnit)
			sum += v * v * int(n.outputWeights[Bucket(p.Occupied().Count())][i][j])
		}
	}
	return (sum/InputUnit + int(n.outputBiases[Bucket(p.Occupied().Count())])) * Scale / (InputUnit * OutputUnit)
}

// TestAccumulatorsFollowTheMoves plays random games, with the castling of Chess960, and compares
// the accumulators updated move by move, in jumps and from nothing, and the slow definition.
func TestAccumulatorsFollowTheMoves(t *testing.T) {
	n, random := randomNetwork(t, 1), rand.New(rand.NewPCG(2, 3))
	var kinds [4]int
	var step, jump, anew Accumulator
	p := movegen.StartPosition()
	for range effort.Of(10_000_000, 40_000, 40_000) {
		list := p.Moves()
		if len(list) == 0 || p.HalfmoveClock() > 100 || p.Occupied().Count() < 4 {
			p = movegen.Chess960Start(random.IntN(960))
			continue
		}
		m := list[random.IntN(len(list))]
		for _, other := range list { // rare moves are played when they can be
			if other.Kind() != 0 && random.IntN(4) == 0 {
				m = other
			}
		}
		kinds[m.Kind()&3]++
		p.Make(m)
		step.Set(n, &step, &p)
		if random.IntN(5) == 0 {
			jump.Set(n, &jump, &p)
		}
		next := jump
		next.Set(n, &jump, &p)
		anew = Accumulator{}
		anew.Set(n, &anew, &p)
		if step != anew || next != anew {
			t.Fatalf("after %v, %s: updated step by step %t, in a jump %t", m, p.FEN(), step == anew, next == anew)
		}
		if random.IntN(50) == 0 {
			if got, want := step.Evaluate(n, p.Side()), slow(n, &p); got != want {
				t.Fatalf("%s: %d, by the definition %d", p.FEN(), got, want)
			}
		}
	}
	for kind, count := range kinds {
		if count == 0 {
			t.Errorf("no move of kind %d was played", kind)
		}
	}
}

// TestCrowdedBoards goes from board to board of a composer who knows no limits, up to full ones.
func TestCrowdedBoards(t *testing.T) {
	n, random := randomNetwork(t, 1), rand.New(rand.NewPCG(5, 3))
	var step, anew Accumulator
	most := 0
	for range 3000 {
		var b movegen.Builder
		b.EnPassant, b.FullmoveNumber, b.Side = movegen.NoSquare, 1, movegen.Color(random.IntN(2))
		share := random.Float64()
		for s := range movegen.Square(64) {
			if t := movegen.PieceType(1 + random.IntN(5)); random.Float64() < share && (t != movegen.Pawn || s.Rank()%7 != 0) {
				b.Board[s] = movegen.MakePiece(movegen.Color(random.IntN(2)), t)
			}
		}
		kings := random.Perm(64)
		b.Board[kings[0]] = movegen.MakePiece(movegen.White, movegen.King)
		b.Board[kings[1]] = movegen.MakePiece(movegen.Black, movegen.King)
		p, _, err := b.Build(movegen.Rules{Composed: true})
		if err != nil {
			continue // the kings touch, or the side not to move is in check
		}
		most = max(most, p.Occupied().Count())
		step.Set(n, &step, &p)
		anew = Accumulator{}
		if anew.Set(n, &anew, &p); step != anew {
			t.Fatalf("%s: the accumulators differ", p.FEN())
		}
		if got, want := step.Evaluate(n, p.Side()), slow(n, &p); got != want {
			t.Fatalf("%s: %d, by the definition %d", p.FEN(), got, want)
		}
	}
	if most < 50 {
		t.Errorf("no board has more than %d pieces", most)
	}
}

// TestAPieceIsLeftOut compares with the board that has no such piece.
func TestAPieceIsLeftOut(t *testing.T) {
	n, p := randomNetwork(t, 1), movegen.StartPosition()
	var all, without, want Accumulator
	all.Set(n, &all, &p)
	b := p.Builder()
	b.Board[movegen.A1+8] = movegen.NoPiece
	smaller := must.First(b.Build(movegen.Rules{}))(t)
	without.SetWithout(n, &all, &p, movegen.A1+8)
	want.Set(n, &want, &smaller)
	if !without.Equal(&want) {
		t.Error("the accumulators differ")
	}
}

func TestAFileIsReadAsItWasWritten(t *testing.T) {
	n := randomNetwork(t, 4)
	path := filepath.Join(t.TempDir(), "a.net")
	must.Do(t, os.WriteFile(path, n.Bytes(), 0o666))
	got, err := ReadFile(path)
	if err != nil || *got != *n || got.made != "for a test" {
		t.Errorf("read something else: %v", err)
	}
	must.Do(t, os.WriteFile(path, append(n.Bytes(), make([]byte, MaxSize)...), 0o666))
	if _, err := ReadFile(path); err == nil || !strings.HasPrefix(err.Error(), path) {
		t.Errorf("a file that is too long: %v", err)
	}
}

// TestDamagedFilesAreRefused changes each part of a file.
func TestDamagedFilesAreRefused(t *testing.T) {
	whole := randomNetwork(t, 4).Bytes()
	for want, change := range map[string]func(data []byte) []byte{
		"not a network file":     func(data []byte) []byte { return data[:5] },
		"of version '2'":         func(data []byte) []byte { data[7] = '2'; return data },
		"ends in its header":     func(data []byte) []byte { return data[:20] },
		"has 769 inputs":         func(data []byte) []byte { data[8]++; return data },
		"129 hidden neurons":     func(data []byte) []byte { data[12]++; return data },
		"9 buckets":              func(data []byte) []byte { data[16]++; return data },
		"a description of":       func(data []byte) []byte { data[23]++; return data },
		"bytes instead of":       func(data []byte) []byte { return data[:len(data)-1] },
		"wrong checksum":         func(data []byte) []byte { data[1000] ^= 1; return data },
		"more than 16 bits hold": func(data []byte) []byte { return changed(func(n *Network) { n.inputBiases[3] = -32768 }) },
		"an output weight of":    func(data []byte) []byte { return changed(func(n *Network) { n.outputWeights[1][1][1] = 128 }) },
		"an output bias of":      func(data []byte) []byte { return changed(func(n *Network) { n.outputBiases[7] = maxBias + 1 }) },
		"is not a line":          func(data []byte) []byte { return changed(func(n *Network) { n.made = "a\nb" }) },
	} {
		if _, err := Parse(change(bytes.Clone(whole))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := new(Float).Quantize(strings.Repeat("x", maxMade+1)); err == nil {
		t.Error("a description that is too long was accepted")
	}
}

// changed returns the file of a network with something changed.
func changed(change func(n *Network)) []byte {
	n := new(Network)
	change(n)
	return n.Bytes()
}

func FuzzParse(f *testing.F) {
	whole := new(Network).Bytes()
	for _, size := range []int{0, 8, 24, len(whole) - 4, len(whole)} {
		f.Add(whole[:size])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := Parse(data); err == nil && !bytes.Equal(n.Bytes(), data) {
			t.Error("what was read is written as something else")
		}
	})
}
