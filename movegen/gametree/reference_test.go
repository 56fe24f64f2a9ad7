package gametree

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"alfiere/movegen"
)

// The reference implementation of the three notations: entries are pointers, a generation
// is a slice, and what stands on a square is read out of FENs. It shares nothing with the
// writers but Tree itself.

// slowEntry is a move or place-holder as it is to be written.
type slowEntry struct {
	kind   byte // 'm' move, '0' ended, '-' missing
	node   Node
	side   movegen.Color
	parent *slowEntry
	first  *slowEntry // the first reply, nil if the next generation is not written
	row    int
}

// slowReplies returns the entries below e; nil is the root.
func slowReplies(t *Tree, e *slowEntry) (replies []*slowEntry) {
	node, side := Root, t.start.Side()
	if e != nil {
		node, side = e.node, e.side.Other()
		after := t.Position(node)
		switch {
		case e.kind != 'm':
			return []*slowEntry{{kind: e.kind, side: side, parent: e}}
		case !after.HasLegalMove():
			return []*slowEntry{{kind: '0', side: side, parent: e}}
		}
	}
	for child := range t.Children(node) {
		replies = append(replies, &slowEntry{kind: 'm', node: child, side: side, parent: e})
	}
	if t.Ended(node) {
		replies = append(replies, &slowEntry{kind: '0', side: side, parent: e})
	}
	for len(replies) < t.Announced(node) {
		replies = append(replies, &slowEntry{kind: '-', side: side, parent: e})
	}
	return replies
}

// slowGenerations returns the generations that are written.
func slowGenerations(t *Tree) (all [][]*slowEntry) {
	for here := slowReplies(t, nil); len(here) > 0; {
		all = append(all, here)
		var next []*slowEntry
		tells := false
		for _, e := range here {
			for i, reply := range slowReplies(t, e) {
				if next = append(next, reply); i == 0 {
					e.first = reply
				}
				tells = tells || reply.kind == 'm' || reply.kind == '0' && e.kind == 'm' && t.Ended(e.node)
			}
		}
		if !tells {
			for _, e := range here {
				e.first = nil
			}
			break
		}
		here = next
	}
	return all
}

// slowFigure returns the index among Letters of what stands on a square, out of a FEN
// with the files of castling rooks.
func slowFigure(p *movegen.Position, s movegen.Square) (index int, white bool) {
	fields := strings.Fields(p.ShredderFEN())
	rows := fields[0]
	for digit := '1'; digit <= '8'; digit++ {
		rows = strings.ReplaceAll(rows, string(digit), strings.Repeat(".", int(digit-'0')))
	}
	letter := strings.ReplaceAll(rows, "/", "")[s^56]
	white = unicode.IsUpper(rune(letter))
	index = strings.IndexByte(".KQRBNP", byte(unicode.ToUpper(rune(letter))))
	rights := ""
	for _, file := range fields[2] {
		if file != '-' && unicode.IsUpper(file) == white {
			rights += string(unicode.ToLower(file))
		}
	}
	home := map[bool]int{true: 0, false: 7}[white]
	switch {
	case letter == '.':
		white = true
	case index == 1 && rights != "":
		index = 7
	case index == 3 && s.Rank() == home && strings.ContainsRune(rights, rune('a'+s.File())):
		index = 8
	case index == 6 && fields[3] != "-" && fields[3][0] == byte('a'+s.File()) && s.Rank() == map[bool]int{true: 3, false: 4}[white] && (fields[1] == "b") == white:
		index = 9
	}
	return index, white
}

// slowMove returns what all notations say of a move: figures by their index among
// Letters, and squares.
func slowMove(p *movegen.Position, m movegen.Move) (piece, captured, becomes int, to movegen.Square) {
	piece, _ = slowFigure(p, m.From())
	to = m.To()
	switch m.Kind() {
	case movegen.Castling:
		if m.From().File() == 4 && (to.File() == 0 || to.File() == 7) {
			to = m.KingTo()
		}
	case movegen.EnPassant:
		captured = 9
	default:
		captured, _ = slowFigure(p, to)
	}
	plain := [...]int{0, 1, 2, 3, 4, 5, 6, 1, 3, 6}
	if becomes = plain[piece]; becomes == piece {
		becomes = 0
	}
	if m.Kind() == movegen.Promotion {
		after := p.After(m)
		becomes, _ = slowFigure(&after, m.To())
	}
	return piece, captured, becomes, to
}

func digits(s movegen.Square) string { return fmt.Sprintf("%d%d", s.File()+1, s.Rank()+1) }

// slowLayout arranges the entries: a blank line between generations, a new line for
// another parent or where 80 columns are full, else two blanks.
func slowLayout(t *Tree, text func(*slowEntry) string) string {
	var b strings.Builder
	for i, generation := range slowGenerations(t) {
		if i > 0 {
			b.WriteString("\n\n")
		}
		width := 0
		for j, e := range generation {
			word := text(e)
			switch length := utf8.RuneCountInString(word); {
			case j == 0:
				width = length
			case e.parent != generation[j-1].parent || width+2+length > 80:
				b.WriteByte('\n')
				width = length
			default:
				b.WriteString("  ")
				width += 2 + length
			}
			b.WriteString(word)
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

func slowText(t *Tree, l Letters) string {
	names := []rune(l)
	letter := func(index int, white bool) string {
		if white {
			return string(names[index])
		}
		return string(unicode.ToLower(names[index]))
	}
	text := string(names)
	for rank := 7; rank >= 0; rank-- {
		text += " "
		for file := range 8 {
			text += letter(slowFigure(&t.start, movegen.MakeSquare(file, rank)))
		}
	}
	text += "\n\n"
	if t.Ended(Root) || t.Announced(Root) > t.childCount(Root) {
		text += fmt.Sprintln(t.Announced(Root))
	}
	body := slowLayout(t, func(e *slowEntry) string {
		if e.kind != 'm' {
			return map[byte]string{'0': "0", '-': "-1"}[e.kind]
		}
		white := e.side == movegen.White
		p := t.Position(t.Parent(e.node))
		piece, captured, becomes, to := slowMove(&p, t.Move(e.node))
		words := []string{letter(piece, white), map[bool]string{true: "z", false: "Z"}[white]}
		if captured > 0 {
			words[1] = letter(captured, !white)
		}
		if becomes > 0 {
			words = append(words, letter(becomes, white))
		}
		return strings.Join(append(words, fmt.Sprint(slowCount(t, e)), digits(t.Move(e.node).From()), digits(to)), " ")
	})
	if body == "" {
		return strings.TrimSuffix(text, "\n")
	}
	return text + body
}

func slowCount(t *Tree, e *slowEntry) int { return len(slowReplies(t, e)) }

// slowRow returns the ten integers of an entry, relatives included.
func slowRow(t *Tree, e *slowEntry) (row Row) {
	color := int32(e.side)
	row = Row{0: map[byte]int32{'0': 1, '-': -1}[e.kind], 7: color}
	if e.kind == 'm' {
		p := t.Position(t.Parent(e.node))
		piece, captured, becomes, to := slowMove(&p, t.Move(e.node))
		plain := [...]int32{0, 1, 2, 3, 4, 5, 6, 1, 3, 6}
		from := t.Move(e.node).From()
		if piece == 6 && becomes > 2 {
			color += 2 * int32(becomes-2)
		}
		row = Row{int32(slowCount(t, e)), plain[captured], int32(to.File() + 1), int32(to.Rank() + 1),
			plain[piece], int32(from.File() + 1), int32(from.Rank() + 1), color}
	}
	if e.parent != nil {
		row[8] = int32(e.parent.row)
	}
	if e.first != nil {
		row[9] = int32(e.first.row)
	}
	return row
}

// slowTable returns the rows of a tree.
func slowTable(t *Tree) (rows []Row) {
	for s := range movegen.NoSquare {
		index, white := slowFigure(&t.start, s)
		if index == 0 {
			continue
		}
		row := Row{4: [...]int32{0, 1, 2, 3, 4, 5, 6, 1, 3, 6}[index], 5: int32(s.File() + 1), 6: int32(s.Rank() + 1)}
		if !white {
			row[7] = 1
		}
		for other := range movegen.NoSquare {
			if rook, same := slowFigure(&t.start, other); index == 7 && rook == 8 && same == white {
				row[7] |= map[bool]int32{true: 2, false: 4}[other < s]
			}
		}
		rows = append(rows, row)
	}
	generations := slowGenerations(t)
	number := len(rows)
	for _, generation := range generations {
		for _, e := range generation {
			e.row = number
			number++
		}
	}
	for _, generation := range generations {
		for _, e := range generation {
			rows = append(rows, slowRow(t, e))
		}
	}
	return rows
}

func slowNumeric(t *Tree) string {
	var b strings.Builder
	rows := slowTable(t)
	pieces := 0
	for pieces < len(rows) && rows[pieces][0] == 0 {
		switch {
		case pieces == 0:
		case pieces%16 == 0:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		for _, n := range rows[pieces][4:8] {
			fmt.Fprint(&b, n)
		}
		pieces++
	}
	b.WriteByte('\n')
	body := slowLayout(t, func(e *slowEntry) string {
		row := slowRow(t, e)
		text := fmt.Sprint(row[0])
		for _, n := range row[1:8] {
			text += fmt.Sprint(n)
		}
		return text
	})
	if body != "" {
		b.WriteByte('\n')
	}
	return b.String() + body
}

// slowJSON writes the rows as the page describes them.
func slowJSON(rows []Row) string {
	var lines []string
	for _, row := range rows {
		lines = append(lines, strings.ReplaceAll(fmt.Sprint(row), " ", ","))
	}
	return "[\n" + strings.Join(lines, ",\n") + "\n]\n"
}

func TestTheThreeNotationsAreThoseOfTheReferenceImplementation(t *testing.T) {
	rng := newRand(11)
	letters := []Letters{Italian, English, German, "-ZYXWVUTSR"}
	for i := range scaled(80) {
		tree := randomTree(t, rng, rng.IntN(60))
		if i%4 == 0 {
			tree.Announce(Root, rng.IntN(40))
		}
		if i%9 == 0 {
			tree.SetEnded(Root, true)
		}
		l := letters[i%len(letters)]
		text, numeric, table := written(t, tree, l)
		start := tree.Start()
		if want := slowText(tree, l); text != want {
			t.Fatalf("%s: the text is\n%s\nnot\n%s", start.FEN(), text, want)
		}
		if want := slowNumeric(tree); numeric != want {
			t.Fatalf("%s: the numbers are\n%s\nnot\n%s", start.FEN(), numeric, want)
		}
		if want := slowJSON(slowTable(tree)); table != want {
			t.Fatalf("%s: the table is\n%s\nnot\n%s", start.FEN(), table, want)
		}
	}
}
