package laboratory

import (
	"context"
	"io"

	"alfiere/internal/message"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/workbench/api"
)

// maxGames is the maximum number of games in an answer.
const maxGames = 200

// gamesQuery is the body of laboratory/games.
type gamesQuery struct {
	Name string `json:"name"` // of a tournament, as in laboratory/list
	From int    `json:"from"` // number of the first listed game, from 1 (also for 0)
	Game int    `json:"game"` // number of a game whose moves are returned; 0 for a list
	api.Asked
}

// listedGame is a game of a tournament.
type listedGame struct {
	Number int    `json:"number"`
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"`
}

// gamesAnswer is a part of the games of a tournament, or one game.
type gamesAnswer struct {
	Count int          `json:"count"` // of all games
	Games []listedGame `json:"games"`
	Start string       `json:"start,omitempty"` // FEN of the requested game; "" for the initial position
	Moves []string     `json:"moves,omitempty"` // of the requested game, in UCI coordinates
}

// games lists the games of a tournament, or returns the moves of one.
func (l *Folder) games(ctx context.Context, asked *gamesQuery, _ api.Emit) (any, error) {
	if e, err := l.find(asked.Name); err != nil {
		return nil, err
	} else if !e.has("pgn") {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "the experiment has no games"}
	}
	select {
	case l.reading <- struct{}{}:
		defer func() { <-l.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	file, err := l.root.Open(asked.Name + ".pgn")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	a := gamesAnswer{Games: []listedGame{}}
	r := pgn.NewReader(io.LimitReader(file, forms[".pgn"]), pgn.Reading{})
	for r.Next() && ctx.Err() == nil {
		a.Count++
		wanted := a.Count >= max(asked.From, 1) && len(a.Games) < maxGames
		if asked.Game > 0 {
			wanted = a.Count == asked.Game
		}
		if !wanted {
			continue
		}
		if asked.Game > 0 {
			a.take(r)
		}
		a.Games = append(a.Games, listedGame{a.Count, r.Tag("White"), r.Tag("Black"), r.Result().String()})
	}
	if asked.Game != 0 && len(a.Games) == 0 {
		return nil, &api.Fault{Code: api.NotFound, Field: "game", Err: message.Errorf("there is no game %d", asked.Game)}
	}
	return a, ctx.Err()
}

// take takes start and moves of the reader's game, as far as it can be read.
func (a *gamesAnswer) take(r *pgn.Reader) {
	game, _ := r.Game() // an error leaves the moves before it
	if r.Tag("FEN") != "" {
		start := game.Tree.Start()
		a.Start = start.FEN()
	}
	for n := range game.Tree.Line(gametree.Root) {
		a.Moves = append(a.Moves, game.Tree.Move(n).String())
	}
}
