package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"alfiere/book"
)

// word returns the translation of a flag with one word.
func word(translate func(t *cutechessLine, word string) error) func(*cutechessLine, []string) error {
	return func(t *cutechessLine, words []string) error {
		if len(words) != 1 {
			return fmt.Errorf("one word is needed, not %d", len(words))
		}
		return translate(t, words[0])
	}
}

// one returns the translation of a flag with one word that is that of our flag.
func one(ours string) func(*cutechessLine, []string) error {
	return word(func(t *cutechessLine, word string) error {
		t.add(ours, word)
		return nil
	})
}

// choice returns the translation of a flag with one of some words.
func choice(ours, names string, translated map[string]string) func(*cutechessLine, []string) error {
	return word(func(t *cutechessLine, word string) error {
		if translated[word] == "" {
			return fmt.Errorf("%q has no equal here: choose %s", word, names)
		}
		t.add(ours, translated[word])
		return nil
	})
}

// keyed reads words KEY=VALUE with the given keys, of which the needed ones come first.
func keyed(words []string, needed int, keys ...string) (map[string]string, error) {
	values := map[string]string{}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case !slices.Contains(keys, key):
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

// count reads a number above 0.
func count(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 1<<30 {
		return 0, fmt.Errorf("%q is not a number above 0", word)
	}
	return n, nil
}

func (t *cutechessLine) setRounds(word string) (err error) {
	t.rounds, err = count(word)
	return err
}

func (t *cutechessLine) setGames(word string) (err error) {
	t.games, err = count(word)
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
	if !slices.Equal(words, []string{"penta=true"}) {
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

func (t *cutechessLine) srand(word string) error {
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
	chances := cmp.Or(v["alpha"], "0.05") + "," + cmp.Or(v["beta"], "0.05")
	t.add("sprt", v["elo0"]+","+v["elo1"]+","+chances)
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
	t.add("draw", v["score"]+"/"+v["movecount"]+"/"+cmp.Or(v["movenumber"], "0"))
	return nil
}

func (t *cutechessLine) tables(paths string) error {
	t.add("syzygy", strings.ReplaceAll(paths, ";", string(os.PathListSeparator)))
	return nil
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

func (t *cutechessLine) wait(n string) error {
	if ms, err := strconv.ParseUint(n, 10, 31); err != nil {
		return fmt.Errorf("%q is not a number of milliseconds", n)
	} else if ms > 0 {
		t.add("wait", n+"ms")
	}
	return nil
}
