package format

import (
	"slices"

	"alfiere/problem/theme"
)

// oliveKeywords are Olive's words for themes that mean the same in both programs.
var oliveKeywords = map[string]string{
	"star flights": "King star flight", "Y flights": "King Y-flight",
	"black knight wheel": "BS wheel", "white knight wheel": "WS wheel",
	"pickaninny": "Pickaninny", "albino": "Albino", "allumwandlung": "Allumwandlung",
	"corner-to-corner": "Corner to corner", "four corners": "Four corners",
	"switchback": "Switchback", "rundlauf": "Rundlauf", "platzwechsel": "Platzwechsel", "excelsior": "Excelsior",
	"Rovno": "Rovno", "Umnov": "Umnov", "Keller paradox": "Keller paradox", "Pelle": "Pelle move",
	"self-block": "Selfblock", "self-pin": "Selfpinning", "cross-check": "Cross-checks",
	"battery": "Battery play", "indirect battery": "Indirect battery", "half-battery": "Half-battery",
	"half-pin": "Half-pin", "third-pin": "Third-pin", "en passant": "En passant", "castling": "Castling",
	"model mate": "Model mates", "ideal mate": "Ideal mates", "echo": "Echo mates",
	"chameleon echo": "Chameleon echo mates",
	"Grimshaw":       "Grimshaw", "pawn Grimshaw": "Grimshaw", "white Grimshaw": "Grimshaw", "Novotny": "Novotny",
	"Nietvelt":   "Nietvelt",
	"Schiffmann": "Schiffmann", "Goethart": "Goethart", "Barulin": "Barulin (A)", "Levman": "Levman",
	"Somov B1": "Somov (B1)", "Somov B2": "B2", "Isaev": "Isaev", "Stocchi": "Stocchi", "magnet": "Loshinski magnet",
	"black correction": "Black correction", "white correction": "White correction",
	"dual avoidance": "Dual avoidance", "focal": "Focal",
	"full Fleck": "Fleck", "Karlström-Fleck": "Karlstrom-Fleck", "Barnes": "Barnes", "Rudenko": "Rudenko",
	"Urania":         "Urania",
	"complete block": "Block", "mutate": "Mutate", "changed mates": "Changed mates",
	"transferred mates": "Transferred mates",
	"reciprocal change": "Reciprocal", "Lacny": "Lacny", "Ruchlis": "Rukhlis", "ideal Ruchlis": "Ideal Rukhlis",
	"Zagoruiko": "Zagoruiko", "le Grand": "Le Grand", "pseudo le Grand": "Pseudo Le Grand", "Dombrovskis": "Dombrovskis",
	"Hannelius": "Hannelius", "Vladimirov": "Vladimirov", "Banny": "Banny", "reversal": "Reversal",
	"threat reversal": "Threat reversal", "Erokhin": "Erokhin", "Jurasevic": "Jurasevic cycle", "Shedey": "Shedey cycle",
	"Kiss": "Kiss cycle", "Rice": "Rice cycle", "Ukrainian": "Ukrainian",
	"Bristol": "Bristol", "Turton": "Turton doubling", "Zepler": "Zepler doubling", "Indian": "Indian",
	"Herlin": "Herlin maneuver", "Plachutta": "Plachutta", "Wurzburg-Plachutta": "Wurzburg-Plachutta",
}

// keywords are Olive's words for the themes, each once, in their order.
func keywords(found []theme.Found) (words []string) {
	for _, f := range found {
		word := oliveKeywords[f.Theme.Name]
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}
