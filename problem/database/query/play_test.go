package query

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
)

// analysis is what the play of a real problem is asked of.
type analysis struct{ *problem.Report }

// real is the title of problems with a real analysis.
const real = "real"

// analysed analyses a problem if it is a real one.
func analysed(t testing.TB, p *problem.Record) *analysis {
	if p.Title != real {
		return nil
	}
	at := must.Get(p.Position())(t)
	report, err := problem.Analyse(t.Context(), at, problem.Options{Moves: p.Moves(), Tries: 2, SetPlay: true, Play: p.Moves()})
	must.Do(t, err)
	return &analysis{report}
}

// realCollection has n two-movers, some of them twice, mirrored and with another man, and some three-movers.
func realCollection(t testing.TB, n int) (*database.DB, []*record) {
	text, err := os.ReadFile("../../testdata/two_movers.txt")
	must.Do(t, err)
	db := newMaker(1).collection(t, 0)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	lines = lines[len(lines)-n:]
	for i, fen := range lines {
		if i%4 > 0 {
			continue
		}
		board, _, _ := strings.Cut(fen, " ")
		letters := []byte(board)
		slices.Reverse(letters)
		rows := strings.Split(strings.Replace(string(letters), "1", "n", 1), "/")
		slices.Reverse(rows)
		lines = append(lines, strings.Join(rows, "/")+" w - -")
	}
	for _, three := range []string{"3r3k/3r2pp/2p5/Q1Pq3P/1p3BP1/1P2P3/PR6/2K3R1 b - - 0 1", "8/Q3BR1p/2p3pk/2Pp4/3rn3/7P/P5PK/2q1r3 w - - 0 1"} {
		lines = append(lines, three+"#3")
	}
	err = db.Batch(func(tx *database.Tx) error {
		for i, line := range lines {
			fen, moves, isLonger := strings.Cut(line, "#")
			if !isLonger {
				moves = "2"
			}
			p := &problem.Record{FEN: fen, Stipulation: "#" + moves, Title: real, Reference: fmt.Sprint("H", i)}
			id, err := tx.Add(p, database.AddDoubles)
			if err != nil {
				continue // a mirrored one may be illegal
			}
			s := format.Solver{Form: format.JSON, Threads: 1}
			s.Complete(false, func(string) bool { return false })
			a := s.Solve(t.Context(), p.FEN+" dm "+moves+";")
			if a.Fault != nil {
				return a.Fault
			}
			if _, err = tx.StoreReport(id, problem.StoredReport{Text: a.Text}); err != nil {
				return err
			}
		}
		return nil
	})
	must.Do(t, err)
	return db, readAll(t, db)
}

// TestThePlayIsFoundAsTheAnalysisHasIt compares conditions on the play of real problems with looking at each analysis.
func TestThePlayIsFoundAsTheAnalysisHasIt(t *testing.T) {
	m := newMaker(12)
	db, all := realCollection(t, effort.Of(120, 60, 60))
	for _, r := range all {
		r.all = all
	}
	for _, name := range []string{"key move", "threat", "variation", "set play", "try", "phases", "mates", "flights", "vacated",
		"double refutations", "tries", "variations", "flaw", "merit", "warning", "matrix"} {
		f := fieldOf(name)
		some := 0
		for i := range 30 {
			e := m.condition(f)
			switch e := e.(type) {
			case *kin:
				e.ID = len(all) - i
			case *played:
				if i%2 == 0 { // what there is is found, too
					e.Moves = all[m.IntN(len(all))].someMoves(m, f)
				}
			}
			q := &Query{Where: e}
			got, want := found(t, db, q), held(all, e)
			if !slices.Equal(got, want) {
				t.Fatalf("%s:\nfound %v\nholds %v\n%+v", q, got, want, q.Statement())
			}
			if len(got) > 0 && len(got) < len(all) {
				some++
			}
			if read, err := Parse(q.String()); err != nil || !reflect.DeepEqual(read, q) {
				t.Fatalf("%s is read as %s, %v", q, read, err)
			}
		}
		if some < 2 {
			t.Errorf("%s finds nothing or all", name)
		}
	}
}

// lines returns the moves of a part of the play, one or two of each, and the man of each move.
func (r *record) lines(f *Field) (moves [][]movegen.Move, men [][]movegen.PieceType) {
	note := func(at movegen.Position, before movegen.Move, line ...movegen.Move) {
		if before != movegen.NoMove {
			at = at.After(before)
		}
		var types []movegen.PieceType
		for _, m := range line {
			types = append(types, at.PieceAt(m.From()).Type())
			at = at.After(m)
		}
		moves, men = append(moves, line), append(men, types)
	}
	play := func(phase *problem.Phase) {
		for _, v := range phase.Variations {
			for _, mate := range v.Mates.Moves {
				note(r.Report.Position, phase.Move, v.Defence, mate)
			}
		}
	}
	switch keys := r.analysis.Keys; f.Name {
	case "key move":
		for _, k := range keys {
			note(r.Report.Position, movegen.NoMove, k.Move)
		}
	case "threat":
		for _, k := range keys[:min(len(keys), 1)] {
			for _, threat := range k.Threats.Moves {
				after := r.Report.Position.After(k.Move)
				after.MakeNull()
				note(after, movegen.NoMove, threat)
			}
		}
	case "variation":
		for _, k := range keys[:min(len(keys), 1)] {
			play(&k)
		}
	case "set play":
		if r.Set != nil {
			at := r.Report.Position
			at.MakeNull()
			for _, v := range r.Set.Variations {
				for _, mate := range v.Mates.Moves {
					note(at, movegen.NoMove, v.Defence, mate)
				}
			}
		}
	case "try":
		for _, try := range r.Tries {
			for _, refutation := range try.Refutations {
				if len(try.Refutations) == 1 {
					note(r.Report.Position, movegen.NoMove, try.Move, refutation)
				}
			}
		}
	}
	return moves, men
}

// fitsMove looks at each thing that is known of a move.
func (p pattern) fitsMove(m movegen.Move, man movegen.PieceType) bool {
	text := " KQRBNP"
	letter := map[movegen.PieceType]byte{movegen.King: 'K', movegen.Queen: 'Q', movegen.Rook: 'R', movegen.Bishop: 'B',
		movegen.Knight: 'N', movegen.Pawn: 'P'}[man]
	text = string(letter) + m.String()
	if len(text) == 5 {
		text += "."
	}
	for i := range len(p) {
		if p[i] != '?' && p[i] != text[i] {
			return false
		}
	}
	return true
}

func (r *record) plays(e *played) bool {
	moves, men := r.lines(e.Field)
	for i := range moves {
		fits := true
		for k, p := range e.Moves {
			fits = fits && p.fitsMove(moves[i][k], men[i][k])
		}
		if fits {
			return true
		}
	}
	return false
}

// someMoves returns moves of the play, of which not all is known.
func (r *record) someMoves(m maker, f *Field) (all []pattern) {
	moves, men := r.lines(f)
	if len(moves) == 0 {
		return nil
	}
	at := m.IntN(len(moves))
	for k, move := range moves[at] {
		text := []byte(padded("KQRBNP"[5-(men[at][k]-movegen.Pawn):][:1]+move.String(), 6))
		for range m.IntN(4) {
			i := m.IntN(3)
			copy(text[max(0, 2*i-1):2*i+1], "??")
		}
		all = append(all, pattern(text))
	}
	return all
}

// mating gathers the mates of the play, and counts variations that mate on the square just left.
func (r *record) mating(phase *problem.Phase, mates map[string]bool) (vacated int) {
	take := func(list *problem.Mates, left movegen.Square) (is bool) {
		for i, m := range list.Moves {
			switch {
			case list.In == 1:
				mates[m.String()] = true
				is = is || m.To() == left
			case list.Play != nil:
				vacated += r.mating(&list.Play[i], mates)
			}
		}
		return is
	}
	take(&phase.Threats, movegen.NoSquare)
	for i := range phase.Variations {
		if take(&phase.Variations[i].Mates, phase.Variations[i].Defence.From()) {
			vacated++
		}
	}
	return vacated
}

// playNumber is the value of a Number of the play.
func (r *record) playNumber(name string) (n int, known, isPlay bool) {
	if !slices.Contains([]string{"phases", "mates", "flights", "vacated", "double refutations"}, name) {
		return 0, false, false
	}
	f := &r.report
	if r.analysis == nil || name == "phases" { // the table of phases has its own tests
		n = map[string]int{"phases": f.Phases, "double refutations": f.Doubly}[name]
		return n, r.analysed && n >= 0, true
	}
	if name == "double refutations" {
		for _, try := range r.Tries {
			if len(try.Refutations) == 2 {
				n++
			}
		}
		return n, r.Moves() == 2, true
	}
	if len(r.Keys) == 0 {
		return 0, true, true
	}
	mates := map[string]bool{}
	vacated := r.mating(&r.Keys[0], mates)
	switch name {
	case "mates":
		return len(mates), true, true
	case "vacated":
		return vacated, true, true
	}
	after := r.Report.Position.After(r.Keys[0].Move)
	side := after.Side()
	king := after.King(side)
	occupied := after.Occupied() &^ (1 << king)
	for s := movegen.Square(0); s < 64; s++ {
		if max(s&7, king&7)-min(s&7, king&7) <= 1 && max(s>>3, king>>3)-min(s>>3, king>>3) <= 1 && s != king &&
			after.ByColor(side)&(1<<s) == 0 && after.AttackersTo(s, occupied&^(1<<s))&after.ByColor(side.Other())&^(1<<s) == 0 {
			n++
		}
	}
	return n, true, true
}

// hasMatrixOf compares two problems in all turns of the board.
func (r *record) hasMatrixOf(other *record) bool {
	if r.analysis == nil || other.analysis == nil || len(r.Keys) == 0 || len(other.Keys) == 0 {
		return false
	}
	theirs, isMatrix := other.matrix(0), false
	for turn := range 8 {
		isMatrix = isMatrix || slices.Equal(r.matrix(turn), theirs)
		for _, swapped := range []bool{false, true} {
			if r.Stipulation == other.Stipulation && r.image(turn, swapped) == other.image(0, false) {
				return false // the same problem
			}
		}
	}
	return isMatrix
}

// turnedTo is where a square comes to.
func turnedTo(s movegen.Square, turn int) movegen.Square {
	file, rank := imageOf(s.File(), s.Rank(), turn)
	return movegen.MakeSquare(file, rank)
}

// imageOf is where the file and rank of a square come to.
func imageOf(file, rank, turn int) (newFile, newRank int) {
	if turn&1 != 0 {
		file = 7 - file
	}
	if turn&2 != 0 {
		rank = 7 - rank
	}
	if turn&4 != 0 {
		file, rank = rank, file
	}
	return file, rank
}

// image is the board turned, with the side to move.
func (r *record) image(turn int, swapped bool) string {
	var board [64]string
	side := r.Report.Position.Side()
	for s := movegen.Square(0); s < 64; s++ {
		man := r.Report.Position.PieceAt(s)
		board[turnedTo(s, turn)] = fmt.Sprint(man != movegen.NoPiece, man.Type(), man.Color() == side != swapped)
	}
	return fmt.Sprint(board, side == movegen.White != swapped)
}

// matrix is what must be the same in two problems.
func (r *record) matrix(turn int) (all []string) {
	key := r.Keys[0].Move
	side := r.Report.Position.Side()
	king := r.Report.Position.King(side.Other())
	for s := movegen.Square(0); s < 64; s++ {
		man := r.Report.Position.PieceAt(s)
		if max(s&7, king&7)-min(s&7, king&7) <= 1 && max(s>>3, king>>3)-min(s>>3, king>>3) <= 1 && man != movegen.NoPiece {
			all = append(all, fmt.Sprint(turnedTo(s, turn), man.Type(), man.Color() == side))
		}
	}
	all = append(all, fmt.Sprint("key", r.Report.Position.PieceAt(key.From()).Type(), turnedTo(key.From(), turn), turnedTo(key.To(), turn), key.Kind(), key.PromotionType()))
	after := r.Report.Position.After(key)
	var walk func(at movegen.Position, phase *problem.Phase)
	walk = func(at movegen.Position, phase *problem.Phase) {
		take := func(at movegen.Position, list *problem.Mates) {
			for i, m := range list.Moves {
				if list.In == 1 {
					all = append(all, fmt.Sprint("mate", at.PieceAt(m.From()).Type(), turnedTo(m.To(), turn), m.PromotionType()))
				} else if list.Play != nil {
					walk(at.After(m), &list.Play[i])
				}
			}
		}
		if len(phase.Threats.Moves) > 0 {
			passed := at
			passed.MakeNull()
			take(passed, &phase.Threats)
		}
		for i := range phase.Variations {
			take(at.After(phase.Variations[i].Defence), &phase.Variations[i].Mates)
		}
	}
	walk(after, &r.Keys[0])
	slices.Sort(all)
	return slices.Compact(all)
}
