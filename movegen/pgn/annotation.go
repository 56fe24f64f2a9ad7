package pgn

import (
	"bytes"
	"fmt"
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

// isMark reports whether text cannot be a move because it has no letters or digits of one.
func isMark(text []byte) bool {
	_, ok := glyphOf(text)
	return ok
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
		e.Centipawns = int32(roundCents(pawns))
	}
	return e, joined(strings.TrimSuffix(before, " "), strings.TrimPrefix(behind, " ")), true
}

func roundCents(pawns float64) float64 {
	if pawns < 0 {
		return -roundCents(-pawns)
	}
	return float64(int64(pawns*100 + 0.5))
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
