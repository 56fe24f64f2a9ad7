package tune

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
)

// MeasureRun measures by games how much a network improves the other terms: their prediction of the
// results, or of the scores of searches, with the network and without.
type MeasureRun struct {
	Games   []string         // PGN files, or archives of tune generate, of which only the games held out count
	Network *network.Network // nil is that of the program
	Lambda  float64          // share of the result in the target of an archive's positions; a PGN's is the result
	Out     io.Writer
}

// measured is a quiet position with what is expected of it.
type measured struct {
	letters, both float64 // scores of the other terms alone and with the network, from White's point of view
	score         float64 // of the search
	lambda        float64 // share of the result in the target
	result        float64 // 0 to 1
	classes       uint32
}

// target returns the expectation that a score is compared with.
func (m *measured) target(k float64) float64 {
	return m.lambda*m.result + (1-m.lambda)*expectation(m.score, k)
}

// searchK is the K of the scores of searches in targets, as in a training.
const searchK = 117

// classes are kinds of positions that are reported separately, in the order of their bits.
var classes = [...]struct {
	name string
	of   func(p *movegen.Position) bool
}{
	{"all", func(*movegen.Position) bool { return true }},
	{"phase 24-20", func(p *movegen.Position) bool { return phaseIn(p, 20, 99) }},
	{"phase 19-14", func(p *movegen.Position) bool { return phaseIn(p, 14, 19) }},
	{"phase 13-8", func(p *movegen.Position) bool { return phaseIn(p, 8, 13) }},
	{"phase 7-3", func(p *movegen.Position) bool { return phaseIn(p, 3, 7) }},
	{"phase 2-0", func(p *movegen.Position) bool { return phaseIn(p, 0, 2) }},
	{"equal material", func(p *movegen.Position) bool { return onlyDiffer(p, "") }},
	{"only pawns differ", func(p *movegen.Position) bool { return !onlyDiffer(p, "") && onlyDiffer(p, "P") }},
	{"bishop against knight", func(p *movegen.Position) bool { return differ(p, "NB") }},
	{"rook against minor pieces", func(p *movegen.Position) bool {
		return differ(p, "NR") || differ(p, "BR") || differ(p, "NBR")
	}},
	{"queen against pieces", func(p *movegen.Position) bool {
		return p.Pieces(movegen.White, movegen.Queen).Count() != p.Pieces(movegen.Black, movegen.Queen).Count()
	}},
	{"rook endings", func(p *movegen.Position) bool { return each(p, "R") }},
	{"queen endings", func(p *movegen.Position) bool { return each(p, "Q") }},
	{"bishop endings", func(p *movegen.Position) bool { return each(p, "B") }},
	{"knight endings", func(p *movegen.Position) bool { return each(p, "N") }},
	{"pawn endings", func(p *movegen.Position) bool { return each(p, "") }},
}

// phaseIn reports whether the pieces on the board count from low to high: minor ones 1, rooks 2 and queens 4.
func phaseIn(p *movegen.Position, low, high int) bool {
	minors := p.ByType(movegen.Knight) | p.ByType(movegen.Bishop)
	phase := minors.Count() + 2*p.ByType(movegen.Rook).Count() + 4*p.ByType(movegen.Queen).Count()
	return phase >= low && phase <= high
}

const pieceLetters = "PNBRQ"

// differing returns the letters of the kinds of which the sides have different numbers.
func differing(p *movegen.Position) (letters string) {
	for t := movegen.Pawn; t <= movegen.Queen; t++ {
		if p.Pieces(movegen.White, t).Count() != p.Pieces(movegen.Black, t).Count() {
			letters += string(pieceLetters[t-movegen.Pawn])
		}
	}
	return letters
}

// onlyDiffer reports whether the sides have different numbers of these kinds at most.
func onlyDiffer(p *movegen.Position, kinds string) bool {
	return strings.Trim(differing(p), kinds) == ""
}

// differ reports whether they have different numbers of exactly these kinds, and maybe of pawns.
func differ(p *movegen.Position, kinds string) bool {
	return strings.TrimPrefix(differing(p), "P") == kinds
}

// each reports whether each side has one piece of this kind and no other, but for king and pawns.
func each(p *movegen.Position, kind string) bool {
	for t := movegen.Knight; t <= movegen.Queen; t++ {
		want := 0
		if pieceLetters[t-movegen.Pawn:t-movegen.Pawn+1] == kind {
			want = 1
		}
		if p.Pieces(movegen.White, t).Count() != want || p.Pieces(movegen.Black, t).Count() != want {
			return false
		}
	}
	return true
}

// measurer collects the positions, game by game.
type measurer struct {
	letters, both *eval.Evaluator
	judge         judge
	games         [][]measured
}

// add adds the quiet positions of a game.
func (m *measurer) add(g *game, lambda float64) {
	var list []measured
	for i := range g.Samples {
		p := &g.Samples[i].Position
		sign := float64(1 - 2*int(p.Side()))
		at := measured{letters: sign * float64(m.letters.Evaluate(p)), both: sign * float64(m.both.Evaluate(p)),
			score: float64(g.Samples[i].Score), lambda: lambda, result: float64(g.Result) / float64(whiteWon)}
		for bit, class := range classes {
			if class.of(p) {
				at.classes |= 1 << bit
			}
		}
		list = append(list, at)
	}
	m.games = append(m.games, list)
}

// addPGN adds the finished games of a file.
func (m *measurer) addPGN(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r := pgn.NewReader(bufio.NewReader(file), pgn.Reading{})
	for r.Next() {
		p, err := r.Start()
		if err != nil {
			continue // reported in Faults
		}
		moves, err := r.Moves()
		if err != nil || r.Result() == movegen.Ongoing {
			continue
		}
		g := &game{Result: pointsOf(r.Result())}
		for _, move := range moves {
			if bound := m.letters.Evaluate(&p) + captureGain; !p.InCheck() && !p.IsCapture(move) &&
				move.Kind() != movegen.Promotion && !p.InsufficientMaterial() {
				if value, _ := m.judge.capture(&p, bound, bound+1, captureDepth); value <= bound {
					g.Samples = append(g.Samples, sample{Position: p})
				}
			}
			p.Make(move)
		}
		m.add(g, 1)
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Run measures and prints a table. The error is that of a file, or that there are no games.
func (r *MeasureRun) Run() error {
	letters := eval.New(eval.Thesis)
	m := &measurer{letters: letters, both: eval.NewWith(eval.All, r.Network), judge: judge{letters}}
	for _, path := range r.Games {
		_, err := load(path, func(g *game) {
			if isHeldOut(g) {
				m.add(g, r.Lambda)
			}
		})
		if errors.Is(err, errNoArchive) {
			err = m.addPGN(path)
		}
		if err != nil {
			return err
		}
	}
	if len(m.games) == 0 {
		return errors.New("there are no finished games to measure by")
	}
	kLetters := m.bestK(func(at *measured) float64 { return at.letters })
	kBoth := m.bestK(func(at *measured) float64 { return at.both })
	fmt.Fprintf(r.Out, "%d games; log loss with the best K for each: %.1f without the network, %.1f with it\n\n",
		len(m.games), kLetters, kBoth)
	fmt.Fprintf(r.Out, "%-26s %9s  %-8s %-8s %s\n", "class", "positions", "without", "with", "difference, 95 % by game")
	for bit, class := range classes {
		m.printClass(r.Out, class.name, bit, kLetters, kBoth)
	}
	return nil
}

// bestK returns the K with which the scores predict best.
func (m *measurer) bestK(score func(*measured) float64) float64 {
	return bestK(func(k float64) (sum float64) {
		for _, g := range m.games {
			for i := range g {
				sum += logLoss(expectation(score(&g[i]), k), g[i].target(searchK))
			}
		}
		return sum
	})
}

// surest is how near to 0 and 1 predictions may be, so that single upsets do not decide a mean.
const surest = 0.001

// logLoss returns the cross entropy of a prediction.
func logLoss(p, target float64) float64 {
	p = min(max(p, surest), 1-surest)
	return -target*math.Log(p) - (1-target)*math.Log(1-p)
}

// printClass prints a line. The positions of a game depend on each other, so the error of the mean
// difference is that of a ratio of sums over games.
func (m *measurer) printClass(w io.Writer, name string, bit int, kLetters, kBoth float64) {
	var positions, without, with float64
	type sums struct{ n, difference float64 }
	var games []sums
	for _, g := range m.games {
		var s sums
		for i := range g {
			if g[i].classes>>bit&1 == 0 {
				continue
			}
			target := g[i].target(searchK)
			a := logLoss(expectation(g[i].letters, kLetters), target)
			b := logLoss(expectation(g[i].both, kBoth), target)
			without, with, s.n, s.difference = without+a, with+b, s.n+1, s.difference+b-a
		}
		positions += s.n
		games = append(games, s)
	}
	if positions == 0 {
		return
	}
	mean, variance := (with-without)/positions, 0.0
	for _, s := range games {
		variance += (s.difference - mean*s.n) * (s.difference - mean*s.n)
	}
	fmt.Fprintf(w, "%-26s %9.0f  %.5f  %.5f  %+.5f ± %.5f\n", name, positions, without/positions, with/positions, mean,
		1.96*math.Sqrt(variance)/positions)
}
