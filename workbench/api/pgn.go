package api

import (
	"context"
	"errors"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/problem/text"
	"alfiere/search"
	"alfiere/search/analysis"
)

// Limits of games in a request: bytes of a text, and games that are listed.
const (
	maxGameText = 4 << 20
	maxGames    = 2000
)

// readQuestion asks for a game in a text.
type readQuestion struct {
	Text     string `json:"text"`
	Game     int    `json:"game"`     // its number, from 1; 0 is the first
	Letters  string `json:"letters"`  // language of the moves in the text: "en", "it", …; empty is English
	Language string `json:"language"` // of the answer
}

// listed is a game in the list of a text's games.
type listed struct {
	Number int    `json:"number"`
	White  string `json:"white,omitempty"`
	Black  string `json:"black,omitempty"`
	Event  string `json:"event,omitempty"`
	Date   string `json:"date,omitempty"`
	Result string `json:"result"` // as in the tags
}

// textFault is an error in a text, and its place.
type textFault struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// readAnswer is a game and the list of all games.
type readAnswer struct {
	Games  []listed    `json:"games"` // the first 2000
	Game   int         `json:"game"`  // the number of the returned game
	Tree   tree        `json:"tree"`
	Faults []textFault `json:"faults"` // of this game; the readable part is returned
}

// pgnRead is the method "pgn/read".
func pgnRead(ctx context.Context, q *readQuestion, l text.Language, _ Emit) (any, error) {
	letters, err := lettersOf("letters", q.Letters)
	if err != nil {
		return nil, err
	}
	if len(q.Text) > maxGameText {
		return nil, &Fault{Code: BadRequest, Field: "text", Message: "the text is larger than 4 MiB"}
	}
	r := pgn.NewReader(strings.NewReader(q.Text), pgn.Reading{Language: letters})
	a := readAnswer{Game: max(q.Game, 1), Games: []listed{}, Faults: []textFault{}}
	var game *pgn.Game
	for number := 1; r.Next() && ctx.Err() == nil; number++ {
		if number == a.Game {
			game, err = r.Game()
		}
		if number <= maxGames {
			a.Games = append(a.Games, listed{number, r.Tag("White"), r.Tag("Black"), r.Tag("Event"), r.Tag("Date"),
				r.Result().String()})
		}
		if game != nil && number >= maxGames {
			break
		}
	}
	if game == nil {
		return nil, noGame(r, q.Game)
	}
	for _, f := range game.Faults {
		a.Faults = append(a.Faults, textFaultOf(f, l))
	}
	if err != nil && len(a.Faults) == 0 {
		a.Faults = append(a.Faults, textFaultOf(err, l))
	}
	a.Tree, err = treeOf(game, l)
	return a, err
}

// lettersOf returns the letters of the language in a field, English ones if it is empty. The error is a *Fault.
func lettersOf(field, name string) (notation.PieceLetters, error) {
	return parsed(field, name, notation.English, notation.ParseLanguage)
}

// noGame returns the fault for a text without the requested game.
func noGame(r *pgn.Reader, number int) *Fault {
	if number > 1 {
		return &Fault{Code: BadRequest, Field: "game", Err: message.Errorf("there is no game %d", number)}
	}
	return &Fault{Code: BadRequest, Field: "text", Err: r.NoGame()}
}

// textFaultOf returns an error in a text, with its place if the error has one.
func textFaultOf(err error, l text.Language) textFault {
	if where := new(pgn.Error); errors.As(err, &where) {
		return textFault{where.Line, where.Column, l.Error(where.Reason())}
	}
	return textFault{Message: l.Error(err)}
}

// writeQuestion asks for a tree as PGN.
type writeQuestion struct {
	Tree     tree   `json:"tree"`
	Letters  string `json:"letters"`  // language of the moves in the PGN; empty is English, as in the standard
	Language string `json:"language"` // of the moves in the question, and of errors
}

// textAnswer is a text.
type textAnswer struct {
	Text string `json:"text"`
}

// pgnWrite is the method "pgn/write".
func pgnWrite(_ context.Context, q *writeQuestion, l text.Language, _ Emit) (any, error) {
	letters, err := lettersOf("letters", q.Letters)
	if err != nil {
		return nil, err
	}
	g, err := q.Tree.game(l)
	if err != nil {
		return nil, err
	}
	return writeGame(g, letters)
}

// writeGame returns a game as PGN.
func writeGame(g *pgn.Game, letters notation.PieceLetters) (textAnswer, error) {
	text, err := pgn.Layout{Language: letters}.Append(nil, g)
	if err != nil {
		return textAnswer{}, &Fault{Code: BadRequest, Field: "nodes", Err: err}
	}
	return textAnswer{string(text)}, nil
}

// annotateQuestion asks for an annotated main line.
type annotateQuestion struct {
	effort
	Tree     tree   `json:"tree"`
	Language string `json:"language"`
}

// annotateAnswer is the annotated game, as a tree and as text.
type annotateAnswer struct {
	Tree tree   `json:"tree"`
	Text string `json:"text"`
}

// stage is the progress of an annotation.
type stage struct {
	Ply   int `json:"ply"`
	Plies int `json:"plies"`
}

// lineOfBetter is how many half-moves of the better line are shown after a mistake.
const lineOfBetter = 8

// pgnAnnotate is the method "pgn/annotate".
func pgnAnnotate(ctx context.Context, q *annotateQuestion, l text.Language, emit Emit) (any, error) {
	g, err := q.Tree.game(l)
	if err != nil {
		return nil, err
	}
	bounds, err := q.effort.read(tooManyNodes)
	if err != nil {
		return nil, err
	}
	engine, err := search.New(tableMegabytes)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	judge := analysis.Annotator{Engine: engine, Limits: bounds, Line: lineOfBetter,
		Progress: func(ply, plies int) { emit(Progress, stage{ply, plies}) }}
	if err := judge.Annotate(ctx, g.Tree); err != nil {
		return nil, err
	}
	return annotated(g, l)
}

func annotated(g *pgn.Game, l text.Language) (a annotateAnswer, err error) {
	if a.Tree, err = treeOf(g, l); err != nil {
		return a, err
	}
	text, err := writeGame(g, notation.English)
	a.Text = text.Text
	return a, err
}

// rules are the rules for reading positions of games; they allow composed positions.
func rules(chess960 bool) movegen.Rules { return movegen.Rules{Chess960: chess960, Composed: true} }
