package database

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/problem"
)

// quarter turns a board by 90 degrees, plainly.
func quarter(rows [8]string) (turned [8]string) {
	for r := range 8 {
		for f := range 8 {
			turned[r] += string(rows[7-f][r])
		}
	}
	return turned
}

// mirror swaps left and right.
func mirror(rows [8]string) (mirrored [8]string) {
	for r, row := range rows {
		for _, man := range row {
			mirrored[r] = string(man) + mirrored[r]
		}
	}
	return mirrored
}

func TestAllImagesHaveOneKeyAndOthersHaveNot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 200 {
		var rows [8]string
		for r := range rows {
			for range 8 {
				man := byte('.')
				if random.IntN(4) == 0 {
					man = menLetters[random.IntN(len(menLetters))]
				}
				rows[r] += string(man)
			}
		}
		var first []byte
		for i := range 16 {
			text, side := strings.Join(rows[:], ""), "w"
			if i&8 != 0 {
				side = "b"
				text = strings.Map(func(r rune) rune {
					if strings.ToUpper(string(r)) == string(r) {
						return []rune(strings.ToLower(string(r)))[0]
					}
					return []rune(strings.ToUpper(string(r)))[0]
				}, text)
			}
			p := problem.Record{FEN: placement(text) + " " + side + " - -", Stipulation: "#2"}
			if board := p.Board(); string(board[:]) != text {
				t.Fatalf("the board of %s is %s", p.FEN, board)
			}
			got := symmetryKey(&p)
			if first == nil {
				first = got
			}
			if !bytes.Equal(got, first) {
				t.Fatalf("image %d of %s has another key", i, p.FEN)
			}
			if rows = quarter(rows); i%4 == 3 {
				rows = mirror(rows)
			}
			other := p
			other.FEN = strings.Replace(p.FEN, " "+side+" ", map[string]string{"w": " b ", "b": " w "}[side], 1)
			if bytes.Equal(symmetryKey(&other), first) {
				t.Fatalf("%s has the key of the other side", other.FEN)
			}
		}
		if seen[string(first)] {
			t.Fatal("two boards have one key")
		}
		seen[string(first)] = true
	}
}

func TestNamesAndAwards(t *testing.T) {
	for name, want := range map[string]string{"Loyd, Sam": "loyd sam", "Sam  LOYD": "loyd sam", "Żak O’Brien": "obrien zak",
		"Зигерман, Й.": "зигерман и", "Groß-Straße": "gross strasse", "e\u0301": "e"} {
		if got := NameKey(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	for _, test := range []struct {
		text, rank string
		place      int
	}{{"2nd Prize", Prize, 2}, {"1st-2nd Prize", Prize, 1}, {"Prize", Prize, 0}, {"3rd HM", Mention, 3}, {"1. ehrende Erwähnung", Mention, 1},
		{"4th Hon. Mention", Mention, 4}, {"Commendation", Commended, 0}, {"5th Comm.", Commended, 5}, {"Special Prize", Prize, 0}, {"cup", "", 0}} {
		if rank, place := ParseAward(test.text); rank != test.rank || place != test.place {
			t.Errorf("%s: %q, %d", test.text, rank, place)
		}
	}
}
