package api

import (
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
	p, err := (&played{Start: d.Start, Chess960: d.Chess960}).start(l)
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
