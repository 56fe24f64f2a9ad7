package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// unchanged is a change of memory that is none.
func unchanged(*image) error { return nil }

// program returns a WebAssembly program with nothing but pieces of memory, by their addresses.
func program(addresses []int, pieces [][]byte) []byte {
	section := binary.AppendUvarint(nil, uint64(len(pieces)))
	for i, piece := range pieces {
		section = append(appendSigned(append(section, 0, 0x41), int64(addresses[i])), 0x0b)
		section = append(binary.AppendUvarint(section, uint64(len(piece))), piece...)
	}
	text := append([]byte(preamble), 1, 2, 'a', 'b', customSection, 1, 'x', dataSection)
	return append(binary.AppendUvarint(text, uint64(len(section))), section...)
}

func TestMemoryInOnePieceIsWhatThePiecesWere(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		at := random.IntN(1 << random.IntN(20))
		var want []byte
		var addresses []int
		var pieces [][]byte
		first := at
		for range 1 + random.IntN(5) {
			piece := make([]byte, 1+random.IntN(80))
			for i := range piece {
				piece[i] = byte(random.Uint32())
			}
			want = append(append(want, make([]byte, at-first-len(want))...), piece...)
			place := random.IntN(len(pieces) + 1) // in any order
			addresses, pieces = slices.Insert(addresses, place, at), slices.Insert(pieces, place, piece)
			at += len(piece) + random.IntN(100)
		}
		packed, err := repack(program(addresses, pieces), unchanged)
		if err != nil {
			t.Fatal(err)
		}
		one := program([]int{first}, [][]byte{want})
		if one = slices.Delete(one, 12, 15); !bytes.Equal(packed, one) { // names of tools go
			t.Fatalf("%v %x:\n%x", addresses, pieces, packed)
		}
	}
}

func TestWhatIsNoProgramOfGoIsRefused(t *testing.T) {
	whole := program([]int{100, 70}, [][]byte{{1, 2}, {3}})
	if _, err := repack(whole, unchanged); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{
		nil, []byte("asm"), whole[:len(whole)-1], program(nil, nil),
		program([]int{70, 70}, [][]byte{{1}, {2}}), program([]int{-5}, [][]byte{{1}}), program([]int{1 << 30}, [][]byte{{1}}),
	} {
		if _, err := repack(damaged, unchanged); !errors.Is(err, errModule) {
			t.Errorf("%x: %v", damaged, err)
		}
	}
	if _, err := repack(whole, dropTraceback); !errors.Is(err, errTables) {
		t.Errorf("memory without tables: %v", err)
	}
}

func TestWhatIsWrittenAsANumberIsRead(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8193, 1 << 40, -1 << 62, 1<<63 - 1, -1 << 63} {
		r := reader{appendSigned(nil, n)}
		if got := r.signed(); got != n || len(r.rest) > 0 {
			t.Errorf("%d: %d, %x", n, got, r.rest)
		}
	}
}

// The other tests run the program; this one looks at what is left of the tables.
func TestOnlyTracebacksLoseTheirTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(pocket(t), "alfiere.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	looked := false
	_, err = repack(text, func(memory *image) error {
		looked = true
		f, err := findFunctions(memory)
		if err != nil {
			return err
		}
		for _, name := range []string{"runtime.", "reflect.Value.Len"} {
			if !bytes.Contains(f.names, []byte("\x00"+name+"\x00")) {
				t.Errorf("the name %s is gone", name)
			}
		}
		for what, table := range map[string][]byte{"units": f.units, "files": f.files} {
			if slices.Max(table) > 0 {
				t.Errorf("%s are left", what)
			}
		}
		for _, name := range bytes.Split(f.names, []byte{0}) {
			if len(name) > 0 && !bytes.Equal(name, []byte("runtime.")) && !bytes.HasPrefix(name, []byte("reflect.")) {
				t.Errorf("the name %s is left", name)
			}
		}
		for i := range f.count {
			if entry := f.entry(i); entry == nil || number(entry, entryFrame) >= uint64(len(f.steps)) {
				t.Errorf("function %d has no frame", i)
			}
		}
		for i := 0; i < len(f.buckets); i += bucketLength {
			code := number(f.entries, 0) + uint64(i/bucketLength)*bucketCode>>16 // the number of the function
			first := number(f.buckets, uint64(i))
			if begins := number(f.entries, 8*first); begins > code || code-begins >= 2*bucketStep {
				t.Fatalf("function %d is looked for from %d on", code, begins)
			}
		}
		return nil
	})
	if err != nil || !looked {
		t.Fatal(err, looked)
	}
}
