package database

import "strings"

// The kinds of awards, the best first.
const (
	Prize      = "prize"
	Mention    = "mention"
	Commended  = "commendation"
	OtherAward = ""
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
