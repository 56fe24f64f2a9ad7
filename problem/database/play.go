package database

import (
	"context"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/text"
)

// play is what a report says of single moves. Its text has a part for each key, threat, variation, set variation and
// refuted try: the letter of the part and its one or two moves. A move is its man, from, to and the promotion, or a
// point: "Bf1h3.". The masks leave out most problems sooner than the text does: each has a bit for each man or square
// that some part has there.
type play struct {
	text  strings.Builder
	masks map[string]uint64 // by the names of playColumns
}

// Part is a kind of the parts of a text; the names are those of its columns.
type Part struct {
	Letter             string
	Men, First, Second string // Second is empty if the part has one move
}

// The parts.
var (
	KeyPart       = Part{"k", "key_men", "key", ""}
	ThreatPart    = Part{"t", "threat_men", "threat", ""}
	VariationPart = Part{"v", "variation_men", "defence", "answer"}
	SetPart       = Part{"s", "set_men", "set_defence", "set_answer"}
	TryPart       = Part{"y", "try_men", "try", "refutation"}
)

// playColumns are the columns of the table play behind the problem.
func playColumns() (names []string) {
	for _, p := range []Part{KeyPart, ThreatPart, VariationPart, SetPart, TryPart} {
		names = append(names, p.Men)
		for _, move := range []string{p.First, p.Second} {
			if move != "" {
				names = append(names, move+"_from", move+"_to")
			}
		}
	}
	return names
}

// lineup is a board of 64 letters from a8 to h1.
type lineup [64]byte

// move returns a move in coordinates as a part has it, and the board after it.
func (b *lineup) move(coordinates string) (coded string, after lineup, ok bool) {
	from, ok1 := squareIndex(coordinates, 0)
	to, ok2 := squareIndex(coordinates, 2)
	if !ok1 || !ok2 || b[from] == '.' || len(coordinates) > 5 {
		return "", after, false
	}
	after = *b
	man, promotion := b[from], "."
	after[to], after[from] = man, '.'
	if len(coordinates) == 5 {
		promotion = coordinates[4:]
		after[to] = coordinates[4]&^0x20 | man&0x20
	}
	if man|0x20 == 'k' && distance(from&7, to&7) == 2 { // the rook moves, too
		corner, beside := to|7, to-1
		if to < from {
			corner, beside = to&^7, to+1
		}
		after[beside], after[corner] = after[corner], '.'
	}
	return string(man&^0x20) + coordinates[:4] + promotion, after, true
}

// note adds parts: the first move, and each of the moves that may follow it.
func (p *play) note(kind Part, board *lineup, first string, seconds []string) {
	one, after, ok := board.move(first)
	if !ok {
		return
	}
	if kind.Second == "" {
		p.add(kind, one, "")
	}
	for _, second := range seconds {
		if two, _, ok := after.move(second); ok {
			p.add(kind, one, two)
		}
	}
}

func (p *play) add(kind Part, one, two string) {
	p.text.WriteString(kind.Letter + one + two)
	men := strings.IndexByte("KQRBNP", one[0])
	p.squares(kind.First, one)
	if two != "" {
		men = 6*men + strings.IndexByte("KQRBNP", two[0])
		p.squares(kind.Second, two)
	}
	if men >= 0 {
		p.masks[kind.Men] |= 1 << men
	}
}

func (p *play) squares(column, coded string) {
	from, _ := squareIndex(coded, 1)
	to, _ := squareIndex(coded, 3)
	p.masks[column+"_from"] |= 1 << from
	p.masks[column+"_to"] |= 1 << to
}

// newPlay extracts the moves of a report.
func newPlay(r *text.ReportForm, board *lineup) *play {
	p := &play{masks: map[string]uint64{}}
	for i := range r.Keys {
		p.note(KeyPart, board, r.Keys[i].Move, nil)
	}
	if len(r.Keys) > 0 {
		key := &r.Keys[0]
		if _, after, ok := board.move(key.Move); ok {
			for _, threat := range key.Threats {
				p.note(ThreatPart, &after, threat, nil)
			}
			for i := range key.Variations {
				p.note(VariationPart, &after, key.Variations[i].Defence, key.Variations[i].Mates)
			}
		}
	}
	for i := range r.Set {
		p.note(SetPart, board, r.Set[i].Defence, r.Set[i].Mates)
	}
	for i := range r.Tries {
		p.note(TryPart, board, r.Tries[i].Move, r.Tries[i].Refutations)
	}
	return p
}

// mating gathers the mates of a phase.
type mating struct {
	mates   []string // the different ones, as parts have them
	vacated int      // variations with a mate on the square that the defence left
}

// gather walks over the play after a move of the attacker, on the board after it.
func (m *mating) gather(phase *text.PhaseForm, board *lineup) {
	for i, san := range phase.ThreatsSAN {
		if coded, _, ok := board.move(at(phase.Threats, i)); ok && strings.HasSuffix(san, "#") {
			m.mates = append(m.mates, coded)
		}
	}
	m.follow(phase.ThreatPlay, board)
	for _, v := range phase.Variations {
		defence, after, ok := board.move(v.Defence)
		if !ok {
			continue
		}
		left := false
		for k, san := range v.MatesSAN {
			if coded, _, ok := after.move(at(v.Mates, k)); ok && strings.HasSuffix(san, "#") {
				m.mates = append(m.mates, coded)
				left = left || coded[3:5] == defence[1:3]
			}
		}
		if left {
			m.vacated++
		}
		m.follow(v.Play, &after)
	}
}

// follow walks over phases after their moves.
func (m *mating) follow(phases []text.PhaseForm, board *lineup) {
	for i := range phases {
		if _, after, ok := board.move(phases[i].Move); ok {
			m.gather(&phases[i], &after)
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// moves sets the findings about single moves.
func (f *Findings) moves(r *text.ReportForm, p *problem.Record) {
	board := lineup(p.Board())
	f.play = newPlay(r, &board)
	position, err := p.Position()
	if err != nil {
		return
	}
	f.Doubly = -1
	if p.Moves() == 2 {
		f.Doubly = doublyRefuted(position)
	}
	if len(r.Keys) == 0 {
		return
	}
	f.Phases = 1
	if r.Table != nil {
		f.Phases = max(f.Phases, len(r.Table.Phases))
	}
	key := &r.Keys[0]
	coded, after, ok := board.move(key.Move)
	if !ok {
		return
	}
	var m mating
	m.gather(key, &after)
	slices.Sort(m.mates)
	m.mates = slices.Compact(m.mates)
	f.Mates, f.Vacated = len(m.mates), m.vacated
	for _, move := range position.Moves() {
		if move.String() == key.Move {
			next := position.After(move)
			f.Flights = problem.Flights(&next).Count()
		}
	}
	if len(m.mates) > 0 {
		f.matrix = matrixKey(&board, position.Side(), coded, m.mates)
	}
}

// doublyRefuted counts the first moves with two refutations.
func doublyRefuted(p movegen.Position) (n int) {
	report, err := problem.Analyse(context.Background(), p, problem.Options{Moves: 2, Tries: 2})
	if err != nil {
		return -1
	}
	for i := range report.Tries {
		if len(report.Tries[i].Refutations) == 2 {
			n++
		}
	}
	return n
}

// matrixKey is the same for positions in which the king to be mated, the men beside it, the key and the mates are the
// same, or mirrored, turned or with colours swapped.
func matrixKey(board *lineup, attacker movegen.Color, key string, mates []string) []byte {
	men := [64]byte(*board)
	if attacker == movegen.Black {
		men = swapColours(&men)
	}
	king := slices.Index(men[:], 'k')
	if king < 0 {
		return nil
	}
	smallest := ""
	for symmetry := range 8 {
		var to [64]int // where a square comes to
		for s := range 64 {
			to[Turned(s, symmetry)] = s
		}
		square := func(text string) byte {
			s, _ := squareIndex(text, 0)
			return byte(to[s]) + '0'
		}
		var field, ends []string
		for s, man := range men {
			if distance(s&7, king&7) <= 1 && distance(s>>3, king>>3) <= 1 {
				field = append(field, string([]byte{byte(to[s]) + '0', man}))
			}
		}
		for _, mate := range mates {
			ends = append(ends, string([]byte{mate[0], square(mate[3:]), mate[5]}))
		}
		slices.Sort(field)
		slices.Sort(ends)
		image := strings.Join(field, "") + " " + string([]byte{key[0], square(key[1:]), square(key[3:]), key[5]}) + " " +
			strings.Join(slices.Compact(ends), "")
		if symmetry == 0 || image < smallest {
			smallest = image
		}
	}
	return digest(smallest)
}
