package api

import (
	"context"
	"errors"
	"strings"

	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/problem/text"
	"alfiere/search/analysis"
)

// readableForms are the forms in which a tree can be read, strictest first, so that the first one
// that accepts a text is its form.
var readableForms = [...]pgn.Form{pgn.FEN, pgn.Table, pgn.Numeric, pgn.Board, pgn.Text, pgn.PGN}

// forms returns the names of the forms that can be written, in the order of the page.
func forms() []string {
	return []string{string(pgn.PGN), string(pgn.Text), string(pgn.Numeric), string(pgn.Table),
		string(pgn.Board), string(pgn.FEN), string(pgn.Show)}
}

// convertQuestion asks for a tree in another form.
type convertQuestion struct {
	Text     string `json:"text"`
	From     string `json:"from"`    // form of the text; detected if empty
	To       string `json:"to"`      // form of the answer; empty is "text", tree text
	Letters  string `json:"letters"` // ten characters of boards and trees; if empty, those of the text, or Italian ones
	Moves    string `json:"moves"`   // language of moves; empty is English in PGN, that of the answer in outlines
	Game     int    `json:"game"`    // number of the game in PGN, from 1
	Chess960 bool   `json:"chess960"`
	Language string `json:"language"`
}

// convertAnswer is the tree that was read, and its text in the requested form.
type convertAnswer struct {
	From string `json:"from"`
	To   string `json:"to"`
	Text string `json:"text"`
	Tree tree   `json:"tree"`
}

// treeConvert is the method "tree/convert".
func treeConvert(_ context.Context, q *convertQuestion, l text.Language, _ Emit) (any, error) {
	if len(q.Text) > maxGameText {
		return nil, &Fault{Code: BadRequest, Field: "text", Message: "the text is larger than 4 MiB"}
	}
	c, err := q.conversion()
	if err != nil {
		return nil, err
	}
	d, err := readTree(c, q.Text, q.From != "")
	if err != nil {
		return nil, &Fault{Code: BadRequest, Field: "text", Err: err}
	}
	if d.Letters == "" {
		d.Letters = gametree.Italian
	}
	if d.Tree.Len() > maxTreeNodes {
		return nil, &Fault{Code: BadRequest, Field: "text", Message: "the tree has more than 20000 moves"}
	}
	if q.Moves == "" && c.To == pgn.Show {
		c.Moves = l.Letters()
	}
	var text strings.Builder
	if err := c.Write(&text, d); err != nil {
		return nil, &Fault{Code: BadRequest, Field: "to", Err: err}
	}
	a := convertAnswer{From: string(c.From), To: string(c.To), Text: text.String()}
	a.Tree, err = treeOf(d.Game, l)
	return a, err
}

// conversion returns the conversion that was requested. The error is a *Fault.
func (q *convertQuestion) conversion() (*pgn.Conversion, error) {
	c := &pgn.Conversion{From: pgn.Form(q.From), To: pgn.Form(q.To), Rules: rules(q.Chess960),
		Moves: notation.English, Game: max(q.Game, 0)}
	if c.To == "" {
		c.To = pgn.Text
	}
	if err := c.To.Writable(); err != nil {
		return nil, &Fault{Code: BadRequest, Field: "to", Message: "to must be one of " + strings.Join(forms(), ", ")}
	}
	if c.From != "" && c.From.Readable() != nil {
		return nil, &Fault{Code: BadRequest, Field: "from", Message: "from must be a form that can be read"}
	}
	if q.Letters != "" {
		letters, err := gametree.ParseLetters(q.Letters)
		if err != nil {
			return nil, &Fault{Code: BadRequest, Field: "letters", Err: err}
		}
		c.Letters = letters
	}
	if q.Moves != "" {
		moves, err := lettersOf(q.Moves)
		if err != nil {
			err.(*Fault).Field = "moves"
			return nil, err
		}
		c.Moves = moves
	}
	return c, nil
}

// readTree reads a tree. If its form is unknown, it uses the first form that accepts it. The error
// is that of the most likely form.
func readTree(c *pgn.Conversion, text string, known bool) (d pgn.Document, err error) {
	if known {
		return c.Read(strings.NewReader(text))
	}
	likely := likelyForm(text)
	first := errors.New("there is nothing to read")
	for _, form := range readableForms {
		c.From = form
		switch {
		case form == pgn.Board && likely != pgn.Text:
			continue // every tree text begins with a board
		case (form == pgn.Table || form == pgn.Numeric) && form != likely:
			continue // a text without numbers is an empty one of these
		}
		if d, err = c.Read(strings.NewReader(text)); err == nil {
			return d, nil
		}
		if form == likely {
			first = err
		}
	}
	return d, first
}

// likelyForm guesses the form of a text from its first characters.
func likelyForm(text string) pgn.Form {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "[") && strings.IndexAny(strings.TrimSpace(text[1:]), "[0123456789") == 0:
		return pgn.Table
	case strings.Trim(text, "0123456789- \r\n\t") == "":
		return pgn.Numeric
	case strings.HasPrefix(text, "[") || strings.HasPrefix(text, "1."):
		return pgn.PGN
	case strings.Count(text, "/") >= 7 && !strings.Contains(text, "\n"):
		return pgn.FEN
	case strings.HasPrefix(text, "."):
		return pgn.Text
	}
	return pgn.PGN
}

// growQuestion asks for a tree that grows from a position.
type growQuestion struct {
	played
	Generations int    `json:"generations"` // half-moves; 0 is 2
	Best        int    `json:"best"`        // moves followed in each position; 0 is all
	Nodes       uint64 `json:"nodes"`       // nodes per position; 0 follows moves without evaluating them
}

// maxGenerations is the maximum number of half-moves that a tree grows.
const maxGenerations = 12

// treeGrow is the method "tree/grow".
func treeGrow(ctx context.Context, q *growQuestion, l text.Language, emit Emit) (any, error) {
	g, err := q.whole(l)
	if err != nil {
		return nil, err
	}
	p := g.Position()
	generations := max(q.Generations, 1)
	if q.Generations == 0 {
		generations = 2
	}
	grower := analysis.Grower{Best: q.Best, Nodes: min(q.Nodes, maxGraphNodes)}
	if generations > maxGenerations || q.Best < 0 {
		return nil, &Fault{Code: BadRequest, Field: "generations",
			Message: "generations must be from 1 to 12, best at least 0"}
	}
	if positions, fits := grower.Count(&p, generations+1); !fits || positions > maxTreeNodes {
		return nil, &Fault{Code: BadRequest, Field: "generations", Message: "the tree would have more than 20000 moves"}
	}
	if q.Best > 0 || q.Nodes > 0 {
		engine, err := player(0)
		if err != nil {
			return nil, err
		}
		defer engine.Close()
		grower.Searcher, grower.Nodes = engine, max(grower.Nodes, 1000)
		grower.Progress = func(count int) { emit(Progress, map[string]int{"positions": count}) }
	}
	t := gametree.New(p)
	if err := grower.Grow(ctx, t, generations); err != nil {
		return nil, err
	}
	return annotated(pgn.NewGame(t), l)
}
