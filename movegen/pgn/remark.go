package pgn

import (
	"alfiere/movegen/gametree"
)

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
	switch {
	case p.moved:
		p.remark(words)
	case p.depth == 0:
		p.tree.SetComment(gametree.Root, joined(p.tree.Comment(gametree.Root), words))
	default:
		p.foreword = joined(p.foreword, words)
	}
}

// remark adds a comment to the last move. It may hold an evaluation, or the second part
// of one that began in the previous comment.
func (p *parser) remark(words string) {
	before := p.tree.Comment(p.node)
	comment := joined(before, words)
	if _, judged := p.tree.Evaluation(p.node); !judged {
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
