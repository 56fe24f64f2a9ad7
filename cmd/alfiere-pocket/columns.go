package main

import (
	"encoding/binary"
	"slices"
)

// The table of functions is an index, two numbers for each function and two that end it, and
// after it the functions, each some numbers more or fewer. What stands beside each other there
// has little in common, what has the same place in each function much, and compresses to half
// when it stands together. So the program is written with the table in columns: the two of the
// index, then the first numbers of all functions, the second ones, and so on; those that only
// grow as differences. columns.js puts it right again in the memory of the worker, before the
// program begins: there it is told of the table by a section of its own.

// columnsSection is the section's name. It has three numbers of four bytes: the table's
// address, its length in such numbers, and how many functions there are.
const columnsSection = "columns"

// toColumns writes the table of functions in columns.
func toColumns(memory *image) error {
	f, err := findFunctions(memory)
	if err != nil {
		return err
	}
	table := numbers(f.entries)
	columns := columnsOf(table, int(f.count))
	if columns == nil || f.address%4 != 0 || len(f.entries)%4 != 0 {
		return errTables
	}
	for i, n := range columns {
		binary.LittleEndian.PutUint32(f.entries[4*i:], n)
	}
	section := append([]byte{byte(len(columnsSection))}, columnsSection...)
	for _, n := range []uint64{f.address, uint64(len(table)), f.count} {
		section = binary.LittleEndian.AppendUint32(section, uint32(n))
	}
	memory.custom = section
	return nil
}

// numbers reads a text as numbers of four bytes.
func numbers(text []byte) (read []uint32) {
	for ; len(text) >= 4; text = text[4:] {
		read = append(read, binary.LittleEndian.Uint32(text))
	}
	return read
}

// columnsOf returns a table in columns, or nil if it is none: the functions must follow the
// index, in its order and without gaps.
func columnsOf(table []uint32, count int) []uint32 {
	if count == 0 || 2*(count+1) > len(table) {
		return nil
	}
	var codes, places []uint32
	for i := range count + 1 {
		codes, places = append(codes, table[2*i]), append(places, table[2*i+1])
	}
	columns := append(differences(codes), differences(places)...)
	places[count] = uint32(4 * len(table))
	if places[0] != uint32(8*(count+1)) || !slices.IsSorted(places) {
		return nil
	}
	for column := 0; len(columns) < len(table); column++ {
		var found []uint32
		for i := range count {
			if places[i]%4 != 0 {
				return nil
			}
			if at := int(places[i]/4) + column; at < int(places[i+1]/4) {
				found = append(found, table[at])
			}
		}
		if column == 0 {
			found = differences(found)
		}
		columns = append(columns, found...)
	}
	return columns
}

// differences returns what each number has more than the one before it, modulo 2³².
func differences(of []uint32) []uint32 {
	d := slices.Clone(of)
	for i := len(d) - 1; i > 0; i-- {
		d[i] -= d[i-1]
	}
	return d
}
