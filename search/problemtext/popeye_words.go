package problemtext

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
	colors      string // that stand before a man, White's and Black's
	zugzwang    string
	threat      string
	but         string
	halfDuplex  string
	zero        string // the diagram is no problem
	rotate      string
	mirror      string
	shift       string
	polish      string
	finished    string
	partial     string // more was found than asked for
	interrupted string
	time        string
}

// popeyeTexts are the words by tongue.
var popeyeTexts = [...]popeyeWords{
	PopeyeEnglish: {
		letters: "KQRBSP", colors: "wb", zugzwang: "zugzwang.", threat: "threat:", but: "but", halfDuplex: "HalfDuplex", zero: "zeroposition",
		rotate: "rotate", mirror: "mirror", shift: "shift", polish: "PolishType",
		finished: "solution finished.", partial: "Partial solution", interrupted: "solving interrupted.", time: "Time",
	},
	PopeyeGerman: {
		letters: "KDTLSB", colors: "ws", zugzwang: "Zugzwang.", threat: "Drohung:", but: "Aber", halfDuplex: "HalbDuplex", zero: "NullStellung",
		rotate: "Drehung", mirror: "Spiegelung", shift: "Verschiebung", polish: "Farbwechsel",
		finished: "Loesung beendet.", partial: "Partielle Loesung", interrupted: "Bearbeitung abgebrochen.", time: "Zeit",
	},
	PopeyeFrench: {
		letters: "RDTFCP", colors: "bn", zugzwang: "blocus.", threat: "menace:", but: "mais", halfDuplex: "DemiDuplex", zero: "zeroposition",
		rotate: "rotation", mirror: "miroir", shift: "translation", polish: "CouleurEchange",
		finished: "solution terminee.", partial: "solution partielle", interrupted: "solution interrompue.", time: "Temps",
	},
}

// tongueOf returns the tongue that has the letters of the language, or NoTongue.
func tongueOf(l Language) Tongue {
	switch l.letters {
	case "KDTLSB":
		return PopeyeGerman
	case "RDTFCP":
		return PopeyeFrench
	}
	return NoTongue
}
