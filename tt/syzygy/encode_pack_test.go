package syzygy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// unpack reads packed values back, block by block and bit by bit, and notes if a symbol
// stands for values beyond the end of its block.
func (p *packed) unpack(blockBits int, seen map[string]bool) (values []uint16) {
	symbolOf := map[[2]uint32]int{} // by length and word
	for number, n := range p.code.bits {
		if n > 0 {
			symbolOf[[2]uint32{uint32(n), p.code.word[number]}] = number
		}
	}
	var expand func(symbol int)
	expand = func(symbol int) {
		if p.code.right[symbol] == 4095 {
			values = append(values, uint16(p.code.left[symbol]))
			return
		}
		expand(p.code.left[symbol])
		expand(p.code.right[symbol])
	}
	for block := range p.count {
		bytes := p.blocks[block<<blockBits : (block+1)<<blockBits]
		want := len(values) + int(p.lengths[block]) + 1
		length, word := uint32(0), uint32(0)
		for bit := 0; len(values) < want; bit++ {
			length, word = length+1, word<<1|uint32(bytes[bit/8]>>(7-bit%8)&1)
			if symbol, ok := symbolOf[[2]uint32{length, word}]; ok {
				expand(symbol)
				length, word = 0, 0
				if len(values) > want {
					seen["overhang"] = true
				}
				values = values[:min(len(values), want)]
			}
		}
	}
	return values
}

func TestPackedValuesUnpack(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[string]bool{}
	for range 150 {
		how := randomCoding(rng)
		top := []int{0, 1, 4, 4, 90, 255, 900, 4000}[rng.IntN(8)]
		size, mean := 1+rng.Uint64N(40_000), uint64(1)<<rng.IntN(14)
		runs := randomRuns(rng, size, mean, top)
		p := pack(runs, how)
		if p.size != size || len(p.blocks) != p.count<<how.blockBits {
			t.Fatalf("%+v: %d values of %d in %d blocks of %d bytes", how, p.size, size, p.count, len(p.blocks))
		}
		got := p.unpack(how.blockBits, seen)
		if !slices.Equal(runsOf(got), joinRuns(runs)) {
			t.Fatalf("%+v, top %d, mean %d: other values come out", how, top, mean)
		}
		checkCode(t, p.code)
		seen[fmt.Sprint("longest code ", p.code.max)] = true
		seen[fmt.Sprint("deepest tree ", p.code.depth()/32*32)] = true
	}
	for _, want := range []string{"longest code 1", "longest code 32", "overhang", "deepest tree 0", "deepest tree 224"} {
		if !seen[want] {
			t.Errorf("no %s: %v", want, seen)
		}
	}
}

// joinRuns joins neighbours with the same value.
func joinRuns(runs []valueRun) (joined []valueRun) {
	for _, r := range runs {
		if n := len(joined); n > 0 && joined[n-1].value == r.value {
			joined[n-1].count += r.count
		} else {
			joined = append(joined, r)
		}
	}
	return joined
}

// checkCode demands that the code's words use up all bits, and its bounds.
func checkCode(t *testing.T, c *code) {
	t.Helper()
	used := uint64(0)
	for _, n := range c.bits {
		if n > 0 {
			used += 1 << (32 - n)
		}
	}
	if used != 1<<32 && c.max > 1 || c.max > 32 || len(c.lowest) != c.max-c.min+1 || len(c.left) > mostSymbols {
		t.Fatalf("codes of %d to %d bits for %d symbols use %d of 1<<32", c.min, c.max, len(c.left), used)
	}
}

// depth returns the depth of the deepest symbol, 0 of values.
func (c *code) depth() (deepest int) {
	depths := make([]int, len(c.left))
	var depth func(symbol int) int
	depth = func(symbol int) int {
		if c.right[symbol] == 4095 {
			return 0
		}
		if depths[symbol] == 0 {
			depths[symbol] = 1 + max(depth(c.left[symbol]), depth(c.right[symbol]))
		}
		return depths[symbol]
	}
	for symbol := range c.left {
		deepest = max(deepest, depth(symbol))
	}
	return deepest
}
