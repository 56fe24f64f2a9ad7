package api

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/problem/text"
	"alfiere/search"
	"alfiere/search/analysis"
)

// maxTreeNodes is the maximum number of moves of a tree in a request or an answer.
const maxTreeNodes = 20_000

// treeNode is a move of a tree. A node comes after its parent. The children of a node have the
// order of the list; the first one continues the main line.
type treeNode struct {
	Parent     int             `json:"parent"`                // index in the list; -1 is the position before all moves
	Move       string          `json:"move"`                  // coordinates; "0000" is a pass
	Ply        *ply            `json:"ply,omitempty"`         // in answers only
	Foreword   string          `json:"foreword,omitempty"`    // comment before it
	Comment    string          `json:"comment,omitempty"`     // comment after it
	Glyphs     []int           `json:"glyphs,omitempty"`      // of PGN: 1 is "!"
	Marks      string          `json:"marks,omitempty"`       // glyphs from 1 to 6 as signs; in answers only
	Evaluation *evaluation     `json:"evaluation,omitempty"`  // White's
	Score      json.RawMessage `json:"score,omitempty"`       // the same in the form of other answers; in answers only
	Expected   *float64        `json:"expectation,omitempty"` // White's points from 0 to 1; in answers only
	Ended      bool            `json:"ended,omitempty"`       // the game is over after it
	Missing    int             `json:"missing,omitempty"`     // expected replies that are missing
}

// evaluation is an engine's evaluation of a move.
type evaluation struct {
	Centipawns int `json:"cp"`
	Mate       int `json:"mate,omitempty"` // moves to mate, negative if Black mates; 0 is none
	Depth      int `json:"depth,omitempty"`
}

// tree is a game with all its variations.
type tree struct {
	Tags     [][2]string `json:"tags,omitempty"`
	Result   string      `json:"result,omitempty"`
	Start    string      `json:"start,omitempty"` // FEN; empty is the initial position
	Chess960 bool        `json:"chess960,omitempty"`
	Comment  string      `json:"comment,omitempty"` // before all moves
	Nodes    []treeNode  `json:"nodes"`
}

// marks are the glyphs that are written as signs.
var marks = [...]string{1: "!", "?", "!!", "??", "!?", "?!"}

// treeOf describes the tree of a game. The error is a *Fault.
func treeOf(g *pgn.Game, l text.Language) (tree, error) {
	start := g.Tree.Start()
	d := tree{Result: g.Result.String(), Chess960: strings.Contains(g.Tags.Get("Variant"), "960"),
		Comment: g.Tree.Comment(gametree.Root), Nodes: []treeNode{}}
	w := writer{l, d.Chess960}
	d.Start = w.fen(&start)
	for _, tag := range g.Tags {
		d.Tags = append(d.Tags, [2]string{tag.Name, tag.Value})
	}
	if g.Tree.Len() > maxTreeNodes {
		return d, &Fault{Code: BadRequest, Field: "text",
			Err: message.Errorf("the tree has %d moves; the limit is %d", g.Tree.Len(), maxTreeNodes)}
	}
	places := map[gametree.Node]int{gametree.Root: -1}
	for n, p := range g.Tree.Walk() {
		places[n] = len(d.Nodes)
		made := w.ply(p, g.Tree.Move(n))
		row := treeNode{Parent: places[g.Tree.Parent(n)], Move: made.UCI, Ply: &made,
			Foreword: g.Tree.Foreword(n), Comment: g.Tree.Comment(n),
			Ended: g.Tree.Ended(n)}
		if missing := g.Tree.Missing(n); missing > 1 || g.Tree.Next(n) != gametree.Root {
			row.Missing = missing // one reply to the last move of a line is not worth reporting
		}
		for _, glyph := range g.Tree.NAGs(n) {
			row.Glyphs = append(row.Glyphs, int(glyph))
			if glyph > 0 && int(glyph) < len(marks) {
				row.Marks += marks[glyph]
			}
		}
		if e, ok := g.Tree.Evaluation(n); ok {
			row.Evaluation = &evaluation{int(e.Centipawns), int(e.Mate), int(e.Depth)}
			row.Score = scoreJSON(scoreOf(e), movegen.White)
			expected := float64(analysis.Expectation(scoreOf(e))) / 1000
			row.Expected = &expected
		}
		d.Nodes = append(d.Nodes, row)
	}
	return d, nil
}

// scoreOf returns White's score of an evaluation.
func scoreOf(e gametree.Evaluation) search.Score {
	switch {
	case e.Mate > 0:
		return search.MateScore - search.Score(2*e.Mate-1)
	case e.Mate < 0:
		return -search.MateScore + search.Score(-2*e.Mate-1)
	}
	return search.Score(e.Centipawns)
}

// game returns the described tree. The error is a *Fault.
func (d *tree) game(l text.Language) (*pgn.Game, error) {
	if len(d.Nodes) > maxTreeNodes {
		return nil, &Fault{Code: BadRequest, Field: "nodes", Err: message.Errorf("more than %d moves", maxTreeNodes)}
	}
	p, err := (&played{Start: d.Start, Chess960: d.Chess960}).start()
	if err != nil {
		return nil, err
	}
	b := builder{tree: gametree.New(p), letters: l.Letters(), positions: []movegen.Position{p}}
	b.tree.SetComment(gametree.Root, d.Comment)
	for i := range d.Nodes {
		if err := b.add(&d.Nodes[i]); err != nil {
			return nil, &Fault{Code: BadRequest, Field: "nodes", Err: message.Errorf("%d: %v", i, err)}
		}
	}
	for i, n := range b.nodes {
		if missing := d.Nodes[i].Missing; missing > 0 && missing <= gametree.MaxReplies {
			b.tree.Announce(n, min(b.children[i]+missing, gametree.MaxReplies))
		}
	}
	g := pgn.NewGame(b.tree)
	for _, tag := range d.Tags {
		g.Tags.Set(tag[0], tag[1])
	}
	for _, r := range [...]movegen.Result{movegen.Ongoing, movegen.WhiteWins, movegen.BlackWins, movegen.Drawn} {
		if d.Result == r.String() {
			g.Result = r
		}
	}
	return g, nil
}

// builder builds a tree from a list.
type builder struct {
	tree      *gametree.Tree
	letters   notation.PieceLetters
	nodes     []gametree.Node
	children  []int              // number of children of each node
	positions []movegen.Position // before all moves, then after each node
}

// add adds the next node of the list.
func (b *builder) add(d *treeNode) error {
	parent := gametree.Root
	switch {
	case d.Parent < -1 || d.Parent >= len(b.nodes):
		return errors.New("its parent must come before it")
	case d.Parent >= 0:
		parent = b.nodes[d.Parent]
		b.children[d.Parent]++
	}
	p := b.positions[d.Parent+1]
	m := movegen.NoMove
	if d.Move != notation.UCI(m, false) {
		var err error
		if m, err = notation.ParseMove(&p, d.Move, b.letters); err != nil {
			return err
		}
	} else if p.InCheck() {
		return errors.New("a side in check cannot pass")
	}
	p.MakeOrPass(m)
	n := b.tree.Add(parent, m)
	b.nodes, b.children, b.positions = append(b.nodes, n), append(b.children, 0), append(b.positions, p)
	return b.note(n, d)
}

// note adds the comments, glyphs and evaluation of a move.
func (b *builder) note(n gametree.Node, d *treeNode) error {
	b.tree.SetForeword(n, d.Foreword)
	b.tree.SetComment(n, d.Comment)
	for _, glyph := range d.Glyphs {
		if glyph < 0 || glyph > 255 {
			return errors.New("a glyph must be from 0 to 255")
		}
		b.tree.AddNAG(n, gametree.NAG(glyph))
	}
	if e := d.Evaluation; e != nil {
		b.tree.SetEvaluation(n, gametree.Evaluation{
			Centipawns: int32(e.Centipawns), Mate: int16(e.Mate), Depth: int16(e.Depth)})
	}
	if d.Ended {
		b.tree.SetEnded(n, true)
	}
	return nil
}

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
	c := &pgn.Conversion{From: pgn.Form(q.From), To: pgn.Form(q.To), Rules: rules(q.Chess960), Game: max(q.Game, 0)}
	if c.To == "" {
		c.To = pgn.Text
	}
	if err := c.To.Writable(); err != nil {
		return nil, &Fault{Code: BadRequest, Field: "to", Message: "to must be one of " + strings.Join(forms(), ", ")}
	}
	if c.From != "" && c.From.Readable() != nil {
		return nil, &Fault{Code: BadRequest, Field: "from", Message: "from must be a form that can be read"}
	}
	var err error
	if c.Letters, err = parsed("letters", q.Letters, "", gametree.ParseLetters); err != nil {
		return nil, err
	}
	c.Moves, err = lettersOf("moves", q.Moves)
	return c, err
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
