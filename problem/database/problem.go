package database

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"unicode"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/text"
)

// Bounds of what a problem may have; more is ErrTooLong.
const (
	maxText = 1 << 20 // bytes of all its texts together
	maxList = 1000    // texts in a list
)

// What can be wrong with a problem; errors.Is finds them.
var (
	ErrTooLong     = errors.New("the texts of the problem are too long")
	ErrUnasked     = errors.New("the stipulation is missing, such as #2 (in EPD: dm 2;)")
	ErrStipulation = errors.New("a stipulation must be a short text without spaces, such as #2")
	ErrDate        = errors.New("invalid date")
)

// normalise brings a problem into normal form: the FEN as four fields, texts as valid UTF-8 without control characters,
// lists without empty texts. The error wraps ErrTooLong, ErrUnasked, ErrStipulation, ErrDate or is a *movegen.FENError.
func normalise(p *problem.Record) error {
	position, err := p.Position()
	if err != nil {
		return message.Errorf("position %q: %w", clip(p.FEN), err)
	}
	p.FEN = position.EPD()
	p.Stipulation = strings.TrimSpace(clean(p.Stipulation))
	if p.Stipulation == "" {
		return ErrUnasked
	}
	if len(p.Stipulation) > 40 || strings.ContainsFunc(p.Stipulation, unicode.IsSpace) {
		return message.Errorf("stipulation %q: %w", clip(p.Stipulation), ErrStipulation)
	}
	if err := checkDate(&p.Source); err != nil {
		return err
	}
	if len(p.Authors) > maxList || len(p.Awards) > maxList || len(p.Keywords) > maxList || len(p.Comments) > maxList {
		return message.Errorf("%w: a list may have at most %d entries", ErrTooLong, maxList)
	}
	p.Authors, p.Keywords = kept(p.Authors, line), kept(p.Keywords, line)
	p.Comments = kept(p.Comments, func(text string) string { return strings.TrimSpace(clean(text)) })
	for _, text := range []*string{&p.Reference, &p.Title, &p.Source.Name, &p.Source.Issue, &p.Source.Number,
		&p.Twin.Label, &p.Twin.Change, &p.Twin.Zero} {
		*text = line(*text)
	}
	var awards []problem.Award
	for _, a := range p.Awards {
		if a = (problem.Award{Text: line(a.Text), Tourney: line(a.Tourney)}); a != (problem.Award{}) {
			awards = append(awards, a)
		}
	}
	p.Awards = awards
	if n := length(p); n > maxText {
		return message.Errorf("%w: %d bytes; the limit is %d", ErrTooLong, n, maxText)
	}
	return nil
}

// length is the number of bytes of all texts of a problem.
func length(p *problem.Record) int {
	n := len(p.Reference) + len(p.Title) + len(p.Source.Name) + len(p.Source.Issue) + len(p.Source.Number) +
		len(p.Twin.Label) + len(p.Twin.Change) + len(p.Twin.Zero)
	for _, list := range [][]string{p.Authors, p.Keywords, p.Comments} {
		for _, text := range list {
			n += len(text)
		}
	}
	for _, a := range p.Awards {
		n += len(a.Text) + len(a.Tourney)
	}
	return n
}

// checkDate refuses impossible dates.
func checkDate(s *problem.Source) error {
	possible := s.Year >= 0 && s.Year <= 9999 && s.Month >= 0 && s.Month <= 12 && s.Day >= 0 && s.Day <= 31 &&
		(s.Year > 0 || s.Month == 0) && (s.Month > 0 || s.Day == 0)
	if !possible {
		return message.Errorf("%w: year %d, month %d, day %d", ErrDate, s.Year, s.Month, s.Day)
	}
	return nil
}

// clean drops what is no text: broken UTF-8, and control characters but for the ends of lines and tabs.
func clean(text string) string {
	if isClean(text) {
		return text
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r', r == '\u2028', r == '\u2029', r == '\u0085':
			return '\n'
		case unicode.IsControl(r) || r&0xfffe == 0xfffe:
			return -1
		}
		return r
	}, text)
}

// isClean reports whether a text is of printable ASCII, as most are.
func isClean(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// line makes one line of a text, its blanks single.
func line(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// kept cleans each text, and leaves out the empty ones.
func kept(list []string, clean func(string) string) (kept []string) {
	for _, text := range list {
		if text = clean(text); text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}

// clip shortens a text for a message.
func clip(content string) string {
	const most = 60
	if len(content) <= most {
		return content
	}
	return text.Clipped(content, most) + "…"
}

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
