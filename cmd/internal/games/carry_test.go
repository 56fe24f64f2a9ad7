package games

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
)

// replaced does a job whose output is its only input.
func replaced(t *testing.T, text string, j job) (after, faults string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.pgn")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	_, faults, err = do("", files{Names: []string{path}, Output: path}, j)
	return read(t, path), faults, err
}

func read(t *testing.T, path string) string {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	return string(text)
}

func TestFaultyGamesStandInTheNewFileAsTheyStoodInTheOld(t *testing.T) {
	const atomic = "[Event \"A\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 f6 3. Nxe5 1-0"
	const typo = "[Event \"B\"]\n\n1. e4  e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxa7 Nf6 5. O-O 0-1"
	const good = "[White \"Ann\"]\n\n1. e4 e5 1-0"
	for _, test := range []struct {
		name, text string
		job        job
		faulty     string // how many games are told to be at fault
		want       []string
	}{
		{"another kind of chess", atomic + "\n\n" + good, convert, "1 of 2", []string{atomic + "\n\n", "1. e4 e5 1-0"}},
		{"a typing error", typo + "\n\n" + good, annotated, "1 of 2", []string{typo + "\n\n", "1. e4 {[%eval 0.00,3]}"}},
		{"a fault in a variation", "1. e4 (1. d5 {why} Nf6) e5 *", annotated, "1 of 1", []string{"1. e4 (1. d5 {why} Nf6) e5 *"}},
		{"no moves but the main line", typo, plain, "1 of 1", []string{typo}},
		{"carriage returns", strings.ReplaceAll(typo, "\n", "\r\n"), convert, "1 of 1", []string{strings.ReplaceAll(typo, "\n", "\r\n")}},
		{"a comment behind the result", good + " {resigned}\n\n" + good, convert, "", []string{"\n{resigned}\n\n[Event"}},
		{"a letter between games", "Dear Ann,\n\n" + good + "\n\nYours\n", annotated, "", []string{"Dear Ann,\n\n[Event", "1-0\n\nYours\n\n"}},
		{"the game that an interrupt cut off", good + "\n\n[White \"Cy\"]\n\n1. e4 e", convert, "1 of 2", []string{"[White \"Cy\"]\n\n1. e4 e\n\n"}},
		{"an illegal move and no tags", "1. e5 e4 *", convert, "1 of 1", []string{"1. e5 e4 *"}},
		{"a tag that does not end", "[White \"Ann]\n\n1. e4 *", convert, "1 of 1", []string{"[White \"Ann]\n\n1. e4 *"}},
		{"an escaped line", "1. e4\n%secret\ne5 *", convert, "1 of 1", []string{"1. e4\n%secret\ne5 *"}},
		{"an escaped line before the moves", "; note\n%secret\n1. e4 *", convert, "1 of 1", []string{"; note\n%secret\n1. e4 *"}},
		{"an escaped line between notes", good + "\n\n%a\n; b\n%secret\n{c}\n1. e4 *", convert, "1 of 2", []string{"%a\n\n; b\n%secret\n{c}\n1. e4 *"}},
		{"an escaped line before tags", "{note}\n%secret\n" + good, convert, "", []string{"{note}\n%secret\n\n[Event"}},
		{"angle brackets", "1. e4 <secret> e5 *", plain, "1 of 1", []string{"1. e4 <secret> e5 *"}},
		{"a variation of words", "1. e4 ( {only words} ) e5 *", convert, "", []string{"1. e4 {only words} 1... e5 *"}},
		{"two evaluations", "1. e4 {[%eval 1.00]} {[%eval 2.00]} *", convert, "", []string{"{[%eval 1.00] [%eval 2.00]}"}},
		{"a comment that does not end", "[White \"Ann\"]\n\n1. e4 {oh e5 1-0\n\n" + good + " {x}", convert, "1 of 2", []string{"1. e4 {oh e5 1-0\n", "1. e4 e5 1-0\n\n{x}"}},
	} {
		after, faults, err := replaced(t, test.text, test.job)
		reported := ""
		if err != nil {
			reported = strings.TrimPrefix(err.Error(), "games with errors: ")
		}
		if reported != test.faulty || (faults != "") != (test.faulty != "") {
			t.Errorf("%s: %v, %q", test.name, err, faults)
		}
		for _, part := range test.want {
			if !strings.Contains(after, part) {
				t.Errorf("%s: %q is missing in\n%s", test.name, part, after)
			}
		}
		if again, _, _ := replaced(t, after, test.job); again != after {
			t.Errorf("%s: done again it is\n%s\nnot\n%s", test.name, again, after)
		}
	}
}

func TestPositionsDoNotTakeThePlaceOfFaultyGames(t *testing.T) {
	after, _, err := replaced(t, twoGames, final)
	if after != twoGames || !errors.Is(err, errFaultyGames) || !strings.Contains(err.Error(), "stays as it was") {
		t.Errorf("%v, %s", err, after)
	}
}

func TestALinkToTheInputIsTheInput(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "link.pgn")
	must.Do(t, os.WriteFile(path, []byte("Dear Ann,\n\n"+twoGames), 0o600))
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links here: ", err) // Windows lets only some users make them
	}
	if _, _, err := do("", files{Names: []string{path}, Output: link}, convert); !errors.Is(err, errFaultyGames) {
		t.Error(err)
	}
	if after := read(t, path); !strings.HasPrefix(after, "Dear Ann,\n\n[Event") || !strings.Contains(after, "1. Nf3 Ke6 *") {
		t.Error(after)
	}
}

// carried does what convert does with a file that is replaced, without the disk.
func carried(text string, f files) (after, faults string, err error) {
	var out, reported bytes.Buffer
	f.carries, f.own = true, true
	f.in, f.out = &cli.Input{Name: "games.pgn"}, bufio.NewWriter(&out)
	f.Std.Err = &reported
	f.progress = cli.NewProgress(f.Std)
	err = f.through(context.Background(), pgn.NewReader(strings.NewReader(text), f.reading()), func(_ context.Context, r *pgn.Reader) error {
		return f.write(r, f.game(r))
	})
	err = errors.Join(err, f.out.Flush())
	return out.String(), reported.String(), err
}

// TestNothingIsLostWhateverIsDamaged: games with a word of its own in each comment are
// damaged at random, and all words and moves are in the file that replaces theirs.
func TestNothingIsLostWhateverIsDamaged(t *testing.T) {
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 14))
		text := damaged(rng, markedGames(rng))
		after, faults, err := carried(text, files{})
		if lost := lostWords(text, after); len(lost) > 0 {
			t.Fatalf("seed %d: %q are lost; %v\n%s\n%s\nhas become\n%s", seed, lost, err, faults, text, after)
		}
		if again, _, _ := carried(after, files{}); len(lostWords(after, again)) > 0 || again != after && faults == "" {
			t.Fatalf("seed %d: done again\n%s\nhas become\n%s", seed, after, again)
		}
	}
}

// markedGames returns some games with comments, each a word that occurs once.
func markedGames(rng *rand.Rand) string {
	var text []byte
	words := 0
	word := func() string {
		words++
		return fmt.Sprintf("zz%dzz", words)
	}
	for i := range 4 {
		tree := gametree.New(movegen.StartPosition())
		grow(rng, tree, gametree.Root, 6+rng.IntN(12), word)
		g := pgn.NewGame(tree)
		g.Tags = pgn.Tags{{Name: "White", Value: fmt.Sprintf("W%d", i)}}
		g.Result = movegen.Result(rng.IntN(4))
		text, _ = pgn.Append(text, g)
	}
	return string(text)
}

// grow adds a line of random moves with comments and short variations.
func grow(rng *rand.Rand, tree *gametree.Tree, n gametree.Node, plies int, word func() string) {
	for range plies {
		p := tree.Position(n)
		moves := p.Moves()
		if len(moves) == 0 {
			return
		}
		parent := n
		n = tree.Add(n, moves[rng.IntN(len(moves))])
		if rng.IntN(3) == 0 {
			tree.SetComment(n, word())
		}
		if other := moves[rng.IntN(len(moves))]; other != tree.Move(n) && rng.IntN(5) == 0 && plies > 4 {
			side := tree.Add(parent, other)
			tree.SetForeword(side, word())
			grow(rng, tree, side, 3, word)
		}
	}
}

// damaged spoils some places of the text.
func damaged(rng *rand.Rand, text string) string {
	bytes := []byte(text)
	const junk = "{}()<>;%$\"[]*?\n\n\x00\x81\xffZ9"
	for range rng.IntN(6) {
		at := rng.IntN(len(bytes))
		end := min(len(bytes), at+1+rng.IntN(12))
		switch rng.IntN(4) {
		case 0:
			bytes[at] = junk[rng.IntN(len(junk))]
		case 1:
			bytes = append(bytes[:at], bytes[end:]...)
		case 2:
			bytes = append(bytes[:at:at], append([]byte{junk[rng.IntN(len(junk))]}, bytes[at:]...)...)
		case 3:
			bytes = append(bytes[:end:end], bytes[at:]...) // some stand twice
		}
	}
	return string(bytes)
}

var (
	tagLine = regexp.MustCompile(`\[[^\]\n]*\]`)
	words   = regexp.MustCompile(`zz\d+zz|[A-Za-z][A-Za-z0-9]+|[Oo0](-[Oo0]){1,2}`)
)

// lostWords returns the words and moves of a text, tags aside, that are missing in another:
// there a capture may have its mark and file that lacked them.
func lostWords(before, after string) (lost []string) {
	list := func(text string) []string {
		return words.FindAllString(strings.NewReplacer("x", "", "=", "").Replace(text), -1)
	}
	count := func(list []string, word string) (n int) {
		for _, other := range list {
			if strings.HasSuffix(other, word) {
				n++
			}
		}
		return n
	}
	wanted, there := list(tagLine.ReplaceAllString(before, " ")), list(after)
	for _, word := range wanted {
		if count(there, word) < count(wanted, word) {
			lost = append(lost, word)
		}
	}
	return lost
}

// FuzzNothingIsLost holds all words of some length against the file that replaces the
// input, but for those in tags, where FEN, SetUp and Result are those of the game.
func FuzzNothingIsLost(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 14))
	for range 6 {
		f.Add([]byte(damaged(rng, markedGames(rng))))
	}
	f.Add([]byte("note\n[A \"b\"] ;between\n[C \"d\"]\n%escaped\n1. e4 <angle> ( {nothing} ) e5 {[%eval 1.0] [%eval 2.0]} 1-0 {behind}"))
	long := regexp.MustCompile(`[a-z]{5,}`)
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		after, faults, err := carried(string(text), files{})
		if errors.Is(err, pgn.ErrNoGame) {
			if after != "" {
				t.Fatalf("%q has no game and would become\n%q", text, after)
			}
			return // the file stays as it was: TestAFileWithoutGamesIsReported
		}
		for _, word := range long.FindAllString(tagLine.ReplaceAllString(string(text), " "), -1) {
			if !strings.Contains(after, word) && !isMoveText(word) {
				t.Fatalf("%q is lost in\n%q\n%v, %s", word, after, err, faults)
			}
		}
	})
}

// isMoveText reports whether the letters may be part of a move, which is written otherwise.
func isMoveText(word string) bool {
	return strings.Trim(word, "abcdefghxoqrn") == "" || word == "pass" || word == "null"
}

func TestAFileWithoutGamesIsReported(t *testing.T) {
	folder := t.TempDir()
	notes, games := filepath.Join(folder, "notes.txt"), filepath.Join(folder, "games.pgn")
	must.Do(t, errors.Join(os.WriteFile(notes, []byte("Dear Ann\n"), 0o600),
		os.WriteFile(games, []byte("1. e4 *\n"), 0o600)))
	for i, j := range []job{check, list, convert, all, annotated} {
		out, _, err := do("", files{}, j)
		if !errors.Is(err, pgn.ErrNoGame) || !strings.Contains(err.Error(), "stdin: no game found: it is empty") {
			t.Errorf("job %d: %v, %q", i, err, out)
		}
		if _, _, err := do("", files{Names: []string{notes}, Output: notes}, j); !errors.Is(err, pgn.ErrNoGame) || read(t, notes) != "Dear Ann\n" {
			t.Errorf("job %d: %v, %s", i, err, read(t, notes))
		}
		_, reported, err := do("", files{Names: []string{games, notes}}, j)
		if !errors.Is(err, pgn.ErrNoGame) || !strings.Contains(reported, notes+": no game found") || !strings.Contains(err.Error(), "in 1 of 2 files") {
			t.Errorf("job %d: %v, %q", i, err, reported)
		}
		if _, reported, err := do("1. e4 *\n", files{}, j); err != nil || reported != "" {
			t.Errorf("job %d: %v, %q", i, err, reported)
		}
	}
}

func TestTwentyFaultsOfAFileAreReported(t *testing.T) {
	_, reported, err := do(strings.Repeat("[White \"a\"]\n\n1. e5 *\n\n", 33), files{}, check)
	if strings.Count(reported, "\n") != maxReported+1 || !strings.HasSuffix(reported, "stdin: 13 more errors\n") ||
		err == nil || err.Error() != "games with errors: 33 of 33" {
		t.Errorf("%v, %s", err, reported)
	}
	_, reported, _ = do(strings.Repeat("[White \"a\"]\n\n1. e5 *\n\n", maxReported), files{}, check)
	if strings.Count(reported, "\n") != maxReported {
		t.Error(reported)
	}
}
