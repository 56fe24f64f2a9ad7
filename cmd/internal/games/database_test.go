package games

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// someGames returns texts of games, as people's files have them: some at fault, some
// twice, some with carriage returns, and remarks before them.
func someGames(random *rand.Rand, n int) (games []string) {
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	for i := range n {
		text := pick("", "", "% a remark\n", "; not read\n") + fmt.Sprintf("[Event \"%d\"]\n", i) +
			pick("", "[White \"Ann\"]\n", "[White  \"Bob\"] [Black \"Cy\"]\n", "[Date \"1999.??.??\"]\n", "[Date \"2001.02.03\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n") +
			pick("\n", "") + pick("1. e4 e5", "1.e4   e5 2.Nf3", "1. d4 {x\n y} d5 (1... c5)", "1. e4 Ke6 2. d4", "", "1. c4 %no") + pick(" *", " 1-0", " 0-1\n", "\n1/2-1/2", "")
		if random.IntN(5) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		games = append(games, text)
	}
	return games
}

// begins finds where a game or a remark begins.
var begins = regexp.MustCompile(`\s*\n([%;]|\[Event )`)

// textsOf returns the games and the remarks of a file by looking how their lines begin;
// blanks behind them do not count.
func textsOf(file string) (texts []string) {
	for text := range strings.SplitSeq(begins.ReplaceAllString("\n"+file, "\x00$1"), "\x00") {
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

func sorted(texts []string) []string { return slices.Sorted(slices.Values(texts)) }

func TestNoGameIsLostOrChangedByOrderingAndDividing(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for round := range 12 {
		games := someGames(random, 1+random.IntN(12))
		var file strings.Builder
		for _, text := range games {
			file.WriteString(text + []string{"\n", "\n\n", "\n\n\n"}[random.IntN(3)])
		}
		want := sorted(textsOf(file.String()))
		if len(want) < len(games) {
			t.Fatalf("the test cannot divide\n%s", file.String())
		}
		for _, line := range []string{"sort --by White,-date", "sort --by eco", "sort --by -elo,plies", "sample 99", "sample --seed 7 12"} {
			words := strings.Fields(line)
			out, _, err := partOf(t, words[0], file.String(), words[1:]...)
			if got := sorted(textsOf(out)); !slices.Equal(got, want) {
				t.Fatalf("round %d, %s: %v; of\n%s\nbecame\n%s", round, line, err, file.String(), out)
			}
		}
		for _, by := range []string{"--games=3", "--by=Event", "--by=year"} {
			folder := t.TempDir()
			if _, faults, _ := partOf(t, "split", file.String(), by, "--folder", folder); strings.Contains(faults, "exists") {
				t.Fatal(faults)
			}
			names, err := filepath.Glob(filepath.Join(folder, "*"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, name := range names {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, textsOf(string(text))...)
			}
			if !slices.Equal(sorted(got), want) {
				t.Fatalf("round %d, split %s: of\n%s\nbecame %q", round, by, file.String(), got)
			}
		}
	}
}

func TestSortIsStableAndKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	const text = "% head\n\n[White \"b\"]\n[Round \"1\"]\n\n1. e4   e5 *\n\n[White \"A\"]\n\n1. Ke5 *\n\n[White \"b\"]\n[Round \"2\"]\n\n*\n\n; tail\n"
	const want = "[White \"A\"]\n\n1. Ke5 *\n\n% head\n\n[White \"b\"]\n[Round \"1\"]\n\n1. e4   e5 *\n\n[White \"b\"]\n[Round \"2\"]\n\n*\n\n; tail\n\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, faults, err := partOf(t, "sort", "", "--by", "White", "--out", path, path)
	after, readError := os.ReadFile(path)
	if err == nil || !strings.Contains(faults, path+":10:4: game 2") || readError != nil || string(after) != want {
		t.Errorf("%v, %v, %s\n%s", err, readError, faults, after)
	}
}

func TestDoublesAreListedAndRemoved(t *testing.T) {
	const first, second, third = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 1-0\n\n", "[White \"Cy\"]\n\n1.e4 {good} e5 (1... c5) *\n\n", "[White \"Dan\"]\n\n1. d4 *\n\n"
	out, faults, err := partOf(t, "duplicates", first+third+second)
	if err != nil || faults != "" || out != "stdin:10: game 3, Cy - ?, ?, is game 1, stdin:1\ngames 3, doubles 1\n" {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	out, faults, err = partOf(t, "duplicates", first+third+second, "--remove")
	if err != nil || out != first+third || faults != "stdin:10: game 3, Cy - ?, ?, is game 1, stdin:1\ngames 3, doubles 1\n" {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	if out, _, err := partOf(t, "duplicates", first+third+second, "--players", "--remove"); err != nil || out != first+third+second {
		t.Errorf("%v, %s", err, out)
	}
}

func TestDoublesOfKnownGamesAreListedAndRemoved(t *testing.T) {
	const old, fresh = "[White \"Ann\"]\n\n1. d4 *\n\n", "[White \"Cy\"]\n\n1. e4 *\n\n"
	known := filepath.Join(t.TempDir(), "known.pgn")
	if err := os.WriteFile(known, []byte("[White \"x\"]\n\n1. c4 c5 *\n\n"+old+"[White \"bad\"]\n\n1. e5 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const list = "stdin:5: game 2, Ann - ?, ?, is game 2, KNOWN:5\nstdin:9: game 3, Cy - ?, ?, is game 1, stdin:1\ngames 3, doubles 2\n"
	want := strings.ReplaceAll(list, "KNOWN", known)
	if out, faults, err := partOf(t, "duplicates", fresh+old+fresh, "--known", known); err != nil || faults != "" || out != want {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	out, faults, err := partOf(t, "duplicates", fresh+old+fresh, "--known", known, "--remove")
	if err != nil || faults != want || out != fresh {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	for name, want := range map[string]string{known + "x": "known.pgnx", os.DevNull: os.DevNull} {
		if _, _, err := partOf(t, "duplicates", fresh, "--known", name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSplitReplacesNothingUnlessForced(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "Bob.pgn")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	const games = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 *\n\n[White \"../Cy\"]\n[Black \"Ann\"]\n\n*\n\n"
	_, _, err := partOf(t, "split", games, "--by", "player", "--folder", folder)
	names, _ := filepath.Glob(filepath.Join(folder, "*"))
	if text, _ := os.ReadFile(mine); err == nil || !strings.Contains(err.Error(), "Bob.pgn exists") || string(text) != "mine" || len(names) != 1 {
		t.Errorf("%v, %q", err, names)
	}
	out, _, err := partOf(t, "split", games, "--by", "player", "--folder", folder, "--force")
	text, readError := os.ReadFile(filepath.Join(folder, "Ann.pgn"))
	if err != nil || readError != nil || string(text) != games || strings.Count(out, "\n") != 3 || !strings.Contains(out, "     2  "+filepath.Join(folder, "Ann.pgn")) {
		t.Errorf("%v, %v, %s\n%s", err, readError, out, text)
	}
	for _, args := range [][]string{nil, {"--games", "2", "--by", "eco"}, {"--games", "-1"}, {"--by", "nothing"}} {
		if _, _, err := partOf(t, "split", games, args...); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

func TestOpeningsAreWrittenAsTagsAndNothingElseChanges(t *testing.T) {
	const games = "[White \"a\"]\n[Variation \"old\"]\n\n1.e4   c5 {my  own} 2. Nf3 (2. c3) 2... d6 $1 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n" +
		"[ECO \"A00\"]\n\n1. e4 e5 2. f4 *\n\n[White \"fault\"]\n\n1. e4 Ke6 *\n\n"
	const king = "\n\n1. e4 e5 2. f4 *\n\n[White \"fault\"]\n\n1. e4 Ke6 *\n\n"
	const moves = "\n\n1.e4   c5 {my  own} 2. Nf3 (2. c3) 2... d6 $1 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n"
	const sicilian = "[White \"a\"]\n[Variation \"Najdorf Variation\"]\n[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]" + moves
	out, faults, err := partOf(t, "eco", games)
	if err == nil || !strings.Contains(faults, "game 3") || out != sicilian+"[ECO \"C30\"]\n[Opening \"King's Gambit\"]"+king {
		t.Errorf("%v, %s%s", err, out, faults)
	}
	if again, _, _ := partOf(t, "eco", out); again != out {
		t.Errorf("done twice it is\n%s", again)
	}
	if out, _, _ := partOf(t, "eco", games, "--new"); out != sicilian+"[ECO \"A00\"]"+king {
		t.Errorf("of those without only:\n%s", out)
	}
	if out, faults, err := partOf(t, "eco", "[White \"a\"]\n; hm\n[Black \"b\"]\n\n1. e4 *\n"); err == nil || !strings.HasPrefix(faults, "stdin:1:1: game 1: the tags") || out != "[White \"a\"]\n; hm\n[Black \"b\"]\n\n1. e4 *\n\n" {
		t.Errorf("%v, %s%s", err, out, faults)
	}
}

func TestStatisticsAreWritten(t *testing.T) {
	const games = "[White \"Ann\"]\n[Black \"Bob\"]\n[BlackElo \"2000\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n[White \"Bob\"]\n[Black \"Ann\"]\n\n1. e4 1/2-1/2\n\n[White \"Ann\"]\n[Black \"Cy\"]\n\n0-1\n"
	out, _, err := partOf(t, "statistics", games, "--top", "2")
	for _, line := range []string{
		"games 3: 1-0 1, 1/2-1/2 1, 0-1 1, * 0; at fault 0\n", "half-moves 0 to 2, mean 1.0\n",
		"     3      1      1      1   50.0 ± 56.6         -   2800  Ann\n", "     2      0      1      1   25.0 ± 49.0      2000      -  Bob\n",
		"     1      0      0      1    0.0            without a name\n", " 1 more\n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is missing", line)
		}
	}
	if err != nil || strings.Contains(out, "Cy") || t.Failed() {
		t.Errorf("%v\n%s", err, out)
	}
	out, _, err = partOf(t, "statistics", games, "--json")
	var all statisticsJSON
	if wrong := json.Unmarshal([]byte(out), &all); err != nil || wrong != nil || len(all.Players) != 3 || all.Players[0].Won != 1 || all.Players[0].Games != 3 ||
		all.White.Mean != 0.5 || len(all.Openings) != 3 || all.Plies.Total != 3 {
		t.Errorf("%v, %v\n%s", err, wrong, out)
	}
}

func TestTheTextsOfGamesGoWhenTheWorkIsDone(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	f := files{Std: cli.Streams{In: strings.NewReader(twoGames), Out: full{}, Err: full{}}}
	if err := f.Sample(2, 1); err == nil {
		t.Error("an output that fails is not told")
	}
	if names, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(names) > 0 {
		t.Errorf("%q are left, %v", names, err)
	}
	if _, _, err := partOf(t, "sample", twoGames, "x"); err == nil {
		t.Error("x is a number")
	}
}
