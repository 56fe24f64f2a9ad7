package pgn

import (
	"bytes"
	"io"
	"runtime"
	"testing"
)

// repeated reads the same text again and again.
type repeated struct {
	text  []byte
	at    int
	times int
}

func (r *repeated) Read(into []byte) (int, error) {
	if r.at == len(r.text) {
		r.at = 0
		r.times--
	}
	if r.times == 0 {
		return 0, io.EOF
	}
	n := copy(into, r.text[r.at:])
	r.at += n
	return n, nil
}

func TestMemoryDoesNotGrowWithTheStream(t *testing.T) {
	text := madeUp(2, 1<<20)
	games := bytes.Count(text, []byte("[Event "))
	times := scaled(5)
	r := NewReader(&repeated{text: text, times: times}, Reading{})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	count, plies := 0, 0
	for r.Next() {
		moves, err := r.Moves()
		if err != nil {
			t.Fatal(err)
		}
		count++
		plies += len(moves)
	}
	runtime.ReadMemStats(&after)
	if count != games*times || r.Err() != nil {
		t.Errorf("%d games, not %d; %v", count, games*times, r.Err())
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > uint64(times)<<17 {
		t.Errorf("%d bytes were allocated for %d moves", grown, plies)
	}
}

func TestAGameThatIsSkippedAllocatesNothing(t *testing.T) {
	text := []byte("[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n\n1. d4 1-0\n\n")
	r := NewReader(&repeated{text: text, times: 1000}, Reading{})
	if n := testing.AllocsPerRun(500, func() { r.Next() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
