package problem

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// checkLine returns the error of a line that is to mate in n moves, each of which
// the defender puts off for as long as it can. With n up to exact the reference is asked.
func checkLine(p movegen.Position, line []movegen.Move, n, exact int) error {
	if len(line) != 2*n-1 {
		return fmt.Errorf("%v has no %d moves of the attacker", line, n)
	}
	for i, m := range line {
		if !p.IsLegal(m) {
			return fmt.Errorf("%v: %v is illegal", line, m)
		}
		if left := n - i/2; i%2 == 0 && left <= exact && referenceLength(&p, left) != left {
			return fmt.Errorf("%v: before %v the shortest mate is not in %d", line, m, left)
		}
		p.Make(m)
	}
	if !p.InCheck() || p.HasLegalMove() {
		return fmt.Errorf("%v is no mate", line)
	}
	return nil
}

func TestProofsAreThoseOfTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 2))
	positions, most := effort.Of(20_000, 600, 600), 2
	found := map[int]int{}
	for i := range positions {
		p := randomProblem(r)
		if i%10 == 0 && p.Occupied().Count() < 7 {
			most = 3
		} else {
			most = 2
		}
		want := referenceLength(&p, most)
		found[want]++
		proof, err := Prove(context.Background(), p, Goal{Moves: most, Lines: 300})
		if err != nil || proof.In != want || want == 0 && proof.Without != most || want > 0 && proof.Without != want-1 {
			t.Fatalf("%s: %+v, %v; the reference mates in %d", p.FEN(), proof, err, want)
		}
		if want == 0 {
			continue
		}
		var firsts []movegen.Move
		for _, line := range proof.Lines {
			firsts = append(firsts, line[0])
			if err := checkLine(p, line, want, want); err != nil {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
		}
		all := referenceMates(&p, want)
		slices.Sort(all)
		slices.Sort(firsts)
		if !slices.Equal(firsts, all) {
			t.Fatalf("%s: mates in %d begin with %v, not %v", p.FEN(), want, all, firsts)
		}
		last := []movegen.Move{all[len(all)-1]}
		if one, _ := Prove(context.Background(), p, Goal{Moves: most, Among: last}); one.In != want || len(one.Lines) != 1 || one.Lines[0][0] != last[0] {
			t.Fatalf("%s: among %v: %+v", p.FEN(), last, one)
		}
	}
	if len(found) != 4 || min(found[0], found[1], found[2]) < positions/50 || found[3] < positions/300 {
		t.Errorf("lengths %v: the test is blind", found)
	}
}

func TestAProofWithinItsLimits(t *testing.T) {
	p := composed(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1") // mate in two, not by checks
	whole, err := Prove(context.Background(), p, Goal{Moves: 5})
	if err != nil || whole.In != 2 || whole.Lines[0][0].String() != "d5d6" {
		t.Fatalf("%+v, %v", whole, err)
	}
	for nodes := uint64(1); nodes <= whole.Nodes; nodes++ {
		proof, err := Prove(context.Background(), p, Goal{Moves: 5, Nodes: nodes})
		switch {
		case err != nil || proof.Nodes > nodes+30: // the checks of one position are tried whatever comes
			t.Fatalf("%d nodes: %+v, %v", nodes, proof, err)
		case proof.In == 0 && proof.Without > 1, proof.In != 0 && proof.In != 2:
			t.Fatalf("%d nodes: %+v", nodes, proof)
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if proof, err := Prove(stopped, p, Goal{Moves: MaxMoves}); err != nil || proof.In != 0 || proof.Without != 0 {
		t.Errorf("stopped before the beginning: %+v, %v", proof, err)
	}
	for _, moves := range []int{-1, 0, MaxMoves + 1} {
		if _, err := Prove(context.Background(), p, Goal{Moves: moves}); !errors.Is(err, ErrMoves) {
			t.Errorf("mate in %d: %v", moves, err)
		}
	}
}

// TestLongDefences follows the lines of the shared data's longer mates.
func TestLongDefences(t *testing.T) {
	seen := 0
	for file, moves := range map[string]int{"m3_open.jsonl": 3, "m4_open.jsonl": 4} {
		eachSolved(t, file, func(row *solvedProblem) {
			if seen++; seen%20 != 0 && !long() || row.Status != "sound" {
				return
			}
			p := composed(t, row.FEN)
			proof, err := Prove(context.Background(), p, Goal{Moves: moves})
			if err != nil || proof.In != moves || proof.Lines[0][0].String() != row.Keys[0] {
				t.Fatalf("%s: %+v, %v", row.FEN, proof, err)
			}
			if err := checkLine(p, proof.Lines[0], moves, 2); err != nil {
				t.Errorf("%s: %v", row.FEN, err)
			}
		})
	}
}

// slowLastMoves is lastMoves by trial: it puts every man of the mover back on every empty square, as what it is or as a
// pawn, with every man that it may have captured and every rook with which it may have castled, and plays all moves.
func slowLastMoves(p *movegen.Position) map[string][2]movegen.Square {
	found := map[string][2]movegen.Square{}
	us, them := p.Side(), p.Side().Other()
	try := func(b movegen.Builder) {
		before, _, err := b.Build(Composed)
		if err != nil || before.EnPassant() != b.EnPassant || isImpossible(&before) {
			return
		}
		for _, m := range before.Moves() {
			after, to := before.After(m), m.To()
			if m.Kind() == movegen.Castling {
				to = m.KingTo()
			}
			if after.CastlingRooks() == p.CastlingRooks() && after.Builder().Board == p.Builder().Board {
				found[before.FEN()] = [2]movegen.Square{m.From(), to}
			}
		}
	}
	start := p.Builder()
	start.Side, start.EnPassant = them, movegen.NoSquare
	for to := range movegen.NoSquare {
		for from := range movegen.NoSquare {
			man := p.PieceAt(to)
			if man == movegen.NoPiece || man.Color() != them || p.PieceAt(from) != movegen.NoPiece {
				continue
			}
			for _, was := range []movegen.Piece{man, movegen.MakePiece(them, movegen.Pawn)} {
				b := start
				b.Board[from] = was
				for victim := movegen.NoPieceType; victim < movegen.King; victim++ {
					b.Board[to] = movegen.NoPiece
					if victim != movegen.NoPieceType {
						b.Board[to] = movegen.MakePiece(us, victim)
					}
					try(b)
				}
				b.Board[to], b.EnPassant = movegen.NoPiece, to
				if passed := to.Bitboard().Forward(us); passed != 0 && p.PieceAt(passed.LSB()) == movegen.NoPiece {
					b.Board[passed.LSB()] = movegen.MakePiece(us, movegen.Pawn)
					try(b)
				}
			}
			if king := p.King(them); man.Type() == movegen.Rook { // perhaps they have castled
				for home := range movegen.NoSquare {
					b := start
					b.Board[king], b.Board[to] = movegen.NoPiece, movegen.NoPiece
					if b.Board[home] == movegen.NoPiece && home != from {
						b.Board[home], b.Board[from] = p.PieceAt(king), man
						b.CastlingRooks |= from.Bitboard()
						try(b)
					}
				}
			}
		}
	}
	return found
}

// randomDiagram returns a position with few men, now and then with castling rights, in which pawns stand where they
// begin or have made a double step more often than elsewhere.
func randomDiagram(r *rand.Rand) movegen.Position {
	for {
		b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1, CastlingRooks: ^movegen.Bitboard(0),
			Side: movegen.Color(r.IntN(2))}
		for _, c := range []movegen.Color{movegen.White, movegen.Black} {
			home := 56 * int(c)
			king := movegen.MakePiece(c, movegen.King)
			if r.IntN(2) == 0 {
				b.Board[home+4], b.Board[home+7*r.IntN(2)] = king, movegen.MakePiece(c, movegen.Rook)
			} else {
				b.Board[r.IntN(64)] = king
			}
			for range r.IntN(4) {
				s := []int{8 + r.IntN(8), 48 + r.IntN(8), 24 + r.IntN(16)}[r.IntN(3)]
				b.Board[s] = movegen.MakePiece(c, movegen.Pawn)
			}
			if r.IntN(2) == 0 {
				b.Board[r.IntN(64)] = movegen.MakePiece(c, movegen.Knight+movegen.PieceType(r.IntN(4)))
			}
		}
		if p, _, err := b.Build(Composed); err == nil {
			return p
		}
	}
}

func TestLastMovesAreThoseOfTheSlowSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 5))
	seen, castled, passant, none := 0, 0, 0, 0
	diagrams := []movegen.Position{}
	for _, fen := range []string{"8/8/8/8/8/8/5P2/1k3RK1 b - - 0 1", "B3R3/8/3P4/8/4k3/8/8/K7 b - - 0 1"} {
		p, _, _ := Composed.ParseFEN(fen)
		diagrams = append(diagrams, p)
	}
	for range 15 {
		diagrams = append(diagrams, randomDiagram(r))
	}
	for _, p := range diagrams {
		want, got := slowLastMoves(&p), map[string][2]movegen.Square{}
		lastMoves(&p, func(from, to movegen.Square, before *movegen.Position) bool {
			got[before.FEN()] = [2]movegen.Square{from, to}
			if before.EnPassant() != movegen.NoSquare {
				passant++
			}
			if before.PieceAt(from).Type() == movegen.King && (from.File()-to.File())&3 == 2 {
				castled++
			}
			return true
		})
		if !maps.Equal(got, want) {
			for fen := range want {
				if _, ok := got[fen]; !ok {
					t.Errorf("missing: %s", fen)
				}
			}
			for fen := range got {
				if _, ok := want[fen]; !ok {
					t.Errorf("too many: %s", fen)
				}
			}
			t.Fatalf("%s", p.FEN())
		}
		seen += len(got)
		if len(got) == 0 {
			none++
		}
	}
	t.Logf("%d last moves, %d castlings, %d en passant, %d without", seen, castled, passant, none)
	if seen < 500 || passant == 0 || castled == 0 || none == 0 {
		t.Error("too little was seen")
	}
}

// slowRights is judgeRights by slowLastMoves.
func slowRights(p *movegen.Position) (refuted movegen.Bitboard, passed movegen.Bitboard) {
	bare := withRights(p, 0)
	if isImpossible(&bare) {
		return 0, 0
	}
	for rooks := p.CastlingRooks(); rooks != 0; {
		rook := rooks.Pop()
		q := withRights(p, rook.Bitboard())
		has := false
		for fen := range slowLastMoves(&q) {
			before, _, _ := Composed.ParseFEN(fen)
			has = has || p.PieceAt(rook).Color() != p.Side() || len(slowLastMoves(&before)) > 0
			if has {
				break
			}
		}
		if !has || isImpossible(&q) {
			refuted |= rook.Bitboard()
		}
	}
	steps := map[[2]movegen.Square]bool{}
	for _, move := range slowLastMoves(&bare) {
		steps[move] = true
	}
	for move := range steps {
		if d := move[0] - move[1]; len(steps) == 1 && p.PieceAt(move[1]).Type() == movegen.Pawn && (d == 16 || d == 240) {
			passed = ((move[0] + move[1]) / 2).Bitboard()
		}
	}
	return refuted, passed
}

func TestConformAgreesWithTheSlowSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 6))
	refutations := 0
	for range 8 {
		p := randomDiagram(r)
		refuted, passed := slowRights(&p)
		got := Conform(p)
		if got.CastlingRooks() != p.CastlingRooks()&^refuted {
			t.Errorf("%s: %s, refuted %s", p.FEN(), got.FEN(), refuted)
		}
		if s := got.EnPassant(); s != movegen.NoSquare && passed != s.Bitboard() {
			t.Errorf("%s: %s", p.FEN(), got.FEN())
		}
		refutations += refuted.Count()
	}
	if refutations == 0 {
		t.Error("no right was refuted")
	}
}

func TestConform(t *testing.T) {
	for _, c := range []struct{ name, fen, want, warning string }{
		{"the only last move is c7-c5", "kN6/pp6/1B1N4/1PpK4/8/8/8/8 w - - 0 1", "w - c6", "en passant proven"},
		{"the king may have moved", "k7/pp6/1B1N4/1PpK4/8/8/8/8 w - - 0 1", "w - -", ""},
		{"another pawn may have moved", "kN6/pp6/1B1N3p/1PpK4/8/8/8/8 w - c6 0 1", "w - c6", "en passant unproven"},
		{"c6-c5 is possible, too", "kN6/pp6/1B1N4/1Pp5/8/8/8/7K w - - 0 1", "w - -", ""},
		{"only king and rook can have moved", "4k2r/p6p/8/8/8/8/8/4K3 w k - 0 1", "w - -", "castling refuted"},
		{"a pawn may have moved", "4k2r/7p/p7/8/8/8/8/4K3 w k - 0 1", "w k -", ""},
		{"the other rook may have moved", "r3k2r/p6p/8/8/8/8/8/4K3 w kq - 0 1", "w kq -", ""},
		{"the rook is shut in and promoted", "4k2r/6pp/8/8/8/8/8/4K3 b k - 0 1", "b k -", ""},
		{"no game leads there", "4k2r/p6p/8/8/8/8/PPPPPPPP/BB2K3 w k - 0 1", "w k -", ""},
	} {
		p := must.First(Composed.ParseFEN(c.fen))(t)
		q := Conform(p)
		if b := q.FEN(); b != c.fen[:len(c.fen)-len(after(c.fen))]+c.want+" 0 1" {
			t.Errorf("%s: %s, want %s", c.name, b, c.want)
		}
		said := ""
		for _, w := range rightWarnings(&q) {
			said += w.Kind.String()
		}
		if said != c.warning {
			t.Errorf("%s: %q, want %q", c.name, said, c.warning)
		}
	}
}

// after returns what follows the board of a FEN.
func after(fen string) string {
	for i := range fen {
		if fen[i] == ' ' {
			return fen[i+1:]
		}
	}
	return ""
}
