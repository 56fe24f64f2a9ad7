package text

import (
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// Language is the piece letters and the wording of a report. The zero value is
// English.
type Language struct {
	letters notation.PieceLetters
	words   *words
}

// English writes a report with English letters and words.
func English() Language { return Language{notation.English, &english} }

// Italian writes a report with Italian letters and words.
func Italian() Language {
	letters, _ := notation.ParseLanguage("italian") // it is one of the table
	return Language{letters, &italian}
}

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

// Letters returns the letters of the pieces.
func (l Language) Letters() notation.PieceLetters { return l.letters }

// WithFigurines returns the language with chessmen instead of its letters.
func (l Language) WithFigurines() Language {
	l.letters = notation.Figurine
	return l
}

func (l Language) orEnglish() (notation.PieceLetters, *words) {
	if l.words == nil {
		l.words = &english
	}
	return l.letters, l.words
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
	illegal       string
	interrupted   string
	brief         string // %d the last move shown
	briefHow      string // %d all moves: how to get them
	ended         string // interrupted with nothing found
	bound         string // %d moves: there is no mate in up to so many
	refuted       string // %d of %d first moves are refuted as mates in %d
	shortMate     string // %s the first move, %d moves
	zugzwang      string
	but           string // before refutations
	setPlay       string
	tries         string
	unprovided    string // %s the defences without a mate in the set play
	nothing       string // set play without mates
	dual          string
	partial       string // separates threats
	ineffective   string
	nodes         string // %d nodes

	keyFlaws    string
	blockKind   string
	changes     string
	pictures    string
	model       string
	ideal       string
	doubleCheck string
	pinOf       string // %s squares
	superfluous string
	merit       string
	warnings    string
	colors      [2]string
	needed      string // %d of a warning
	possible    string // %d of a warning
	captures    string // %s pawns, %d captures needed, %d men missing, %d of them to be captured
	noFiles     string // %s pawns
	statistics  string
	counts      string // %d keys, tries, defences, different mates, duals
	themes      string
	pageTitle   string // the title of a page

	passedOccupied, passedNoPawn string // of an en passant square: %s that square, %s the one that is occupied or empty

	solutions string // the heading above solutions

	faults  *movegen.FaultWords // nil for the English ones
	summary *summaryWords
	table   *tableWords

	meanings map[string]string // of terms, by the English ones; nil for those

	// terms are translations of the names of kinds and themes; what is missing is
	// international or stays English.
	terms []map[string]string
}

// term returns the name of a kind or theme in the language.
func (w *words) term(english string) string {
	for _, terms := range w.terms {
		if translation, ok := terms[english]; ok {
			return translation
		}
	}
	return english
}

var english = words{
	mates:         [2]string{"White mates in %d", "Black mates in %d"},
	sound:         "Sound: one key.",
	cooked:        "Cooked: %d keys.",
	shortSolution: "Short solution.",
	noSolution:    "No solution.",
	undecided:     "Undecided.",
	illegal:       "Illegal position.",
	interrupted:   "Interrupted: all of this is proven, but there may be more.",
	brief:         "The play is told down to move %d",
	briefHow:      "; with --play %d all of it",
	ended:         "Interrupted.",
	bound:         "No mate in up to %d.",
	refuted:       "Mate in %[3]d: %[1]d of %[2]d first moves refuted.",
	shortMate:     "%s mates in %d",
	zugzwang:      "zugzwang",
	but:           "but",
	setPlay:       "Set play",
	tries:         "Tries",
	unprovided:    "no mate after %s",
	nothing:       "none",
	dual:          "dual",
	partial:       "partial",
	ineffective:   "stops no threat",
	nodes:         "%d nodes",

	keyFlaws:    "The key",
	blockKind:   "Kind",
	changes:     "Changes between the phases",
	pictures:    "Mates",
	model:       "model mate",
	ideal:       "ideal mate",
	doubleCheck: "double check",
	pinOf:       "pin of %s",
	superfluous: "Superfluous men in the actual play",
	merit:       "a merit",
	warnings:    "Warnings",
	colors:      [2]string{"White", "Black"},
	needed:      "at least %d",
	possible:    "at most %d possible",
	captures:    "impossible pawns (%s): captures needed %d, opposing men missing %d, of which pawns can have captured %d",
	noFiles:     "impossible pawns (%s): no files that they can have come from, whatever they captured",
	statistics:  "Statistics",
	counts:      "keys %d, tries %d, defences %d, different mates %d, duals %d",
	themes:      "Themes",
	pageTitle:   "Chess problems",

	passedOccupied: "en passant on %s is impossible: %s is occupied",
	passedNoPawn:   "en passant on %s is impossible: there is no pawn on %s",

	solutions: "Solutions",
	summary:   &englishSummary,

	table: &englishTable,
}

var italian = words{
	mates:         [2]string{"Il Bianco matta in %d", "Il Nero matta in %d"},
	sound:         "Corretto: una chiave.",
	cooked:        "Demolito: %d chiavi.",
	shortSolution: "Soluzione breve.",
	noSolution:    "Nessuna soluzione.",
	undecided:     "Non deciso.",
	illegal:       "Posizione illegale.",
	interrupted:   "Interrotto: tutto ciò è dimostrato, ma può esserci altro.",
	brief:         "Il gioco è dato fino alla mossa %d",
	briefHow:      "; con --play %d per intero",
	ended:         "Interrotto.",
	bound:         "Nessun matto fino a %d mosse.",
	refuted:       "Matto in %[3]d: confutate %[1]d di %[2]d prime mosse.",
	shortMate:     "%s matta in %d",
	zugzwang:      "zugzwang",
	but:           "ma",
	setPlay:       "Gioco apparente",
	tries:         "Tentativi",
	unprovided:    "nessun matto dopo %s",
	nothing:       "nessuno",
	dual:          "duale",
	partial:       "parziale",
	ineffective:   "non para alcuna minaccia",
	nodes:         "%d nodi",

	keyFlaws:    "La chiave",
	blockKind:   "Tipo",
	changes:     "Cambi tra le fasi",
	pictures:    "Matti",
	model:       "matto modello",
	ideal:       "matto ideale",
	doubleCheck: "scacco doppio",
	pinOf:       "inchiodatura in %s",
	superfluous: "Pezzi superflui nel gioco effettivo",
	merit:       "pregio",
	warnings:    "Avvertimenti",
	colors:      [2]string{"Bianco", "Nero"},
	needed:      "almeno %d",
	possible:    "al più %d possibili",
	captures:    "pedoni impossibili (%s): catture necessarie %d, pezzi avversari mancanti %d, di cui catturabili dai pedoni %d",
	noFiles:     "pedoni impossibili (%s): nessuna colonna da cui possano venire, qualunque cosa abbiano catturato",
	statistics:  "Statistica",
	counts:      "chiavi %d, tentativi %d, difese %d, matti diversi %d, duali %d",
	themes:      "Temi",
	faults:      &italianFaults,
	pageTitle:   "Problemi di scacchi",

	passedOccupied: "la presa en passant in %s è impossibile: %s è occupata",
	passedNoPawn:   "la presa en passant in %s è impossibile: non c'è un pedone in %s",

	solutions: "Soluzioni",
	summary:   &italianSummary,
	table:     &italianTable,
	meanings:  italianMeanings,
	terms:     []map[string]string{italianTerms, italianThemes},
}
