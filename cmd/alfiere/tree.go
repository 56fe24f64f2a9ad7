package main

import (
	"flag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// treeFlags are the flags of several parts as they are read.
type treeFlags struct {
	pgn.Conversion
	out               string // a file in place of standard output
	letters, language string
}

func (f *treeFlags) defineReading(flags *flag.FlagSet) {
	flags.StringVar((*string)(&f.From), "from", "", "`form` that is read: pgn, text, numeric, table, board or fen; else a name in .pgn, .json, .fen or .epd tells it")
	flags.BoolVar(&f.Black, "black", false, "Black is to move where a board does not tell")
	flags.IntVar(&f.Game, "game", 0, "`number` of the game of a PGN file, which is needed if there are several")
	f.defineLetters(flags)
}

func (f *treeFlags) defineLetters(flags *flag.FlagSet) {
	f.Rules = movegen.Rules{Composed: true}
	flags.StringVar(&f.letters, "letters", "", "the ten `letters` of boards and tree texts, as in .RDTACPIFM")
	flags.StringVar(&f.language, "language", "english", "`name`, code or letters of the language of the moves in PGN")
	flags.BoolVar(&f.Rules.Chess960, "chess960", false, "castling rights are those of Chess960")
}

// complete makes sense of the letters. formError is what is wrong with a form, nil if
// nothing is. The error is one of usage.
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
