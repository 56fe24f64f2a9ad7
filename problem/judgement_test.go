package problem

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// moveOf returns the legal move with the given coordinates.
func moveOf(t testing.TB, p *movegen.Position, coordinates string) movegen.Move {
	t.Helper()
	for _, m := range p.Moves() {
		if m.String() == coordinates {
			return m
		}
	}
	t.Fatalf("%s: %s is illegal", p.FEN(), coordinates)
	return movegen.NoMove
}

func flawText(all []Flaw) string {
	lines := make([]string, len(all))
	for i, f := range all {
		lines[i] = fmt.Sprintf("%v: %v", f.Kind, f.Squares)
	}
	return strings.Join(lines, "; ")
}

func TestFlaws(t *testing.T) {
	for _, c := range []struct{ name, fen, first, want string }{
		{"a king goes where it can be checked", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "d5d6", "allows checks: h2"},
		{"a king that only waits", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "d5c5", ""},
		{"a check that takes the only flight", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "checks: h8; takes flights: b8"},
		{"a pawn is captured", "k7/8/2K5/8/8/8/7p/7R w - - 0 1", "h1h2", "captures a pawn: h2; unprovided flight: a7 b8"},
		{"a piece is captured", "k7/8/2K5/8/8/8/7n/7R w - - 0 1", "h1h2", "captures a piece: h2; unprovided flight: a7 b8"},
		{"a pawn is captured in passing", "k7/8/2K5/3pP3/8/8/8/8 w - d6 0 1", "e5d6", "captures a pawn: d5; unprovided flight: a7 b8"},
		{"a promotion with check", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8r",
			"checks: a8; promotes: a8; takes flights: g8; brings in an idle man: a7; unprovided flight: g7 h7 g8"},
		{"a promotion far away", "8/P7/7k/8/8/8/8/K7 w - - 0 1", "a7a8r", "promotes: a8; unprovided flight: g5 h5 g6 g7 h7"},
		{"some flights for another", "8/8/8/8/8/5R2/8/K5k1 w - - 0 1", "f3g3",
			"checks: g3; takes flights: g2; unprovided flight: h1 g2 h2; gives flights: f1 f2"},
		{"flights taken", "7k/8/8/8/8/8/K7/R7 w - - 0 1", "a1g1",
			"takes flights: g7 g8; brings in an idle man: a1; unprovided flight: g7 h7 g8"},
		{"flights given", "7k/8/8/8/6R1/8/8/K7 w - - 0 1", "g4f4", "unprovided flight: h7; gives flights: g7 g8"},
		{"a move along the guarded line", "7k/8/8/8/6R1/8/8/K7 w - - 0 1", "g4g3", "unprovided flight: h7"},
		{"an idle rook comes in", "7k/5Q2/8/8/8/8/8/KR6 w - - 0 1", "b1g1", "brings in an idle man: b1"},
		{"an idle rook stays out", "7k/5Q2/8/8/8/8/8/KR6 w - - 0 1", "b1c1", ""},
		{"a bishop that pins is not idle", "7k/8/5r2/8/8/8/1B6/K7 w - - 0 1", "b2f6",
			"checks: f6; captures a piece: f6; takes flights: g7; unprovided flight: g7 h7 g8"},
		{"a pinner stays a pinner", "7k/6r1/8/8/8/8/1B6/K2R4 w - - 0 1", "b2c3", "unprovided flight: h7 g8"},
		{"a new pin", "7k/6r1/8/8/8/8/5B2/K2R4 w - - 0 1", "f2d4",
			"pins: g7; brings in an idle man: f2; unprovided check: g7; unprovided flight: h7 g8"},
		{"an unpin", "7k/6r1/8/8/8/2B5/8/K2R4 w - - 0 1", "c3e1", "unprovided flight: h7 g8; unpins: g7; allows checks: g7"},
		{"a queen that could be taken goes", "7k/8/8/8/8/8/1r3Q2/7K w - - 0 1", "f2f8",
			"checks: f8; takes flights: g7 g8; brings in an idle man: f2; saves a man: f2; unprovided check: b2; unprovided flight: g7 h7 g8; unprovided capture: f2"},
		{"a rook is offered", "7k/8/8/8/8/8/1r3Q1K/4R3 w - - 0 1", "e1e2",
			"unprovided check: b2; unprovided flight: g7 h7 g8; unprovided capture: f2; offers the man: e2"},
		{"castling checks", "8/8/8/8/8/5k2/8/4K2R w K - 0 1", "e1g1",
			"checks: f1; takes flights: g2 f4; unprovided flight: g2 e3 g3 e4 f4 g4; gives flights: e2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := composed(t, c.fen)
			set := analyse(t, p, Options{Moves: 2, SetPlay: true}).Set
			if got := flawText(flaws(&p, &Phase{Move: moveOf(t, &p, c.first)}, set)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func pictureText(p *Picture) string {
	var words []string
	for _, q := range []struct {
		is   bool
		name string
	}{{p.Pure, "pure"}, {p.Economical, "economical"}, {p.Model, "model"}, {p.Ideal, "ideal"}, {p.Double, "double"}} {
		if q.is {
			words = append(words, q.name)
		}
	}
	if p.Pins != 0 {
		words = append(words, "pins "+p.Pins.String())
	}
	return strings.Join(words, " ")
}

func TestPicturesOfMates(t *testing.T) {
	for _, c := range []struct{ name, fen, mate, want string }{
		{"king and rook", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "pure economical model ideal"},
		{"king and rook in the middle of the edge", "4k3/8/4K3/8/8/8/8/7R w - - 0 1", "h1h8", "pure economical model ideal"},
		{"a queen guards what the king guards", "4k3/8/4K3/8/8/8/1Q6/8 w - - 0 1", "b2b8", "pure economical model ideal"},
		{"a queen close by guards a square of the king's", "3k4/8/3K4/8/8/8/1Q6/8 w - - 0 1", "b2b8", "economical"},
		{"a smothered mate", "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "g5f7", "pure economical model"},
		{"with an idle bishop", "6rk/6pp/8/6N1/8/8/8/K1B5 w - - 0 1", "g5f7", "pure"},
		{"with an idle pawn", "6rk/6pp/8/6N1/8/8/P7/K7 w - - 0 1", "g5f7", "pure economical model"},
		{"with a block that is guarded too", "6rk/6pp/7N/6N1/8/8/8/K7 w - - 0 1", "g5f7", ""},
		{"with a block that is pinned to no purpose", "R5rk/6pp/8/6N1/8/8/8/3K4 w - - 0 1", "g5f7", ""},
		{"with a block that must be pinned", "R5qk/6pp/8/6N1/8/8/8/3K4 w - - 0 1", "g5f7", "pure economical model pins g8"},
		{"with a block that must be pinned and is guarded too", "R5qk/6pp/7N/6N1/8/8/8/3K4 w - - 0 1", "g5f7", "pins g8"},
		{"a double check of which both are needed", "6rk/7p/8/4N3/8/8/1B6/3K4 w - - 0 1", "e5g6", "pure economical model double"},
		{"a double check of which one would do", "6rk/7p/8/4N3/8/8/1B6/3K4 w - - 0 1", "e5f7", "economical double"},
		{"with an idle black pawn", "k7/8/1K6/8/8/6p1/8/7R w - - 0 1", "h1h8", "pure economical model"},
		{"a pinned pawn that could capture in passing", "8/3KN3/8/4k3/4p2Q/8/2NP4/4R3 w - - 0 1", "d2d4", "economical pins e4"},
		{"a pinned pawn that could step twice", "8/2k1p2R/Q7/8/8/8/8/K2R2B1 w - - 0 1", "g1h2", "economical pins e7"},
		{"a pinned pawn too far away to capture in passing", "7B/3KN3/5p2/4k3/4n2Q/8/2NP4/4R3 w - - 0 1", "d2d4", ""},
		{"a pinned pawn that could not", "8/3KN3/8/4k3/4p2Q/3P4/2N5/4R3 w - - 0 1", "d3d4", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := composed(t, c.fen)
			m := moveOf(t, &p, c.mate)
			if after := p.After(m); !after.InCheck() || after.HasLegalMove() {
				t.Fatalf("%s does not mate", c.mate)
			}
			picture := newPicture(&p, []movegen.Move{m})
			if got := pictureText(&picture); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			mirrored := p.Mirror()
			other := newPicture(&mirrored, []movegen.Move{m ^ 56 ^ 56<<6})
			if other.Pins = other.Pins.Mirror(); pictureText(&other) != c.want {
				t.Errorf("with colours exchanged %q, want %q", pictureText(&other), c.want)
			}
		})
	}
}

func TestBlockKinds(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      BlockKind
	}{
		{"Cumpe's key only waits", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", CompleteBlock},
		{"white correction: the rook's moves are unprovided", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", PlainThreat},
		{"no key", "6k1/8/8/7K/8/8/8/4R3 w - - 0 1", NoBlock},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := analyse(t, composed(t, c.fen), Options{Moves: 2, Judge: true}).BlockKind; got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// playOf makes a phase of lines "defence mate mate", all in coordinates.
func playOf(first movegen.Move, lines ...string) *Phase {
	phase := &Phase{Move: first, Kind: Block}
	for _, line := range lines {
		words := strings.Fields(line)
		v := Variation{Defence: coordinates(words[0]), Effective: true}
		for _, word := range words[1:] {
			v.Mates.In, v.Mates.Moves = 1, append(v.Mates.Moves, coordinates(word))
		}
		phase.Variations = append(phase.Variations, v)
	}
	return phase
}

func coordinates(move string) movegen.Move {
	square := func(s string) movegen.Square { return movegen.MakeSquare(int(s[0]-'a'), int(s[1]-'1')) }
	return movegen.MakeMove(square(move[:2]), square(move[2:]), movegen.Normal)
}

func changeText(all []Change) string {
	lines := make([]string, len(all))
	for i, c := range all {
		lines[i] = fmt.Sprintf("%v %v", c.Kind, c.Defence)
		if c.Other != c.Defence {
			lines[i] += fmt.Sprintf("-%v", c.Other)
		}
		lines[i] += fmt.Sprintf(" %v %v", c.Before, c.New)
	}
	return strings.Join(lines, "; ")
}

func TestChangesBetweenPhases(t *testing.T) {
	key := coordinates("a1a2")
	for _, c := range []struct {
		name     string
		from, to *Phase
		want     string
	}{
		{"nothing", playOf(0, "h8h7 b1b2"), playOf(key, "h8h7 b1b2"), ""},
		{"a changed mate", playOf(0, "h8h7 b1b2"), playOf(key, "h8h7 b1b3"), "changed h8h7 [b1b2] [b1b3]"},
		{"one of two mates is left", playOf(0, "h8h7 b1b2 b1b3"), playOf(key, "h8h7 b1b3"), ""},
		{"the key man mates from where it is now", playOf(0, "h8h7 a1c1"), playOf(key, "h8h7 a2c1"), ""},
		{"another man mates on that square", playOf(0, "h8h7 a2c1"), playOf(key, "h8h7 a2c1"), "changed h8h7 [a2c1] [a2c1]"},
		{"an added defence", playOf(0), playOf(key, "h8h7 b1b2"), "added h8h7 [] [b1b2]"},
		{"a removed defence", playOf(0, "h8h7 b1b2"), playOf(key), "removed h8h7 [b1b2] []"},
		{"a transferred mate", playOf(0, "h8h7 b1b2"), playOf(key, "h8g8 b1b2"),
			"removed h8h7 [b1b2] []; added h8g8 [] [b1b2]; transferred h8h7-h8g8 [b1b2] [b1b2]"},
		{"reciprocal change", playOf(0, "h8h7 b1b2", "h8g8 b1b3"), playOf(key, "h8h7 b1b3", "h8g8 b1b2"),
			"changed h8h7 [b1b2] [b1b3]; changed h8g8 [b1b3] [b1b2]; " +
				"transferred h8h7-h8g8 [b1b2] [b1b2]; transferred h8g8-h8h7 [b1b3] [b1b3]"},
		{"a mate that stays and spreads is not transferred", playOf(0, "h8h7 b1b2"), playOf(key, "h8h7 b1b2", "h8g8 b1b2"),
			"added h8g8 [] [b1b2]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := changeText(Compare(c.from, c.to)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestSetPlayKeptChangedAndThreatened(t *testing.T) {
	set := playOf(0, "h8h7 b1b2", "h8g8 b1b3")
	waiting := composed(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1")
	unprovided := playOf(0, "h8h7 b1b2")
	unprovided.Refutations = []movegen.Move{coordinates("h8g8")}
	threat := playOf(coordinates("a1a2"), "h8h7 b1b2")
	threat.Kind = Threat
	for _, c := range []struct {
		name     string
		set, key *Phase
		want     BlockKind
	}{
		{"all mates stay", set, playOf(coordinates("a1a2"), "h8h7 b1b2", "h8g8 b1b3"), CompleteBlock},
		{"a mate is added", set, playOf(coordinates("a1a2"), "h8h7 b1b2", "h8g8 b1b3", "a8a7 b1a1"), CompleteBlock},
		{"a mate changes", set, playOf(coordinates("a1a2"), "h8h7 b1b2", "h8g8 b1b4"), Mutate},
		{"a move is unprovided", unprovided, playOf(coordinates("a1a2"), "h8h7 b1b2", "h8g8 b1b3"), IncompleteBlock},
		{"a stalemated defender is unprovided for", playOf(0), playOf(coordinates("a1a2"), "h8h7 b1b2"), IncompleteBlock},
		{"the key threatens", set, threat, BlockThreat},
		{"the key threatens what was unprovided", unprovided, threat, PlainThreat},
		{"a limit ended the set play", nil, playOf(coordinates("a1a2")), NoBlock},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := (&Report{Position: waiting, Set: c.set}).BlockOf(c.key); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	inCheck := composed(t, "8/8/8/8/8/8/7q/K6k w - - 0 1")
	inCheck = inCheck.After(moveOf(t, &inCheck, "a1b1"))
	inCheck = inCheck.After(moveOf(t, &inCheck, "h2b8"))
	if got := (&Report{Position: inCheck}).BlockOf(playOf(coordinates("a1a2"), "h8h7 b1b2")); got != PlainBlock {
		t.Errorf("in check: %v, want %v", got, PlainBlock)
	}
}

// naiveGuards counts the men of a colour that attack the square, king lifted off the
// board, by walking from each man square by square.
func naiveGuards(p *movegen.Position, c movegen.Color, square, king movegen.Square) (n int) {
	straight := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	jumps := [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
	for men := p.ByColor(c); men != 0; {
		s := men.Pop()
		steps, reach := slices.Concat(straight, diagonal), 7
		switch p.PieceAt(s).Type() {
		case movegen.Pawn:
			steps, reach = [][2]int{{1, 1 - 2*int(c)}, {-1, 1 - 2*int(c)}}, 1
		case movegen.Knight:
			steps, reach = jumps, 1
		case movegen.King:
			reach = 1
		case movegen.Bishop:
			steps = diagonal
		case movegen.Rook:
			steps = straight
		}
		for _, d := range steps {
			file, rank := s.File()+d[0], s.Rank()+d[1]
			for k := 0; k < reach && file >= 0 && file < 8 && rank >= 0 && rank < 8; k++ {
				at := movegen.MakeSquare(file, rank)
				if at == square {
					n++
					break
				}
				if at != king && p.PieceAt(at) != movegen.NoPiece {
					break
				}
				file, rank = file+d[0], rank+d[1]
			}
		}
	}
	return n
}

// TestJudgementsOfRandomPositions holds what must be true of every judgement against
// random positions, and purity against a count of guards by a reference implementation.
func TestJudgementsOfRandomPositions(t *testing.T) {
	positions := 400
	if long() {
		positions *= 100
	}
	r := rand.New(rand.NewPCG(5, 8))
	pure, kinds := 0, map[BlockKind]int{}
	for i := range positions {
		p := randomProblem(r)
		o := Options{Moves: 2, Judge: true, Tries: i % 3, AllDefences: i%2 == 0}
		report := analyse(t, p, o)
		kinds[report.BlockKind]++
		for k := range report.Pictures {
			picture := &report.Pictures[k]
			if picture.Model != (picture.Pure && picture.Economical) || picture.Ideal && !picture.Model {
				t.Errorf("%s %v: %s", p.FEN(), picture.Line, pictureText(picture))
			}
			mate := p
			for _, m := range picture.Line {
				mate.Make(m)
			}
			if picture.Double || picture.Pins != 0 {
				continue
			}
			if want := naivelyPure(&mate); picture.Pure != want {
				t.Errorf("%s after %v: pure %t, want %t", p.FEN(), picture.Line, picture.Pure, want)
			} else if want {
				pure++
			}
		}
		if s := report.Statistics(); s.Keys != len(report.Keys) || s.Defences < s.Duals {
			t.Errorf("%s: %+v", p.FEN(), s)
		}
	}
	if pure < 20 || len(kinds) < 4 {
		t.Errorf("%d pure mates, kinds of blocks %v: the test is blind", pure, kinds)
	}
}

// naivelyPure is isPure for mates by one man without pins.
func naivelyPure(p *movegen.Position) bool {
	king := p.King(p.Side())
	for s := range movegen.Square(64) {
		if max(s.File()-king.File(), king.File()-s.File(), s.Rank()-king.Rank(), king.Rank()-s.Rank()) != 1 {
			continue
		}
		want := 1
		if man := p.PieceAt(s); man != movegen.NoPiece && man.Color() == p.Side() {
			want = 0
		}
		if naiveGuards(p, p.Side().Other(), s, king) != want {
			return false
		}
	}
	return true
}

func TestStatisticsOfCumpe(t *testing.T) {
	report := analyse(t, composed(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"), Options{Moves: 2, Tries: 1, Judge: true})
	got := report.Statistics()
	want := statistics{Keys: 1, Tries: len(report.Tries), Defences: 9, Mates: 3}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestJudgementOfALongerProblem(t *testing.T) {
	p := composed(t, "8/8/8/3B4/4b2p/3N1p1p/5K1p/7k w - - 0 1")
	report := analyse(t, p, Options{Moves: 3, Judge: true, Play: 3})
	if report.Verdict != Sound || report.Economy == nil || report.BlockKind == NoBlock || len(report.Pictures) == 0 {
		t.Fatalf("%v: %+v", report.Verdict, report.Judgement)
	}
	for _, picture := range report.Pictures {
		mate := p
		for _, m := range picture.Line {
			mate.Make(m)
		}
		if len(picture.Line) > 5 || !mate.InCheck() || mate.HasLegalMove() {
			t.Errorf("%v is no mate in three", picture.Line)
		}
	}
	if want := len(mateLines([]movegen.Move{report.Keys[0].Move}, &report.Keys[0])); len(report.Pictures) != want || want < 5 {
		t.Errorf("%d pictures of %d mates", len(report.Pictures), want)
	}
}

// mateLines lists the lines of a phase's effective play, at whatever move they mate.
func mateLines(line []movegen.Move, phase *Phase) (lines [][]movegen.Move) {
	for _, v := range phase.Variations {
		for i, m := range v.Mates.Moves {
			next := append(slices.Clone(line), v.Defence, m)
			switch {
			case !v.Effective:
			case v.Mates.In == 1:
				lines = append(lines, next)
			default:
				lines = append(lines, mateLines(next, &v.Mates.Play[i])...)
			}
		}
	}
	return lines
}
