package main

import (
	"context"
	"errors"
	"flag"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
)

// pgnFilter is what is asked of a game.
type pgnFilter struct {
	players      []string // of either side, in small letters
	white, black string   // in small letters
	result       string
	tags         []pgn.Tag
	position     movegen.Key
	positional   bool // position is looked for
	invert       bool
}

func (q *pgnFilter) define(flags *flag.FlagSet) {
	lower := func(to *string) func(string) error {
		return func(text string) error { *to = strings.ToLower(text); return nil }
	}
	flags.Func("player", "`name`, or a part of it, of one of the players", func(text string) error {
		q.players = append(q.players, strings.ToLower(text))
		return nil
	})
	flags.Func("white", "`name`, or a part of it, of White", lower(&q.white))
	flags.Func("black", "`name`, or a part of it, of Black", lower(&q.black))
	flags.Func("result", "`result`: 1-0, 0-1, 1/2-1/2 or *", func(text string) error {
		for r := movegen.Ongoing; r <= movegen.Drawn; r++ {
			if r.String() == text {
				q.result = text
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
		q.tags = append(q.tags, pgn.Tag{Name: name, Value: value})
		return nil
	})
	flags.Func("position", "`FEN` of a position anywhere in the game, variations included; its counters do not matter", func(text string) error {
		p, _, err := movegen.Rules{Composed: true, Chess960: true}.ParseFEN(text)
		q.position, q.positional = p.Key(), true
		return err
	})
	flags.BoolVar(&q.invert, "invert", false, "write the other games")
}

// tagsFit reports whether the tags are those asked for.
func (q *pgnFilter) tagsFit(r *pgn.Reader) bool {
	white, black := strings.ToLower(r.Tag("White")), strings.ToLower(r.Tag("Black"))
	for _, player := range q.players {
		if !strings.Contains(white, player) && !strings.Contains(black, player) {
			return false
		}
	}
	for _, tag := range q.tags {
		if r.Tag(tag.Name) != tag.Value {
			return false
		}
	}
	return strings.Contains(white, q.white) && strings.Contains(black, q.black)
}

// gameFits reports whether result and positions are those asked for.
func (q *pgnFilter) gameFits(g *pgn.Game) bool {
	if q.result != "" && g.Result.String() != q.result {
		return false
	}
	start := g.Tree.Start()
	if !q.positional || start.Key() == q.position {
		return true
	}
	for n, p := range g.Tree.Walk() {
		next := *p
		makeOrPass(&next, g.Tree.Move(n))
		if next.Key() == q.position {
			return true
		}
	}
	return false
}

// definePGNFilter writes the games that fit.
func definePGNFilter(flags *flag.FlagSet) cli.Run {
	var q pgnFilter
	q.define(flags)
	f := newPGNOutput(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		writer := pgn.NewWriter(f.out)
		writer.Language = f.reading.Language
		return f.each(func(_ context.Context, r *pgn.Reader) error {
			fits := q.tagsFit(r)
			if !fits && !q.invert {
				return nil // the rest of the game is skipped
			}
			g := f.game(r)
			if fits = fits && q.gameFits(g); fits == q.invert {
				return nil
			}
			return writer.Write(g)
		})
	}
}

// definePGNConvert writes the games anew.
func definePGNConvert(flags *flag.FlagSet) cli.Run {
	to := flags.String("to", "english", "`name`, code or letters of the language of the moves that are written")
	plain := flags.Bool("plain", false, "leave out comments, glyphs, evaluations and variations")
	f := newPGNOutput(flags)
	return func(args []string, std cli.Streams) error {
		if err := f.begin(args, std); err != nil {
			return err
		}
		writer := pgn.NewWriter(f.out)
		var err error
		if writer.Language, err = notation.ParseLanguage(*to); err != nil {
			return cli.Usagef("--to %q: %w", *to, err)
		}
		return f.each(func(_ context.Context, r *pgn.Reader) error {
			g := f.game(r)
			if *plain {
				g.Tree = mainLine(g.Tree)
			}
			return writer.Write(g)
		})
	}
}

// mainLine returns the main line alone, and nothing that is said of it.
func mainLine(t *gametree.Tree) *gametree.Tree {
	line := gametree.New(t.Start())
	last := gametree.Root
	for n := range t.Line(gametree.Root) {
		last = line.Add(last, t.Move(n))
	}
	return line
}
