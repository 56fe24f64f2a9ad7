package format

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// randomProblem is a legal diagram with what a file can say of it. Castling is as Popeye
// takes it: whoever stands at home may, unless it is forbidden.
func randomProblem(r *rand.Rand) Problem {
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
		for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
			home := movegen.MakeSquare(4, 7*int(c))
			if r.IntN(2) == 0 {
				home = movegen.Square(r.IntN(64))
			}
			b.Board[home] = movegen.MakePiece(c, movegen.King)
			if r.IntN(2) == 0 {
				b.Board[movegen.MakeSquare(7*r.IntN(2), 7*int(c))] = movegen.MakePiece(c, movegen.Rook)
			}
		}
		for range r.IntN(12) {
			b.Board[r.IntN(64)] = movegen.MakePiece(movegen.Color(r.IntN(2)), movegen.Pawn+movegen.PieceType(r.IntN(5)))
		}
		for rooks := b.RooksAtHome(); rooks != 0; {
			if s := rooks.Pop(); r.IntN(2) == 0 {
				b.CastlingRooks |= s.Bitboard()
			}
		}
		b.Side = movegen.Color(r.IntN(2))
		p, _, err := b.Build(problem.Composed)
		if err == nil {
			return Problem{Statement: forsyth.Statement{Line: 1, Position: p, Moves: 1 + r.IntN(problem.MaxMoves)},
				SetPlay: r.IntN(2) == 0, Tries: r.IntN(4)}
		}
	}
}

// writer writes a problem in Popeye's language, no two of them alike: in either tongue, in
// any abbreviation and case, with any separators.
type writer struct {
	*rand.Rand
	words *vocabulary
	strings.Builder
}

// word writes an abbreviation of the word that is none of another word of the list.
func (w *writer) word(list []string, index int) {
	word := list[index]
	least := 1
	for ; least < len(word); least++ {
		if !slices.ContainsFunc(list, func(other string) bool { return other != word && strings.HasPrefix(other, word[:least]) }) {
			break
		}
	}
	text := []byte(word[:least+w.IntN(len(word)-least+1)])
	if index == int(beginProblem) && list[0] == w.words.commands[0] {
		text = []byte(word[:max(len(text), 4)])
	}
	for i := range text {
		if w.IntN(3) == 0 {
			text[i] = strings.ToUpper(string(text[i]))[0]
		}
	}
	w.Write(text)
	w.gap()
}

func (w *writer) command(c command) { w.word(w.words.commands[:], int(c)) }

func (w *writer) option(effect optionEffect) {
	w.command(option)
	w.word(w.words.options(), slices.IndexFunc(options[:], func(row optionRow) bool { return row.effect == effect }))
}

// gap writes what may stand between words.
func (w *writer) gap() {
	for range 1 + w.IntN(2) {
		w.WriteString([]string{" ", "\t", "\n", "\r\n", ", ", ";", "  "}[w.IntN(7)])
	}
}

// line writes a command whose argument is the rest of its line.
func (w *writer) line(c command, text string) {
	w.WriteString(w.words.commands[c] + " " + text + []string{"\n", "\r\n", " \t\n"}[w.IntN(3)])
}

// men writes the men of both colours, together or one by one.
func (w *writer) men(p *movegen.Position) {
	w.command(pieces)
	for c, men := range [...]movegen.Bitboard{p.ByColor(movegen.White), p.ByColor(movegen.Black)} {
		w.word(w.words.colors, c)
		var last byte
		open := false
		for men != 0 {
			s := men.Pop()
			letter := w.words.men[slices.Index(menOrder[:], p.PieceAt(s).Type())]
			if letter != last || !open {
				if last != 0 {
					w.gap()
				}
				w.WriteString(strings.ToUpper(string(letter)))
			}
			w.WriteString(s.String())
			last, open = letter, w.IntN(2) == 0
		}
		w.gap()
	}
}

// forsyth writes the board as one word.
func (w *writer) forsyth(p *movegen.Position) {
	w.command(forsythBoard)
	empty := 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(w, empty)
		}
		empty = 0
	}
	for i := range 64 {
		man := p.PieceAt(movegen.MakeSquare(i%8, 7-i/8))
		if i%8 == 0 && i > 0 && w.IntN(2) == 0 {
			flush()
			w.WriteByte('/')
		}
		if man == movegen.NoPiece {
			empty++
			continue
		}
		flush()
		letter := string(w.words.men[slices.Index(menOrder[:], man.Type())])
		if man.Color() == movegen.White {
			letter = strings.ToUpper(letter)
		}
		w.WriteString(letter)
	}
	if w.IntN(2) == 0 {
		flush()
	}
	w.gap()
}

// problem writes all that p says.
func (w *writer) problem(p *Problem) {
	steps := []func(){
		func() { fmt.Fprintf(w, "%s #%d", w.words.commands[stipulationOf], p.Moves); w.gap() },
		func() {
			if w.IntN(2) == 0 {
				w.men(&p.Position)
			} else {
				w.forsyth(&p.Position)
			}
		},
		func() { w.line(authorOf, p.Author) },
		func() { w.line(originOf, p.Source) },
		func() { w.line(titleOf, p.Title) },
		func() { w.line(remark, "stip h#3 twin end next begin") },
		func() {
			w.option(ignored)
			if p.Position.Side() == movegen.Black {
				w.option(wantsBlack)
			}
			if p.SetPlay {
				w.option(wantsSet)
			}
			if p.Tries > 0 {
				w.option(wantsRefutations)
				fmt.Fprint(w, p.Tries)
				w.gap()
			}
		},
		func() {
			b := p.Position.Builder()
			for rooks := b.RooksAtHome() &^ p.Position.CastlingRooks(); rooks != 0; {
				w.option(forbidsCastling)
				w.WriteString(rooks.Pop().String())
				w.gap()
			}
		},
	}
	w.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	for _, step := range steps {
		step()
	}
}

// TestPopeyeProblemsAreReadAsTheyAreWritten, however they are written.
func TestPopeyeProblemsAreReadAsTheyAreWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 12))
	for range 1500 {
		p := randomProblem(r)
		p.Author, p.Source, p.Title = "A. B. Șah", "Nowhere; 1900, no. 3", "begin #2"
		w := writer{Rand: r, words: &vocabularies[r.IntN(len(vocabularies))]}
		w.command(beginProblem)
		w.problem(&p)
		w.command(endProblem)
		got, err := first(w.String())
		if err != nil || got.Position.FEN() != p.Position.FEN() {
			t.Fatalf("%s became %s, %v:\n%s", p.Position.FEN(), got.Position.FEN(), err, w.String())
		}
		p.Popeye = text.Popeye{Tongue: w.words.tongue, KeysOnly: true}
		got.Position, got.Line = p.Position, p.Line
		if got != p {
			t.Fatalf("%+v became %+v:\n%s", p, got, w.String())
		}
	}
}

// TestAnAbbreviationIsReadIfItIsNoOtherWords goes through all words of all lists.
func TestAnAbbreviationIsReadIfItIsNoOtherWords(t *testing.T) {
	for _, v := range vocabularies {
		for _, list := range [][]string{v.commands[:], v.options(), v.colors} {
			for i, word := range list {
				for n := 1; n <= len(word); n++ {
					others := 0
					for _, other := range list {
						if strings.HasPrefix(other, word[:n]) && other != word {
							others++
						}
					}
					want := i
					if others > 0 && n < len(word) {
						want = -1
					}
					if got := find(list, strings.ToUpper(word[:n])); got != want && list[max(got, 0)] != word[:n] {
						t.Errorf("%q is %d, want %d, %q", word[:n], got, want, word)
					}
				}
			}
			if find(list, "") >= 0 || find(list, "zzz") >= 0 {
				t.Error("a word that is none is found")
			}
		}
	}
}

// part is a piece of a file: a valid or an invalid problem.
type part struct {
	text string
	want string // an EPD, or the reason
	line int    // of the fault, counted from 0
}

var lineParts = []part{
	{"6k1/8/8/8/8/8/8/K1RR4 w - - dm 2;", "6k1/8/8/8/8/8/8/K1RR4 w - -", 0},
	{"8/8/8/3K4/8/5nP1/5Q1b/5N1k b - - 0 1", "8/8/8/3K4/8/5nP1/5Q1b/5N1k b - -", 0},
	{"k6R/8/8/8/8/8/8/K7 w - - dm 2;", "illegal", 0},
	{"6k1/8/8/8/8/8/8/K1RR4 w - - dm 99;", problem.ErrMoves.Error(), 0},
	{"6k1/8/8/8/8/8/8/K1RR4 w - - id \"", notation.ErrOpenString.Error(), 0},
	{"6k1/8/8/8/8/8/8/K1RR4 w - - id \"" + strings.Repeat("y", notation.MaxEPDLength), notation.ErrLineTooLong.Error(), 0},
}

var popeyeParts = []part{
	{"stip #2 forsyth 1k5K40Q", "1k5K/8/8/8/8/8/Q7/8 w - -", 0},
	{"title next\nstip #3\npieces white Ka1 Qb2\nblack kh8 option halfduplex setplay", "7k/8/8/8/8/8/1Q6/K7 b - -", 0},
	{"stip #2\nforsyth 1k5K40Q\ncondition circe\nremark next end\nstip #3", problem.ErrUnsupported.Error(), 2},
	{"stip #2\nfnord 1 2 3\nauthor endproblem", errWord.Error(), 1},
	{"stip #2 forsyth 8", errIncomplete.Error(), 0},
	{"stip #2\n\npieces white ka1 na2", forsyth.ErrKnight.Error(), 2},
	{"stip #2 pieces white ka1 black ka2", "illegal", 0},
	{"stip #2\n" + strings.Repeat("x ", notation.MaxEPDLength) + "\n", notation.ErrLineTooLong.Error(), 1},
}

// TestGoodAndBadProblemsComeInTheirOrder mixes them: the good ones must all come, in
// their order, and for each bad one a fault on its line.
func TestGoodAndBadProblemsComeInTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 12))
	for round := range 300 {
		ends := []string{"\n", "\r\n"}[r.IntN(2)]
		parts, between := lineParts, []string{"\n", "\n\n", "\n# next\n \t\n"}
		text := []string{"", "\ufeff"}[r.IntN(2)] + []string{"", "# a comment\n"}[r.IntN(2)]
		if round%2 == 1 {
			parts, between = popeyeParts, []string{"\nnext\n", "\n\tNEXTP\n", "\nend\n# so far\nbegin\n"}
			text += "begin\n"
		}
		var want []string
		for range r.IntN(8) {
			p := parts[r.IntN(len(parts))]
			line := 1 + strings.Count(text, "\n") + p.line
			if p.want == errIncomplete.Error() || p.want == "illegal" {
				line = -1 // where the problem begins, after the word before it
			}
			if strings.Contains(p.want, "/") {
				line = 0
			}
			want = append(want, fmt.Sprint(line, " ", p.want))
			text += p.text + between[r.IntN(len(between))]
		}
		if round%2 == 1 {
			text += "stip #1 forsyth 1k5K40Q"
			want = append(want, "0 1k5K/8/8/8/8/8/Q7/8 w - -")
		}
		text = strings.ReplaceAll(text, "\n", ends)
		var got []string
		for reader := NewReader(strings.NewReader(text), forsyth.Conventions{}); ; {
			p, err := reader.Read()
			if err == io.EOF {
				break
			}
			got = append(got, outcome(p, err))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%.2000q:\ngot\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// outcome writes a problem or a fault as the parts do.
func outcome(p Problem, err error) string {
	var fault *forsyth.Error
	switch {
	case err == nil:
		return "0 " + p.Position.EPD()
	case errors.As(err, new(*forsyth.IllegalError)):
		return "-1 illegal"
	case !errors.As(err, &fault):
		return err.Error()
	case fault.Err == errIncomplete:
		return "-1 " + fault.Err.Error()
	}
	return fmt.Sprint(fault.Line, " ", fault.Err)
}
