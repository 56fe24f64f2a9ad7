package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/wire"
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
	{"engine", "KEY=VALUE…", "`--engine`", players("engine")},
	{"each", "KEY=VALUE…", "`--each`", players("each")},
	{"rounds", "N", "`--games`: rounds times games; 1 round by default", word((*cutechessLine).setRounds)},
	{"games", "N", "`--games`: rounds times games; 1 game a round by default", word((*cutechessLine).setGames)},
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
	{"tb", "PATHS", "`--syzygy`; `;` may separate the folders", word((*cutechessLine).tables)},
	{"pgnout", "FILE [fi] [nodes=true] [nps=true]",
		"`--pgn`; comments always have nodes and nps; an existing file needs `--resume`", (*cutechessLine).pgnout},
	{"ratinginterval", "N", "`--rating-interval`", one("rating-interval")},
	{"recover", "", "nothing: engines are always restarted", (*cutechessLine).nothing},
	{"tournament", "round-robin, roundrobin or gauntlet", "`--tournament`",
		choice("tournament", "round-robin or gauntlet",
			map[string]string{"round-robin": "roundrobin", "roundrobin": "roundrobin", "gauntlet": "gauntlet"})},
	{"variant", "standard or fischerandom", "`--variant`",
		choice("variant", "standard or fischerandom", map[string]string{"standard": "normal", "normal": "normal",
			"fischerandom": "fischerandom", "chess960": "fischerandom"})},
	{"event", "NAME", "`--event`", one("event")},
	{"wait", "N", "`--wait`, in milliseconds", word((*cutechessLine).wait)},
	{"srand", "N", "the seed of `order=random`", word((*cutechessLine).srand)},
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

	rounds, games int // 0 if not given
	isRandom      bool
	seed          string
}

// translateCutechess returns a command line in the form of cutechess-cli as one with the flags of match. A line in
// that form has at least one flag of the table with a single dash; others are returned as they are. Flags with two
// dashes may be mixed in.
func translateCutechess(flags *pflag.FlagSet, args []string) (translated, remarks []string, err error) {
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
		return fmt.Errorf("this flag of cutechess-cli or fastchess has no equal here: %s",
			strings.ReplaceAll(known.ours, "`", ""))
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
	return fmt.Errorf("there is no %s %s%s", kind, name, cli.Suggest(name, known))
}

// add adds a flag of ours.
func (t *cutechessLine) add(name, value string) { t.args = append(t.args, "--"+name+"="+value) }

// engineKeys are the keys of cutechess-cli and fastchess that are not those of --engine. docs/cutechess.md prints them.
var engineKeys = []struct {
	name, words string
	ours        string // what it becomes, or the reason why it is refused
	refused     bool
}{
	{"arg", "=TEXT", "one argument of `cmd`", false},
	{"args", "=TEXT", "arguments of `cmd`, separated by blanks", false},
	{"timemargin", "=MS", "`--margin`, the same for all engines", false},
	{"ponder", "", "`ponder=true`", false},
	{"ply", "=N", "`depth=N`", false},
	{"plies", "=N", "`depth=N`", false},
	{"conf", "=NAME", "use `--engines FILE`, which reads an `engines.json`", true},
	{"initstr", "=TEXT", "use `option.NAME`", true},
	{"stderr", "=FILE", "`--log FILE` has the standard error, too", true},
	{"whitepov", "", "a score is always the mover's", true},
	{"book", "=FILE", "use `-openings`", true},
	{"bookdepth", "=N", "use `-openings`", true},
	{"tscale", "=F", "give the time itself", true},
	{"trust", "", "claims of a result are always checked", true},
}

// refusal returns the reason why a key is refused, empty if it is not.
func refusal(key string) string {
	for _, k := range engineKeys {
		if k.refused && k.name == key {
			return k.ours
		}
	}
	return ""
}

// players returns the translation of a flag with the words of an engine, which are those of our flag.
func players(ours string) func(*cutechessLine, []string) error {
	return func(t *cutechessLine, words []string) error {
		text, err := t.player(words)
		if err == nil {
			t.add(ours, text)
		}
		return err
	}
}

// secondKey finds a description whose words are in one argument, as --engine takes them.
var secondKey = wire.Pattern(`\s(cmd|dir|proto|name|tc|st|nodes|depth|ponder|restart|option\.[^=]+)=`)

// player returns the words of an engine in the form of --engine.
func (t *cutechessLine) player(words []string) (text string, err error) {
	if len(words) == 0 {
		return "", errors.New("words KEY=VALUE are needed")
	}
	var ours, arguments []string
	command, folder := "", ""
	for _, word := range words {
		key, value, isKeyed := strings.Cut(word, "=")
		reason := refusal(key)
		switch {
		case reason != "":
			return "", fmt.Errorf("%s has no equal here: %s", key, reason)
		case !strings.HasPrefix(key, "arg") && secondKey().MatchString(word):
			return "", fmt.Errorf("%q: write each KEY=VALUE as a word of its own, or use two dashes", word)
		case word == "ponder":
			ours = append(ours, "ponder=true")
		case !isKeyed:
			return "", fmt.Errorf("%q is not KEY=VALUE", word)
		case key == "cmd":
			command = value
		case key == "arg":
			arguments = append(arguments, value)
		case key == "args":
			more, err := wire.SplitWords(value)
			if err != nil {
				return "", fmt.Errorf("args: %w", err)
			}
			arguments = append(arguments, more...)
		case key == "timemargin":
			err = t.setMargin(value)
		case key == "ply" || key == "plies":
			ours = append(ours, "depth="+value)
		case key == "tc" && value == "inf":
		case key == "tc":
			ours = append(ours, "tc="+strings.TrimPrefix(value, "0/"))
		default:
			if key == "dir" {
				folder = value
			}
			ours = append(ours, word)
		}
		if err != nil {
			return "", err
		}
	}
	if command == "" && len(arguments) > 0 {
		return "", errors.New("arguments need cmd= in the same flag")
	}
	if command != "" {
		ours = append(ours, "cmd="+commandText(command, folder, arguments))
	}
	for i, word := range ours {
		ours[i] = quoted(word)
	}
	return strings.Join(ours, " "), nil
}

// setMargin notes the time by which a move may be late. It is that of the whole match.
func (t *cutechessLine) setMargin(text string) error {
	if _, err := strconv.ParseUint(text, 10, 31); err != nil {
		return fmt.Errorf("timemargin: %q is not a number of milliseconds", text)
	}
	if t.margin != "" && t.margin != text {
		return fmt.Errorf("timemargin: %s and %s ms: it is the same for all engines, as --margin", t.margin, text)
	}
	t.margin = text
	return nil
}

// commandText returns a command with its arguments in the form of the key cmd. A file may have blanks in its name.
func commandText(command, folder string, arguments []string) string {
	text := command
	path := command
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if _, err := os.Stat(path); err == nil && strings.ContainsAny(command, " '\"\t") {
		text = quoted(command)
	}
	for _, argument := range arguments {
		text += " " + quoted(argument)
	}
	return text
}

// quoted quotes a word for wire.SplitWords if it needs that.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " '\"\t") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'"'"'`) + "'"
}
