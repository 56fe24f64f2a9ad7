package console

import (
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// parseStart reads the position that a game begins with: nothing, which is the initial
// one, a FEN, or eight rows with the side to move, which is White unless it is b.
func (t *referee) parseStart(text string) (movegen.Position, error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return movegen.StartPosition(), nil
	case len(words) < 8 || strings.Contains(words[0], "/"):
		p, _, err := t.Referee.Rules.ParseFEN(strings.Join(words, " "))
		return p, err
	}
	side := movegen.White
	if len(words) == 9 && (words[8] == "b" || words[8] == "w") {
		if words[8] == "b" {
			side = movegen.Black
		}
		words = words[:8]
	}
	rows, err := notation.ParseRows(words, t.Letters)
	if err != nil {
		for _, letters := range fallbackLetters {
			if other, otherErr := notation.ParseRows(words, letters); otherErr == nil {
				rows, err = other, nil
				break
			}
		}
	}
	if err != nil {
		return movegen.Position{}, err
	}
	rows.Side = side
	p, _, err := rows.Build(t.Referee.Rules)
	return p, err
}

// fallbackLetters are understood if the letters that are set give a text no meaning.
var fallbackLetters = [...]notation.PieceLetters{notation.English, notation.Italian}

// Words are the settings of a Table in the form of a command line.
type Words struct {
	Language string // a name or code: english, it, …
	Letters  string // of a language, or six letters; empty: those of Language
	Engine   string // the side of the engine: white, black; empty: none
	Draws    string // which draws end a game: once, claim, never
}

// Apply reads the words. The error names the invalid word; s is then only partly set.
func (s *Table) Apply(w Words) (err error) {
	var ok bool
	if s.Language, ok = findLanguage(w.Language); !ok {
		return fmt.Errorf("--language %q: use english or italian", w.Language)
	}
	if w.Letters != "" {
		if s.Letters, err = notation.ParseLanguage(w.Letters); err != nil {
			return fmt.Errorf("--letters %q: %w", w.Letters, err)
		}
	}
	switch w.Engine {
	case "", "white":
		s.EngineSide = movegen.White
	case "black":
		s.EngineSide = movegen.Black
	default:
		return fmt.Errorf("--engine must be white or black, not %q", w.Engine)
	}
	switch w.Draws {
	case "once":
		s.Referee.Draws = movegen.DrawsAtOnce
	case "claim":
		s.Referee.Draws = movegen.DrawsByClaim
	case "never":
		s.Referee.Draws = movegen.DrawsNever
	default:
		return fmt.Errorf("--draws must be once, claim or never, not %q", w.Draws)
	}
	return nil
}
