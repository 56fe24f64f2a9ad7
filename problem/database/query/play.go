package query

import (
	"regexp"
	"slices"
	"strings"

	"alfiere/problem/database"
)

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
	b.WriteString(quote(strings.Join(words, " ")))
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
