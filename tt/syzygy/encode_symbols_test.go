package syzygy

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// The compression of the format, written plainly: values become symbols, each of which is
// a value or a pair of symbols; symbols become a canonical prefix code.

// valueRun is a value that so many numbers in a row have.
type valueRun struct {
	value uint16
	count uint64
}

// coding says how values are compressed.
type coding struct {
	single    bool // all values are the first one's, which the head says
	blockBits int  // a block has 1<<blockBits bytes
	spanBits  int  // an entry of the index stands for 1<<spanBits numbers
	comb      bool // runs grow value by value, so that trees are deep; else they double
	rounds    int  // rounds of pairing
	unary     int  // so many symbols have codes of 1, 2, 3 … bits; 0: Huffman's lengths
	limit     int  // of symbols; 0: 4,095
	uncoded   bool // symbols that are only parts of others have no code of their own
	overhang  bool // a block may end with a longer symbol whose code is shorter
}

const (
	mostSymbols   = 4095 // the number 4,095 marks a value
	longestSymbol = 256  // values of a symbol
)

// symbolTable has the symbols while they are found: values first, pairs later.
type symbolTable struct {
	limit  int
	left   []int
	right  []int // -1: left is a value
	length []int
	values map[uint16]int
	pairs  map[[2]int]int
}

func newSymbolTable(limit int) *symbolTable {
	if limit == 0 {
		limit = mostSymbols
	}
	return &symbolTable{limit: limit, values: map[uint16]int{}, pairs: map[[2]int]int{}}
}

func (s *symbolTable) add(left, right, length int) int {
	s.left, s.right, s.length = append(s.left, left), append(s.right, right), append(s.length, length)
	return len(s.left) - 1
}

// value returns the symbol of a value.
func (s *symbolTable) value(v uint16) int {
	symbol, ok := s.values[v]
	if !ok {
		symbol = s.add(int(v), -1, 1)
		s.values[v] = symbol
	}
	return symbol
}

// pair returns the symbol of two, -1 if there can be none.
func (s *symbolTable) pair(a, b int) int {
	if symbol, ok := s.pairs[[2]int{a, b}]; ok {
		return symbol
	}
	length := s.length[a] + s.length[b]
	if len(s.left) >= s.limit || length > longestSymbol {
		return -1
	}
	symbol := s.add(a, b, length)
	s.pairs[[2]int{a, b}] = symbol
	return symbol
}

// tokens turns runs into symbols: those of a run double, or grow by one value each.
func (s *symbolTable) tokens(runs []valueRun, comb bool) (tokens []uint16) {
	for _, run := range runs {
		s.value(run.value) // before the pairs take all the room
	}
	for _, run := range runs {
		for left := run.count; left > 0; {
			symbol := s.value(run.value)
			for left > uint64(s.length[symbol]) {
				next := symbol
				if comb {
					next = s.value(run.value)
				}
				if uint64(s.length[symbol]+s.length[next]) > left {
					break
				}
				longer := s.pair(symbol, next)
				if longer < 0 {
					break
				}
				symbol = longer
			}
			for left >= uint64(s.length[symbol]) {
				tokens = append(tokens, uint16(symbol))
				left -= uint64(s.length[symbol])
			}
		}
	}
	return tokens
}

// pairUp is a round of recursive pairing: the most frequent pairs become symbols.
func (s *symbolTable) pairUp(tokens []uint16) []uint16 {
	const sample, perRound = 20_000, 40
	counts := map[[2]int]int{}
	for i := 1; i < min(len(tokens), sample); i++ {
		counts[[2]int{int(tokens[i-1]), int(tokens[i])}]++
	}
	var pairs [][2]int
	for pair, n := range counts {
		if n > 3 && s.length[pair[0]]+s.length[pair[1]] <= longestSymbol {
			pairs = append(pairs, pair)
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int {
		return cmp.Or(counts[b]-counts[a], a[0]-b[0], a[1]-b[1])
	})
	made := map[[2]uint16]int{}
	for _, pair := range pairs[:min(len(pairs), perRound)] {
		if symbol := s.pair(pair[0], pair[1]); symbol >= 0 {
			made[[2]uint16{uint16(pair[0]), uint16(pair[1])}] = symbol
		}
	}
	kept := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		if i+1 < len(tokens) {
			if symbol, ok := made[[2]uint16{tokens[i], tokens[i+1]}]; ok {
				kept = append(kept, uint16(symbol))
				i++
				continue
			}
		}
		kept = append(kept, tokens[i])
	}
	return kept
}

// code is the prefix code of a table: symbols by number, the longest codes first.
type code struct {
	left, right []int // by number
	length      []int // values of a symbol, less none
	bits        []int // length of the code; 0: none
	word        []uint32
	lowest      []int // the first number of each length, from the shortest
	min, max    int   // bits
	numberOf    []int // by symbol of the symbolTable
}

// makeCode gives every symbol that occurs a code; the others have none, or a long one.
func makeCode(s *symbolTable, tokens []uint16, how coding) *code {
	counts := make([]int, len(s.left))
	for _, t := range tokens {
		counts[t]++
	}
	var coded, rest []int
	for symbol, n := range counts {
		if n > 0 || !how.uncoded {
			coded = append(coded, symbol)
		} else {
			rest = append(rest, symbol)
		}
	}
	if len(coded) < 2 { // the one code is a bit: the other bit means nothing
		return s.canonical(append(coded, rest...), []int{1})
	}
	slices.SortStableFunc(coded, func(a, b int) int { return counts[b] - counts[a] })
	var lengths []int
	if how.unary > 0 {
		lengths = unaryLengths(len(coded), how.unary)
	} else {
		lengths = huffmanLengths(coded, counts)
	}
	slices.Sort(lengths) // the most frequent have the shortest
	slices.Reverse(coded)
	slices.Reverse(lengths)
	return s.canonical(append(coded, rest...), lengths)
}

// canonical numbers the symbols in an order; the first have codes of falling lengths.
func (s *symbolTable) canonical(order, lengths []int) *code {
	c := &code{numberOf: make([]int, len(s.left)), max: lengths[0], min: lengths[len(lengths)-1]}
	for number, symbol := range order {
		c.numberOf[symbol] = number
	}
	c.bits = append(slices.Clone(lengths), make([]int, len(order)-len(lengths))...)
	for _, symbol := range order {
		left, right := s.left[symbol], 4095
		if s.right[symbol] >= 0 {
			left, right = c.numberOf[left], c.numberOf[s.right[symbol]]
		}
		c.left, c.right = append(c.left, left), append(c.right, right)
		c.length = append(c.length, s.length[symbol])
	}
	// The longest codes count up from zero; a shorter one is the next number, cut.
	c.word = make([]uint32, len(order))
	next, length := uint32(0), c.max
	for number, l := range lengths {
		next >>= length - l
		length = l
		c.word[number] = next
		next++
	}
	for l := c.min; l <= c.max; l++ {
		first := slices.IndexFunc(lengths, func(have int) bool { return have <= l })
		c.lowest = append(c.lowest, first)
	}
	return c
}

// longer returns, by number, the symbol with the shortest code that begins with the values
// of a symbol; it may be the symbol itself.
func (c *code) longer() (instead []int) {
	for number := range c.left {
		instead = append(instead, number)
	}
	for number, n := range c.bits {
		for part := number; n > 0 && c.right[part] != 4095; {
			part = c.left[part]
			if n < c.bits[instead[part]] {
				instead[part] = number
			}
		}
	}
	return instead
}

// unaryLengths returns lengths 1, 2, 3 … k, and for the others as many more bits as they
// need. k is less where a code would be longer than 32 bits.
func unaryLengths(n, k int) (lengths []int) {
	k = min(k, n-1)
	for k+bits.Len(uint(n-k-1)) > 32 {
		k--
	}
	for l := 1; l <= k; l++ {
		lengths = append(lengths, l)
	}
	rest := n - k
	depth := bits.Len(uint(rest - 1)) // of rest leaves, so many are one less deep
	shallow := 1<<depth - rest
	for i := range rest {
		if i < shallow {
			lengths = append(lengths, k+depth-1)
		} else {
			lengths = append(lengths, k+depth)
		}
	}
	return lengths
}

// huffmanLengths returns the lengths of Huffman's code, at most 32 bits.
func huffmanLengths(symbols, counts []int) []int {
	type node struct{ weight, symbol, left, right int }
	for flatten := 0; ; flatten++ {
		var nodes []node
		for i := range symbols {
			nodes = append(nodes, node{counts[symbols[i]]>>flatten + 1, i, -1, -1})
		}
		slices.SortStableFunc(nodes, func(a, b node) int { return a.weight - b.weight })
		leaf, inner, leaves := 0, len(symbols), len(symbols)
		take := func() (i int) {
			if leaf < leaves && (inner >= len(nodes) || nodes[leaf].weight <= nodes[inner].weight) {
				leaf++
				return leaf - 1
			}
			inner++
			return inner - 1
		}
		for len(nodes) < 2*leaves-1 {
			a, b := take(), take()
			nodes = append(nodes, node{nodes[a].weight + nodes[b].weight, -1, a, b})
		}
		depth := make([]int, len(nodes))
		var lengths []int
		for i := len(nodes) - 1; i >= 0; i-- {
			if nodes[i].symbol >= 0 {
				lengths = append(lengths, depth[i])
				continue
			}
			depth[nodes[i].left], depth[nodes[i].right] = depth[i]+1, depth[i]+1
		}
		if slices.Max(lengths) <= 32 {
			return lengths
		}
	}
}

// compress returns the code of values and the symbols that stand for them.
func compress(runs []valueRun, how coding) (*code, []uint16) {
	s := newSymbolTable(how.limit)
	tokens := s.tokens(runs, how.comb)
	for range how.rounds {
		tokens = s.pairUp(tokens)
	}
	return makeCode(s, tokens, how), tokens
}

// runsOf joins equal values to runs.
func runsOf(values []uint16) (runs []valueRun) {
	for _, v := range values {
		if n := len(runs); n > 0 && runs[n-1].value == v {
			runs[n-1].count++
		} else {
			runs = append(runs, valueRun{v, 1})
		}
	}
	return runs
}

// randomRuns returns runs of so many values in all, of about a mean length, from 0 to top.
func randomRuns(rng *rand.Rand, size, mean uint64, top int) (runs []valueRun) {
	for size > 0 {
		n := min(size, 1+rng.Uint64N(2*mean))
		runs = append(runs, valueRun{uint16(rng.IntN(top + 1)), n})
		size -= n
	}
	return runs
}
