package pgn

import (
	"io"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// Layout is how games are written. The zero value is the standard's export format.
type Layout struct {
	Language notation.PieceLetters // of the moves; the standard has English only

	// MatchComments lays out comments like programs that play matches and comment every move: no comment is divided
	// between two lines, and there is no number between a comment and Black's move.
	MatchComments bool

	// AlwaysFEN writes the tags SetUp and FEN for the initial position too.
	AlwaysFEN bool
}

// Write writes a game as Append does. The error is ErrNesting, and nothing has been written, or that of w.
func (l Layout) Write(w io.Writer, g *Game) error {
	text, err := l.Append(nil, g)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// Append appends a game to text in the zero Layout. The error is ErrNesting.
func Append(text []byte, g *Game) ([]byte, error) { return Layout{}.Append(text, g) }

// Append appends a game to text in the export format: the seven tags first, moves in lines of at most 80 columns, a
// blank line after the game. Missing ones of the seven tags are written as unknown; Result, SetUp and FEN are those of
// the game, whatever its tags have. Control bytes become blanks. The error is ErrNesting.
func (l Layout) Append(text []byte, g *Game) ([]byte, error) {
	if nesting(g.Tree) > maxNesting {
		return text, ErrNesting
	}
	text = l.appendTags(text, g)
	w := moveWriter{Layout: l, tree: g.Tree, numbered: true}
	w.lines = notation.Wrapper{Text: append(text, '\n'), Width: lineWidth}
	w.comment(g.Tree.Comment(gametree.Root))
	start := g.Tree.Start()
	w.line(g.Tree.Next(gametree.Root), &start, true)
	w.comment(g.Closing)
	w.word(g.Result.String())
	w.flush()
	return append(w.lines.Text, "\n\n"...), nil
}

// nesting returns how deep variations are nested.
func nesting(t *gametree.Tree) (deepest int) {
	depths := make([]int32, t.Len()+1)
	for n := gametree.Node(1); int(n) <= t.Len(); n++ { // parents come before children
		parent := t.Parent(n)
		depths[n] = depths[parent]
		if t.Next(parent) != n {
			depths[n]++
		}
		deepest = max(deepest, int(depths[n]))
	}
	return deepest
}

func (l Layout) appendTags(text []byte, g *Game) []byte {
	tag := func(name, value string) { text = append(appendTag(text, name, value), '\n') }
	for _, own := range roster {
		switch value := g.Tags.Get(own.Name); {
		case own.Name == "Result":
			tag("Result", g.Result.String())
		case value == "":
			tag(own.Name, own.Value)
		default:
			tag(own.Name, value)
		}
	}
	start := g.Tree.Start()
	fen, written := start.FEN(), false
	startTags := func() {
		if !written && (l.AlwaysFEN || fen != movegen.StartFEN || isChess960Variant(g.Tags.Get("Variant"))) {
			if IsChess960(&start) && g.Tags.Get("Variant") == "" {
				tag("Variant", "Chess960") // in front, so that it stays first if a reader keeps only some tags
			}
			tag("SetUp", "1")
			tag("FEN", fen)
		}
		written = true
	}
	for i, own := range g.Tags {
		switch {
		case Tags(roster[:]).index(own.Name) >= 0 && g.Tags.index(own.Name) == i:
		case own.Name == "FEN" || own.Name == "SetUp":
			startTags()
		default:
			tag(own.Name, own.Value)
		}
	}
	startTags()
	return text
}

// appendTag appends a tag as it is written, without the end of the line.
func appendTag(text []byte, name, value string) []byte {
	text = append(text, '[')
	text = append(text, tagName(name)...)
	text = append(text, ` "`...)
	text = append(text, tagEscaper.Replace(notation.Printable(value))...)
	return append(text, `"]`...)
}

// IsChess960 reports whether the rules of standard chess would take castling rights from p.
func IsChess960(p *movegen.Position) bool {
	standard, _, err := movegen.Rules{Composed: true}.ParseFEN(p.FEN())
	return err != nil || standard.CastlingRooks() != p.CastlingRooks()
}

var tagEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// tagName returns a valid tag name.
func tagName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < 0x80 && (isLetter(byte(r)) || r >= '0' && r <= '9') || r == '_' {
			return r
		}
		return '_'
	}, name)
	if name == "" || !isLetter(name[0]) {
		return "X" + name
	}
	return name
}

// moveWriter writes moves.
type moveWriter struct {
	Layout
	lineWriter
	tree     *gametree.Tree
	numbered bool // the next move needs its number, even Black's
	san      []byte
}

// line writes n and the main line after it, from position p on. The alternatives to n
// itself are left to the caller unless main is set.
func (w *moveWriter) line(n gametree.Node, p *movegen.Position, main bool) {
	for n != gametree.Root {
		w.move(n, p)
		if main {
			for other := w.tree.Sibling(n); other != gametree.Root; other = w.tree.Sibling(other) {
				w.open()
				w.numbered = true
				branch := *p
				w.line(other, &branch, false)
				w.closing(")")
				w.numbered = true
			}
		}
		p.MakeOrPass(w.tree.Move(n))
		n, main = w.tree.Next(n), true
	}
}

// move writes a move with its glyphs and comments.
func (w *moveWriter) move(n gametree.Node, p *movegen.Position) {
	w.comment(w.tree.Foreword(n))
	w.san = w.san[:0]
	if p.Side() == movegen.White || w.numbered {
		w.san = strconv.AppendInt(w.san, int64(p.FullmoveNumber()), 10)
		w.san = append(w.san, "..."[:1+2*int(p.Side())]...)
		w.word(string(w.san))
		w.numbered = false
	}
	w.word(string(notation.AppendSAN(w.san[:0], p, w.tree.Move(n), w.Language)))
	for _, glyph := range w.tree.NAGs(n) {
		w.word("$" + strconv.Itoa(int(glyph)))
	}
	comment := w.tree.Comment(n)
	if e, ok := w.tree.Evaluation(n); ok {
		comment = joined(evaluationCommand(e), comment)
	}
	w.comment(comment)
}

// comment writes a comment, unless it is empty. One with a closing brace must end its line, and is not wrapped.
func (w *moveWriter) comment(text string) {
	text = plain(text)
	if text == "" {
		return
	}
	switch {
	case strings.Contains(text, "}"):
		w.word("; " + text)
		w.flush()
		w.lines.NewLine()
	case w.MatchComments:
		w.word("{" + text + "}")
		return
	default:
		w.glue += "{"
		command := ""
		for word := range strings.SplitSeq(text, " ") {
			if command += word; isOpenCommand(command) {
				command += " "
				continue
			}
			w.word(command)
			command = ""
		}
		if command != "" {
			w.word(strings.TrimSuffix(command, " "))
		}
		w.closing("}")
	}
	w.numbered = true
}

// isOpenCommand reports whether text is the beginning of an embedded command, such as
// "[%eval": many programs look for commands that no line end divides.
func isOpenCommand(text string) bool {
	return strings.HasPrefix(text, "[%") && !strings.Contains(text, "]") && len(text) < lineWidth/2
}

// lineWidth is the longest line of moves in characters.
const lineWidth = 80

// lineWriter puts words on lines. The last one is held back, as a bracket may have to stay with it.
type lineWriter struct {
	lines notation.Wrapper
	glue  string // precedes the next word without a blank
	held  string
}

func (w *lineWriter) word(word string) {
	w.flush()
	w.held, w.glue = w.glue+word, ""
}

func (w *lineWriter) open() { w.glue += "(" }

// closing adds a bracket to the last word.
func (w *lineWriter) closing(bracket string) { w.held += bracket }

// flush writes the word held back. A word that would be a tag or an escape at the
// beginning of a line does not begin one; no tag begins with "[%".
func (w *lineWriter) flush() {
	switch {
	case w.held == "":
		return
	case w.held[0] == '%', w.held[0] == '[' && !strings.HasPrefix(w.held, "[%"):
		w.lines.Stay(w.held)
	default:
		w.lines.Word(w.held)
	}
	w.held = ""
}
