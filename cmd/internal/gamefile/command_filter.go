package gamefile

import (
	"errors"
	"flag"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
)

// filterFlags declares what may be asked of a game.
func filterFlags(flags *flag.FlagSet, q *pgn.Filter) {
	flags.Func("player", "`name`, or a part of it, of one of the players", func(text string) error {
		q.Players = append(q.Players, text)
		return nil
	})
	flags.StringVar(&q.White, "white", "", "`name`, or a part of it, of White")
	flags.StringVar(&q.Black, "black", "", "`name`, or a part of it, of Black")
	flags.Func("result", "`result`: 1-0, 0-1, 1/2-1/2 or *", func(text string) error {
		for r := movegen.Ongoing; r <= movegen.Drawn; r++ {
			if r.String() == text {
				q.Result = text
				return nil
			}
		}
		return errors.New("wanted is 1-0, 0-1, 1/2-1/2 or *")
	})
	flags.Func("tag", "`NAME=VALUE` of a tag", func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return errors.New("wanted is NAME=VALUE")
		}
		q.Tags = append(q.Tags, pgn.Tag{Name: name, Value: value})
		return nil
	})
	flags.Func("position", "`FEN` of a position anywhere in the game, variations included; its counters do not matter", func(text string) error {
		p, _, err := movegen.Rules{Composed: true, Chess960: true}.ParseFEN(text)
		q.Positions = append(q.Positions, p.Key())
		return err
	})
}

// defineFilter writes the games that fit.
func defineFilter(flags *flag.FlagSet) cli.Run {
	var q pgn.Filter
	var f Files
	f.FromFlag(flags)
	cli.OutVar(flags, &f.Output)
	filterFlags(flags, &q)
	invert := flags.Bool("invert", false, "write the other games")
	return func(args []string, std cli.Streams) error {
		f.Names, f.Std, f.To = args, std, f.From
		return f.Filter(&q, *invert)
	}
}
