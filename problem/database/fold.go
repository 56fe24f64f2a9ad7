package database

import (
	"slices"
	"strings"
	"unicode"
)

// bare gives letters of Latin alphabets without their marks, in pairs: the letters, then what
// stands for each of them.
var bare = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ā", "a", "ă", "a", "ą", "a", "æ", "ae",
	"ç", "c", "ć", "c", "ĉ", "c", "ċ", "c", "č", "c", "ď", "d", "đ", "d", "ð", "d",
	"è", "e", "é", "e", "ê", "e", "ë", "e", "ē", "e", "ĕ", "e", "ė", "e", "ę", "e", "ě", "e",
	"ĝ", "g", "ğ", "g", "ġ", "g", "ģ", "g", "ĥ", "h", "ħ", "h",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ĩ", "i", "ī", "i", "ĭ", "i", "į", "i", "ı", "i", "ĵ", "j", "ķ", "k",
	"ĺ", "l", "ļ", "l", "ľ", "l", "ŀ", "l", "ł", "l", "ñ", "n", "ń", "n", "ņ", "n", "ň", "n",
	"ò", "o", "ó", "o", "ô", "o", "õ", "o", "ö", "o", "ø", "o", "ō", "o", "ŏ", "o", "ő", "o", "œ", "oe",
	"ŕ", "r", "ŗ", "r", "ř", "r", "ś", "s", "ŝ", "s", "ş", "s", "š", "s", "ș", "s", "ß", "ss",
	"ţ", "t", "ť", "t", "ŧ", "t", "ț", "t", "þ", "th",
	"ù", "u", "ú", "u", "û", "u", "ü", "u", "ũ", "u", "ū", "u", "ŭ", "u", "ů", "u", "ű", "u", "ų", "u",
	"ŵ", "w", "ý", "y", "ÿ", "y", "ŷ", "y", "ź", "z", "ż", "z", "ž", "z", "ё", "е", "й", "и",
)

// Fold brings a text into the form in which names are compared: small letters without marks,
// words with single blanks between them, marks of combining characters and punctuation left out.
func Fold(text string) string { return strings.Join(foldWords(text), " ") }

// foldWords returns the words of a folded text.
func foldWords(text string) []string {
	small := bare.Replace(strings.ToLower(text))
	small = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || r == '\'' || r == '’' {
			return -1
		}
		return r
	}, small)
	return strings.FieldsFunc(small, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// NameKey is the same for a name in its usual order and as lists have it, "Sam Loyd" and
// "Loyd, Sam": its folded words by the alphabet.
func NameKey(name string) string {
	words := foldWords(name)
	slices.Sort(words)
	return strings.Join(words, " ")
}
