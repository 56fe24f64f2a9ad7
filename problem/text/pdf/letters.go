package pdf

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// plain are letters that the fonts lack and that are no letter with a mark, with what stands
// for them. Capitals follow.
var plain = map[rune]string{
	'ł': "l", 'đ': "d", 'ħ': "h", 'ŧ': "t", 'ı': "i", 'ĸ': "k", 'ŋ': "ng", 'ə': "e", 'ſ': "s",

	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ё': "e", 'ж': "zh", 'з': "z", 'и': "i",
	'й': "y", 'к': "k",
	'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f",
	'х': "kh", 'ц': "ts",
	'ч': "ch", 'ш': "sh", 'щ': "shch", 'ъ': "", 'ы': "y", 'ь': "", 'э': "e", 'ю': "yu", 'я': "ya",
	'і': "i", 'ї': "yi", 'є': "ye", 'ґ': "g", 'ў': "u", 'ђ': "dj", 'ј': "j", 'љ': "lj", 'њ': "nj", 'ћ': "c", 'џ': "dz",

	'α': "a", 'β': "b", 'γ': "g", 'δ': "d", 'ε': "e", 'ζ': "z", 'η': "i", 'θ': "th", 'ι': "i", 'κ': "k",
	'λ': "l", 'ν': "n",
	'ξ': "x", 'ο': "o", 'π': "p", 'ρ': "r", 'σ': "s", 'ς': "s", 'τ': "t", 'υ': "y", 'φ': "f", 'χ': "ch",
	'ψ': "ps", 'ω': "o",

	'→': "->", '−': "-", '‐': "-", '‑': "-", '≥': ">=", '≤': "<=", '≠': "!=", '′': "'", '″': "\"",
	'\u2003': " ", '\u2009': " ", '\u202f': " ",
	'♔': "K", '♕': "Q", '♖': "R", '♗': "B", '♘': "N", '♙': "P", '♚': "K", '♛': "Q", '♜': "R", '♝': "B", '♞': "N", '♟': "P",
}

// signs are those of plain that are not letters of a name.
const signs = "→−‐‑≥≤≠′″\u2003\u2009\u202f♔♕♖♗♘♙♚♛♜♝♞♟"

// encode writes a text in Windows-1252. Changed says that a letter of it became another one.
func encode(text string) (encoded string, changed bool) {
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		if unicode.IsControl(r) {
			continue
		}
		if c, ok := charmap.Windows1252.EncodeRune(r); ok {
			b.WriteByte(c)
			continue
		}
		changed = changed || !strings.ContainsRune(signs, r)
		b.WriteString(replaced(r))
	}
	return b.String(), changed
}

// replaced is what stands for a character that the fonts lack, in Windows-1252.
func replaced(r rune) string {
	if text, ok := plain[r]; ok {
		return text
	}
	if small := unicode.ToLower(r); small != r {
		if text, ok := plain[small]; ok {
			if text == "" {
				return ""
			}
			return strings.ToUpper(text[:1]) + text[1:]
		}
	}
	var b strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		if unicode.Is(unicode.Mn, part) {
			continue
		}
		if c, ok := charmap.Windows1252.EncodeRune(part); ok {
			b.WriteByte(c)
		} else if part != r {
			b.WriteString(replaced(part))
		}
	}
	if b.Len() == 0 && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Cf, r) {
		return "?"
	}
	return b.String()
}
