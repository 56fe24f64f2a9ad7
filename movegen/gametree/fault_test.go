package gametree

import (
	"errors"
	"io"
	"strings"
	"testing"

	"alfiere/movegen"
)

// fault is a text and the error that its reader gives.
type fault struct{ name, text, want string }

// check reads every text and compares the errors, which are all *Errors.
func check(t *testing.T, faults []fault, read func(io.Reader) error) {
	t.Helper()
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			err := read(strings.NewReader(c.text))
			if _, ok := errors.AsType[*Error](err); !ok || err.Error() != c.want {
				t.Errorf("the error is\n%v\nnot\n%s", err, c.want)
			}
		})
	}
}

func TestEveryFaultOfATextIsToldWithItsPlaceAndWhatWasExpected(t *testing.T) {
	check(t, []fault{
		{"an illegal move", "P z 1 52 54 p Z 1 57 54",
			"generation 2, entry 1: not a legal move: \"pZ15754\"; expected a move from e7 to e5 e6 as a reply to entry 1 of generation 1"},
		{"a pinned piece", ".RDTACPIFM ....r... ....t... ........ ........ ........ ........ ....A... ....R... A z 1 52 63",
			"generation 1, entry 1: not a legal move: \"Az15263\"; expected another piece: the one on e2 has no legal move"},
		{"a move out of nowhere", "P z 1 53 54",
			"generation 1, entry 1: the entry does not fit the position: \"Pz15354\"; expected a move from a square that is not empty as e3 is"},
		{"another piece", "A z 1 52 54",
			"generation 1, entry 1: the entry does not fit the position: \"Az15254\"; expected P, which stands on e2,"},
		{"the other side's move", "1 P z 1 52 54 P z 1 42 44",
			"generation 2, entry 1: the entry does not fit the position: \"Pz14244\"; expected a move of black as a reply to entry 1 of generation 1"},
		{"a capture of nothing", "P p 1 52 54",
			"generation 1, entry 1: the entry does not fit the position: \"Pp15254\"; expected nothing captured on e4"},
		{"a capture that is not told", "P z 1 52 54 p Z 1 47 45 P z 1 54 45",
			"generation 3, entry 1: the entry does not fit the position: \"Pz15445\"; expected p captured on d5 as a reply to entry 1 of generation 2"},
		{"another piece captured", "P z 1 52 54 p Z 1 47 45 P c 1 54 45",
			"generation 3, entry 1: the entry does not fit the position: \"Pc15445\"; expected p captured on d5 as a reply to entry 1 of generation 2"},
		{"a promotion that is not told", ".RDTACPIFM ....r... P....... ........ ........ ........ ........ ........ ....R... P z 1 17 18",
			"generation 1, entry 1: the entry does not fit the position: \"Pz11718\"; expected the piece that the pawn becomes on a8"},
		{"a promotion to a king", ".RDTACPIFM ....r... P....... ........ ........ ........ ........ ........ ....R... P z R 1 17 18",
			"generation 1, entry 1: the entry does not fit the position: \"PzR11718\"; expected the piece that the pawn becomes on a8"},
		{"a promotion to a fortress", ".RDTACPIFM ....r... P....... ........ ........ ........ ........ ........ ....R... P z F 1 17 18",
			"generation 1, entry 1: the entry does not fit the position: \"PzF11718\"; expected the piece that the pawn becomes on a8"},
		{"a promotion on the way", "P z D 1 52 54",
			"generation 1, entry 1: the entry does not fit the position: \"PzD15254\"; expected no change of P into D"},
		{"castling without a right", ".RDTACPIFM ....r... ........ ........ ........ ........ ........ ........ T...R... R z 1 51 31",
			"generation 1, entry 1: not a legal move: \"Rz15131\"; expected a move from e1 to d1 f1 d2 e2 f2"},
		{"an emperor away from home", ".RDTACPIFM ....r... ........ ........ ........ ........ ........ ...R.... ........ I z R 1 42 41",
			"generation 1, entry 1: the entry does not fit the position: \"IzR14241\"; expected R: the piece on d2 has lost its faculty"},
		{"a fortress away from home", ".RDTACPIFM ....r... ........ ........ ........ ........ ........ ........ .T..R... F z T 1 21 22",
			"generation 1, entry 1: the entry does not fit the position: \"FzT12122\"; expected T: the piece on b1 has lost its faculty"},
		{"the same move twice", "P z 2 52 54 p Z 1 57 55 p Z 1 57 55",
			"generation 2, entry 2: the entry does not fit the position: \"pZ15755\"; expected a move that is not yet among its siblings"},
		{"a reply too many", "P z 1 52 54 p Z 1 57 55 p Z 1 47 45",
			"generation 3, entry 1: the entry does not fit the position: \"pZ14745\"; expected a move of white as a reply to entry 1 of generation 2"},
		{"a reply too few", "P z 2 52 54 p Z 1 57 55",
			"generation 2, entry 2: the number of entries does not fit their parents; expected another entry as a reply to entry 1 of generation 1"},
		{"a generation too few", "2 P z 1 52 54 P z 1 42 44 p Z 1 57 55",
			"generation 2, entry 2: the number of entries does not fit their parents; expected another entry as a reply to entry 2 of generation 1"},
		{"two ends", "P z 2 52 54 0 0",
			"generation 2, entry 2: the number of entries does not fit their parents: \"0\"; expected only one end as a reply to entry 1 of generation 1"},
		{"a move behind the end", "P z 2 52 54 p Z 1 57 55 0 P z 1 42 44 C z 1 71 63",
			"generation 3, entry 2: the number of entries does not fit their parents: \"Cz17163\"; expected 0, the place-holder of a line that has ended, as a reply to entry 2 of generation 2"},
		{"a reply to what is not computed", "P z 1 52 54 -1 P z 1 42 44",
			"generation 3, entry 1: the number of entries does not fit their parents: \"Pz14244\"; expected a negative number, the place-holder of a line not computed, as a reply to entry 1 of generation 2"},
		{"two ends of the root", "0 0",
			"generation 1, entry 2: the number of entries does not fit their parents: \"0\"; expected only one end"},
		{"a reply to a mate", ".RDTACPIFM r....... ........ .R...... ........ ........ ........ ........ ...T.... T z 1 41 48 -1",
			"generation 2, entry 1: the entry does not fit the position: \"-1\"; expected 0: the line has ended, there is no legal move as a reply to entry 1 of generation 1"},
		{"a square beyond the board", "P z 1 52 59",
			"generation 1, entry 1: not an entry of a tree: \"Pz15259\"; expected squares of two digits from 1 to 8"},
		{"a square zero", "P z 1 50 54",
			"generation 1, entry 1: not an entry of a tree: \"Pz15054\"; expected squares of two digits from 1 to 8"},
		{"too few digits", "P z 5254",
			"generation 1, entry 1: not an entry of a tree: \"Pz5254\"; expected at least 5 digits: replies, file and rank twice"},
		{"too many digits", "P z 12345 52 54",
			"generation 1, entry 1: not an entry of a tree: \"Pz123455254\"; expected at most 8 digits"},
		{"more than 8 digits", "P z 99999 52 54 1",
			"generation 1, entry 1: not an entry of a tree: \"Pz999995254\"; expected at most 8 digits"},
		{"no reply", "P z 0 52 54",
			"generation 1, entry 1: not an entry of a tree: \"Pz05254\"; expected at least one reply: a line that has ended goes on with 0"},
		{"an unknown letter", "X z 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"Xz15254\"; expected pieces RDTACPIFM, not 'X'"},
		{"an empty square that moves", "z z 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"zz15254\"; expected pieces RDTACPIFM, not 'z'"},
		{"one letter", "P 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"P15254\"; expected the letters of the moving piece and of the captured one, or z"},
		{"four letters", "P z D D 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"PzDD\"; expected two or three letters and a number"},
		{"a capture of an own piece", "P P 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"PP15254\"; expected the captured piece's letter, or z, in the other case than the moving piece's"},
		{"a z of the wrong case", "P Z 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"PZ15254\"; expected the captured piece's letter, or z, in the other case than the moving piece's"},
		{"a change of colour", "P z d 1 52 54",
			"generation 1, entry 1: not an entry of a tree: \"Pzd15254\"; expected what the piece becomes in the same case as the piece"},
		{"letters and nothing else", "P z",
			"generation 1, entry 1: not an entry of a tree: \"Pz\"; expected at least 5 digits: replies, file and rank twice"},
		{"letters and a minus sign", "P z -1",
			"generation 1, entry 1: not an entry of a tree: \"Pz-\"; expected a positive number after the letters"},
		{"a minus sign alone", "P z 1 52 54 - p",
			"generation 1, entry 2: not an entry of a tree: \"-\"; expected a negative number"},
		{"minus zero", "P z 1 52 54 -0",
			"generation 1, entry 2: not an entry of a tree: \"-0\"; expected a negative number"},
		{"digits that go on", "P z 1 52 54 17",
			"generation 1, entry 1: the entry does not fit the position: \"Pz1525417\"; expected a move from a square that is not empty as e4 is"},
		{"a number of five digits alone", "12345",
			"generation 1, entry 1: not an entry of a tree: \"12345\"; expected letters before a number, unless it is 0 or negative"},
		{"nine letters", ".RDTACPIF", "the piece letters are wrong: \".RDTACPIF\"; expected ten letters, not 9"},
		{"eleven letters", ".RDTACPIFMS fcadiacf pppppppp ........ ........ ........ ........ PPPPPPPP FCADIACF",
			"the piece letters are wrong: \".RDTACPIFM…\"; expected ten letters, not 11: how pieces beyond the ten move is nowhere defined"},
		{"a letter twice", ".RDTACPIFR fcadiacf",
			"the piece letters are wrong: \".RDTACPIFR\"; expected ten distinct letters: 'R' occurs twice"},
		{"a digit for a letter", ".RDTACPIF5 fcadiacf",
			"the piece letters are wrong: \".RDTACPIF5\"; expected letters with a capital and a small form; '5' has none"},
		{"a letter without a small form", ".RDTACPIF王 fcadiacf",
			"the piece letters are wrong: \".RDTACPIF王\"; expected letters with a capital and a small form; '王' has none"},
		{"a digit for the empty square", "5RDTACPIFM fcadiacf pppppppp",
			"generation 1, entry 1: not an entry of a tree: \"RDTA\"; expected two or three letters and a number"},
		{"a short board", ".RDTACPIFM fcadiacf pppppppp",
			"placement 16: the board is wrong; expected 64 squares, not 16"},
		{"a letter that is none of the ten", ".RDTACPIFM fcadiacf ppppkppp",
			"placement 13: the board is wrong: \"k\"; expected one of .RDTACPIFM in capitals or small letters"},
		{"no kings", ".RDTACPIFM ........ ........ ........ ........ ........ ........ ........ ........",
			"the board is wrong: board: there is no king"},
		{"both kings in check", ".RDTACPIFM ....r... ....T... ........ ........ ........ ........ ....t... ....R...",
			"the board is wrong: board: the side not to move is in check (e7 e8)"},
		{"two militias", ".RDTACPIFM ....r... ........ ........ ........ M..M.... ........ ........ ....R...",
			"the board is wrong: \"a4 d4\"; expected one pawn that has just made a double step"},
		{"a militia on the third rank", ".RDTACPIFM ....r... ........ ........ ........ ........ M....... ........ ....R...",
			"the board is wrong: \"a3\"; expected a pawn that has just made a double step on its fourth rank"},
	}, func(r io.Reader) error {
		_, _, err := ReadText(r, Reading{})
		return err
	})
}

func TestEveryFaultOfNumbersIsToldWithItsPlaceAndWhatWasExpected(t *testing.T) {
	check(t, []fault{
		{"a piece of type 9", "9111",
			"placement 1: the board is wrong: \"[0 0 0 0 9 1 1 1 0 0]\"; expected a type from 1 to 6"},
		{"a piece of type 0", "0111 1515 1581",
			"placement 1: the board is wrong: \"[0 0 0 0 0 1 1 1 0 0]\"; expected a type from 1 to 6"},
		{"a file of 9", "1910 1581",
			"placement 1: the board is wrong: \"[0 0 0 0 1 9 1 0 0 0]\"; expected file and rank from 1 to 8"},
		{"a color of 8", "1518",
			"placement 1: the board is wrong: \"[0 0 0 0 1 5 1 8 0 0]\"; expected a color of 0 or 1, for a king up to 7"},
		{"a pawn with castling", "6522",
			"placement 1: the board is wrong: \"[0 0 0 0 6 5 2 2 0 0]\"; expected a color of 0 or 1, for a king up to 7"},
		{"two on a square", "1516 2510",
			"placement 2: the board is wrong: \"[0 0 0 0 2 5 1 0 0 0]\"; expected an empty square; e1 is occupied"},
		{"no kings", "2510", "the board is wrong: board: there is no king"},
		{"a piece behind a move", "10546520 1516",
			"generation 1, entry 2: not an entry of a tree: \"1516\"; expected a move: the pieces come before all moves"},
		{"type 7", "10547520",
			"generation 1, entry 1: not an entry of a tree: \"10547520\"; expected types from 0 to 6"},
		{"captured 7", "17546520",
			"generation 1, entry 1: not an entry of a tree: \"17546520\"; expected types from 0 to 6"},
		{"rank 9", "10596520",
			"generation 1, entry 1: not an entry of a tree: \"10596520\"; expected files and ranks from 1 to 8"},
		{"an illegal move", "10556520 10566570 10576550",
			"generation 1, entry 1: not a legal move: \"10556520\"; expected a move from e2 to e3 e4"},
		{"a nothing that moves", "10546500",
			"generation 1, entry 1: not an entry of a tree: \"10546500\"; expected files and ranks from 1 to 8"},
		{"two replies to nothing", "20000000",
			"generation 1, entry 1: not an entry of a tree: \"20000000\"; expected one reply and no movement, where nothing moves"},
		{"color 2 of a rook's move", "10313112",
			"generation 1, entry 1: not an entry of a tree: \"10313112\"; expected a color of 0 or 1 for a move without promotion"},
		{"color 8", "10546528",
			"generation 1, entry 1: not an entry of a tree: \"10546528\"; expected a color from 0 to 7"},
		{"too many replies", "100000546520",
			"generation 1, entry 1: not an entry of a tree: \"100000546520\"; expected 1 to 9999 replies: a line that has ended goes on with one"},
		{"a reply too few", "20546520 10556571",
			"generation 2, entry 2: the number of entries does not fit their parents; expected another entry as a reply to entry 1 of generation 1"},
		{"a reply too many", "10546520 10556571 10546421",
			"generation 3, entry 1: the entry does not fit the position: \"10546421\"; expected a move of white as a reply to entry 1 of generation 2"},
		{"another color", "10546521 10556571",
			"generation 1, entry 1: the entry does not fit the position: \"10546521\"; expected P, which stands on e2,"},
	}, func(r io.Reader) error {
		_, err := ReadNumeric(r, movegen.Rules{})
		return err
	})
}

func TestEveryFaultOfATableIsToldWithItsPlaceAndWhatWasExpected(t *testing.T) {
	check(t, []fault{
		{"a short row", "[[1,0,5,4,6,5,2,0,0]]",
			"not an entry of a tree: \"[1 0 5 4 6 5 2 0 0]\"; expected ten integers a row"},
		{"a number too many", "[[1,0,5,4,6,5,2,0,0,0,7]]",
			"not an entry of a tree: \"[7]\"; expected ten integers a row"},
		{"a huge number", "[[99999999999,0,5,4,6,5,2,0,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[2147483647 0 5 4 6 5 2 0 0 0]\"; expected small numbers"},
		{"a type of -1", "[[1,0,5,4,-1,5,2,0,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[1 0 5 4 -1 5 2 0 0 0]\"; expected types from 0 to 6"},
		{"a type of 7", "[[1,0,5,4,7,5,2,0,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[1 0 5 4 7 5 2 0 0 0]\"; expected types from 0 to 6"},
		{"a color of -1", "[[1,0,5,4,6,5,2,-1,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[1 0 5 4 6 5 2 -1 0 0]\"; expected a color from 0 to 7"},
		{"a file of 9", "[[1,0,9,4,6,5,2,0,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[1 0 9 4 6 5 2 0 0 0]\"; expected files and ranks from 1 to 8"},
		{"a parent that is none", "[[1,0,5,4,6,5,2,0,3,0]]",
			"generation 1, entry 1: the number of entries does not fit their parents: \"[1 0 5 4 6 5 2 0 3 0]\"; expected parent 0 and first reply 0 in row 0"},
		{"a first reply that is none", "[[1,0,5,4,6,5,2,0,0,1]]",
			"generation 1, entry 1: the number of entries does not fit their parents: \"[1 0 5 4 6 5 2 0 0 1]\"; expected parent 0 and first reply 0 in row 0"},
		{"the wrong first reply", "[[2,0,5,4,6,5,2,0,0,2],[1,0,5,5,6,5,7,1,0,0],[1,0,4,5,6,4,7,1,0,0]]",
			"generation 1, entry 1: the number of entries does not fit their parents: \"[2 0 5 4 6 5 2 0 0 2]\"; expected parent 0 and first reply 1 in row 0"},
		{"no reply", "[[0,0,5,4,0,5,2,0,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[0 0 5 4 0 5 2 0 0 0]\"; expected one reply and no movement, where nothing moves"},
		{"10000 replies", "[[10000,0,5,4,6,5,2,0,0,0]]",
			"generation 1, entry 1: not an entry of a tree: \"[10000 0 5 4 6 5 2 0 0 0]\"; expected 1 to 9999 replies: a line that has ended goes on with one"},
		{"a piece of type 8", "[[0,0,0,0,8,5,1,0,0,0]]",
			"placement 1: the board is wrong: \"[0 0 0 0 8 5 1 0 0 0]\"; expected a type from 1 to 6"},
	}, func(r io.Reader) error {
		_, err := ReadTable(r, movegen.Rules{})
		return err
	})
}

// TestTheReasonBehindAnErrorCanBeAskedFor: callers tell a board that is no chess from one that cannot be read.
func TestTheReasonBehindAnErrorCanBeAskedFor(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"P z 1 52 55", errIllegal}, {"P z 1 53 54", errMismatch}, {"P z 2 52 54 -1", errCount}, {"P z 1", errSyntax},
		{".RDTACPIFM r", errBoard}, {".RDTACPIF", errLetters},
	} {
		_, _, err := ReadText(strings.NewReader(c.text), Reading{})
		for _, sentinel := range []error{errSyntax, errCount, errIllegal, errMismatch, errBoard, errLetters, errTooBig, errPass} {
			if errors.Is(err, sentinel) != (sentinel == c.want) {
				t.Errorf("%q: %v is %v", c.text, err, sentinel)
			}
		}
	}
	_, err := ParseBoard(".RDTACPIFM"+strings.Repeat(".", 64), movegen.Rules{}, movegen.White)
	illegal, ok := errors.AsType[*movegen.FENError](err)
	if !ok || len(illegal.Faults) != 2 || illegal.Faults[0].Code != movegen.KingCount {
		t.Errorf("a board without kings gives %v", err)
	}
}

// brokenReader fails after some bytes, brokenWriter accepts no more than some.
type brokenReader struct{ io.Reader }

var errBroken = errors.New("broken")

func (r brokenReader) Read(into []byte) (int, error) {
	n, err := r.Reader.Read(into)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

type brokenWriter struct{ room int }

func (w *brokenWriter) Write(text []byte) (int, error) {
	if len(text) > w.room {
		return w.room, errBroken
	}
	w.room -= len(text)
	return len(text), nil
}

func TestErrorsOfTheStreamAreHandedOn(t *testing.T) {
	tree := randomTree(t, newRand(21), 60)
	text, numeric, table := written(t, tree, Italian)
	for length := range len(text) {
		if _, _, err := ReadText(brokenReader{strings.NewReader(text[:length])}, Reading{Rules: lenient}); !errors.Is(err, errBroken) {
			t.Fatalf("the text breaks after %d bytes: %v", length, err)
		}
	}
	for length := 0; length < len(numeric); length += 7 {
		if _, err := ReadNumeric(brokenReader{strings.NewReader(numeric[:length])}, lenient); !errors.Is(err, errBroken) && !errors.As(err, new(*Error)) {
			t.Fatalf("the numbers break after %d bytes: %v", length, err)
		}
	}
	for length := 0; length < len(table); length += 7 {
		if _, err := ReadTable(brokenReader{strings.NewReader(table[:length])}, lenient); !errors.Is(err, errBroken) {
			t.Fatalf("the table breaks after %d bytes: %v", length, err)
		}
	}
	for _, c := range []struct {
		name   string
		length int
		write  func(io.Writer) error
	}{
		{"text", len(text), func(w io.Writer) error { return WriteText(w, tree, Italian) }},
		{"numbers", len(numeric), func(w io.Writer) error { return WriteNumeric(w, tree) }},
		{"table", len(table), func(w io.Writer) error { return WriteTable(w, tree) }},
	} {
		for _, room := range []int{0, c.length / 2, c.length - 1} {
			if err := c.write(&brokenWriter{room}); !errors.Is(err, errBroken) {
				t.Errorf("%s with room for %d of %d bytes: %v", c.name, room, c.length, err)
			}
		}
		if err := c.write(&brokenWriter{c.length}); err != nil {
			t.Errorf("%s with room for all: %v", c.name, err)
		}
	}
}

// TestATextThatEndsTooSoonIsRefused: a prefix of a text is an error, or a tree whose moves
// are the first ones of the whole.
func TestATextThatEndsTooSoonIsRefused(t *testing.T) {
	rng := newRand(22)
	refused, shorter := 0, 0
	for range 6 {
		tree := randomTree(t, rng, 25)
		text, _, _ := written(t, tree, Italian)
		for length := range len(text) {
			part, _, err := ReadText(strings.NewReader(text[:length]), Reading{Rules: lenient})
			if err != nil {
				refused++
				continue
			}
			if shorter++; part.Len() > tree.Len() {
				t.Fatalf("%d moves of %d in %q", part.Len(), tree.Len(), text[:length])
			}
		}
	}
	if refused == 0 || shorter == 0 {
		t.Errorf("%d beginnings are refused, %d read", refused, shorter)
	}
}
