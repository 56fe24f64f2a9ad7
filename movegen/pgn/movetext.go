package pgn

import (
	"bytes"
	"cmp"
	"strconv"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// parsing is how much of the moves is wanted.
type parsing uint8

const (
	parseNothing parsing = iota // find the end
	parseLine                   // the main line
	parseTree
)

// parser is the state of reading the moves of a game.
type parser struct {
	wanted parsing
	depth  int                // of variations; 0 is the main line
	levels [maxNesting]*level // of parseTree, below the current one; allocated once
	level                     // the current one
	tree   *gametree.Tree
	over   bool // the game's end has been read
}

// level is a line of moves: the main line or a variation.
type level struct {
	before, after movegen.Position // the last move
	node          gametree.Node    // the last move, or the move after which the line branches off
	moved         bool             // there is a last move
	dead          bool             // an error ended the line: the rest is skipped
	foreword      string           // a comment before the first move
	glyphs        []gametree.NAG   // before the next move
}

// Moves reads the main line; variations are skipped. The slice is overwritten by the
// next game's. The error is the first of the game, an *Error; the moves before it are
// returned. Afterwards Result and Final have the result and the last position.
func (r *Reader) Moves() ([]movegen.Move, error) {
	if !r.unread {
		return nil, nil
	}
	r.movetext(parseLine)
	return r.moves, r.firstFault()
}

// Final returns the position after the last move that Moves or Game has read.
func (r *Reader) Final() movegen.Position { return r.parser.after }

// Game reads the game with everything that is in it. The error is the first of the game, an *Error; the readable part
// is returned, and Game.Faults has the further errors. An error in a variation ends this variation only. If the game
// has a result, the last move of its main line is marked as ended.
func (r *Reader) Game() (*Game, error) {
	g := &Game{Tags: r.Tags(), Line: r.begin.line}
	if !r.unread {
		g.Tree = gametree.New(movegen.StartPosition())
		return g, nil
	}
	r.movetext(parseTree)
	g.Tree, r.parser.tree = r.parser.tree, nil
	g.Result, g.Faults = r.result, r.faults
	if g.Result != movegen.Ongoing {
		g.Tree.SetEnded(g.Tree.Last(), true)
	}
	return g, r.firstFault()
}

// movetext reads the moves up to the game's end, or to the next game's tags.
func (r *Reader) movetext(wanted parsing) {
	r.unread = false
	r.moves = r.moves[:0]
	p := &r.parser
	p.wanted, p.depth, p.over, r.hasMoves = wanted, 0, false, false
	p.level = level{dead: wanted == parseNothing}
	if wanted != parseNothing {
		start, err := r.Start()
		if e, ok := err.(*Error); ok {
			r.faults = append(r.faults, e)
			p.dead = true
		}
		r.start, p.after = start, start
		if wanted == parseTree {
			p.tree = gametree.New(start)
			if r.foreword != nil {
				r.comment(r.foreword)
			}
		}
	}
	for !p.over {
		r.ahead(2 * maxSymbol)
		r.item()
	}
	if p.depth > 0 {
		if wanted != parseNothing {
			r.fault(r.here(), nil, errVariation)
		}
		if wanted == parseTree {
			p.after = p.levels[0].after
		}
	}
	r.behind = r.here().offset
}

// item reads one token of the moves.
func (r *Reader) item() {
	p := &r.parser
	b := r.blanks()
	switch {
	case isDigit(b) && r.beginsAnother():
		p.over = true
	case isDigit(b):
		r.number()
	case isSymbol[b]:
		begin := r.at
		r.word(begin, r.symbol())
	case b == '.':
		if r.at++; r.buffer[r.at] == '-' && r.buffer[r.at+1] != '-' {
			r.at++ // as in "1.- e4"
		}
	case b == '{':
		r.braceComment()
	case b == ';':
		if text := r.semicolon(); p.wanted == parseTree {
			r.comment(text)
		}
	case b == '(' && r.beginsAnother():
		p.over = true
	case b == '(':
		if n := r.numberAt(r.at); n.end > 0 {
			r.at = n.end
			return
		}
		r.openVariation()
	case b == ')':
		r.closeVariation()
	case b == '$':
		r.glyph()
	case b == '!' || b == '?':
		r.marks()
	case b == '*':
		r.at++
		r.finish(movegen.Ongoing)
	case b == '[' && r.firstOfLine() && isLetter(r.buffer[r.at+1+r.spaces(r.at+1)]), b == 0 && r.at == r.end:
		p.over = true // the next game begins, or the stream ends
	case b == '<':
		r.reserved()
	default:
		r.fault(r.here(), r.buffer[r.at:r.at+1], ErrMove)
		r.at++
	}
}

// firstOfLine reports whether there are only blanks before this byte in its line.
func (r *Reader) firstOfLine() bool {
	for i := r.at - 1; i >= 0 && r.base+int64(i) >= r.lineBegin; i-- {
		if r.buffer[i] != ' ' && r.buffer[i] != '\t' {
			return false
		}
	}
	return true
}

// number reads text that begins with a digit: the number of a move, a result, castling
// with zeros, or a move in numbers.
func (r *Reader) number() {
	begin := r.at
	for isDigit(r.buffer[r.at]) {
		r.at++
	}
	next := r.buffer[r.at]
	switch {
	case next == '.' || next <= ' ' && r.countsMoves(r.buffer[begin:r.at]):
	case next == ')' && r.parser.depth == 0 || r.separatorAt(r.at):
		r.at++
	case isLetter(next) || r.pieceAhead():
		// A number that lacks its full stop.
	default:
		r.symbol()
		r.word(begin, r.buffer[begin:r.at])
	}
}

// countsMoves reports whether digits before a blank are the number of a move. Four or five
// may also be a move in numbers.
func (r *Reader) countsMoves(digits []byte) bool {
	if len(digits) < 4 {
		return true
	}
	r.hasMoves = true
	number, err := strconv.Atoi(string(digits))
	return err == nil && number > 0 && len(digits) <= maxNumberDigits &&
		(number == r.parser.after.FullmoveNumber() || len(digits) == maxNumberDigits || bytes.ContainsAny(digits, "09"))
}

// pieceAhead reports whether a letter beyond ASCII follows, such as a figurine, and no part of a result.
func (r *Reader) pieceAhead() bool {
	if r.buffer[r.at] < utf8.RuneSelf {
		return false
	}
	letter, size := utf8.DecodeRune(r.buffer[r.at:min(r.end, r.at+utf8.UTFMax)])
	text := decode(r.buffer[r.at : r.at+size])
	return letter != '½' && text != "½" && notation.PlainDashes(text) != "-"
}

// finish ends the game with a result; in a variation it is ignored.
func (r *Reader) finish(result movegen.Result) {
	if r.parser.depth == 0 {
		r.parser.over = true
		r.result = result
		r.ending = r.here().offset
	}
}

// word interprets a symbol: a result, a mark in letters or a move, perhaps with a result attached.
func (r *Reader) word(begin int, text []byte) {
	at := r.here()
	at.column -= r.at - begin
	at.offset -= int64(r.at - begin)
	text = bytes.TrimPrefix(withPlainDashes(text), []byte("…"))
	if len(text) == 0 {
		return
	}
	if b := text[0]; b == '1' || b == '0' || b >= utf8.RuneSelf {
		if result := parseResult(text); result != movegen.Ongoing {
			r.finish(result)
			return
		}
	}
	r.hasMoves = true
	if move, result, ok := cutResult(text); ok {
		r.moveOrMark(at, move)
		r.finish(result)
		return
	}
	if rest, ok := bytes.CutSuffix(text, []byte("e")); ok && bytes.HasPrefix(r.buffer[r.at:r.end], []byte(".p")) {
		r.at += 2 // en passant
		if text = rest; len(text) == 0 {
			return
		}
	}
	r.moveOrMark(at, text)
}

// moveOrMark is word without results.
func (r *Reader) moveOrMark(at place, text []byte) {
	p := &r.parser
	if p.dead || p.depth > maxNesting || p.wanted == parseLine && p.depth > 0 {
		return
	}
	if r.play(text) {
		return
	}
	if glyph, ok := glyphOf(text); ok {
		r.addGlyph(glyph)
		return
	}
	if isSuperfluous[string(text)] {
		return
	}
	// A move with a mark attached.
	if move, glyph, ok := cutGlyph(text); ok && r.play(move) {
		r.addGlyph(glyph)
		return
	}
	_, err := r.move(&p.after, text)
	r.fault(at, text, cmp.Or(err, ErrMove))
	p.dead = true
}

// isSuperfluous holds the words after a move that the move itself shows: check, mate and
// capture en passant; and the hyphen after a move's number.
var isSuperfluous = map[string]bool{"+": true, "++": true, "#": true, "ch": true, "dbl": true, "dis": true,
	"check": true, "mate": true, "ep": true, "-": true}

// play plays the move in text; ok is false if it is no move.
func (r *Reader) play(text []byte) (ok bool) {
	p := &r.parser
	m := r.san(&p.after, text)
	if m == movegen.NoMove {
		if _, isMark := glyphOf(text); isMark || len(text) == 1 {
			return false // it has no letters or digits of a move
		}
		var err error
		if m, err = r.move(&p.after, text); err != nil {
			return false
		}
	}
	if p.depth == 0 {
		r.moves = append(r.moves, m)
	}
	if p.wanted == parseTree {
		r.addMove(m)
	}
	p.after.MakeOrPass(m)
	return true
}

// addMove puts a move into the tree. A move that a variation repeats is the same node.
func (r *Reader) addMove(m movegen.Move) {
	p := &r.parser
	p.before = p.after
	n := p.tree.Find(p.node, m)
	if n == gametree.Root {
		n = p.tree.Add(p.node, m)
	}
	if p.depth == 0 {
		p.tree.Promote(n)
	}
	if text := joined(p.tree.Foreword(n), p.foreword); text != "" {
		if p.tree.Next(p.node) == n { // no variation begins with n
			p.remark(text)
			text = ""
		}
		p.tree.SetForeword(n, text)
	}
	p.node, p.moved, p.foreword = n, true, ""
	for _, glyph := range p.glyphs {
		p.tree.AddNAG(n, glyph)
	}
	p.glyphs = nil
}

func (r *Reader) openVariation() {
	p := &r.parser
	at := r.here()
	r.at++
	p.depth++
	if p.wanted != parseTree {
		return
	}
	if p.depth > maxNesting {
		if p.depth == maxNesting+1 && !p.dead {
			r.fault(at, nil, ErrNesting)
		}
		return
	}
	if p.levels[p.depth-1] == nil {
		p.levels[p.depth-1] = new(level)
	}
	*p.levels[p.depth-1] = p.level
	below := level{after: p.before, dead: p.dead}
	if p.moved {
		below.node = p.tree.Parent(p.node)
	} else if !p.dead {
		r.fault(at, nil, errVariation)
		below.dead = true
	}
	p.level = below
}

func (r *Reader) closeVariation() {
	p := &r.parser
	if p.depth == 0 {
		if !p.dead {
			r.fault(r.here(), nil, errVariation)
		}
		r.at++
		return
	}
	r.at++
	p.depth--
	if p.wanted == parseTree && p.depth < maxNesting {
		text := p.foreword // of a variation without moves
		p.level = *p.levels[p.depth]
		if text != "" {
			p.remark(text)
		}
	}
}
