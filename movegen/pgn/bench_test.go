package pgn

import (
	"bytes"
	"testing"
)

func BenchmarkReader(b *testing.B) {
	text := madeUp(1, 8<<20)
	for _, bench := range []struct {
		name string
		read func(r *Reader) error
	}{
		{"tags", func(*Reader) error { return nil }},
		{"line", func(r *Reader) error { _, err := r.Moves(); return err }},
		{"tree", func(r *Reader) error { _, err := r.Game(); return err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for r := NewReader(bytes.NewReader(text), Reading{}); r.Next(); {
					if err := bench.read(r); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
