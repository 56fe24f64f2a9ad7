package text

import "alfiere/movegen/notation"

// Tongue is a language that Popeye speaks.
type Tongue int

// The tongues. A problem that is not in Popeye's language says none.
const (
	NoTongue Tongue = iota
	PopeyeEnglish
	PopeyeGerman
	PopeyeFrench
)

// popeyeWords are what Popeye writes in a language.
type popeyeWords struct {
	letters     notation.PieceLetters
	zugzwang    string
	threat      string
	but         string
	halfDuplex  string
	duplex      string
	zero        string // the diagram is no problem
	finished    string
	partial     string // more was found than asked for
	interrupted string
	time        string
}

// popeyeTexts are the words by tongue.
var popeyeTexts = [...]popeyeWords{
	PopeyeEnglish: {
		letters: "KQRBSP", zugzwang: "zugzwang.", threat: "threat:", but: "but", halfDuplex: "HalfDuplex", duplex: "Duplex",
		zero:     "zeroposition",
		finished: "solution finished.", partial: "Partial solution", interrupted: "solving interrupted.", time: "Time",
	},
	PopeyeGerman: {
		letters: "KDTLSB", zugzwang: "Zugzwang.", threat: "Drohung:", but: "Aber", halfDuplex: "HalbDuplex", duplex: "Duplex",
		zero:     "NullStellung",
		finished: "Loesung beendet.", partial: "Partielle Loesung", interrupted: "Bearbeitung abgebrochen.", time: "Zeit",
	},
	PopeyeFrench: {
		letters: "RDTFCP", zugzwang: "blocus.", threat: "menace:", but: "mais", halfDuplex: "DemiDuplex", duplex: "Duplex",
		zero:     "zeroposition",
		finished: "solution terminee.", partial: "solution partielle", interrupted: "solution interrompue.", time: "Temps",
	},
}

// tongueOf returns the tongue that has the letters of the language, or noTongue.
func tongueOf(l Language) Tongue {
	switch l.letters {
	case "KDTLSB":
		return PopeyeGerman
	case "RDTFCP":
		return PopeyeFrench
	}
	return NoTongue
}
