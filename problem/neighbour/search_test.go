package neighbour

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/theme"
)

const shire = "1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1"

// except is every square but those.
func except(t *testing.T, squares string) movegen.Bitboard {
	t.Helper()
	set := must.Get(movegen.ParseSquares(squares))(t)
	return ^set
}

func searched(t *testing.T, q Query) *Result {
	t.Helper()
	r := must.Get(Search(t.Context(), q))(t)
	return r
}

// TestTheThematicManIsMissed: Shire's problem (1st Prize 2007) has a Hannelius that needs d3, and does without e6.
func TestTheThematicManIsMissed(t *testing.T) {
	r := searched(t, Query{Position: parse(t, shire), Moves: 2, Goal: Goal{Locked: except(t, "d3 e6 f6 a6")}})
	var without *Neighbour
	for _, n := range r.Found {
		if n.Changes[0] == (Change{Removed, 19, movegen.NoSquare, movegen.MakePiece(movegen.Black, movegen.Pawn), movegen.NoPiece}) {
			without = n
		}
	}
	if first := r.Found[0]; first.Changes[0].Kind != Removed || first.Changes[0].From.String() != "e6" || !first.IsEconomy() {
		t.Errorf("the first is %+v", first)
	}
	if without == nil || without.IsEconomy() {
		t.Fatalf("%+v", without)
	}
	var lost []string
	for _, d := range without.Losses {
		lost = append(lost, strings.TrimSpace(fmt.Sprintf("%v %s", d.Aspect, d.Name)))
	}
	if got := strings.Join(lost, ", "); got != "theme Hannelius, theme pseudo le Grand, theme white correction, try, try, try, try" {
		t.Error(got)
	}
	fewer := searched(t, Query{Position: parse(t, shire), Moves: 2, Goal: Goal{Aim: Fewer, Locked: except(t, "d3 e6 f6")}})
	if len(fewer.Found) != 1 || fewer.Found[0].Changes[0].From.String() != "e6" {
		t.Errorf("%d have fewer men", len(fewer.Found))
	}
}

// TestADualInATryIsALoss: without Rh4, the thematic try 1.Nd6 has two mates after 1...Ne6.
func TestADualInATryIsALoss(t *testing.T) {
	r := searched(t, Query{Position: parse(t, "8/4r3/p5R1/K3k3/1Q2NnRr/p3N1q1/8/1n6 w - - 0 1"), Moves: 2,
		Goal: Goal{Locked: except(t, "h4")}})
	i := slices.IndexFunc(r.Found, func(n *Neighbour) bool { return n.Changes[0].Kind == Removed })
	if n := r.Found[i]; n.IsEconomy() || !slices.ContainsFunc(n.Losses, func(d Difference) bool { return d.Aspect == TryDuals }) {
		t.Errorf("%+v: %+v", n.Changes, n.Losses)
	}
}

// collection returns sound two-movers.
func collection(t *testing.T) (fens []string) {
	t.Helper()
	file := must.Get(os.Open("../testdata/two_movers.txt"))(t)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fens = append(fens, lines.Text())
	}
	return fens
}

// plain counts the content of a key's play, in words; moved is where the man of a neighbour stood before.
func plain(r *problem.Report, key problem.Phase, moved map[string]string) map[string]int {
	counts := map[string]int{}
	alone := *r
	alone.Named = []movegen.Move{key.Move}
	for _, f := range theme.Recognise(&alone) {
		counts["theme "+f.Theme.Name]++
		for _, line := range f.Lines {
			first := line[0]
			if !slices.ContainsFunc(r.Tries, func(try problem.Phase) bool { return try.Move == first }) &&
				(first == movegen.NoMove || !stalemates(r.Position, first)) {
				continue
			}
			from := first.From().String()
			if before, is := moved[from]; is {
				from = before
			}
			counts["try "+from+notation.UCI(first, true)[2:]] = 1
		}
	}
	for _, f := range key.Flaws {
		counts[map[bool]string{true: "merit ", false: "flaw "}[f.Kind.IsMerit()]+f.Kind.String()] = 1
	}
	phases := slices.DeleteFunc(slices.Clone(r.Tries), func(try problem.Phase) bool { return r.Triviality(&try) != problem.Worthwhile })
	if r.Set != nil {
		phases = append(phases, *r.Set)
	}
	for _, phase := range phases {
		for _, c := range problem.Compare(&phase, &key) {
			if c.Kind == problem.Changed {
				counts["changes "]++
			}
		}
	}
	for _, try := range r.Tries {
		from, quiet := try.Move.From().String(), try.Kind != problem.Check
		if before, is := moved[from]; is {
			from = before
		}
		name := from + notation.UCI(try.Move, true)[2:]
		if quiet && r.Triviality(&try) == problem.Worthwhile || counts["try "+name] > 0 {
			counts["duals in "+name] = 1
			for _, v := range try.Variations {
				if v.Effective && v.IsDual() {
					counts["duals in "+name]++
				}
			}
		}
	}
	mates := map[string]bool{}
	for _, v := range key.Variations {
		if !v.Effective {
			continue
		}
		counts["defences "]++
		if v.IsDual() {
			counts["duals "]++
		}
		for _, m := range v.Mates.Moves {
			name := notation.UCI(m, true)
			if m.Kind() == movegen.Promotion && !strings.HasSuffix(name, "n") {
				name = name[:4]
			}
			if m.Kind() == movegen.EnPassant { // another move than a capture on the same square
				name += "e.p."
			}
			mates[name] = true
		}
	}
	counts["mates "] = len(mates)
	return counts
}

// stalemates reports whether a move stalemates, as one of the promotions of an allumwandlung may.
func stalemates(p movegen.Position, m movegen.Move) bool {
	after := p.After(m)
	return len(after.Moves()) == 0 && !after.InCheck()
}

// solves is a plain solver of two-movers: it returns the first moves after which every defence is answered by mate. ok
// is false if there is a mate in one.
func solves(p movegen.Position) (keys []movegen.Move, ok bool) {
	mate := func(p movegen.Position) bool { return len(p.Moves()) == 0 && p.InCheck() }
	mates := func(p movegen.Position) bool {
		return slices.ContainsFunc(p.Moves(), func(m movegen.Move) bool { return mate(p.After(m)) })
	}
	for _, m := range p.Moves() {
		after := p.After(m)
		replies := after.Moves()
		if len(replies) > 0 && !slices.ContainsFunc(replies, func(d movegen.Move) bool { return !mates(after.After(d)) }) {
			keys = append(keys, m)
		}
	}
	return keys, !mates(p)
}

// analysed returns the full report of a position.
func analysed(t *testing.T, p movegen.Position) *problem.Report {
	t.Helper()
	r, err := problem.Analyse(t.Context(), p, theme.Options(2))
	if err != nil || !r.Complete {
		t.Fatal(err)
	}
	return r
}

// TestEveryClaimIsRecomputedPlainly compares gains, losses and soundness of neighbours with plain counts.
func TestEveryClaimIsRecomputedPlainly(t *testing.T) {
	fens := collection(t)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	problems, claims := effort.Of(100, 3, 3), 0
	for range problems {
		fen := fens[random.IntN(len(fens))]
		p := parse(t, fen)
		locked := movegen.Bitboard(random.Uint64() | random.Uint64() | random.Uint64())
		base := analysed(t, p)
		r := searched(t, Query{Position: p, Moves: 2, Threads: 1 + random.IntN(2), Goal: Goal{Locked: locked}})
		for i, n := range r.Found {
			for _, c := range n.Changes {
				if (c.From.Bitboard()|c.To.Bitboard())&locked != 0 {
					t.Errorf("%s: %+v changes a locked square", fen, c)
				}
			}
			if keys, ok := solves(n.Position); i%40 == 0 && (!ok || len(keys) != 1 || keys[0] != n.Report.Keys[0].Move) {
				t.Errorf("%s: %s is not sound", fen, n.Position.FEN())
			}
			claims += checkClaims(t, base, n)
			if i > 0 && compare(r.Found[i-1], n) > 0 {
				t.Errorf("%s: %d is not in order", fen, i)
			}
		}
	}
	t.Logf("%d claims", claims)
}

// checkClaims compares the claims of a neighbour with the difference of plain counts.
func checkClaims(t *testing.T, base *problem.Report, n *Neighbour) (claims int) {
	t.Helper()
	moved := map[string]string{}
	for _, c := range n.Changes {
		if c.Kind == Moved {
			moved[c.To.String()] = c.From.String()
		}
	}
	now := analysed(t, n.Position)
	// A cook is compared by the key that stays; without one, all that the neighbour has is new.
	before := map[string]int{}
	name := notation.UCI(now.Keys[0].Move, true)
	if from, is := moved[name[:2]]; is {
		name = from + name[2:]
	}
	for _, key := range base.Keys {
		if base.Verdict == problem.Sound || notation.UCI(key.Move, true) == name {
			before = plain(base, key, nil)
		}
	}
	after := plain(now, now.Keys[0], moved)
	better := map[string]bool{"theme": true, "try": true, "merit": true, "changes": true, "mates": true, "defences": true}
	want := map[string]string{}
	for _, counts := range [...]map[string]int{before, after} {
		for name := range counts {
			a, b := before[name], after[name]
			kind, tried, _ := strings.Cut(name, " ")
			if tried != "" && kind == "duals" {
				a, b = max(a-1, 0), max(b-1, 0)
				if before[name]*after[name] == 0 {
					continue // there is no such try in one of them
				}
			}
			if a != b {
				want[name] = fmt.Sprintf("%d to %d, gained: %t", a, b, (b > a) == better[kind])
			}
		}
	}
	got := map[string]string{}
	for i, d := range slices.Concat(n.Gains, n.Losses) {
		name := d.Aspect.String() + " " + d.Name
		if d.Aspect == Try {
			from := d.Move.From().String()
			if before, is := moved[from]; is && d.To > 0 {
				from = before
			}
			name += from + notation.UCI(d.Move, true)[2:]
		}
		if d.Aspect == TryDuals {
			from := d.Move.From().String()
			if before, is := moved[from]; is && i < len(n.Gains) {
				from = before
			}
			name = "duals in " + from + notation.UCI(d.Move, true)[2:]
		}
		got[name] = fmt.Sprintf("%d to %d, gained: %t", d.From, d.To, i < len(n.Gains))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s, %s:\n%v, not\n%v", base.Position.FEN(), n.Position.FEN(), got, want)
	}
	return len(got)
}

// cooked breaks a sound problem: it removes the first man without which there are several keys, the intended one among
// them.
func cooked(t *testing.T, p movegen.Position) (broken movegen.Position, key movegen.Move, ok bool) {
	t.Helper()
	sound, err := problem.Analyse(t.Context(), p, problem.Options{Moves: 2})
	if err != nil || sound.Verdict != problem.Sound {
		return p, key, false
	}
	key = sound.Keys[0].Move
	b := boardOf(t, p)
	for _, c := range b.candidates(0, false) {
		if c.changes[0].Kind != Removed {
			break
		}
		if broken, ok = b.after(&c); !ok {
			continue
		}
		r, err := problem.Analyse(t.Context(), broken, problem.Options{Moves: 2})
		if err == nil && r.Verdict == problem.Cooked && slices.ContainsFunc(r.Keys, func(k problem.Phase) bool { return k.Move == key }) {
			return broken, key, true
		}
	}
	return p, key, false
}

// TestCookedProblemsAreRepaired breaks sound problems and repairs them; each repair is solved anew.
func TestCookedProblemsAreRepaired(t *testing.T) {
	fens, wanted := collection(t), effort.Of(100, 2, 2)
	for i, done := 0, 0; done < wanted; i += 7 {
		broken, key, ok := cooked(t, parse(t, fens[i%len(fens)]))
		if !ok {
			continue
		}
		done++
		r := searched(t, Query{Position: broken, Moves: 2, Threads: 2, Goal: Goal{Aim: Repair, Intended: key}})
		if len(r.Found) == 0 || r.Done != r.Of {
			t.Errorf("%s: nothing repairs it", broken.FEN())
		}
		for j, n := range r.Found {
			fresh, err := problem.Analyse(t.Context(), parse(t, n.Position.FEN()), problem.Options{Moves: 2})
			if err != nil || fresh.Verdict != problem.Sound || fresh.Keys[0].Move != n.Report.Keys[0].Move || n.NewKey {
				t.Errorf("%s is no repair of %s", n.Position.FEN(), broken.FEN())
			}
			if keys, ok := solves(n.Position); j%50 == 0 && (!ok || len(keys) != 1) {
				t.Errorf("%s is not sound", n.Position.FEN())
			}
		}
	}
}

func TestGoalsSelect(t *testing.T) {
	const cumpe = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" // 1.Kd6! Bg1 2.Qxf3#
	line := Line{Text: "1...Bg1 2.Qxf3#", Defence: "Bg1", Mate: "Qxf3"}
	goal := Goal{Letters: notation.English, Lines: []Line{line}, Locked: except(t, "f3 g3 d5 f2 g1 h3 e1 h1 h2 e7 a2 b3 c8 d2 e2 f4 g5 h6")}
	all := searched(t, Query{Position: parse(t, cumpe), Moves: 2, Goal: Goal{Locked: goal.Locked}})
	kept := searched(t, Query{Position: parse(t, cumpe), Moves: 2, Goal: goal})
	if len(kept.Found) == 0 || len(kept.Found) >= len(all.Found) {
		t.Errorf("%d of %d keep the line", len(kept.Found), len(all.Found))
	}
	for _, n := range kept.Found {
		if !line.in(&n.Position, &n.Report.Keys[0], notation.English) {
			t.Errorf("%s has another line", n.Position.FEN())
		}
	}
	goal.Lines[0].Mate = "Qg2"
	var missing *LineError
	if _, err := Search(t.Context(), Query{Position: parse(t, cumpe), Moves: 2, Goal: goal}); !errors.As(err, &missing) {
		t.Error(err)
	}
	keys := searched(t, Query{Position: parse(t, "8/8/8/3K4/8/5n2/5Q1b/5N1k w - - 0 1"), Moves: 2,
		Goal: Goal{Aim: Key, Locked: except(t, "g3 g4 a1")}})
	if len(keys.Found) == 0 || !keys.Found[0].NewKey || len(keys.Found[0].Losses) > 0 {
		t.Errorf("%d keys are found", len(keys.Found))
	}
	model := searched(t, Query{Position: parse(t, cumpe), Moves: 2, Goal: Goal{Themes: []string{"model mate"}, Locked: goal.Locked}})
	for _, n := range model.Found {
		if !slices.ContainsFunc(theme.Recognise(n.Report), func(f theme.Found) bool { return f.Theme.Name == "model mate" }) {
			t.Errorf("%s has no model mate", n.Position.FEN())
		}
	}
	if len(model.Found) == 0 {
		t.Error("no neighbour keeps the theme")
	}
}

// TestTwoChanges: the pair of changes is found that restores a problem.
func TestTwoChanges(t *testing.T) {
	p := parse(t, "8/8/8/4K3/8/5n2/5Q1b/5N1k w - - 0 1") // Kd5 and Pg3 are missing
	r := searched(t, Query{Position: p, Moves: 2, Goal: Goal{Two: true, Locked: except(t, "e5 d5 g3")}})
	if !slices.ContainsFunc(r.Found, func(n *Neighbour) bool {
		return len(n.Changes) == 2 && n.Position.FEN() == "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"
	}) {
		t.Errorf("%d are found", len(r.Found))
	}
}

func TestBoundsEndIt(t *testing.T) {
	p := parse(t, "8/8/8/8/8/1K6/6Q1/k7 w - - 0 1")
	r := searched(t, Query{Position: p, Moves: 4, Nodes: 200, Goal: Goal{Locked: except(t, "b3 c3 g2 h2 a1 b1 c4")}})
	if r.GivenUp == 0 || !r.Base.Complete || r.Done != r.Of {
		t.Errorf("%d of %d, %d given up", r.Done, r.Of, r.GivenUp)
	}
	ctx, stop := context.WithCancel(t.Context())
	last := 0
	r, err := Search(ctx, Query{Position: p, Moves: 2, Progress: func(done, of, _ int) {
		if done != last+1 || done > of {
			t.Errorf("%d of %d after %d", done, of, last)
		}
		if last = done; done == 10 {
			stop()
		}
	}})
	if err != nil || r.Done != 10 || r.Of < 100 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := Search(t.Context(), Query{Position: p}); err == nil {
		t.Error("mate in 0 is taken")
	}
}
