package pgn

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"alfiere/movegen/gametree"
)

// marks holds the glyphs that are also written as signs. The longest of those that end alike come first.
var marks = [...]struct {
	text  string
	glyph gametree.NAG
}{
	{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2},
	{"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15}, {"+-", 18}, {"-+", 19}, {"+=", 14}, {"=+", 15}, {"=", 10},
	{"±", 16}, {"∓", 17}, {"⩲", 14}, {"⩱", 15}, {"∞", 13}, {"N", 146}, {"D", 220},
}

func glyphOf(text []byte) (glyph gametree.NAG, ok bool) {
	for _, mark := range marks {
		if string(text) == mark.text {
			return mark.glyph, true
		}
	}
	return 0, false
}

// cutGlyph cuts an evaluation that is glued to the end of a move.
func cutGlyph(text []byte) (move []byte, glyph gametree.NAG, ok bool) {
	for _, mark := range marks {
		if move, ok = bytes.CutSuffix(text, []byte(mark.text)); ok && len(move) > 1 {
			return move, mark.glyph, true
		}
	}
	return text, 0, false
}

// findCommand cuts a comment into the text before a command, its value, and the text after it.
func findCommand(comment, name string) (before, value, behind string, ok bool) {
	open := "[%" + name + " "
	from := strings.Index(comment, open)
	if from < 0 {
		return comment, "", "", false
	}
	value, behind, ok = strings.Cut(comment[from+len(open):], "]")
	if !ok {
		return comment, "", "", false
	}
	return comment[:from], strings.TrimSpace(value), behind, true
}

// cutEvaluation takes "[%eval 0.24,18]" or "[%eval #-3]" out of a comment in the form of plain. Text of
// another form stays.
func cutEvaluation(comment string) (e gametree.Evaluation, rest string, ok bool) {
	before, value, behind, ok := findCommand(comment, "eval")
	if !ok {
		return e, comment, false
	}
	score, depth, hasDepth := strings.Cut(value, ",")
	if hasDepth {
		n, err := strconv.ParseUint(depth, 10, 15)
		if err != nil || n == 0 {
			return e, comment, false
		}
		e.Depth = int16(n)
	}
	if moves, mate := strings.CutPrefix(score, "#"); mate {
		n, err := strconv.ParseInt(moves, 10, 16)
		if err != nil || n == 0 || n == -1<<15 {
			return e, comment, false
		}
		e.Mate = int16(n)
	} else {
		pawns, err := strconv.ParseFloat(score, 64)
		if err != nil || !(pawns > -1e6 && pawns < 1e6) {
			return e, comment, false
		}
		e.Centipawns = int32(math.Round(100 * pawns))
	}
	return e, joined(strings.TrimSuffix(before, " "), strings.TrimPrefix(behind, " ")), true
}

// evaluationCommand is the inverse of cutEvaluation.
func evaluationCommand(e gametree.Evaluation) string {
	text := fmt.Sprintf("[%%eval %.2f", float64(e.Centipawns)/100)
	if e.Mate != 0 {
		text = fmt.Sprintf("[%%eval #%d", e.Mate)
	}
	if e.Depth > 0 {
		text += fmt.Sprintf(",%d", e.Depth)
	}
	return text + "]"
}

// braceComment reads a comment in braces. If it does not end, everything up to the next tag is lost.
func (r *Reader) braceComment() {
	at := r.here()
	text, ok := r.braces()
	if ok {
		if r.parser.wanted == parseTree {
			r.comment(text)
		}
		return
	}
	r.fault(at, r.buffer[r.at:min(r.end, r.at+32)], ErrComment)
	for {
		r.skipLine()
		r.ahead(2 * maxSymbol)
		if r.at == r.end && r.done || r.buffer[r.at] == '[' && isLetter(r.buffer[r.at+1]) {
			r.parser.over = true
			return
		}
	}
}

// comment adds a comment to the last move, or to the comment before the first one.
func (r *Reader) comment(text []byte) {
	p := &r.parser
	if p.dead || p.depth > maxNesting {
		return
	}
	if isUndecodable(text) {
		r.omit(r.here())
	}
	words := plain(decode(text))
	if p.moved || p.depth == 0 {
		p.remark(words)
	} else {
		p.foreword = joined(p.foreword, words)
	}
}

// remark adds a comment to the last move, or before the first one. That of a move may hold an
// evaluation, or the second part of one that began in the previous comment.
func (p *parser) remark(words string) {
	before := p.tree.Comment(p.node)
	comment := joined(before, words)
	if _, judged := p.tree.Evaluation(p.node); !judged && p.node != gametree.Root {
		if evaluation, rest, ok := cutEvaluation(words); ok {
			p.tree.SetEvaluation(p.node, evaluation)
			comment = joined(before, rest)
		} else if evaluation, rest, ok := cutEvaluation(comment); ok {
			p.tree.SetEvaluation(p.node, evaluation)
			comment = rest
		}
	}
	p.tree.SetComment(p.node, comment)
}

// joined joins two comments; either may be empty.
func joined(a, b string) string {
	if a != "" && b != "" {
		return a + " " + b
	}
	return a + b
}

// reserved skips text in angle brackets, which the standard reserves.
func (r *Reader) reserved() {
	r.omit(r.here())
	for b := byte(0); b != '>' && b != '\n' && r.at < r.end; r.at++ {
		if b = r.buffer[r.at+1]; b == '\n' {
			break
		}
	}
	r.at = min(r.at+1, r.end)
}

// glyph reads "$1".
func (r *Reader) glyph() {
	at, begin := r.here(), r.at
	value := 0
	for r.at++; r.buffer[r.at] >= '0' && r.buffer[r.at] <= '9'; r.at++ {
		value = min(value*10+int(r.buffer[r.at]-'0'), 1000)
	}
	if text := r.buffer[begin:r.at]; len(text) < 2 || value > 255 {
		r.fault(at, text, errGlyph)
		return
	}
	r.addGlyph(gametree.NAG(value))
}

// marks reads "!", "?" and their combinations.
func (r *Reader) marks() {
	begin := r.at
	for r.buffer[r.at] == '!' || r.buffer[r.at] == '?' {
		r.at++
	}
	text := r.buffer[begin:r.at]
	if glyph, ok := glyphOf(text[:min(len(text), 2)]); ok {
		r.addGlyph(glyph)
	}
}

func (r *Reader) addGlyph(glyph gametree.NAG) {
	p := &r.parser
	switch {
	case p.wanted != parseTree || p.dead || p.depth > maxNesting:
	case p.moved:
		p.tree.AddNAG(p.node, glyph)
	default:
		p.glyphs = append(p.glyphs, glyph)
	}
}
