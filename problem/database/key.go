package database

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"

	"alfiere/problem"
)

// digest is a short stand-in for a text: the first 16 bytes of its SHA-256.
func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}

// exactKey is the same for problems of the same position and stipulation.
func exactKey(p *problem.Record) []byte { return digest(p.FEN + " " + p.Stipulation) }

// symmetryKey is the same for problems of the same stipulation whose boards, with the side that moves, can be turned
// and mirrored into each other, with colours swapped or not. Castling and en passant do not count.
func symmetryKey(p *problem.Record) []byte {
	board := p.Board()
	side := byte('w')
	if fields := strings.Fields(p.FEN); len(fields) > 1 {
		side = fields[1][0]
	}
	smallest := smallestImage(&board, side)
	return digest(string(smallest[:]) + " " + p.Stipulation)
}

// smallestImage returns the first by the alphabet of the 16 images of a board, with the side
// that moves behind its squares.
func smallestImage(board *[64]byte, side byte) (smallest [65]byte) {
	swapped, other := swapColours(board), byte('w'+'b')-side
	for i := range 16 {
		from, mover := board, side
		if i >= 8 {
			from, mover = &swapped, other
		}
		var image [65]byte
		for s := range 64 {
			image[s] = from[Turned(s, i)]
		}
		image[64] = mover
		if i == 0 || bytes.Compare(image[:], smallest[:]) < 0 {
			smallest = image
		}
	}
	return smallest
}

// Turned returns the square that comes to s by symmetry 0 to 7 of the board: bit 0 mirrors
// the files, bit 1 the ranks, bit 2 swaps files and ranks.
func Turned(s, symmetry int) int {
	file, rank := s&7, s>>3
	if symmetry&4 != 0 {
		file, rank = rank, file
	}
	if symmetry&1 != 0 {
		file = 7 - file
	}
	if symmetry&2 != 0 {
		rank = 7 - rank
	}
	return rank<<3 | file
}

// swapColours makes white men black and black ones white.
func swapColours(board *[64]byte) (swapped [64]byte) {
	for s, man := range board {
		if man != '.' {
			man ^= 'a' ^ 'A'
		}
		swapped[s] = man
	}
	return swapped
}

// menLetters are the men in the order of the columns that count them.
const menLetters = "KQRBNPkqrbnp"

// countMen counts the men of a board, in the order of menLetters.
func countMen(board *[64]byte) (counts [len(menLetters)]int) {
	for _, man := range board {
		if at := strings.IndexByte(menLetters, man); at >= 0 {
			counts[at]++
		}
	}
	return counts
}

// The kinds of awards, the best first.
const (
	Prize     = "prize"
	Mention   = "mention"
	Commended = "commendation"
)

// ParseAward returns the kind of a distinction, as in "2nd Prize", "1st Hon. Mention" or "3rd
// Comm.", and the place, 0 if it has none.
func ParseAward(text string) (rank string, place int) {
	small := strings.ToLower(text)
	words := strings.FieldsFunc(small, func(r rune) bool { return strings.ContainsRune(" .,-()", r) })
	for _, word := range words {
		switch {
		case strings.HasPrefix(word, "priz"), strings.HasPrefix(word, "preis"), strings.HasPrefix(word, "prix"),
			strings.HasPrefix(word, "premio"):
			rank = Prize
		case rank != "":
		case word == "hm", word == "mention", word == "honourable", word == "honorable", word == "hon",
			strings.HasPrefix(word, "erwähnung"), strings.HasPrefix(word, "menzion"):
			rank = Mention
		case strings.HasPrefix(word, "comm"), strings.HasPrefix(word, "lob"), strings.HasPrefix(word, "segnal"), word == "c":
			rank = Commended
		}
		if n := leadingNumber(word); place == 0 && n > 0 && n < 1000 {
			place = n
		}
	}
	return rank, place
}

// leadingNumber is the number that a word begins with, 0 if there is none.
func leadingNumber(word string) (n int) {
	for i := 0; i < len(word) && i < 6 && word[i] >= '0' && word[i] <= '9'; i++ {
		n = 10*n + int(word[i]-'0')
	}
	return n
}

// bare replaces Latin letters that have diacritics by plain letters.
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
