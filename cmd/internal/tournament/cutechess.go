package tournament

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"alfiere/book"
	"alfiere/internal/cli"
)

// cutechessFlag is a flag of cutechess-cli or fastchess. It has one dash and takes all words up to the next flag.
type cutechessFlag struct {
	name  string
	words string // that follow it, as the documentation shows them
	ours  string // what it becomes, for the documentation; without translate the reason why it is refused

	translate func(t *cutechessLine, words []string) error
}

// cutechessFlags is the table of the flags that are known. docs/cutechess.md prints it.
var cutechessFlags = []cutechessFlag{
	{"engine", "KEY=VALUE…", "`--engine`", (*cutechessLine).engine},
	{"each", "KEY=VALUE…", "`--each`", (*cutechessLine).each},
	{"rounds", "N", "`--games`: rounds times games; 1 round by default", (*cutechessLine).setRounds},
	{"games", "N", "`--games`: rounds times games; 1 game a round by default", (*cutechessLine).setGames},
	{"repeat", "[2]", "nothing: each opening is always played twice, with colours changed", (*cutechessLine).repeat},
	{"openings", "file= [format=] [order=] [plies=] [start=] [policy=]",
		"`--openings`, `--plies`, `--start`, and for `order=random` `--shuffle` with the seed of `-srand`",
		(*cutechessLine).openings},
	{"sprt", "elo0= elo1= [alpha=] [beta=] [model=]",
		"`--sprt`, with `--logistic` unless `model=normalized`", (*cutechessLine).sprt},
	{"concurrency", "N", "`--concurrency`", one("concurrency")},
	{"resign", "movecount= score= [twosided=false]", "`--resign SCORE/MOVES`", (*cutechessLine).resign},
	{"draw", "movenumber= movecount= score=", "`--draw SCORE/MOVES/AFTER`", (*cutechessLine).draw},
	{"maxmoves", "N", "`--max-moves`", one("max-moves")},
	{"tb", "PATHS", "`--syzygy`; `;` may separate the folders", (*cutechessLine).tables},
	{"pgnout", "FILE [fi] [nodes=true] [nps=true]",
		"`--pgn`; comments always have nodes and nps; an existing file needs `--resume`", (*cutechessLine).pgnout},
	{"ratinginterval", "N", "`--rating-interval`", one("rating-interval")},
	{"recover", "", "nothing: engines are always restarted", (*cutechessLine).nothing},
	{"tournament", "round-robin, roundrobin or gauntlet", "`--tournament`", (*cutechessLine).tournament},
	{"variant", "standard or fischerandom", "`--variant`", (*cutechessLine).variant},
	{"event", "NAME", "`--event`", one("event")},
	{"wait", "N", "`--wait`, in milliseconds", (*cutechessLine).wait},
	{"srand", "N", "the seed of `order=random`", (*cutechessLine).srand},
	{"report", "penta=true", "nothing: figures always use pairs of games", (*cutechessLine).report},
	{"tbpieces", "N", "all tables that are there are used", nil},
	{"tbignore50", "", "the 50-move rule counts", nil},
	{"noswap", "", "each opening is played with both colours", nil},
	{"reverse", "", "the first engine of a pair begins with White", nil},
	{"seeds", "N", "there is no tournament with seeds", nil},
	{"epdout", "FILE", "`--pgn` keeps the games", nil},
	{"site", "NAME", "the tag Site is always `?`", nil},
	{"debug", "[all]", "use `--log FILE`", nil},
	{"log", "file=…", "use `--log FILE`", nil},
	{"outcomeinterval", "N", "a terminal shows each result", nil},
	{"scoreinterval", "N", "a terminal shows each result", nil},
	{"resultformat", "FORMAT", "the columns of the table are fixed; `--json FILE` has all figures", nil},
	{"output", "format=…", "the form of the table is fixed; `--json FILE` has all figures", nil},
	{"livepgnout", "FILE", "`--pgn` is written after each pair of games", nil},
	{"bookmode", "MODE", "books are read in place", nil},
	{"pgndepth", "N", "use `-openings plies=N`", nil},
	{"pgnin", "FILE", "use `-openings file=FILE`", nil},
	{"config", "file=…", "use `--resume` with the same flags", nil},
	{"autosaveinterval", "N", "`--pgn` is written after each pair of games, and `--resume` continues", nil},
	{"quick", "…", "write the flags in full", nil},
	{"force-concurrency", "", "too many threads are only a warning", nil},
	{"use-affinity", "", "the system places the processes", nil},
	{"show-latency", "", "`--log FILE` has the time of each line", nil},
	{"startup-ms", "N", "use `--grace`", nil},
	{"ucinewgame-ms", "N", "use `--grace`", nil},
	{"ping-ms", "N", "use `--grace`", nil},
}

// cutechessLine is a command line in the form of cutechess-cli during its translation.
type cutechessLine struct {
	args    []string // the same in our flags
	remarks []string // for the user
	margin  string   // of the engines seen so far, "" for none
	engines int      // seen so far

	rounds, games int // 0 if not given
	isRandom      bool
	seed          string
}

// cutechessError is the error for a word that is not known.
type cutechessError struct {
	kind, name string
	known      []string
}

// Error names the word.
func (e *cutechessError) Error() string { return fmt.Sprintf("there is no %s %s", e.kind, e.name) }

// Known returns the word and those that are known.
func (e *cutechessError) Known() (string, []string) { return e.name, e.known }

// translateCutechess returns a command line in the form of cutechess-cli as one with the flags of match. A line in
// that form has at least one flag of the table with a single dash; others are returned as they are. Flags with two
// dashes may be mixed in.
func translateCutechess(flags *flag.FlagSet, args []string) (translated, remarks []string, err error) {
	if !isCutechess(args) {
		return args, nil, nil
	}
	t := &cutechessLine{}
	counted := false // by our own flags
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			t.args = append(append(t.args, arg), args...)
			break
		}
		known := findCutechess(arg)
		if known == nil {
			name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			if isSingleDash(arg) && flags.Lookup(name) == nil && name != "help" && name != "h" {
				return nil, nil, unknownWord("flag", arg, cutechessNames("-"))
			}
			counted = counted || isFlag(arg) && (name == "games" || name == "rounds")
			t.args = append(t.args, arg)
			continue
		}
		words := 0
		for words < len(args) && !isFlag(args[words]) {
			words++
		}
		if err := t.apply(known, args[:words]); err != nil {
			return nil, nil, fmt.Errorf("-%s: %w", known.name, err)
		}
		args = args[words:]
	}
	if err := t.finish(counted); err != nil {
		return nil, nil, err
	}
	return t.args, t.remarks, nil
}

// apply translates a flag with its words.
func (t *cutechessLine) apply(known *cutechessFlag, words []string) error {
	if known.translate == nil {
		return fmt.Errorf("this flag of cutechess-cli or fastchess has no equal here: %s", known.ours)
	}
	return known.translate(t, words)
}

// finish adds the flags that depend on several ones.
func (t *cutechessLine) finish(counted bool) error {
	if counted && (t.rounds > 0 || t.games > 0) {
		return errors.New("-rounds and -games cannot be mixed with --rounds and --games")
	}
	const most = 1 << 30
	rounds, games := max(t.rounds, 1), max(t.games, 1)
	if rounds > most/games {
		return errors.New("-rounds: too many games")
	}
	if !counted {
		t.add("games", strconv.Itoa(rounds*games))
	}
	if t.isRandom {
		if t.seed == "" || t.seed == "0" {
			t.seed = strconv.FormatUint(rand.Uint64N(1<<32)+1, 10)
			t.remarks = append(t.remarks, "the openings have the random order of --shuffle "+t.seed)
		}
		t.add("shuffle", t.seed)
	}
	if t.margin != "" {
		t.add("margin", t.margin+"ms")
	}
	return nil
}

// isCutechess reports whether a command line has a flag of the table with a single dash.
func isCutechess(args []string) bool {
	for _, arg := range args {
		if arg == "--" {
			return false
		}
		if findCutechess(arg) != nil {
			return true
		}
	}
	return false
}

// isFlag reports whether a word begins a flag; a negative number does not.
func isFlag(word string) bool {
	name := strings.TrimLeft(word, "-")
	return name != word && (name == "" || name[0] > '9')
}

// isSingleDash reports whether a word is a flag with one dash.
func isSingleDash(word string) bool { return isFlag(word) && !strings.HasPrefix(word, "--") }

// findCutechess returns the flag of the table, nil if there is none.
func findCutechess(arg string) *cutechessFlag {
	for i := range cutechessFlags {
		if arg == "-"+cutechessFlags[i].name {
			return &cutechessFlags[i]
		}
	}
	return nil
}

// cutechessNames returns the flags that are not refused, each with the prefix.
func cutechessNames(prefix string) (names []string) {
	for i := range cutechessFlags {
		if cutechessFlags[i].translate != nil {
			names = append(names, prefix+cutechessFlags[i].name)
		}
	}
	return names
}

// unknownWord returns the error for a word that is not known, with the nearest ones that are.
func unknownWord(kind, name string, known []string) error {
	return cli.Suggesting(func(string) error { return &cutechessError{kind, name, known} })("")
}

// add adds a flag of ours.
func (t *cutechessLine) add(name, value string) { t.args = append(t.args, "--"+name+"="+value) }

// single returns the only word.
func single(words []string) (string, error) {
	if len(words) != 1 {
		return "", fmt.Errorf("one word is needed, not %d", len(words))
	}
	return words[0], nil
}

// one returns the translation of a flag with one word that is that of our flag.
func one(ours string) func(*cutechessLine, []string) error {
	return func(t *cutechessLine, words []string) error {
		word, err := single(words)
		if err == nil {
			t.add(ours, word)
		}
		return err
	}
}

// keyed reads words KEY=VALUE with the given keys, of which the needed ones come first.
func keyed(words []string, needed int, keys ...string) (map[string]string, error) {
	values := map[string]string{}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		known := false
		for _, k := range keys {
			known = known || k == key
		}
		switch {
		case !known:
			return nil, unknownWord("key", key, keys)
		case !ok || value == "":
			return nil, fmt.Errorf("%q is not KEY=VALUE", word)
		}
		values[key] = value
	}
	for _, key := range keys[:needed] {
		if values[key] == "" {
			return nil, fmt.Errorf("%s= is needed", key)
		}
	}
	return values, nil
}

// ourForm adds the flag of ours if the only word is its value and not KEY=VALUE.
func (t *cutechessLine) ourForm(name string, words []string) bool {
	if len(words) != 1 || strings.Contains(words[0], "=") {
		return false
	}
	t.add(name, words[0])
	return true
}

// count reads the only word as a number above 0.
func count(words []string) (int, error) {
	word, err := single(words)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 1<<30 {
		return 0, fmt.Errorf("%q is not a number above 0", word)
	}
	return n, nil
}

func (t *cutechessLine) setRounds(words []string) (err error) {
	t.rounds, err = count(words)
	return err
}

func (t *cutechessLine) setGames(words []string) (err error) {
	t.games, err = count(words)
	return err
}

func (t *cutechessLine) repeat(words []string) error {
	if len(words) == 0 || len(words) == 1 && words[0] == "2" {
		return nil
	}
	return errors.New("each opening is played twice; another number is not possible")
}

func (t *cutechessLine) nothing(words []string) error {
	if len(words) > 0 {
		return fmt.Errorf("%q: it takes no words", words[0])
	}
	return nil
}

func (t *cutechessLine) report(words []string) error {
	if word, err := single(words); err != nil || word != "penta=true" {
		return errors.New("only penta=true is possible: figures always use pairs of games")
	}
	return nil
}

func (t *cutechessLine) openings(words []string) error {
	if t.ourForm("openings", words) {
		return nil
	}
	v, err := keyed(words, 1, "file", "format", "order", "plies", "start", "policy")
	if err != nil {
		return err
	}
	t.add("openings", v["file"])
	isPGN := strings.Contains(strings.ToLower(filepath.Base(v["file"])), ".pgn")
	switch format := v["format"]; {
	case format != "" && format != "pgn" && format != "epd":
		return fmt.Errorf("format: %q is neither epd nor pgn", format)
	case format == "pgn" && !isPGN:
		return fmt.Errorf("format=pgn: the name of a PGN file must end with .pgn, unlike %q", v["file"])
	case format == "epd" && isPGN:
		return fmt.Errorf("format=epd: %q ends with .pgn", v["file"])
	}
	switch order := v["order"]; order {
	case "", "sequential":
	case "random":
		t.isRandom = true
	default:
		return fmt.Errorf("order: %q is neither sequential nor random", order)
	}
	switch policy := v["policy"]; policy {
	case "", "default", "round":
	case "encounter":
		return errors.New("policy=encounter: all pairs play the same opening in a round")
	default:
		return fmt.Errorf("policy: %q is none of default, encounter and round", policy)
	}
	if v["plies"] != "" && v["plies"] != "0" && (isPGN || book.IsBook(v["file"])) {
		t.add("plies", v["plies"])
	}
	if v["start"] != "" {
		t.add("start", v["start"])
	}
	return nil
}

func (t *cutechessLine) srand(words []string) error {
	word, err := single(words)
	if err != nil {
		return err
	}
	if _, err := strconv.ParseUint(word, 10, 64); err != nil {
		return fmt.Errorf("%q is not a number", word)
	}
	t.seed = word
	return nil
}

func (t *cutechessLine) sprt(words []string) error {
	if t.ourForm("sprt", words) {
		return nil
	}
	v, err := keyed(words, 2, "elo0", "elo1", "alpha", "beta", "model")
	if err != nil {
		return err
	}
	orDefault := func(key string) string {
		if v[key] == "" {
			return "0.05"
		}
		return v[key]
	}
	t.add("sprt", strings.Join([]string{v["elo0"], v["elo1"], orDefault("alpha"), orDefault("beta")}, ","))
	switch v["model"] {
	case "", "logistic":
		t.args = append(t.args, "--logistic")
	case "normalized":
	case "bayesian":
		return errors.New("model=bayesian has no equal here: choose logistic or normalized")
	default:
		return fmt.Errorf("model: %q is neither logistic nor normalized", v["model"])
	}
	return nil
}

func (t *cutechessLine) resign(words []string) error {
	if t.ourForm("resign", words) {
		return nil
	}
	v, err := keyed(words, 2, "movecount", "score", "twosided")
	if err != nil {
		return err
	}
	if v["twosided"] != "" && v["twosided"] != "false" {
		return errors.New("twosided=true has no equal here: a game is lost by the loser's own scores")
	}
	t.add("resign", v["score"]+"/"+v["movecount"])
	return nil
}

func (t *cutechessLine) draw(words []string) error {
	if t.ourForm("draw", words) {
		return nil
	}
	v, err := keyed(words, 2, "movecount", "score", "movenumber")
	if err != nil {
		return err
	}
	if v["movenumber"] == "" {
		v["movenumber"] = "0"
	}
	t.add("draw", v["score"]+"/"+v["movecount"]+"/"+v["movenumber"])
	return nil
}

func (t *cutechessLine) tables(words []string) error {
	paths, err := single(words)
	if err == nil {
		t.add("syzygy", strings.ReplaceAll(paths, ";", string(os.PathListSeparator)))
	}
	return err
}

func (t *cutechessLine) pgnout(words []string) error {
	file := ""
	for i, word := range words {
		key, value, isKeyed := strings.Cut(word, "=")
		switch {
		case key == "file" && isKeyed:
			file = value
		case i == 0 && !isKeyed:
			file = word
		case word == "fi", word == "nodes=true", word == "nps=true", word == "notation=san", word == "append=false",
			word == "min=false":
		default:
			return fmt.Errorf("%q has no equal here: only fi, nodes=true and nps=true may follow the file", word)
		}
	}
	if file == "" {
		return errors.New("a file is needed")
	}
	t.add("pgn", file)
	return nil
}

func (t *cutechessLine) tournament(words []string) error {
	kind, err := single(words)
	if err != nil {
		return err
	}
	switch kind {
	case "round-robin", "roundrobin":
		t.add("tournament", "roundrobin")
	case "gauntlet":
		t.add("tournament", kind)
	default:
		return fmt.Errorf("%q has no equal here: choose round-robin or gauntlet", kind)
	}
	return nil
}

func (t *cutechessLine) variant(words []string) error {
	name, err := single(words)
	switch {
	case err != nil:
		return err
	case name == "standard" || name == "normal":
		t.add("variant", "normal")
	case name == "fischerandom" || name == "chess960":
		t.add("variant", "fischerandom")
	default:
		return fmt.Errorf("%q has no equal here: choose standard or fischerandom", name)
	}
	return nil
}

func (t *cutechessLine) wait(words []string) error {
	n, err := single(words)
	if err != nil {
		return err
	}
	if ms, err := strconv.ParseUint(n, 10, 31); err != nil {
		return fmt.Errorf("%q is not a number of milliseconds", n)
	} else if ms > 0 {
		t.add("wait", n+"ms")
	}
	return nil
}
