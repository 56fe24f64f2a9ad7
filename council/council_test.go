package council

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/eval"
)

// wordsOf returns the words of the seats.
func wordsOf(seats []Seat) string {
	var words []string
	for i := range seats {
		words = append(words, seats[i].word())
	}
	return strings.Join(words, " ")
}

func TestCouncils(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"  ", ""},
		{"mpar mbxp  mkc", "mpar mbxp mkc"},
		{"rapm", "mpar"},
		{"nm mbxkcpar", "mn mbxkcpar"},
		{"mpar*2 m*1", "mpar*2 m"},
		{"mpar~15 mpar~40#7*3", "mpar~15#1 mpar~40#7*3"},
		{"noise1", "mbxkcparn"},
		{"noise3", "mbxkcparn mbxkcparn~15#1 mbxkcparn~15#2"},
		{"noise2@40*2", "mbxkcparn*2 mbxkcparn~40#1*2"},
		{"balanced4 mp", "mpar mbxp mbkc mcar mp"},
		{"optimum3", "mxkcpa mbxkpr mxkcp"},
		{"uci:stockfish mpar", "uci:stockfish mpar"},
		{`"uci:stockfish --x option.Hash=16" cecp:phalanx`, "uci:stockfish --x option.Hash=16 xboard:phalanx"},
		{`"uci:'/a b/c' 'option.Clear Hash' name=x"`, `uci:"/a b/c" "option.Clear Hash" name=x`},
	}
	for _, test := range tests {
		seats, err := ParseCouncil(test.text)
		if got := wordsOf(seats); err != nil || got != test.want {
			t.Errorf("%q: %q (%v), not %q", test.text, got, err, test.want)
		}
	}
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

func TestFaultyCouncilsAreRefusedWithThePlace(t *testing.T) {
	tests := []struct{ text, want string }{
		{"mpar mpz", `council: word 2, "mpz": knowledge: unknown letter 'z'; the letters are mbxkcparn`},
		{"mm", `council: word 1, "mm": knowledge: doubled letter 'm'; the letters are mbxkcparn`},
		{"optimum9", `council: word 1, "optimum9": no such distribution; choose one of optimum2, optimum3, optimum4, optimum5, optimum6, optimum7, optimum8`},
		{"mp balanced8", `council: word 2, "balanced8": no such distribution; choose one of balanced4, balanced5, balanced6, balanced7`},
		{"common", `council: word 1, "common": no such distribution; choose one of common4, common5, common6, common7`},
		{"noise", `council: word 1, "noise": noise must be followed by a number of members, 1 to 64`},
		{"noise0", `council: word 1, "noise0": noise must be followed by a number of members, 1 to 64`},
		{"noise65", `council: word 1, "noise65": noise must be followed by a number of members, 1 to 64`},
		{"noise4@0", `council: word 1, "noise4@0": noise must be 1 to 1000 centipawns, not "0"`},
		{"noise4@1001", `council: word 1, "noise4@1001": noise must be 1 to 1000 centipawns, not "1001"`},
		{"mpar~", `council: word 1, "mpar~": noise must be 1 to 1000 centipawns, not ""`},
		{"mpar~5#x", `council: word 1, "mpar~5#x": the number after # must be the seed of the noise`},
		{"mpar*0", `council: word 1, "mpar*0": * must be followed by a number of threads, 1 to 256`},
		{"*2", `council: word 1, "*2": knowledge: no letter; the letters are mbxkcparn`},
		{"noise40 noise25", `council: word 2, "noise25": more than 64 members`},
		{"uci:", `council: word 1, "uci:": uci: must be followed by the engine's file`},
		{`m "uci:x dir=/ y"`, `council: word 2, "uci:x dir=/ y": "y" is not option.NAME=VALUE, dir=FOLDER or name=NAME`},
		{`m "uci:'x"`, `council: word 2, "uci:'x": a quotation mark is not closed`},
		{`m "uci:x`, `council: a quotation mark is not closed`},
	}
	for _, test := range tests {
		seats, err := ParseCouncil(test.text)
		if err == nil || err.Error() != test.want || seats != nil {
			t.Errorf("%q: %v\n\tnot %s", test.text, err, test.want)
		}
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
	for _, text := range []string{"mpar mbxp*2", "noise8@40", "balanced7", `"uci:x 'option.a b=c' dir=/tmp"`, `xboard:y "name=a b"`, "mp~3#4"} {
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
