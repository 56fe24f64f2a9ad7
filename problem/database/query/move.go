package query

import (
	"regexp"
	"strings"
)

// move is a move in English letters or coordinates, optionally followed by signs; S is a
// knight, too.
var move = regexp.MustCompile(`^(?:[KQRBNS]?[a-h]?[1-8]?[x*]?[a-h][1-8](?:=?[QRBNS])?|[a-h][1-8]-?[a-h][1-8]=?[QRBNSqrbns]?|(?i:[o0]-?[o0](?:-?[o0])?))[+#!?]*$`)

// coordinates are a move in coordinates, without its signs, and its promotion.
var coordinates = regexp.MustCompile(`^([a-h][1-8][a-h][1-8])([QRBNqrbn]?)$`)

// bareMove is a move without signs that people leave out or write differently.
func bareMove(text string) string {
	text = strings.NewReplacer("0", "O", "o", "O", "x", "", "*", "", "-", "", "=", "", "S", "N", "s",
		"n").Replace(strings.TrimRight(text, "+#!?"))
	if parts := coordinates.FindStringSubmatch(text); parts != nil {
		return parts[1] + strings.ToLower(parts[2])
	}
	return text
}

// keyMove writes the condition that the key is this move, however the report writes it.
func (b *builder) keyMove(text string) {
	bare := bareMove(text)
	if coordinates.MatchString(bare) {
		b.add("p.id IN (SELECT problem FROM report WHERE key_move = ?)", bare)
		return
	}
	forms := []string{strings.Join(strings.Split(bare, ""), "-")} // castling
	if strings.Trim(bare, "O") != "" {
		promotion := ""
		if last := len(bare) - 1; bare[last] >= 'A' && bare[last] <= 'Z' {
			bare, promotion = bare[:last], "="+bare[last:]
		}
		who, square := bare[:len(bare)-2], bare[len(bare)-2:]
		forms = []string{who + square + promotion, who + "x" + square + promotion}
	}
	b.add("p.id IN (SELECT problem FROM report WHERE key_san IN (")
	for i, form := range forms {
		if i > 0 {
			b.add(", ")
		}
		b.add("?, ?, ?", form, form+"+", form+"#")
	}
	b.add("))")
}
