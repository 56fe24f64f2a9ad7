package query

import (
	"regexp"
	"slices"
	"strings"

	"alfiere/movegen/notation"
	"alfiere/problem/database"
)

// fits writes a condition on the board, which the database has as 64 letters from a8 to h1.
func (b *builder) fits(e *fits) {
	switch e.Field.Name {
	case "anywhere":
		b.add("(")
		b.atLeast(e.Rows)
		b.add(lines+" GLOB ?)", anywhere(e.Rows))
	case "like":
		b.like(e)
	default:
		b.boards([]notation.PatternRows{e.Rows}, e.Side)
	}
}

// boards writes the condition that the board fits one of the patterns, which are images of each other.
func (b *builder) boards(images []notation.PatternRows, side string) {
	b.add("(")
	if side != "" {
		b.add("p.side = ? AND ", side)
	}
	for i, rows := range images {
		board, ok := exact(rows)
		switch {
		case ok && i == 0:
			b.add("p.board IN (?", board)
		case ok:
			b.add(", ?", board)
		case i == 0:
			b.add("(p.board GLOB ?", globs(rows, ""))
		default:
			b.add(" OR p.board GLOB ?", globs(rows, ""))
		}
	}
	b.add("))")
}

// like writes the condition that an image of the board fits. Images without the men that
// the pattern has need not be looked at.
func (b *builder) like(e *fits) {
	b.add("(")
	rows, side := e.Rows, e.Side
	for i := range 2 {
		if i > 0 {
			b.add(" OR ")
			rows = swap(rows)
			side = map[string]string{"w": "b", "b": "w"}[side]
		}
		b.add("(")
		if _, ok := exact(rows); !ok {
			b.atLeast(rows)
		}
		b.boards(turns(rows), side)
		b.add(")")
	}
	b.add(")")
}

// atLeast writes that there are as many men as the pattern names, followed by AND.
func (b *builder) atLeast(rows notation.PatternRows) {
	counts := map[notation.PatternSet]int{}
	for _, row := range rows {
		for _, set := range row {
			counts[set]++
			for _, men := range []notation.PatternSet{notation.WhiteMen, notation.BlackMen} {
				if set&^men == 0 && set != men {
					counts[men]++
				}
			}
		}
	}
	for i, letter := range notation.PatternKinds {
		if n := counts[1<<i]; n > 0 && letter != '.' {
			b.add("p."+menColumn(letter)+" >= ? AND ", n)
		}
	}
	for _, men := range []struct {
		set  notation.PatternSet
		name string
	}{{notation.WhiteMen, "white"}, {notation.BlackMen, "black"}} {
		if n := counts[men.set]; n > 0 {
			b.add("p."+men.name+" >= ? AND ", n)
		}
	}
}

// menColumn is the column that counts a man.
func menColumn(letter rune) string {
	if letter >= 'a' {
		return "b" + strings.ToUpper(string(letter))
	}
	return "w" + string(letter)
}

// exact returns the board that alone fits a pattern.
func exact(rows notation.PatternRows) (board string, ok bool) {
	var text strings.Builder
	for _, row := range rows {
		for _, set := range row {
			if set == 0 || set&(set-1) != 0 {
				return "", false
			}
			text.WriteString(letters(set))
		}
	}
	return text.String(), true
}

// letters are the kinds of a set.
func letters(set notation.PatternSet) string {
	var text strings.Builder
	for i := range len(notation.PatternKinds) {
		if set>>i&1 != 0 {
			text.WriteByte(notation.PatternKinds[i])
		}
	}
	return text.String()
}

// nothing is a set for GLOB that no letter of a board is in.
const nothing = "[#]"

// globs writes a pattern for GLOB, with a text between its rows.
func globs(rows notation.PatternRows, between string) string {
	var text strings.Builder
	for i, row := range rows {
		if i > 0 {
			text.WriteString(between)
		}
		for _, set := range row {
			switch set {
			case 0:
				text.WriteString(nothing)
			case notation.Anything:
				text.WriteString("[^/]")
			default:
				text.WriteString("[" + letters(set) + "]")
			}
		}
	}
	return text.String()
}

// lines is the board with a slash before each row but the first, so that what is asked for
// in a row cannot continue in the next one.
const lines = `(substr(p.board, 1, 8) || '/' || substr(p.board, 9, 8) || '/' || substr(p.board, 17, 8) || '/' ||
	substr(p.board, 25, 8) || '/' || substr(p.board, 33, 8) || '/' || substr(p.board, 41, 8) || '/' ||
	substr(p.board, 49, 8) || '/' || substr(p.board, 57, 8))`

// anywhere writes a pattern for GLOB that lines fits if the rows are anywhere on the board:
// from the end of a row to the begin of the next one below it are nine letters less its length.
func anywhere(rows notation.PatternRows) string {
	return "*" + globs(rows, strings.Repeat("?", 9-len(rows[0]))) + "*"
}

// swap exchanges the colours of a pattern.
func swap(rows notation.PatternRows) notation.PatternRows {
	swapped := make(notation.PatternRows, len(rows))
	for i, row := range rows {
		for _, set := range row {
			swapped[i] = append(swapped[i], set.Swapped())
		}
	}
	return swapped
}

// turns returns the different ones of the eight ways in which eight rows of eight can be mirrored and rotated.
func turns(rows notation.PatternRows) (images []notation.PatternRows) {
	seen := map[string]bool{}
	for symmetry := range 8 {
		image := make(notation.PatternRows, 8)
		for s := range 64 {
			from := database.Turned(s, symmetry)
			image[s>>3] = append(image[s>>3], rows[from>>3][from&7])
		}
		if text := globs(image, ""); !seen[text] {
			seen[text] = true
			images = append(images, image)
		}
	}
	return slices.Clip(images)
}

// played holds if some part of the play has these moves. Without moves any part will do.
type played struct {
	Field *Field
	Moves []pattern // at most as many as the part has
}

// pattern is a move as the text of the play has it, its man, from, to and promotion, with ? for anything: "B??h3?".
type pattern string

// anyMove fits all.
const anyMove pattern = "??????"

// move is a move in English letters or coordinates, of which any part may be missing, followed by signs. S is a
// knight, too.
var move = regexp.MustCompile(`^([KQRBNSP]?)([a-h]?[1-8]?)([-x*]?)([a-h]?[1-8]?)(?:=?([QRBNSqrbns]))?[+#!?]*$`)

// castling is a castling move.
var castling = regexp.MustCompile(`^(?i:[o0]-?[o0])(-?[oO0])?[+#!?]*$`)

// parsePattern reads a move.
func parsePattern(text string) (p pattern, ok bool) {
	if text == "*" || text == "~" {
		return anyMove, true
	}
	if parts := castling.FindStringSubmatch(text); parts != nil {
		if parts[1] == "" {
			return "Ke?g?.", true
		}
		return "Ke?c?.", true
	}
	parts := move.FindStringSubmatch(text)
	if parts == nil || strings.Trim(text, "-x*=+#!?") == "" {
		return "", false
	}
	man, from, sign, to, promotion := parts[1], parts[2], parts[3], parts[4], strings.ToLower(parts[5])
	if to == "" && sign == "" { // the only square is where the move ends
		from, to = "", from
	}
	if man == "" && sign != "-" && len(from)+len(to) < 4 { // a pawn has no letter
		if man = "P"; len(to) < 2 && promotion == "" {
			return "", false
		}
	}
	man, promotion = strings.Replace(man, "S", "N", 1), strings.Replace(promotion, "s", "n", 1)
	return pattern(padded(man, 1) + square(from) + square(to) + padded(promotion, 1)), true
}

// square is a square of which file or rank may be missing, with ? for these.
func square(text string) string {
	if text != "" && text[0] <= '8' {
		return "?" + text
	}
	return padded(text, 2)
}

func padded(text string, length int) string { return text + strings.Repeat("?", length-len(text)) }

// String writes the move as parsePattern reads it.
func (p pattern) String() string {
	switch p {
	case anyMove:
		return "*"
	case "Ke?g?.":
		return "O-O"
	case "Ke?c?.":
		return "O-O-O"
	}
	known := func(from, to int) string { return strings.ReplaceAll(string(p[from:to]), "?", "") }
	sign := "-"
	if p[1:5] == "????" && p[0] != '?' {
		sign = ""
	}
	if promotion := known(5, 6); promotion != "" {
		return known(0, 1) + known(1, 3) + sign + known(3, 5) + "=" + strings.ToUpper(promotion)
	}
	return known(0, 1) + known(1, 3) + sign + known(3, 5)
}

// numbered is the number before a move of White or Black.
var numbered = regexp.MustCompile(`[0-9]+(\.\.\.|…|\.)`)

// parsePlay reads the moves of a Play, as in "1...Bd4 2.Qe4#", "Bd4 Qe4" or, without the first one, "2.Qe4".
func parsePlay(f *Field, text string) (all []pattern, ok bool) {
	for word := range strings.FieldsSeq(numbered.ReplaceAllString(text, " $0 ")) {
		if numbered.MatchString(word) {
			if len(all) == 0 && isSecond(f.part, word) {
				all = append(all, anyMove)
			}
			continue
		}
		p, ok := parsePattern(word)
		if !ok {
			return nil, false
		}
		all = append(all, p)
	}
	if f.part.Second == "" {
		return all, len(all) == 1
	}
	return all, len(all) == 1 || len(all) == 2
}

// isSecond reports whether a number is that of the second move of a part: 2. of the answer, 1... of the refutation.
func isSecond(part database.Part, number string) bool {
	isBlack := strings.HasSuffix(number, "...") || strings.HasSuffix(number, "…")
	return part.Second != "" && isBlack == (part == database.TryPart)
}

func (e *played) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name + ":")
	if len(e.Moves) == 0 {
		b.WriteByte('*')
		return
	}
	var words []string
	for _, p := range e.Moves {
		words = append(words, p.String())
	}
	b.WriteString(Quote(strings.Join(words, " ")))
}

// played writes the condition. The masks leave out most problems, and are exact for a single thing that is known.
func (b *builder) played(e *played) {
	m := e.Field.part
	all := e.Moves
	for m.Second != "" && len(all) < 2 {
		all = append(slices.Clone(all), anyMove)
	}
	if len(all) == 0 {
		all = []pattern{anyMove}
	}
	b.add("p.id IN (SELECT m.problem FROM play m WHERE m."+m.Men+" & ? <> 0", int64(menMask(all)))
	known := 0
	if strings.Trim(string(all[0][0])+string(all[len(all)-1][0]), "?") != "" {
		known++
	}
	for i, column := range []string{m.First, m.Second}[:len(all)] {
		for k, name := range []string{"_from", "_to"} {
			if square := all[i][1+2*k : 3+2*k]; square != "??" {
				b.add(" AND m."+column+name+" & ? <> 0", int64(squareMask(string(square))))
				known++
			}
		}
		if all[i][5] != '?' {
			known = 2
		}
	}
	if known > 1 {
		text := m.Letter
		for _, p := range all {
			text += string(p)
		}
		b.add(" AND EXISTS (SELECT 1 FROM play_text t WHERE t.problem = m.problem AND t.moves GLOB ?)", "*"+text+"*")
	}
	b.add(")")
}

// menMask has a bit for each man, or pair of men, that fits.
func menMask(all []pattern) (mask uint64) {
	const men = "KQRBNP"
	fits := func(p pattern, man int) bool { return p[0] == '?' || p[0] == men[man] }
	for i := range men {
		for k := range men {
			switch {
			case !fits(all[0], i):
			case len(all) == 1:
				mask |= 1 << i
			case fits(all[1], k):
				mask |= 1 << (6*i + k)
			}
		}
	}
	return mask
}

// squareMask has a bit for each square that fits, a8 the lowest.
func squareMask(square string) (mask uint64) {
	for s := range 64 {
		if (square[0] == '?' || int(square[0]-'a') == s&7) && (square[1] == '?' || int('8'-square[1]) == s>>3) {
			mask |= 1 << s
		}
	}
	return mask
}
