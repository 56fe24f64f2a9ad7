package notation

import (
	"errors"
	"io"
	"strings"
	"testing"

	"alfiere/movegen"
)

func TestTheSuitesMovesAreLegal(t *testing.T) {
	for _, name := range []string{"suites/bratko_kopec.epd", "suites/eret.epd", "suites/kaufman.epd", "suites/open500.epd"} {
		t.Run(name, func(t *testing.T) {
			positions, moves := 0, 0
			eachEPD(t, name, func(line int, e EPD) {
				positions++
				for _, code := range [...]string{"bm", "am"} {
					found, err := e.Moves(code)
					if err != nil {
						t.Errorf("line %d: %v", line, err)
					}
					for i, m := range found {
						moves++
						given := strings.TrimRight(e.Find(code).Operands[i].Text, "+#!?")
						if text := strings.TrimRight(SAN(&e.Position, m, English), "+#"); text != given {
							t.Errorf("line %d: %s is written %s", line, given, text)
						}
					}
				}
			})
			if moves < positions {
				t.Errorf("%d moves in %d positions", moves, positions)
			}
		})
	}
}

func TestPerftSuitesAreRead(t *testing.T) {
	for _, name := range []string{"perft/ethereal_standard.epd", "perft/ethereal_fischer.epd", "perft/roce_perftsuite.epd",
		"perft/perft-marcel.epd", "perft/cw_perft.epd", "perft/ferdy_enpassant.epd"} {
		t.Run(name, func(t *testing.T) {
			checked := 0
			eachEPD(t, name, func(line int, e EPD) {
				if e.Find("D1") == nil {
					return
				}
				if want, err := e.Int("D1"); err != nil || uint64(want) != movegen.Perft(&e.Position, 1) {
					t.Errorf("line %d: D1 is %d, %v", line, want, err)
				}
				checked++
			})
			if checked == 0 && !strings.Contains(name, "ferdy") {
				t.Error("no line has D1")
			}
		})
	}
}

// eachEPD shows visit the positions of a file, all of which must be good.
func eachEPD(t *testing.T, name string, visit func(line int, e EPD)) {
	t.Helper()
	reader := NewEPDReader(shared(t, name), allRules)
	for {
		e, err := reader.Read()
		if err == io.EOF {
			return
		}
		if _, ok := errors.AsType[*EPDError](err); !ok && err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Error(err)
			continue
		}
		visit(reader.Line(), e)
	}
}

func TestTheOpeningsReplay(t *testing.T) {
	lines := 0
	for _, letter := range "abcde" {
		reader := shared(t, "openings/eco/"+string(letter)+".tsv")
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				break
			}
			fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
			if len(fields) != 3 || fields[0] == "eco" {
				continue
			}
			lines++
			replay(t, fields[2])
		}
	}
	if lines < 3000 {
		t.Errorf("only %d lines", lines)
	}
}

// replay plays SAN moves with their numbers, each of which must be written as it is
// read.
func replay(t *testing.T, moves string) {
	t.Helper()
	p := movegen.StartPosition()
	for _, text := range strings.Fields(moves) {
		if strings.HasSuffix(text, ".") {
			continue
		}
		m, err := ParseSAN(&p, text, English)
		if err != nil {
			t.Errorf("%s: %v", moves, err)
			return
		}
		if got := SAN(&p, m, English); got != text {
			t.Errorf("%s: %s is written %s", moves, text, got)
		}
		p.Make(m)
	}
}
