package notation

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// randomRows returns rows of random sets, which may be empty.
func randomRows(random *rand.Rand) PatternRows {
	rows := make(PatternRows, 1+random.IntN(8))
	width := 1 + random.IntN(8)
	for i := range rows {
		for range width {
			set := PatternSet(random.IntN(int(Anything) + 1))
			if random.IntN(2) == 0 {
				set = []PatternSet{Empty, Anything, WhiteMen, BlackMen, 2, Anything &^ 2}[random.IntN(6)]
			}
			rows[i] = append(rows[i], set)
		}
	}
	return rows
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		rows := randomRows(random)
		read, err := ParsePattern(rows.String())
		if err != nil || !reflect.DeepEqual(rows, read) {
			t.Fatalf("%s: %v, %v", rows, read, err)
		}
	}
}

func TestFaultsSayWhere(t *testing.T) {
	for _, test := range []struct {
		text   string
		offset int
		says   string
	}{
		{"K/", 2, `row 2, "": there is no square`},
		{"K?/KP?", 3, "3 squares, but 2 in the first row"},
		{"K/x", 2, `row 2, "x": letter 1: expected a man`},
		{"KR[NB", 2, "letter 3: the bracket is not closed"},
		{"KR[]", 2, "nothing is in the brackets"},
		{"*K", 1, "more than eight"},
	} {
		_, err := ParsePattern(test.text)
		var fault *PatternError
		if !errors.As(err, &fault) || fault.Offset != test.offset || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.text, err)
		}
	}
	if _, err := ParsePattern("1/1/1/1/1/1/1/1/1"); err == nil {
		t.Error("nine rows are read")
	}
	if _, err := ParseBoardPattern("*/*/*/*/*/*/*/*"); err != nil {
		t.Error(err)
	}
}

func TestColoursAreSwappedTwiceIntoTheSame(t *testing.T) {
	for set := range Anything + 1 {
		if set.Swapped().Swapped() != set || set&WhiteMen<<6 != set.Swapped()&BlackMen {
			t.Errorf("%s becomes %s", set, set.Swapped())
		}
	}
}
