package tournament

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/testing/doctest"
	"alfiere/internal/testing/must"
	"alfiere/internal/wire"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// translated translates a line, whose words may be quoted.
func translated(t *testing.T, line string) (text string, remarks []string, err error) {
	t.Helper()
	args := must.Get(wire.SplitWords(line))(t)
	flags := pflag.NewFlagSet("match", pflag.ContinueOnError)
	(&command{}).define(flags)
	args, remarks, err = translateCutechess(flags, args)
	return strings.Join(args, "|"), remarks, err
}

func TestLinesOfCutechessMeanTheSame(t *testing.T) {
	const two = "-engine cmd=a -engine cmd=b "
	const ours = "--engine=cmd=a|--engine=cmd=b|"
	for _, test := range []struct{ line, want string }{
		{two + "-each tc=1+0.1 -rounds 1", ours + "--each=tc=1+0.1|--games=1"},
		{two + "-each proto=uci tc=40/60+0.6 option.Hash=16 -games 2 -rounds 50 -repeat",
			ours + "--each=proto=uci tc=40/60+0.6 option.Hash=16|--games=100"},
		{two + "-rounds 50 -repeat 2 -games 2", ours + "--games=100"},
		{two + "-each tc=inf nodes=500", ours + "--each=nodes=500|--games=1"},
		{two + "-each tc=0/60 ply=3 timemargin=50 ponder restart=on", ours + "--each=tc=60 depth=3 ponder=true restart=on|--games=1|--margin=50ms"},
		{`-engine name="My Engine" cmd=a arg=-x "arg=b c" args="-y 1" "option.Move Overhead=20" dir=/tmp st=2 -engine cmd=b proto=xboard depth=4`,
			`--engine='name=My Engine' 'option.Move Overhead=20' dir=/tmp st=2 'cmd=a -x '"'"'b c'"'"' -y 1'|--engine=proto=xboard depth=4 cmd=b|--games=1`},
		{two + "-openings file=b.epd format=epd order=sequential plies=8 start=3 policy=round", ours + "--openings=b.epd|--start=3|--games=1"},
		{two + "-openings file=b.pgn.gz format=pgn order=random plies=8 -srand 7", ours + "--openings=b.pgn.gz|--plies=8|--games=1|--shuffle=7"},
		{two + "-sprt elo0=0 elo1=5 alpha=0.1 beta=0.2", ours + "--sprt=0,5,0.1,0.2|--logistic|--games=1"},
		{two + "-sprt elo0=-3 elo1=+1 model=normalized", ours + "--sprt=-3,+1,0.05,0.05|--games=1"},
		{two + "-sprt elo0=-3 elo1=1 model=logistic", ours + "--sprt=-3,1,0.05,0.05|--logistic|--games=1"},
		{two + "-resign movecount=3 score=600 twosided=false", ours + "--resign=600/3|--games=1"},
		{two + "-draw movenumber=40 movecount=8 score=10", ours + "--draw=10/8/40|--games=1"},
		{two + "-draw movecount=8 score=10", ours + "--draw=10/8/0|--games=1"},
		{two + "-maxmoves 90 -concurrency 4 -ratinginterval 10 -recover -event Cup -wait 20", ours + "--max-moves=90|--concurrency=4|--rating-interval=10|--event=Cup|--wait=20ms|--games=1"},
		{two + "-tb /a;/b -variant standard -tournament round-robin", ours + "--syzygy=/a" + string(os.PathListSeparator) + "/b|--variant=normal|--tournament=roundrobin|--games=1"},
		{two + "-variant fischerandom -tournament gauntlet", ours + "--variant=fischerandom|--tournament=gauntlet|--games=1"},
		{two + "-pgnout g.pgn fi", ours + "--pgn=g.pgn|--games=1"},
		{two + "-pgnout file=g.pgn nodes=true nps=true -report penta=true", ours + "--pgn=g.pgn|--games=1"},
		// A mixed line, and the values of our own form.
		{two + "--games 8 --nodes 100 -pgn x.pgn", ours + "--games|8|--nodes|100|-pgn|x.pgn"},
		{two + "-sprt 0,5 -resign 600/4 -draw 10/8/40 -openings b.epd --json r.json", ours + "--sprt=0,5|--resign=600/4|--draw=10/8/40|--openings=b.epd|--json|r.json|--games=1"},
		{two + "--sprt -5,0", ours + "--sprt|-5,0|--games=1"},
		// Not the form of cutechess-cli.
		{"--engine cmd=a --engine cmd=b -nodes 3 x", "--engine|cmd=a|--engine|cmd=b|-nodes|3|x"},
		{"--engine cmd=a -- -engine cmd=b", "--engine|cmd=a|--|-engine|cmd=b"},
		{"", ""},
	} {
		if got, _, err := translated(t, test.line); err != nil || got != test.want {
			t.Errorf("%s\nbecomes %s, error %v\n   want %s", test.line, got, err, test.want)
		}
	}
}

func TestARandomOrderOfCutechessHasASeedThatIsShown(t *testing.T) {
	got, remarks, err := translated(t, "-engine cmd=a -openings file=b.epd order=random")
	_, seed, ok := strings.Cut(got, "--shuffle=")
	if err != nil || !ok || seed == "0" || len(remarks) != 1 || !strings.Contains(remarks[0], seed) {
		t.Errorf("%s, remarks %q, %v", got, remarks, err)
	}
}

func TestFlagsOfCutechessWithoutAnEqualAreRefusedByName(t *testing.T) {
	for i := range cutechessFlags {
		f := &cutechessFlags[i]
		if f.translate != nil {
			continue
		}
		_, _, err := translated(t, "-engine cmd=a -"+f.name+" 1")
		plain := strings.ReplaceAll(f.ours, "`", "") // as on a terminal
		if err == nil || !strings.HasPrefix(err.Error(), "-"+f.name+": ") || !strings.HasSuffix(err.Error(), plain) {
			t.Errorf("-%s: %v", f.name, err)
		}
	}
	for _, k := range engineKeys {
		if _, _, err := translated(t, "-engine cmd=a "+k.name+strings.ReplaceAll(k.words, "MS", "3")); (err != nil) != k.refused ||
			k.refused && !strings.Contains(err.Error(), k.name+" has no equal here: ") {
			t.Errorf("%s: %v", k.name, err)
		}
	}
	for _, test := range []struct{ line, want string }{
		{"-engine cmd=a -concurency 2", "there is no flag -concurency; did you mean -concurrency?"},
		{"-engine cmd=a -pgnot x", "did you mean -pgnout?"},
		{"-engine", "-engine: words KEY=VALUE are needed"},
		{"-engine 'name=x nodes=100'", "a word of its own"},
		{"-engine sf", `"sf" is not KEY=VALUE`},
		{"-engine arg=x", "arguments need cmd="},
		{"-engine cmd=a timemargin=5 -engine cmd=b timemargin=6", "5 and 6 ms"},
		{"-engine cmd=a timemargin=x", "not a number of milliseconds"},
		{"-repeat 4", "played twice"},
		{"-rounds", "one word is needed, not 0"},
		{"-rounds 1 2", "one word is needed, not 2"},
		{"-rounds 0", `"0" is not a number above 0`},
		{"-rounds -3", `"-3" is not a number above 0`},
		{"-rounds 1073741824 -games 1073741824", "too many games"},
		{"-rounds 2 --games 4", "cannot be mixed"},
		{"-openings order=random", "file= is needed"},
		{"-openings file=x ordr=random", "there is no key ordr; did you mean order?"},
		{"-openings file=x.epd format=pgn", "must end with .pgn"},
		{"-openings file=x.pgn format=epd", "ends with .pgn"},
		{"-openings file=x format=fen", "neither epd nor pgn"},
		{"-openings file=x order=chaotic", "neither sequential nor random"},
		{"-openings file=x policy=encounter", "policy=encounter"},
		{"-sprt elo0=1", "elo1= is needed"},
		{"-sprt elo0=1 elo1=2 model=bayesian", "model=bayesian has no equal"},
		{"-resign movecount=3", "score= is needed"},
		{"-resign movecount=3 score=5 twosided=true", "twosided=true has no equal"},
		{"-draw movecount= score=5", "is not KEY=VALUE"},
		{"-pgnout", "a file is needed"},
		{"-pgnout x min", `"min" has no equal`},
		{"-tournament knockout", `"knockout" has no equal`},
		{"-variant atomic", `"atomic" has no equal`},
		{"-wait soon", "not a number of milliseconds"},
		{"-srand x", "not a number"},
		{"-recover now", "takes no words"},
		{"-report penta=false", "only penta=true"},
	} {
		if got, _, err := translated(t, test.line); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s, error %v, want %q", test.line, got, err, test.want)
		}
	}
}

// TestMutatedLinesOfCutechessAreTranslatedOrRefused: the translation has only words that our flags know.
func TestMutatedLinesOfCutechessAreTranslatedOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("-engine -each -rounds -games -repeat -openings -sprt -resign -draw -pgnout -tb -wait -srand -event -- --games " +
		"cmd=a name= =x tc=1+1 tc=inf option.X=1 2 -1 file=x.epd order=random elo0=0 elo1=5 alpha=.1 score=3 movecount=4 movenumber=1 - x= ' \" é=é")
	for range 20000 {
		args := make([]string, random.IntN(12))
		for i := range args {
			args[i] = words[random.IntN(len(words))]
			if random.IntN(8) == 0 {
				args[i] += words[random.IntN(len(words))]
			}
		}
		flags := pflag.NewFlagSet("match", pflag.ContinueOnError)
		(&command{}).define(flags)
		got, _, err := translateCutechess(flags, args)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q: no reason", args)
			}
			continue
		}
		for _, arg := range got {
			if arg == "--" {
				break
			}
			if findCutechess(arg) != nil {
				t.Fatalf("%q: %q is left", args, got)
			}
			for _, list := range []string{"--engine=", "--each="} {
				if text, ok := strings.CutPrefix(arg, list); ok {
					if _, err := wire.SplitWords(text); err != nil {
						t.Fatalf("%q: %q: %v", args, arg, err)
					}
				}
			}
		}
	}
}

// TestQuotedWordsAreReadAsTheyWere for every word, also when quoted twice.
func TestQuotedWordsAreReadAsTheyWere(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	letters := []rune("ab '\"\t=\\é")
	for range 5000 {
		word := make([]rune, random.IntN(8))
		for i := range word {
			word[i] = letters[random.IntN(len(letters))]
		}
		want := string(word)
		for _, text := range []string{quoted(want), quoted(quoted(want))} {
			got, err := wire.SplitWords(text)
			if err == nil && len(got) == 1 && got[0] != want {
				got, err = wire.SplitWords(got[0])
			}
			if err != nil || len(got) != 1 || got[0] != want {
				t.Fatalf("%q: %q, %v", want, got, err)
			}
		}
	}
}

// cutechessLists returns the lists of docs/cutechess.md: what has an equal.
func cutechessLists() (flags, keys string) {
	row := func(name, words, ours string) string {
		return fmt.Sprintf("- `%s`: %s\n", strings.TrimSpace(name+words), ours)
	}
	for i := range cutechessFlags {
		if f := &cutechessFlags[i]; f.translate != nil {
			flags += row("-"+f.name, " "+f.words, f.ours)
		}
	}
	for _, k := range engineKeys {
		if !k.refused {
			keys += row(k.name, k.words, k.ours)
		}
	}
	return flags, keys
}

func TestThePageAboutCutechessHasTheLists(t *testing.T) {
	page := must.Get(os.ReadFile("../../../docs/cutechess.md"))(t)
	flags, keys := cutechessLists()
	for _, part := range []string{
		"## Flags, and those of `alfiere match`\n" + flags + "## Words of an engine\n",
		" Others become:\n" + keys + "## Differences\n",
	} {
		if !strings.Contains(doctest.Unwrapped(string(page)), doctest.Unwrapped(part)) {
			t.Errorf("the page lacks\n%s", part)
		}
	}
	if cli.Suggest("sprtt", cutechessNames("")) == "" {
		t.Error("a flag with an error of typing is not suggested")
	}
}

// TestAMatchWarnsOfMoreThreadsThanCores: threads times games at a time, and with pondering those of both players.
func TestAMatchWarnsOfMoreThreadsThanCores(t *testing.T) {
	for _, test := range []struct {
		players     []string
		gauntlet    bool
		concurrency int
		cores       int
		want        string // part of the warning; "" for none
	}{
		{[]string{"", ""}, false, 4, 4, ""},
		{[]string{"", ""}, false, 5, 4, "up to 5 threads search at a time (1 for each of 5 games) on 4 cores"},
		{[]string{"", ""}, false, 500, 50, ""}, // more than there are pairs
		{[]string{"option.threads=4", ""}, false, 1, 4, ""},
		{[]string{"option.threads=4", ""}, false, 2, 4, "up to 8 threads"},
		{[]string{"option.Threads=4 ponder=true", ""}, false, 1, 4, "up to 5 threads"},
		{[]string{"ponder=true", "ponder=true"}, false, 2, 4, ""},
		{[]string{"ponder=true", "ponder=true"}, false, 3, 4, "up to 6 threads"},
		{[]string{"", "option.Threads=3 ponder=true", "option.Threads=3 ponder=true"}, true, 1, 4, ""},
		{[]string{"", "option.Threads=3 ponder=true", "option.Threads=3 ponder=true"}, false, 1, 4, "up to 6 threads"},
	} {
		m := arena.Match{Games: 100, Concurrency: test.concurrency, Gauntlet: test.gauntlet}
		m.Contestants = must.Get(entry("7").ParseContestants(test.players, nil))(t)
		if got := overloadText(&m, test.cores); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%q, %d pairs on %d cores: %q, want %q", test.players, test.concurrency, test.cores, got, test.want)
		}
	}
}

func TestOpeningsStartAtANumber(t *testing.T) {
	file := filepath.Join(t.TempDir(), "openings.epd")
	if err := os.WriteFile(file, []byte("8/8/8/8/8/k7/8/K6R w - -\n8/8/8/8/8/k7/8/K5R1 w - -\n8/8/8/8/8/k7/8/K4R2 w - -\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for start, want := range map[int]string{0: "K6R K5R1 K4R2", 1: "K6R K5R1 K4R2", 2: "K5R1 K4R2 K6R", 3: "K4R2 K6R K5R1"} {
		openings, err := (&Tournament{Openings: file, Start: start}).ReadOpenings()
		got := ""
		for i := range openings {
			row, _, _ := strings.Cut(openings[i].FEN(), " ")
			got += " " + row[strings.LastIndex(row, "/")+1:]
		}
		if err != nil || got[1:] != want {
			t.Errorf("from %d: %s, %v, want %s", start, got, err, want)
		}
	}
	if _, err := (&Tournament{Openings: file, Start: 4}).ReadOpenings(); err == nil || err.Error() != "--start 4: there are only 3 openings" {
		t.Errorf("from 4: %v", err)
	}
	var s seen
	for _, test := range []struct {
		openings string
		start    int
		chess960 bool
		want     string
	}{{"", 2, false, "--start needs --openings"}, {file, -1, false, "must not be below 1"}, {"x.bin", 2, false, "a book has no order"},
		{"", 2, true, ""}, {"", 1, false, ""}} {
		r := matchRun(t, &s, "name=One", "name=Two")
		r.Openings, r.Start, r.Match.Chess960 = test.openings, test.start, test.chess960
		if err := r.Validate(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestRestartIsReadForAllAndForOne(t *testing.T) {
	e := entry("7")
	e.Restart = client.RestartOn
	for text, want := range map[string]client.Restart{"cmd=x": client.RestartOn, "cmd=x restart=off": client.RestartOff} {
		p, err := e.Parse(text)
		if err != nil || p.Program.Restart != want {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
}
