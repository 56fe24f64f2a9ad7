package console

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
)

// somebody is the name, in records of games, of an unnamed person who plays the engine.
const somebody = "Other"

func (t *referee) save(name string) {
	if name == "" {
		t.badArguments("save")
		return
	}
	if err := t.write(name); err != nil {
		t.refuse("%v", err)
		return
	}
	t.out.Printf(t.written, t.game.Len(), name)
}

// write replaces the contents of a file by the game, or leaves the file unchanged.
func (t *referee) write(name string) error {
	text, err := pgn.Append(nil, t.record())
	if err != nil {
		return err
	}
	return t.Files.Write(name, string(text))
}

// record returns the game in the form written to a file.
func (t *referee) record() *pgn.Game {
	tree := gametree.New(t.game.Start())
	n := gametree.Root
	for _, m := range t.game.Moves() {
		n = tree.Add(n, m)
	}
	g := &pgn.Game{Tree: tree, Result: t.game.Outcome().Result}
	g.Tags.Set("Date", t.Now().Format("2006.01.02"))
	for c, tag := range [...]string{"White", "Black"} {
		name := t.Names[c]
		if t.Engine != nil && int(t.EngineSide) == c {
			name = cmp.Or(name, t.EngineName)
			if t.EngineElo != 0 {
				g.Tags.Set(tag+"Elo", strconv.Itoa(t.EngineElo))
			}
		} else if t.Engine != nil {
			name = cmp.Or(name, somebody)
		}
		if name != "" {
			g.Tags.Set(tag, name)
		}
	}
	if t.game.Over() {
		tree.SetComment(n, t.game.Outcome().Ending.String())
	}
	return g
}

// load replays a game of a file by the referee's rules. If a move is refused, the
// current game stays.
func (t *referee) load(rest string) {
	name, number := rest, 1
	if i := strings.LastIndexByte(rest, ' '); i > 0 {
		if n, err := strconv.Atoi(rest[i+1:]); err == nil && n > 0 {
			name, number = wire.Trim(rest[:i]), n
		}
	}
	if name == "" {
		t.badArguments("load")
		return
	}
	file, err := t.Files.Open(name)
	if err != nil {
		t.refuse("%v", err)
		return
	}
	defer file.Close()
	game, err := t.replay(pgn.NewReader(file, pgn.Reading{}), number)
	if err != nil {
		t.refuse("%s: %s", name, t.refusal(err))
		return
	}
	t.place(game)
	t.list("")
}

// replay plays the Nth game of a file.
func (t *referee) replay(r *pgn.Reader, number int) (*movegen.Game, error) {
	for range number {
		if !r.Next() {
			return nil, cmp.Or(r.Err(), errors.New(t.noGame))
		}
	}
	start, err := r.Start()
	if err != nil {
		return nil, err
	}
	moves, err := r.Moves()
	if err != nil {
		return nil, err
	}
	game := t.Referee.Start(start)
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			return nil, fmt.Errorf("%s", t.refusal(err))
		}
	}
	return game, nil
}
