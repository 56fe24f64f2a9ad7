package council

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/golden"
)

// wordsOf returns the words of the seats.
func wordsOf(seats []Seat) string {
	var words []string
	for i := range seats {
		words = append(words, seats[i].word())
	}
	return strings.Join(words, " ")
}

// TestTheSixteenDistributions compares the table with the thesis, chapter 4.2.1. The sets are written as
// the thesis builds them: each family from the previous one.
func TestTheSixteenDistributions(t *testing.T) {
	balanced, unbalanced := "mpar mbxp mbkc mxar mkcp", "mbxkcpar mp ma mbkcpar"
	want := map[string]string{
		"common4": "mbcpa mcpar mkcpa mxcpa", "common5": "mcpa mbpa mpar mkpa mxpa",
		"common6": "mpa mcp mbp mpr mkp mxp", "common7": "mp ma mc mb mr mk mx",
		"balanced4": "mpar mbxp mbkc mcar", "balanced5": balanced, "balanced6": balanced + " mcar", "balanced7": balanced + " mcar mbxk",
		"unbalanced4": unbalanced, "unbalanced5": unbalanced + " mbxcpar",
		"unbalanced6": "mbxkcpar mp ma mc mbkcpar mbxcpar", "unbalanced7": "mbxkcpar mp ma mc mbkcpar mbxcpar mbxkcpa",
		"incremental4": "mbcpa mbcpar mbkcpar mbxkcpar",
	}
	want["incremental5"] = "mcpa " + want["incremental4"]
	want["incremental6"] = "mpa " + want["incremental5"]
	want["incremental7"] = "mp " + want["incremental6"]
	for name, sets := range want {
		seats, err := ParseCouncil(name)
		if got := wordsOf(seats); err != nil || got != sets {
			t.Errorf("%s: %q (%v), not %q", name, got, err, sets)
		}
		union := eval.Knowledge(0)
		for _, seat := range seats {
			union |= seat.Knowledge
		}
		if union != eval.Thesis {
			t.Errorf("%s: the members know %v together", name, union)
		}
		if number := int(name[len(name)-1] - '0'); len(seats) != number {
			t.Errorf("%s: %d members", name, len(seats))
		}
	}
}

func TestNamesOfMembersDiffer(t *testing.T) {
	seats, err := ParseCouncil(`mpar mpar*2 noise2 uci:/usr/games/stockfish "xboard:stockfish.exe" "uci:x 'name=My fish'"`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, seat := range seats {
		names = append(names, seat.Name)
	}
	want := []string{"mpar", "mpar.2", "mbxkcparn", "mbxkcparn~15#1", "stockfish", "stockfish.2", "My-fish"}
	if !slices.Equal(names, want) {
		t.Errorf("the names are %q, not %q", names, want)
	}
}

// checkRoundTrip parses a text and what is printed of it.
func checkRoundTrip(t *testing.T, text string) (seats []Seat, ok bool) {
	t.Helper()
	seats, err := ParseCouncil(text)
	if err != nil {
		return nil, false
	}
	printed := FormatCouncil(seats)
	again, err := ParseCouncil(printed)
	if err != nil || !slices.Equal(seats, again) {
		t.Errorf("%q is printed as %q, which is read as %+v (%v), not %+v", text, printed, again, err, seats)
	}
	names := map[string]bool{}
	for _, seat := range seats {
		if names[seat.Name] || strings.ContainsAny(seat.Name, " \t") {
			t.Errorf("%q: the name %q is taken or has a blank", text, seat.Name)
		}
		names[seat.Name] = true
	}
	return seats, true
}

func TestRandomCouncilsAreReadAsTheyArePrinted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 17))
	parts := []string{"a", " ", `"`, "'", "=", "option.", "\\", "x y", ":", "é", "\t"}
	scramble := func() (text string) {
		for range 1 + random.IntN(6) {
			text += parts[random.IntN(len(parts))]
		}
		return text
	}
	for range 3000 {
		var seats []Seat
		for range 1 + random.IntN(6) {
			seat := Seat{Knowledge: eval.Knowledge(1 + random.IntN(int(eval.All)))}
			switch random.IntN(3) {
			case 0:
				seat.Noise, seat.Seed = 1+15, random.Uint64()
			case 1:
				engine := Engine{Protocol: []string{"uci", "xboard"}[random.IntN(2)], Command: []string{"/" + scramble(), scramble()}, Folder: scramble()}
				engine.Options = append(engine.Options, engineOption{"O" + strings.ReplaceAll(scramble(), "=", ""), scramble()})
				if (&Engine{}).takesKey(engine.Command[1]) || (&Engine{}).takesKey(engine.Command[0]) {
					continue
				}
				seat = Seat{Knowledge: eval.All, Engine: engine.String()}
			}
			if seat.Engine == "" && random.IntN(4) == 0 {
				seat.Threads = 2 + random.IntN(8)
			}
			seat.EqualTime = seat.Engine == "" && random.IntN(4) == 0
			seats = append(seats, seat)
		}
		nameSeats(seats)
		text := FormatCouncil(seats)
		read, ok := checkRoundTrip(t, text)
		if !ok || !slices.Equal(read, seats) {
			t.Fatalf("%q is read as %+v, not %+v", text, read, seats)
		}
	}
}

func FuzzParseCouncil(f *testing.F) {
	for _, text := range []string{"mpar mbxp*2@time", "noise8@40@time", "balanced7",
		`"uci:x 'option.a b=c' dir=/tmp"`, `xboard:y "name=a b"`, "mp~3#4"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, text) })
}

func ExampleParseCouncil() {
	seats, err := ParseCouncil(`noise2 mbxp*2 "uci:stockfish option.Hash=16"`)
	if err != nil {
		fmt.Println(err)
	}
	for _, seat := range seats {
		fmt.Println(seat.Name)
	}
	// Output:
	// mbxkcparn
	// mbxkcparn~15#1
	// mbxp
	// stockfish
}

func TestCouncilsAreReadOrRefusedWithThePlace(t *testing.T) {
	golden.Cases(t, "testdata/councils.cases", func(args ...string) string {
		seats, err := ParseCouncil(args[0])
		if err != nil {
			return fmt.Sprintf("%v, %d seats", err, len(seats))
		}
		return wordsOf(seats)
	})
}
