package main

import (
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// treeFlags are the flags that several parts of alfiere tree share.
type treeFlags struct {
	pgn.Conversion
	out               string // a file instead of standard output
	letters, language string
}

// defineReading defines the flags of commands that read a tree.
func (f *treeFlags) defineReading(flags *pflag.FlagSet) {
	flags.StringVar((*string)(&f.From), "from", "",
		"input `form`: pgn, text, numeric, table, board or fen (default: by extension .pgn, .json, .fen or .epd)")
	cli.Complete(flags, "from", "pgn", "text", "numeric", "table", "board", "fen")
	flags.BoolVar(&f.Black, "black", false, "let Black move in boards that do not give the side to move")
	flags.IntVar(&f.Game, "game", 0, "`number` of the game, required for a PGN file with several games")
	f.defineLetters(flags)
}

// defineLetters defines the flags for letters, language and castling rules.
func (f *treeFlags) defineLetters(flags *pflag.FlagSet) {
	f.Rules = movegen.Rules{Composed: true}
	flags.StringVar(&f.letters, "letters", "", "ten `letters` of boards and tree texts, as in .RDTACPIFM")
	flags.StringVar(&f.language, "language", "english", "`name`, code or letters of the language of PGN moves")
	cli.Complete(flags, "language", notation.Languages()...)
	flags.BoolVar(&f.Rules.Chess960, "chess960", false, "read castling rights as in Chess960")
}

// complete parses the letters and the language, and checks the flags. formError is the error in a form, or nil. Errors
// are usage errors.
func (f *treeFlags) complete(formError error) (err error) {
	if f.letters != "" {
		if f.Letters, err = gametree.ParseLetters(f.letters); err != nil {
			return cli.Usagef("--letters: %w", err)
		}
	}
	if f.Moves, err = notation.ParseLanguage(f.language); err != nil {
		return cli.Usagef("--language %q: %w", f.language, err)
	}
	if f.Game < 0 {
		return cli.Usagef("--game must not be negative")
	}
	if formError != nil {
		return cli.Usagef("%w", formError)
	}
	return nil
}
