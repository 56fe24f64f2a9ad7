package book

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"alfiere/movegen"
)

func TestInspectingFindsEveryFaultAndItsOffset(t *testing.T) {
	good := slices.Concat(entry(startKey, 12, 28, 0, 5), entry(startKey, 11, 27, 0, 0))
	type fault struct {
		err    error
		offset int64
	}
	tests := []struct {
		name   string
		data   []byte
		want   report // its faults are below
		faults []fault
	}{
		{"an empty book", nil, report{}, nil},
		{"a good one", good, report{Entries: 2, Positions: 1, Reached: 1, Weightless: 1}, nil},
		{"a torn one", good[:20], report{Entries: 1, Positions: 1, Reached: 1}, []fault{{errTorn, 16}}},
		{"text", []byte("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n"), report{Entries: 1}, []fault{{errText, 0}}},
		{"an unsorted one", slices.Concat(good, entry(3, 12, 28, 0, 1), entry(2, 12, 28, 0, 1)),
			report{Entries: 4, Positions: 3, Weightless: 1}, []fault{{errUnsorted, 32}, {errUnsorted, 48}}},
		{"illegal moves", slices.Concat(good, entry(startKey, 4, 60, 0, 9), entry(startKey, 12, 28, 4, 9)),
			report{Entries: 4, Positions: 1, Reached: 1, Weightless: 1}, []fault{{errIllegal, 32}, {errIllegal, 48}}},
		{"no moves", slices.Concat(entry(1, 12, 28, 5, 1), entry(2, 12, 28, 8, 1), entry(3, 9, 9, 0, 1), good),
			report{Entries: 5, Positions: 4, Reached: 1, Weightless: 1}, []fault{{errNoMove, 0}, {errNoMove, 16}, {errNoMove, 32}}},
		{"a move twice", slices.Concat(good, entry(startKey, 12, 28, 0, 7)),
			report{Entries: 3, Positions: 1, Reached: 1, Weightless: 1}, []fault{{errTwice, 32}}},
	}
	for _, test := range tests {
		report, err := inspect(bytes.NewReader(test.data), int64(len(test.data)))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		test.want.Faulty, test.want.Faults = report.Faulty, report.Faults
		if report.Entries != test.want.Entries || report.Positions != test.want.Positions ||
			report.Reached != test.want.Reached || report.Weightless != test.want.Weightless || report.Faulty != len(test.faults) {
			t.Errorf("%s: %+v", test.name, report)
		}
		for i, f := range report.Faults {
			if !errors.Is(f, test.faults[i].err) || f.Offset != test.faults[i].offset {
				t.Errorf("%s: fault %d is %v", test.name, i, f)
			}
		}
	}
}

func TestIllegalMovesAreFoundDeepInTheBook(t *testing.T) {
	b := fromText(t, "! A\ne2e4 e7e5 g1f3 b8c6 f1c4")
	p := movegen.StartPosition()
	for _, text := range []string{"e2e4", "e7e5", "g1f3"} {
		p.Make(move(t, &p, text))
	}
	_, data := merged(t, AddWeights, b, newBook(t, entry(Key(&p), 57, 57-16, 0, 9), entry(Key(&p), 57, 57-32, 0, 9)))
	report, err := inspect(bytes.NewReader(data), int64(len(data)))
	if err != nil || report.Faulty != 2 || report.Reached != 5 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, f := range report.Faults {
		if raw := decodeEntry(data[f.Offset:]); !errors.Is(f, errIllegal) || raw.weight != 9 || !bytes.Contains([]byte(f.Error()), []byte(p.FEN())) {
			t.Errorf("fault %v", f)
		}
	}
}

func TestMoreThanMaxFaultsAreCounted(t *testing.T) {
	var entries []byte
	for i := range 40 {
		entries = append(entries, entry(uint64(100-i), 12, 28, 0, 1)...)
	}
	if report, err := inspect(bytes.NewReader(entries), int64(len(entries))); err != nil || report.Faulty != 39 || len(report.Faults) != maxFaults {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestInspectingTellsWhatBreaksReaders(t *testing.T) {
	needReliabilityBooks(t)
	for name, want := range map[string]struct {
		err    error // of a fault, nil if any will do
		offset int64
		least  int // faults, this one among them
	}{
		"empty": {nil, 0, 0}, "weights0": {nil, 0, 0},
		"eight": {errTorn, 0, 1}, "odd100": {errTorn, 96, 1}, "unsorted": {errUnsorted, 16, 1}, "random": {nil, 0, 4000},
		"illegal": {errIllegal, 32, 3}, "promo7": {errNoMove, 0, 2},
	} {
		data, err := os.ReadFile(filepath.Join(reliabilityBooks, name+".bin"))
		if err != nil {
			t.Fatal(err)
		}
		report, err := inspect(bytes.NewReader(data), int64(len(data)))
		if err != nil || report.Faulty < want.least || want.least == 0 && report.Faulty > 0 {
			t.Errorf("%s.bin: %+v, %v", name, report, err)
		} else if want.err != nil && !slices.ContainsFunc(report.Faults, func(f *formatError) bool {
			return errors.Is(f, want.err) && f.Offset == want.offset
		}) {
			t.Errorf("%s.bin: %v", name, report.Faults)
		}
	}
}

func FuzzInspect(f *testing.F) {
	f.Add(slices.Concat(entry(startKey, 12, 28, 0, 1), entry(startKey, 6, 21, 0, 9), entry(startKey, 63, 63, 15, 9)))
	_, data := merged(f, AddWeights, fromText(f, oldText))
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		report, err := inspect(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(bytes.NewReader(data), int64(len(data)))
		if (err != nil) != slices.ContainsFunc(report.Faults, func(f *formatError) bool {
			return errors.Is(f, errText) || errors.Is(f, errTorn) && f.Offset == 0 || errors.Is(f, errUnsorted)
		}) && report.Faulty <= maxFaults {
			t.Fatalf("opening says %v, inspecting %v", err, report.Faults)
		}
		if err != nil {
			return
		}
		// Whatever it holds, merging makes a book in which no move occurs twice,
		// and dumping and compiling leaves what is reached and legal.
		var written bytes.Buffer
		if _, err := Merge(&written, AddWeights, b); err != nil {
			t.Fatal(err)
		}
		data = written.Bytes()
		if isText(bytes.NewReader(data), int64(len(data))) {
			return // entries of letters alone, which a stray byte kept from being text
		}
		if again, err := inspect(bytes.NewReader(data), int64(len(data))); err != nil || again.Positions != report.Positions || again.Reached != report.Reached {
			t.Fatalf("merged, %+v becomes %+v, %v", report, again, err)
		}
		if report.Faulty == 0 && report.Weightless == 0 && report.Reached > 0 {
			if text := redumped(t, b); len(text) > len(data) {
				t.Fatalf("%d bytes become %d", len(data), len(text))
			}
		}
	})
}
