package text

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// popeyeLine is a line of play as the programs that read Popeye's text take it apart: Olive's
// expressions for a move's number, squares, promotion, e.p., and what stands behind it.
var popeyeLine = regexp.MustCompile(`^( +)(\d+)\.(\.\.)?(?:([KQRBS]?)([a-h][1-8])([-*])([a-h][1-8])(?:=([QRBS]))?( ep\.)?|(0-0(?:-0)?))( [+#])?( [!?])?( threat:| zugzwang\.)?$`)

// popeyeTree reads play in Popeye's layout. The moves before the one of a line are on the
// lines above; where the defender's is left out it passes. Each move is found on the board
// and its marks must be true of it; a path has UCI moves and what stands behind the last.
func popeyeTree(t *testing.T, text string, start movegen.Position) (paths []string) {
	t.Helper()
	positions, names := map[int]movegen.Position{0: start}, map[int]string{}
	number := 0 // of the half-move read last
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line == "    but" {
			continue
		}
		m := popeyeLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("not Popeye's layout: %q in\n%s", line, text)
		}
		n, _ := strconv.Atoi(m[2])
		at := 2*n - 1
		if m[3] != "" {
			at++
		}
		if indent := map[bool]int{true: 3, false: 4*at - 2}[at == 1]; len(m[1]) != indent {
			t.Fatalf("%q is indented by %d, want %d", line, len(m[1]), indent)
		}
		if at > number+1 {
			p := positions[at-2]
			p.MakeNull()
			positions[at-1], names[at-1] = p, "0000"
		}
		p := positions[at-1]
		move := popeyeMove(t, &p, m, line)
		after := p.After(move)
		mark := ""
		if after.InCheck() {
			mark = " +"
			if p.Side() == start.Side() && len(after.Moves()) == 0 {
				mark = " #"
			}
		}
		if m[11] != mark {
			t.Fatalf("%s: %q, want the mark %q", p.FEN(), line, mark)
		}
		positions[at], names[at], number = after, notation.UCI(move, false), at
		path := ""
		for i := 1; i <= at; i++ {
			path += names[i] + " "
		}
		paths = append(paths, path+m[12]+m[13])
	}
	slices.Sort(paths)
	return paths
}

// popeyeMove finds the move of a line on the board.
func popeyeMove(t *testing.T, p *movegen.Position, m []string, line string) movegen.Move {
	t.Helper()
	for _, move := range p.Moves() {
		if m[10] != "" {
			if move.Kind() == movegen.Castling && (m[10] == "0-0") == (notation.SAN(p, move, notation.English)[3:] == "" || notation.SAN(p, move, notation.English)[3] != '-') {
				return move
			}
			continue
		}
		man := strings.Replace(string(notation.English.Letter(p.PieceAt(move.From()).Type())), "N", "S", 1)
		promotion := ""
		if move.Kind() == movegen.Promotion {
			promotion = strings.Replace(string(notation.English.Letter(move.PromotionType())), "N", "S", 1)
		}
		if man == "P" {
			man = ""
		}
		if move.Kind() != movegen.Castling && man == m[4] && move.From().String() == m[5] && move.To().String() == m[7] && promotion == m[8] &&
			p.IsCapture(move) == (m[6] == "*") && (move.Kind() == movegen.EnPassant) == (m[9] != "") {
			return move
		}
	}
	t.Fatalf("%s: no such move: %q", p.FEN(), line)
	return movegen.NoMove
}

// reportTree lists what a report holds as popeyeTree reads it.
type reportTree struct {
	paths []string
}

func (l *reportTree) add(path string, marks string) { l.paths = append(l.paths, path+marks) }

func (l *reportTree) phase(path string, ph *problem.Phase, mark string) {
	path += notation.UCI(ph.Move, false) + " "
	switch ph.Kind {
	case problem.Block:
		l.add(path, mark+" zugzwang.")
	case problem.Threat:
		l.add(path, mark+" threat:")
	default:
		l.add(path, mark)
	}
	l.mates(path+"0000 ", &ph.Threats)
	l.variations(path, ph)
}

func (l *reportTree) mates(path string, mates *problem.Mates) {
	for i, m := range mates.Moves {
		if mates.In > 1 {
			l.phase(path, &mates.Play[i], "")
		} else {
			l.add(path+notation.UCI(m, false)+" ", "")
		}
	}
}

func (l *reportTree) variations(path string, ph *problem.Phase) {
	for i := range ph.Variations {
		if v := &ph.Variations[i]; v.Effective {
			defence := path + notation.UCI(v.Defence, false) + " "
			l.add(defence, "")
			l.mates(defence, &v.Mates)
		}
	}
	for _, m := range ph.Refutations {
		if ph.Move != movegen.NoMove {
			l.add(path+notation.UCI(m, false)+" ", " !")
		}
	}
}

func (l *reportTree) report(r *problem.Report) []string {
	if r.Set != nil {
		l.variations("0000 ", r.Set)
	}
	for i := range r.Keys {
		l.phase("", &r.Keys[i], " !")
	}
	for i := range r.Short {
		l.phase("", r.Short[i].Play, " !")
	}
	for i := range r.Tries {
		if r.Moves > 1 && !r.Tries[i].Stalemate {
			l.phase("", &r.Tries[i], " ?")
		}
	}
	slices.Sort(l.paths)
	return l.paths
}

// popeyeTextOf solves and writes a problem in Popeye's layout.
func popeyeTextOf(t *testing.T, fen string, moves int, style Popeye) (*problem.Report, string) {
	t.Helper()
	r := report(t, fen, style.Analysis(problem.Options{Moves: moves, SetPlay: true, Tries: 1}))
	var b strings.Builder
	if err := WritePopeye(&b, &Document{Report: r, Popeye: style}, Options{SetPlay: true, Tries: true, Language: English()}); err != nil {
		t.Fatal(err)
	}
	return r, b.String()
}

// TestPopeyesLayoutHoldsTheReport reads back what is written and compares move by move.
func TestPopeyesLayoutHoldsTheReport(t *testing.T) {
	for _, g := range golden {
		if g.options.Nodes == 0 {
			checkPopeye(t, g.fen, g.options.Moves)
		}
	}
	checkPopeye(t, "k7/7P/1K6/8/8/8/8/8 w - - 0 1", 3) // short mates with longer play
	checkPopeye(t, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 3)
	checkPopeye(t, "8/8/8/8/8/4k3/8/R3K2R w KQ - 0 1", 2)
	checkPopeye(t, "5Q2/8/7N/5Pp1/8/P1K5/5p2/2k5 w - g6 0 1", 3)
	for _, d := range corpus(t) {
		if strings.HasPrefix(d.Title, "open") {
			checkPopeye(t, d.Report.Position.FEN(), 2)
		}
	}
}

func checkPopeye(t *testing.T, fen string, moves int) {
	t.Helper()
	r, text := popeyeTextOf(t, fen, moves, Popeye{NoBoard: true})
	play, footer, found := strings.Cut(text, "\nsolution finished. Time = ")
	if !found || !strings.HasSuffix(footer, " s\n\n\n") {
		t.Fatalf("%s: no footer:\n%s", fen, text)
	}
	start := r.Position
	got, want := popeyeTree(t, play, start), new(reportTree).report(r)
	if !slices.Equal(got, want) {
		t.Errorf("%s #%d: %d lines, want %d\n%s", fen, moves, len(got), len(want), text)
	}
}

// TestPopeyesLayout compares with what Popeye writes, in all its tongues.
func TestPopeyesLayout(t *testing.T) {
	const fen = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"
	d := &Document{Report: report(t, fen, problem.Options{Moves: 2, Tries: 1, SetPlay: true}),
		Caption: Caption{Author: "J. Cumpe", Source: "Bohemia 1908", Title: "Block"}}
	write := func(o Options, style Popeye) string {
		var b strings.Builder
		d.Popeye = style
		must.Do(t, WritePopeye(&b, d, o))
		return b.String()
	}
	// Popeye 4.104 writes the same, but for the order of moves, version and time.
	compare(t, "cumpe_popeye", write(Options{}, Popeye{}))
	german := must.Get(ParseLanguage("german"))(t)
	for _, c := range []struct {
		name, got string
		words     []string
		no        string
	}{
		{"German", write(Options{Tries: true}, Popeye{Tongue: PopeyeGerman}), []string{"   D   .  -L", "1.Kd5-c5 ? Zugzwang.\n", "\n    Aber\n      1...Lh2-g1 !\n", "\nLoesung beendet. Zeit = "}, "zugzwang"},
		{"German letters", write(Options{Language: german}, Popeye{Tongue: PopeyeEnglish}), []string{"   D   .  -L", "\nLoesung beendet. Zeit = "}, "zugzwang"},
		{"French", write(Options{Tries: true}, Popeye{Tongue: PopeyeFrench}), []string{"   D   .  -F", "1.Rd5-c5 ? blocus.\n", "\n    mais\n      1...Fh2-g1 !\n", "2.Cf1*g3 #", "\nsolution terminee. Temps = "}, "zugzwang"},
		{"keys only", write(Options{Tries: true}, Popeye{KeysOnly: true}), []string{"\n   1.Kd5-d6 !\n\n", "\n   1.Kd5-c5 ?\n    but\n      1...Bh2-g1 !\n\n"}, "2."},
		{"no board", write(Options{}, Popeye{NoBoard: true}), []string{"\n   1.Kd5-d6 !"}, "Cumpe"},
		{"no threat", write(Options{}, Popeye{NoThreat: true}), []string{"   1.Kd5-d6 !\n      1...Sf3-e1\n"}, "zugzwang"},
		{"one solution", write(Options{Tries: true}, Popeye{MaxSolutions: 1}), []string{"\n\nPartial solution Time = "}, "Kd5-d6"},
		{"set play", write(Options{SetPlay: true}, Popeye{}), []string{"+ 3\n\n      1...Sf3-e1\n          2.Qf2*h2 #\n"}, "\n\n\n\n\n"},
	} {
		for _, w := range c.words {
			if !strings.Contains(c.got, w) {
				t.Errorf("%s: no %q in\n%s", c.name, w, c.got)
			}
		}
		if strings.Contains(c.got, c.no) {
			t.Errorf("%s: %q in\n%s", c.name, c.no, c.got)
		}
	}
}

// TestPopeyesLayoutOfOddProblems: Black mates, no solution, an interrupted analysis, an illegal position.
func TestPopeyesLayoutOfOddProblems(t *testing.T) {
	_, text := popeyeTextOf(t, "6q1/8/8/8/8/5k2/8/7K b - - 0 1", 2, Popeye{})
	if !strings.Contains(text, "1 + 2\n             HalfDuplex\n\n      1...Kh1-h2\n          2.Qg8-g2 #\n\n") || !strings.Contains(text, "\n   1.Qg8-g2 # !\n\n") {
		t.Error(text)
	}
	_, text = popeyeTextOf(t, "7k/8/8/8/8/8/6q1/K7 w - - 0 1", 2, Popeye{NoBoard: true})
	if text != "\n\n\nsolution finished. Time = 0.000 s\n\n\n" {
		t.Errorf("%q", text)
	}
	cut := report(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", problem.Options{Moves: 2, Nodes: 130})
	var b strings.Builder
	if err := WritePopeye(&b, &Document{Report: cut, Popeye: Popeye{NoBoard: true}}, Options{}); err != nil || !strings.Contains(b.String(), "\nsolving interrupted. Time = ") {
		t.Errorf("%q, %v", b.String(), err)
	}
	b.Reset()
	must.Do(t, WritePopeye(&b, &Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Moves: 2}}, Options{}))
	if want := fmt.Sprintf("  #2%31s\n\nsolution finished.", "0 + 0"); !strings.Contains(b.String(), want) {
		t.Errorf("no %q in\n%s", want, b.String())
	}
}

// TestPopeyesLayoutOfTheDefence is what Popeye 4.104 writes after a key that has been made, apart from the order of
// moves.
func TestPopeyesLayoutOfTheDefence(t *testing.T) {
	d := &Document{Report: report(t, "k3n3/P7/1K6/3N3p/8/8/8/8 b - - 0 1", problem.Options{Moves: 2, PostKey: true}),
		Popeye: Popeye{NoBoard: true}}
	for tongue, refutes := range map[Tongue]string{PopeyeEnglish: "refutes.", PopeyeGerman: "Widerlegt."} {
		d.Popeye.Tongue = tongue
		var b strings.Builder
		must.Do(t, WritePopeye(&b, d, Options{}))
		got, want := b.String(), "\n      1...h5-h4\n        "+refutes+"\n"
		if !strings.Contains(got, want) || strings.Contains(got, "!") {
			t.Errorf("no refutation by 1...h5-h4:\n%s", got)
		}
	}
}

// TestNoShortVariations leaves out what mates before the last move.
func TestNoShortVariations(t *testing.T) {
	const fen = "2R3rk/3N4/7K/3N4/8/8/r4p2/8 w - - 0 1"
	for style, want := range map[Popeye]bool{{}: true, {NoShort: true}: false} {
		_, text := popeyeTextOf(t, fen, 3, style)
		if got := strings.Contains(text, "      1...Rg8-d8\n          2.Rc8*d8 #\n"); got != want {
			t.Errorf("%v: %v", style, got)
		}
		if !strings.Contains(text, "   1.Sd5-f6 ! threat:\n          2.Rc8*g8 #\n") || !strings.Contains(text, "              2...Ra8*c8\n                  3.Se5-f7 #\n") {
			t.Error(text)
		}
	}
}
