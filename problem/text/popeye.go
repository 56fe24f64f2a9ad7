package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Popeye is what a problem in Popeye's language says of the text in Popeye's layout. The zero value has everything.
type Popeye struct {
	Tongue       Tongue
	KeysOnly     bool // no option Variations: of keys and tries the first moves alone
	NoThreat     bool // threats do not count: every defence is written
	NoShort      bool // no variations that end before the last move
	NoBoard      bool // the play alone
	Duplex       duplex
	MaxSolutions int // reported, tries included; 0 is all
}

// duplex says whether both sides are to mate in turn, and which of the two problems it is.
type duplex int

// The problems of a diagram with duplex.
const (
	NoDuplex     duplex = iota
	FirstDuplex         // the side to move mates
	SecondDuplex        // the other side
)

// Analysis returns the options with all that WritePopeye writes.
func (p *Popeye) Analysis(o problem.Options) problem.Options {
	o.ShortPlay = true
	o.AllDefences = o.AllDefences || p.NoThreat || p.KeysOnly && o.SetPlay
	if o.Play == 0 {
		o.Play = problem.MaxMoves
	}
	if p.KeysOnly && !o.SetPlay {
		o.Play = 0
	}
	o.CookedPlay = o.Play
	return o
}

// popeyeWidth is the width of Popeye's board, in which lines are centred.
const popeyeWidth = 37

// popeyeText is a problem being written in Popeye's layout.
type popeyeText struct {
	*bufio.Writer
	style    Popeye
	words    *popeyeWords
	solver   movegen.Color
	reported int  // keys and tries
	comments bool // may be in the text, as in Olive: Popeye itself leaves out tries that stalemate
}

// WritePopeye writes the problem in the layout of Popeye, the field's standard solver, which other programs read: the
// board, set play, keys and tries in the order of our moves, and how it ended. Of the options SetPlay, Tries and
// Language count, whose letters go before the tongue of the problem. The error is w's.
func WritePopeye(w io.Writer, d *Document, o Options) error {
	style := d.Popeye
	tongue := cmp.Or(tongueOf(o.Language), style.Tongue, PopeyeEnglish)
	t := &popeyeText{Writer: bufio.NewWriter(w), style: style, words: &popeyeTexts[tongue]}
	end := &problem.Report{Complete: true}
	switch r := d.Report; {
	case r != nil:
		end, t.solver = r, r.Mover()
		t.head(d, r.Position.FEN(), r.Moves)
		t.play(r, o)
	case d.Illegal != nil:
		if _, side, _ := strings.Cut(d.Illegal.FEN, " "); strings.HasPrefix(side, "b") {
			t.solver = movegen.Black
		}
		t.head(d, d.Illegal.FEN, d.Illegal.Moves)
	default:
		t.twin(d)
	}
	if !d.Twin.More && style.Duplex != FirstDuplex {
		t.footer(end)
	}
	return t.Flush()
}

// head writes the board with what stands above and below it.
func (t *popeyeText) head(d *Document, fen string, moves int) {
	if t.style.Duplex == SecondDuplex {
		return
	}
	defer t.twin(d)
	if t.style.NoBoard || d.Twin.Label > "a" {
		return
	}
	t.WriteByte('\n')
	for _, fact := range [...]string{d.Author, d.Source, d.Award, d.Title} {
		if fact != "" {
			t.centred(fact)
		}
	}
	board, _, _ := strings.Cut(fen, " ")
	board, moves = cmp.Or(d.Twin.Zero, board), cmp.Or(d.Twin.ZeroMoves, moves)
	const border = "+---a---b---c---d---e---f---g---h---+\n"
	empty := "|" + strings.Repeat(" ", popeyeWidth-2) + "|\n"
	fmt.Fprintf(t, "\n%s%s", border, empty)
	men := [2]int{}
	for i, row := range strings.Split(board, "/") {
		fmt.Fprintf(t, "%d ", 8-i)
		for _, letter := range row {
			t.cells(letter, &men)
		}
		fmt.Fprintf(t, "  %d\n%s", 8-i, empty)
	}
	stipulation := fmt.Sprintf("  #%d", moves)
	count := fmt.Sprintf("%d + %d", men[movegen.White], men[movegen.Black])
	fmt.Fprintf(t, "%s%s%*s\n", border, stipulation, popeyeWidth-2-len(stipulation), count)
	switch {
	case t.style.Duplex != NoDuplex:
		t.centred(t.words.duplex)
	case t.solver == movegen.Black:
		t.centred(t.words.halfDuplex)
	}
}

// twin writes which twin follows.
func (t *popeyeText) twin(d *Document) {
	if d.Twin.Zero != "" && d.Twin.Label == "a" {
		fmt.Fprintf(t, "\n%s\n\n", t.words.zero)
	}
	if d.Twin.Label == "" {
		return
	}
	end := " "
	if d.Twin.Change != "" {
		end = "  "
	}
	fmt.Fprintf(t, "\n%s%s\n", d.Twin, end)
}

// centred writes a line in the middle below the board.
func (t *popeyeText) centred(line string) {
	fmt.Fprintf(t, "%*s%s\n", max(0, (popeyeWidth-len([]rune(line)))/2), "", line)
}

// cells writes what a letter of a FEN stands for, and counts the man.
func (t *popeyeText) cells(letter rune, men *[2]int) {
	const letters = "KQRBNPkqrbnp"
	if letter >= '1' && letter <= '8' {
		fmt.Fprint(t, strings.Repeat("  . ", int(letter-'0')))
		return
	}
	at := strings.IndexRune(letters, letter)
	color, mark := movegen.White, ' '
	if at >= len(letters)/2 {
		color, mark = movegen.Black, '-'
	}
	if at >= 0 {
		men[color]++
		fmt.Fprintf(t, " %c%c ", mark, t.words.letters[at%(len(letters)/2)])
	}
}

// play writes everything that is played.
func (t *popeyeText) play(r *problem.Report, o Options) {
	if r.PostKey != nil {
		t.postKey(r)
		return
	}
	if o.SetPlay {
		t.setPlay(r)
	}
	t.solutions(r, o.Tries)
}

// postKey writes what follows a key that has been made.
func (t *popeyeText) postKey(r *problem.Report) {
	t.WriteByte('\n')
	switch phase := r.PostKey; {
	case phase.Kind == problem.Check:
		t.WriteString(" +\n")
	default:
		t.threats(&r.Position, phase, 1)
	}
	t.variations(&r.Position, r.PostKey, popeyeDepth{1, r.Moves - 1})
	for _, m := range r.PostKey.Refutations {
		fmt.Fprintf(t, "      1...%s\n        %s\n", t.move(&r.Position, m), t.words.refutes)
	}
}

// but writes the refutations of a phase.
func (t *popeyeText) but(after *movegen.Position, phase *problem.Phase) {
	if len(phase.Refutations) > 0 {
		fmt.Fprintf(t, "    %s\n", t.words.but)
	}
	for _, m := range phase.Refutations {
		fmt.Fprintf(t, "      1...%s !\n", t.move(after, m))
	}
}

// setPlay writes what happens if the defender moves first.
func (t *popeyeText) setPlay(r *problem.Report) {
	t.WriteByte('\n')
	if r.Set == nil {
		return
	}
	passed := r.Position
	passed.MakeNull()
	play := *t
	play.style.NoThreat = t.style.NoThreat || t.style.KeysOnly
	play.variations(&passed, r.Set, popeyeDepth{1, r.Moves - 1})
}

// solutions writes keys, short mates and tries, as they come in the list of our moves.
func (t *popeyeText) solutions(r *problem.Report, tries bool) {
	t.WriteByte('\n')
	in := map[movegen.Move]int{}
	phases := slices.Clone(r.Keys)
	for i := range r.Short {
		if s := &r.Short[i]; s.Play != nil {
			phases, in[s.Move] = append(phases, *s.Play), s.In
		}
	}
	if tries && r.Moves > 1 {
		phases = append(phases, slices.DeleteFunc(slices.Clone(r.Tries), func(try problem.Phase) bool {
			return try.Stalemate && !t.comments
		})...)
	}
	moves := r.Position.Moves()
	slices.SortStableFunc(phases, func(a, b problem.Phase) int {
		return slices.Index(moves, a.Move) - slices.Index(moves, b.Move)
	})
	for i := range phases {
		if t.reported == t.style.MaxSolutions && t.reported > 0 {
			return
		}
		first := &phases[i]
		t.first(&r.Position, first, cmp.Or(in[first.Move], r.Moves))
		t.reported++
	}
}

// first writes a first move that mates in this many moves, what follows, and an empty line.
func (t *popeyeText) first(p *movegen.Position, phase *problem.Phase, moves int) {
	mark := "!"
	switch {
	case phase.Stalemate:
		mark = "? {stalemate}"
	case phase.IsTry():
		mark = "?"
	}
	fmt.Fprintf(t, "   1.%s %s", t.move(p, phase.Move), mark)
	after := p.After(phase.Move)
	if t.style.KeysOnly {
		t.WriteByte('\n')
	} else {
		t.threats(&after, phase, 1)
		t.variations(&after, phase, popeyeDepth{1, moves - 1})
	}
	t.but(&after, phase)
	t.WriteByte('\n')
}

// footer writes how the analysis ended.
func (t *popeyeText) footer(r *problem.Report) {
	end := "\n" + t.words.finished
	if !r.Complete {
		end = t.words.interrupted
	} else if t.reported > 0 && t.reported == t.style.MaxSolutions {
		end = t.words.partial
	}
	fmt.Fprintf(t, "%s %s = %.3f s\n\n\n", end, t.words.time, r.Elapsed.Seconds())
}

// Solution returns set play, keys and tries as WritePopeye writes them in English, without the board above and the last
// line; it is empty if there are none. Of the options SetPlay and Tries count.
func (p *Popeye) Solution(d *Document, o Options) string {
	var b strings.Builder
	t := &popeyeText{Writer: bufio.NewWriter(&b), style: *p, words: &popeyeTexts[PopeyeEnglish], comments: true}
	t.style.KeysOnly = false
	if r := d.Report; r != nil {
		t.solver = r.Mover()
		t.play(r, o)
	}
	_ = t.Flush() // a Builder takes everything
	text := strings.Trim(b.String(), "\n")
	if text == "" {
		return ""
	}
	return text + "\n"
}

// popeyeDepth is where in the play of Popeye's layout defences stand.
type popeyeDepth struct {
	number int // of the defender's move
	left   int // moves that the attacker has to mate
}

// threats ends the line of the attacker's move number with what it threatens, which
// stands on the lines below. p is the position after that move.
func (t *popeyeText) threats(p *movegen.Position, phase *problem.Phase, number int) {
	switch {
	case t.style.NoThreat:
	case phase.Kind == problem.Block:
		fmt.Fprintf(t, " %s", t.words.zugzwang)
	case phase.Kind == problem.Threat:
		fmt.Fprintf(t, " %s\n", t.words.threat)
		passed := *p
		passed.MakeNull()
		t.answers(&passed, &phase.Threats, number+1)
		return
	}
	t.WriteByte('\n')
}

// variations writes the defences in p with what follows.
func (t *popeyeText) variations(p *movegen.Position, phase *problem.Phase, at popeyeDepth) {
	for _, v := range phase.Variations {
		switch {
		case !v.Effective && !t.style.NoThreat, t.style.NoShort && at.left > 1 && v.Mates.In < at.left:
			continue
		}
		fmt.Fprintf(t, "%s%d...%s\n", strings.Repeat(" ", 8*at.number-2), at.number, t.move(p, v.Defence))
		after := p.After(v.Defence)
		t.answers(&after, &v.Mates, at.number+1)
	}
}

// answers writes the attacker's moves of that number in p, a line each, with their play.
func (t *popeyeText) answers(p *movegen.Position, mates *problem.Mates, number int) {
	for i, m := range mates.Moves {
		fmt.Fprintf(t, "%s%d.%s", strings.Repeat(" ", 8*number-6), number, t.move(p, m))
		if i >= len(mates.Play) {
			t.WriteByte('\n')
			continue
		}
		after := p.After(m)
		t.threats(&after, &mates.Play[i], number)
		t.variations(&after, &mates.Play[i], popeyeDepth{number, mates.In - 1})
	}
}

// move writes a move as Popeye does. Only the side that solves mates.
func (t *popeyeText) move(p *movegen.Position, m movegen.Move) string {
	var b strings.Builder
	if m.Kind() == movegen.Castling {
		b.WriteString(strings.ReplaceAll(notation.Squares(p, m, t.words.letters), "O", "0"))
	} else {
		if man := p.PieceAt(m.From()).Type(); man != movegen.Pawn {
			b.WriteRune(t.words.letters.Letter(man))
		}
		b.WriteString(strings.Replace(notation.Squares(p, m, t.words.letters), "x", "*", 1))
	}
	if m.Kind() == movegen.EnPassant {
		b.WriteString(" ep.")
	}
	if after := p.After(m); after.InCheck() {
		b.WriteString(map[bool]string{true: " #", false: " +"}[p.Side() == t.solver && len(after.Moves()) == 0])
	}
	return b.String()
}
