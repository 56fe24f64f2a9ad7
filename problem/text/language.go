package text

import (
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen/notation"
)

// Language is the piece letters and the wording of a report. The zero value is
// English.
type Language struct {
	letters notation.PieceLetters
	message.Language
}

// English writes a report with English letters and words.
func English() Language { return Language{letters: notation.English} }

// Italian writes a report with Italian letters and words.
func Italian() Language { return Language{notation.Italian, message.Italian} }

// ParseLanguage finds a language as notation.ParseLanguage does, whose error it
// returns. The words are English where there are none in the language.
func ParseLanguage(name string) (Language, error) {
	letters, err := notation.ParseLanguage(name)
	if strings.EqualFold(name, "it") || strings.EqualFold(name, "italian") {
		return Language{letters, message.Italian}, err
	}
	return Language{letters: letters}, err
}

// Letters returns the letters of the pieces.
func (l Language) Letters() notation.PieceLetters { return l.letters }

// WithFigurines returns the language with chessmen instead of its letters.
func (l Language) WithFigurines() Language {
	l.letters = notation.Figurine
	return l
}
