package format

import (
	"strings"

	"alfiere/problem/text"
)

// vocabulary is Popeye's words in one of its languages.
type vocabulary struct {
	commands [commands]string
	colors   []string // White, Black and neutral men
	men      string   // king, queen, rook, bishop, knight, pawn
	tongue   text.Tongue

	twinnings [twinUnsupported + 2]string
	changes   twinWords // that describe a twin
}

// command is an index into a vocabulary's commands.
type command int

const (
	beginProblem command = iota
	endProblem
	nextProblem
	twin
	zeroPosition
	stipulationOf
	structuredStipulation
	remark
	authorOf
	originOf
	titleOf
	protocolFile
	award
	laTeX
	laTeXPieces
	pieces
	condition
	option
	gameArray
	forsythBoard
	commands // their number
)

// optionEffect is what becomes of an option.
type optionEffect int

const (
	ignored optionEffect = iota // it speeds Popeye up, or is of no meaning in a direct mate
	wantsVariations
	wantsNoThreat
	wantsNoShort
	wantsNoBoard
	wantsSolutions // up to a number, which follows
	wantsTime      // up to so many seconds
	wantsSet
	wantsTries
	wantsRefutations // a number follows
	wantsBlack
	wantsDuplex
	wantsPostKey
	forbidsCastling // squares follow
	allowsEnPassant // squares follow
	refused
)

// optionRow is an option: its words in the order of vocabularies, and its effect.
type optionRow struct {
	words  [len(vocabularyNames)]string
	effect optionEffect
}

var vocabularyNames = [...]string{"english", "german", "french"}

var options = [...]optionRow{
	{[...]string{"variations", "varianten", "variantes"}, wantsVariations},
	{[...]string{"setplay", "satzspiel", "apparent"}, wantsSet},
	{[...]string{"try", "verfuehrung", "essais"}, wantsTries},
	{[...]string{"defence", "widerlegung", "defense"}, wantsRefutations},
	{[...]string{"halfduplex", "halbduplex", "demiduplex"}, wantsBlack},
	{[...]string{"nocastling", "keinerochade", "sansroquer"}, forbidsCastling},
	{[...]string{"enpassant", "enpassant", "enpassant"}, allowsEnPassant},
	{[...]string{"movenumbers", "zugnummern", "trace"}, ignored},
	{[...]string{"startmovenumber", "startzugnummer", "enroute"}, ignored},
	{[...]string{"uptomovenumber", "biszugnummer", "jusquaucoup"}, ignored},
	{[...]string{"threat", "drohung", "menace"}, ignored},
	{[...]string{"nothreat", "ohnedrohung", "sansmenace"}, wantsNoThreat},
	{[...]string{"maxsolutions", "maxloesungen", "maxsolutions"}, wantsSolutions},
	{[...]string{"maxflightsquares", "maxfluchtfelder", "maxcasesfuites"}, ignored},
	{[...]string{"maxtime", "maxzeit", "maxtemps"}, wantsTime},
	{[...]string{"noboard", "ohnebrett", "sansechiquier"}, wantsNoBoard},
	{[...]string{"noshortvariations", "ohnekurzvarianten", "sansvariantescourtes"}, wantsNoShort},
	{[...]string{"intelligent", "intelligent", "intelligent"}, ignored},
	{[...]string{"stoponshortsolutions", "stopnachkurzloesungen", "finapressolutionscourtes"}, ignored},
	{[...]string{"beep", "pieps", "bip"}, ignored},
	{[...]string{"keepmatingpiece", "haltemattsetzendenstein", "retienspiecematante"}, ignored},
	{[...]string{"trivialtriesavoid", "trivialefehlversucheunterdruecken", "trivialessaisupprimer"}, ignored},
	{[...]string{"suppressgrid", "ohnegitter", "sansgrille"}, ignored},
	{[...]string{"whitetoplay", "weissbeginnt", "apparentseul"}, ignored},
	{[...]string{"nowk", "ohnewk", "sansrb"}, refused},
	{[...]string{"nobk", "ohnesk", "sansrn"}, refused},
	{[...]string{"duplex", "duplex", "duplex"}, wantsDuplex},
	{[...]string{"postkeyplay", "nachschluessel", "aprescle"}, wantsPostKey},
	{[...]string{"nontrivial", "nichttrivial", "nontrivial"}, ignored},
	{[...]string{"quodlibet", "quodlibet", "quodlibet"}, ignored},
	{[...]string{"nullmoves", "nullzuege", "coupsvides"}, refused},
	{[...]string{"goalisend", "zielistende", "butestfin"}, refused},
	{[...]string{"castlingmutuallyexclusive", "rochadengegenseitigausschliessend", "roquesmutuellementexclusifs"},
		refused},
	{[...]string{"matesin1", "mattsin1", "matsen1"}, refused},
	{[...]string{"writegrid", "zeichnegitter", "ajoutegrille"}, refused},
}

// vocabularies are the languages that files are read in.
var vocabularies = [len(vocabularyNames)]vocabulary{
	{
		commands: [commands]string{"beginproblem", "endproblem", "nextproblem", "twin", "zeroposition", "stipulation",
			"sstipulation",
			"remark", "author", "origin", "title", "protocol", "award", "latex", "latexpieces", "pieces", "condition", "option",
			"initialgamearray", "forsyth"},
		colors: []string{"white", "black", "neutral"},
		men:    "kqrbsp",
		tongue: text.PopeyeEnglish,
		twinnings: [...]string{"continued", "move", "exchange", "remove", "add", "substitute", "rotate",
			"mirror", "shift", "polishtype", "stipulation", "sstipulation", "condition"},
		changes: twinWords{colors: "wb", rotate: "rotate", mirror: "mirror", shift: "shift", polish: "PolishType"},
	},
	{
		commands: [commands]string{"anfangproblem", "endeproblem", "weiteresproblem", "zwilling", "nullstellung",
			"forderung", "sforderung",
			"bemerkung", "autor", "quelle", "titel", "protokoll", "auszeichnung", "latex", "latexsteine",
			"steine", "bedingung", "option",
			"partieanfangsstellung", "forsyth"},
		colors: []string{"weiss", "schwarz", "neutral"},
		men:    "kdtlsb",
		tongue: text.PopeyeGerman,
		twinnings: [...]string{"ferner", "versetze", "tausche", "entferne", "hinzufuegen", "ersetze", "drehung",
			"spiegelung", "verschiebung", "farbwechsel", "forderung", "sforderung", "bedingung"},
		changes: twinWords{colors: "ws", rotate: "Drehung", mirror: "Spiegelung", shift: "Verschiebung",
			polish: "Farbwechsel"},
	},
	{
		commands: [commands]string{"debutprobleme", "finprobleme", "asuivre", "jumeau", "zeroposition", "enonce", "senonce",
			"remarque", "auteur", "source", "titre", "protocol", "prix", "latex", "pieceslatex", "pieces", "condition", "option",
			"positioninitialepartie", "forsyth"},
		colors: []string{"blanc", "noir", "neutre"},
		men:    "rdtfcp",
		tongue: text.PopeyeFrench,
		twinnings: [...]string{"enplus", "deplacement", "echange", "ote", "ajoute", "remplace", "rotation",
			"miroir", "translation", "couleurechange", "enonce", "senonce", "condition"},
		changes: twinWords{colors: "bn", rotate: "rotation", mirror: "miroir", shift: "translation",
			polish: "CouleurEchange"},
	},
}

// options returns the words of options in their order.
func (v *vocabulary) options() []string {
	words := make([]string, len(options))
	for i := range options {
		words[i] = options[i].words[v.tongue-text.PopeyeEnglish]
	}
	return words
}

// minBeginning is the length in bytes of the shortest abbreviation of BeginProblem that identifies a file of Popeye's.
const minBeginning = 4

// isBeginning reports whether the word begins a problem in one of the languages.
func isBeginning(word string) bool { return vocabularyOf(word) != nil }

// vocabularyOf returns the language in which the word begins a problem, or nil.
func vocabularyOf(word string) *vocabulary {
	for i := range vocabularies {
		v := &vocabularies[i]
		if len(word) >= minBeginning && strings.HasPrefix(v.commands[beginProblem], strings.ToLower(word)) {
			return v
		}
	}
	return nil
}

// find returns the index of the one entry that the word is or abbreviates, or -1.
func find(list []string, word string) int {
	word = strings.ToLower(word)
	found := -1
	for i, entry := range list {
		switch {
		case word == entry:
			return i
		case word != "" && strings.HasPrefix(entry, word):
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}
