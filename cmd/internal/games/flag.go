package games

import (
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen/notation"
)

// FromFlag defines the flag for the language of the games that are read.
func (f *files) FromFlag(flags *pflag.FlagSet) {
	languageVar(flags, &f.From, "from",
		"`name`, code or letters of the language of the moves in the input (default: english)")
}

// ToFlag defines the flag for the language of the games that are written.
func (f *files) ToFlag(flags *pflag.FlagSet) {
	languageVar(flags, &f.To,
		"to", "`name`, code or letters of the language of the moves in the output (default: english)")
}

func languageVar(flags *pflag.FlagSet, letters *notation.PieceLetters, name, usage string) {
	flags.Func(name, usage, func(text string) (err error) {
		*letters, err = notation.ParseLanguage(text)
		return err
	})
	cli.Complete(flags, name, notation.Languages()...)
}
