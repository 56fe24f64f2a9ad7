package problemtext

import (
	"strings"

	"alfiere/movegen/notation"
)

// Language is the piece letters and the wording of a report.
type Language struct {
	letters notation.Language
	words   *words
}

// English writes a report with English letters and words.
func English() Language { return Language{notation.English, &english} }

// ParseLanguage finds a language as notation.ParseLanguage does, whose error it
// returns. The words are English where there are none in the language.
func ParseLanguage(name string) (Language, error) {
	letters, err := notation.ParseLanguage(name)
	for _, row := range wordings {
		if strings.EqualFold(name, row.code) || strings.EqualFold(name, row.name) {
			return Language{letters, row.words}, err
		}
	}
	return Language{letters, &english}, err
}

// wordings is the table of the languages that reports have words in. Letters do not
// tell a language: Italian and Spanish share theirs.
var wordings = [...]struct {
	code, name string
	words      *words
}{
	{"en", "english", &english},
	{"it", "italian", &italian},
}

// words are the texts of a report. A verb %d is a number of keys, moves or nodes,
// %s what the field's name says.
type words struct {
	mates         [2]string // by colour: the stipulation, %d moves
	sound         string
	cooked        string // %d keys
	shortSolution string
	noSolution    string
	undecided     string
	interrupted   string
	shortMate     string // %s the first move, %d moves
	zugzwang      string
	but           string // before refutations
	setPlay       string
	tries         string
	unprovided    string // %s the defences without a mate in the set play
	nothing       string // set play without mates
	dual          string
	ineffective   string
	nodes         string // %d nodes
}

var english = words{
	mates:         [2]string{"White mates in %d", "Black mates in %d"},
	sound:         "Sound: one key.",
	cooked:        "Cooked: %d keys.",
	shortSolution: "Short solution.",
	noSolution:    "No solution.",
	undecided:     "Undecided.",
	interrupted:   "Interrupted: all of this is proven, but there may be more.",
	shortMate:     "%s mates in %d",
	zugzwang:      "zugzwang",
	but:           "but",
	setPlay:       "Set play",
	tries:         "Tries",
	unprovided:    "no mate after %s",
	nothing:       "none",
	dual:          "dual",
	ineffective:   "stops no threat",
	nodes:         "%d nodes",
}

var italian = words{
	mates:         [2]string{"Il Bianco matta in %d", "Il Nero matta in %d"},
	sound:         "Corretto: una chiave.",
	cooked:        "Demolito: %d chiavi.",
	shortSolution: "Soluzione breve.",
	noSolution:    "Nessuna soluzione.",
	undecided:     "Non deciso.",
	interrupted:   "Interrotto: tutto ciò è dimostrato, ma può esserci altro.",
	shortMate:     "%s matta in %d",
	zugzwang:      "zugzwang",
	but:           "ma",
	setPlay:       "Gioco apparente",
	tries:         "Tentativi",
	unprovided:    "nessun matto dopo %s",
	nothing:       "nessuno",
	dual:          "duale",
	ineffective:   "non para alcuna minaccia",
	nodes:         "%d nodi",
}
