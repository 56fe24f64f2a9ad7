package games

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// readVar defines a flag whose text parse reads; keep is called with the value read.
func readVar[T any](flags *pflag.FlagSet, name, usage string, parse func(string) (T, error), keep func(T)) {
	flags.Func(name, usage, func(text string) error {
		value, err := parse(text)
		if err == nil {
			keep(value)
		}
		return err
	})
}

// parseResult reads a result in the form of PGN.
func parseResult(text string) (string, error) {
	for r := movegen.Ongoing; r <= movegen.Drawn; r++ {
		if r.String() == text {
			return text, nil
		}
	}
	return "", errors.New("wanted is 1-0, 0-1, 1/2-1/2 or *")
}

// parseTag reads NAME=VALUE.
func parseTag(text string) (pgn.Tag, error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return pgn.Tag{}, errors.New("wanted is NAME=VALUE")
	}
	return pgn.Tag{Name: name, Value: value}, nil
}

// parseKey reads a FEN, or startpos, and returns the key of its position.
func parseKey(text string) (movegen.Key, error) {
	p, _, err := movegen.Rules{Composed: true, Chess960: true}.ParseFEN(notation.FENArgument(text))
	return p.Key(), err
}

// parseEnd reads the kind of end of a game on the board.
func parseEnd(text string) (pgn.End, error) {
	switch text {
	case "mate":
		return pgn.Checkmate, nil
	case "stalemate":
		return pgn.Stalemate, nil
	}
	return pgn.AnyEnd, errors.New("wanted is mate or stalemate")
}

// tagFlags declares the conditions on the tags of a game.
func tagFlags(flags *pflag.FlagSet, q *pgn.Filter) {
	add := func(list *[]string) func(string) error {
		return func(text string) error {
			*list = append(*list, text)
			return nil
		}
	}
	flags.Func("player", "`name`, or a part of it, of one of the players", add(&q.Players))
	flags.StringVar(&q.White, "white", "", "`name`, or a part of it, of White")
	flags.StringVar(&q.Black, "black", "", "`name`, or a part of it, of Black")
	readVar(flags, "result", "`result`: 1-0, 0-1, 1/2-1/2 or *", parseResult, func(r string) { q.Result = r })
	cli.Complete(flags, "result", "1-0", "0-1", "1/2-1/2")
	readVar(flags, "tag", "`NAME=VALUE` of a tag", parseTag, func(t pgn.Tag) { q.Tags = append(q.Tags, t) })
	readVar(flags, "elo", "`range` of both players' ratings: 2400-, -2000 or 2000-2400", pgn.ParseRange,
		func(r pgn.Range) { q.Elo = &r })
	readVar(flags, "any-elo", "`range` of the rating of at least one player", pgn.ParseRange, func(r pgn.Range) {
		q.AnyElo = &r
	})
	readVar(flags, "date", "`dates`: 1990, 1990.05, 1990-2000, 1990.05-1991, 1990- or -1990", pgn.ParseDates,
		func(d pgn.Dates) { q.Dates = &d })
	readVar(flags, "eco", "`codes` of the opening, or their first letters, as in C3 or B20-B99,C; found by the moves without a tag",
		pgn.ParseCodes,
		func(c pgn.Codes) { q.ECO = append(q.ECO, c...) })
	flags.Func("opening", "`name` of the opening, or a part of it; found by the moves without a tag", add(&q.Openings))
}

// boardFlags declares the conditions on the moves of a game.
func boardFlags(flags *pflag.FlagSet, q *pgn.Filter) {
	readVar(flags, "position",
		"`FEN` of a position anywhere in the game, also in variations; its counters are ignored", parseKey,
		func(k movegen.Key) { q.Positions = append(q.Positions, k) })
	readVar(flags, "pattern", "`rows` of a FEN for a position anywhere in the game, with ? * A a [NB] [^Pp] for "+
		"several pieces", pgn.ParsePattern,
		func(p pgn.Pattern) { q.Patterns = append(q.Patterns, p) })
	readVar(flags, "material", "`men` on the board, as KRPKR (either side's) or KRPkr (White's first); * means any "+
		"number, + one or more", pgn.ParseMaterial,
		func(m pgn.Material) { q.Material = append(q.Material, m) })
	flags.IntVar(&q.Stable, "stable", 2, "`half-moves` for which the material must stay the same, unless the game ends")
	readVar(flags, "final-material", "`men` on the board when the game ends", pgn.ParseMaterial,
		func(m pgn.Material) { q.FinalMaterial = append(q.FinalMaterial, m) })
	readVar(flags, "plies", "`range` of the number of half-moves: 20-80, 100- or -20", pgn.ParseRange,
		func(r pgn.Range) { q.Plies = &r })
	readVar(flags, "ends", "`ending` of the game: mate or stalemate", parseEnd, func(e pgn.End) { q.End = e })
	cli.Complete(flags, "ends", "mate", "stalemate")
}

// defineFilter writes the games that match.
func defineFilter(flags *pflag.FlagSet) cli.Run {
	var q pgn.Filter
	var f files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	tagFlags(flags, &q)
	boardFlags(flags, &q)
	invert := flags.Bool("invert", false, "write the games that do not match")
	return func(args []string, std cli.Streams) error {
		q.Classify = new(openings).ofTree
		f.Names, f.Std, f.To = args, std, f.From
		return f.Filter(&q, *invert)
	}
}
