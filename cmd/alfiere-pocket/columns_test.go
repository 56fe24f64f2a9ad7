package main

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// fromColumns is what columns.js does, by the definition: it puts each number where the table
// has it.
func fromColumns(columns []uint32, count int) []uint32 {
	table := make([]uint32, len(columns))
	next := func() (n uint32) {
		n, columns = columns[0], columns[1:]
		return n
	}
	for at := range 2 {
		for i, sum := 0, uint32(0); i <= count; i++ {
			sum += next()
			table[2*i+at] = sum
		}
	}
	end := func(i int) int {
		if i+1 == count {
			return len(table)
		}
		return int(table[2*i+3] / 4)
	}
	for column := 0; len(columns) > 0; column++ {
		sum := uint32(0)
		for i := range count {
			if at := int(table[2*i+1]/4) + column; at < end(i) {
				if table[at] = next(); column == 0 {
					sum += table[at]
					table[at] = sum
				}
			}
		}
	}
	return table
}

// randomTable returns a table of functions with any numbers.
func randomTable(random *rand.Rand, count int) []uint32 {
	table := make([]uint32, 2*(count+1))
	for i := range table {
		table[i] = random.Uint32()
	}
	for i := range count {
		table[2*i+1] = uint32(4 * len(table))
		for range random.IntN(9) { // a function without numbers, too
			table = append(table, random.Uint32()>>random.IntN(32))
		}
	}
	return table
}

func TestColumnsHoldWhatTheTableHeld(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		count := 1 + random.IntN(20)
		table := randomTable(random, count)
		columns := columnsOf(table, count)
		if got := fromColumns(columns, count); !slices.Equal(got, table) {
			t.Fatalf("%d: %v\ncolumns %v\nback %v", count, table, columns, got)
		}
	}
}

func TestWhatIsNoTableHasNoColumns(t *testing.T) {
	good := randomTable(rand.New(rand.NewPCG(5, 6)), 3)
	for what, change := range map[string]func(table []uint32) []uint32{
		"is cut off in the index":        func(table []uint32) []uint32 { return table[:7] },
		"has a gap behind the index":     func(table []uint32) []uint32 { table[1] += 4; return table },
		"has a place within a number":    func(table []uint32) []uint32 { table[3]++; return table },
		"has places in another order":    func(table []uint32) []uint32 { table[3] = 1 << 20; return table },
		"ends before a function begins":  func(table []uint32) []uint32 { return table[:8] },
		"has places beyond all its ends": func(table []uint32) []uint32 { table[5] = 1 << 31; return table },
	} {
		if columns := columnsOf(change(slices.Clone(good)), 3); columns != nil {
			t.Errorf("a table that %s: %v", what, columns)
		}
	}
	if columnsOf(good, 3) == nil || columnsOf(good, 0) != nil {
		t.Error("the table itself, or one without functions")
	}
}

// putRight is what a worker does before the program begins.
func putRight(f *functions) {
	for i, n := range fromColumns(numbers(f.entries), int(f.count)) {
		binary.LittleEndian.PutUint32(f.entries[4*i:], n)
	}
}
