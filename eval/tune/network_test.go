package tune

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

func testTrainer(t *testing.T, games, threads int) *trainer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	writeArchive(t, path, greedyGames(t, games, 5))
	s := DefaultNetworkSettings()
	s.Threads, s.Batch, s.Epochs = threads, 256, 4
	files := &Training{Archives: []string{path}, Log: io.Discard}
	return must.Get(newTrainer(&examples{archives: files.Archives, block: 500}, s, nil, files.load))(t)
}

// fitted returns the positions to fit.
func (x *examples) fitted(t *testing.T) (all []example) {
	t.Helper()
	must.Do(t, x.again(func(block []example) { all = append(all, block...) }))
	return all
}

// TestTheNetworkIsThatOfTheEngine compares the output in floating point with that of the
// quantized network, which the engine evaluates.
func TestTheNetworkIsThatOfTheEngine(t *testing.T) {
	n := must.Get(randomNetwork(7).Quantize("for a test"))(t)
	f, judge := n.Float(), eval.New(eval.Thesis)
	compared := 0
	for _, g := range greedyGames(t, 6, 6) {
		for _, s := range g.Samples {
			l := &labelledSample{s, g.Result}
			e, ok := l.example(judge)
			if !ok {
				continue
			}
			var a activations
			a.forward(f, &e)
			var engine network.Accumulator
			p := &s.Position
			engine.Set(n, &engine, p)
			if got := engine.Evaluate(n, p.Side()); math.Abs(float64(a.output*network.Scale)-float64(got)) > 1.5 {
				t.Fatalf("%s: %.2f, the engine says %d", p.FEN(), a.output*network.Scale, got)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("%d positions were compared", compared)
	}
}

// TestAnArchiveIsReadInBlocks: whatever the size of the blocks, each epoch has each position to fit once, in the order
// of the games, and none of the games held out.
func TestAnArchiveIsReadInBlocks(t *testing.T) {
	tr := testTrainer(t, 40, 3)
	var want []example
	held, judge := 0, eval.New(eval.Thesis)
	for i, g := range greedyGames(t, 40, 5) {
		for _, s := range g.Samples {
			l := &labelledSample{s, g.Result}
			if e, ok := l.example(judge); ok && i%heldOutShare == heldOutShare-1 {
				held++
			} else if ok {
				want = append(want, e)
			}
		}
	}
	if tr.data.count != len(want) || tr.data.heldOutCount() != held || held == 0 {
		t.Fatalf("%d to fit of %d, %d held out of %d", tr.data.count, len(want), tr.data.heldOutCount(), held)
	}
	for _, block := range []int{1, 100, blockSize} {
		tr.data.block = block
		blocks := 0
		must.Do(t, tr.data.again(func([]example) { blocks++ }))
		got := tr.data.fitted(t)
		if !slices.Equal(got, want) || (blocks > 1) != (block < blockSize) {
			t.Errorf("blocks of %d: %d positions in %d blocks", block, len(got), blocks)
		}
	}
}

// TestArchivesAreReadSideBySide: each half of an epoch has half of each archive.
func TestArchivesAreReadSideBySide(t *testing.T) {
	folder := t.TempDir()
	files := &Training{Log: io.Discard}
	for i, count := range []int{8, 40} {
		path := filepath.Join(folder, strconv.Itoa(i))
		games := greedyGames(t, count, uint64(7+i))
		for n := range games {
			for m := range games[n].Samples {
				games[n].Samples[m].Score = 1 + i // marks the archive
			}
		}
		writeArchive(t, path, games)
		files.Archives = append(files.Archives, path)
	}
	tr := must.Get(newTrainer(&examples{archives: files.Archives, block: 1}, DefaultNetworkSettings(), nil, files.load))(t)
	var order []int
	must.Do(t, tr.data.again(func(block []example) { order = append(order, int(math.Abs(float64(block[0].score)))) }))
	short := 0
	for _, archive := range order[:len(order)/2] {
		if archive == 1 {
			short++
		}
	}
	if all := 8; short != all/2 {
		t.Errorf("%d of %d games of the shorter archive are in the first half: %v", short, all, order)
	}
}

// TestAnArchiveMayGrowDuringATraining, as self-play goes on; to become shorter is an error.
func TestAnArchiveMayGrowDuringATraining(t *testing.T) {
	tr := testTrainer(t, 20, 2)
	path := tr.data.archives[0]
	whole := readFile(t, path)
	writeArchive(t, path, greedyGames(t, 30, 5))
	if got := tr.data.fitted(t); len(got) != tr.data.count {
		t.Errorf("%d positions instead of %d", len(got), tr.data.count)
	}
	must.Do(t, os.WriteFile(path, whole[:len(whole)/2], 0o666))
	if _, err := tr.Epoch(); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("cut to half: %v", err)
	}
}

// TestTheNetworkDoesNotDependOnTheThreads compares all bits.
func TestTheNetworkDoesNotDependOnTheThreads(t *testing.T) {
	want := testTrainer(t, 20, 1)
	must.Get(want.Epoch())(t)
	for _, threads := range []int{2, 5, 32} {
		got := testTrainer(t, 20, threads)
		must.Get(got.Epoch())(t)
		if !reflect.DeepEqual(got.state, want.state) {
			t.Errorf("with %d threads it is another one", threads)
		}
	}
}

func TestTheGradientOfTheNetworkAgreesWithFiniteDifferences(t *testing.T) {
	tr := testTrainer(t, 12, 1)
	w, gradient := randomNetwork(3), new(network.Float)
	for i, v := range flat(w) {
		flat(w)[i] = 3 * v // so that the output layer matters
	}
	list := tr.data.fitted(t)[:50]
	tr.batchLoss(list, w, gradient)
	random := rand.New(rand.NewPCG(1, 1))
	const step = 1e-3
	checked, off := 0, 0 // a neuron may pass the kink of its activation within the step
	for range 3000 {
		i := random.IntN(len(flat(w)))
		if math.Abs(float64(flat(gradient)[i])) < 1e-4 {
			continue
		}
		before := flat(w)[i]
		flat(w)[i] = before + step
		above := tr.batchLoss(list, w, nil)
		flat(w)[i] = before - step
		below := tr.batchLoss(list, w, nil)
		flat(w)[i] = before
		want, got := (above-below)/(4*step), float64(flat(gradient)[i]) // the gradient is of half the square
		if math.Abs(got-want) > 0.02*math.Abs(want)+2e-4 {
			t.Logf("weight %d: gradient %g, differences %g", i, got, want)
			off++
		}
		checked++
	}
	if checked < 100 || off > checked/50 {
		t.Errorf("%d weights had a gradient, %d another one than the differences", checked, off)
	}
}

// TestVectorsAddLikeThePlainCode compares all bits: each sum is made in the same order.
func TestVectorsAddLikeThePlainCode(t *testing.T) {
	random, w := rand.New(rand.NewPCG(4, 4)), randomNetwork(9)
	for count := range 33 {
		var rows [32]uint16
		for i := range rows {
			rows[i] = uint16(random.IntN(network.Inputs))
		}
		h, plainH := w.InputBiases, w.InputBiases
		addRows(&h, &w.InputWeights, &rows, count)
		addRowsGo(&plainH, &w.InputWeights, &rows, count)
		g, plainG := w.InputWeights, w.InputWeights
		addToRows(&g, &rows, count, &h)
		addToRowsGo(&plainG, &rows, count, &plainH)
		if h != plainH || g != plainG {
			t.Errorf("%d rows: other sums", count)
		}
	}
}

func TestTrainingLearns(t *testing.T) {
	tr := testTrainer(t, 40, 2)
	first := tr.state.Losses[0]
	for tr.Epochs() < tr.settings.Epochs {
		must.Get(tr.Epoch())(t)
	}
	last := tr.state.Losses[tr.Epochs()]
	if last.Fit > 0.97*first.Fit || tr.state.Losses[tr.state.BestEpoch].HeldOut > last.HeldOut {
		t.Errorf("fitted %.6f, before %.6f; best epoch %d of %v", last.Fit, first.Fit, tr.state.BestEpoch, tr.state.Losses)
	}
	if same := tr.heldOutLoss(&tr.state.Best); math.Abs(same.HeldOut-tr.state.Losses[tr.state.BestEpoch].HeldOut) > 1e-12 {
		t.Errorf("the best network has a loss of %.9f", same.HeldOut)
	}
}

func newNetworkRun(log io.Writer, archives ...string) *NetworkRun {
	s := DefaultNetworkSettings()
	s.Epochs, s.Batch, s.Threads = 3, 64, 2
	return &NetworkRun{Training: Training{Archives: archives, Log: log}, Settings: s}
}

func TestATrainingGoesOnFromItsCheckpoint(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games")
	generate(t, path, 20, 1)
	var log bytes.Buffer
	want := must.Get(newNetworkRun(&log, path).Run(t.Context()))(t)
	if _, err := network.Parse(want); err != nil || !strings.Contains(string(want), "archives (seed/nodes/bench/positions): 3/100/7/") {
		t.Errorf("%v, the file begins with %q", err, want[:200])
	}
	if !strings.Contains(log.String(), "epoch 3: loss ") || !strings.Contains(log.String(), "was best; rounded") {
		t.Errorf("the log is\n%s", &log)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	first := newNetworkRun(io.Discard, path)
	first.Checkpoint = filepath.Join(folder, "checkpoint")
	first.Gains = func(fit, heldOut []float64) error {
		if len(fit) != 2 || fit[0] != 0 || len(heldOut) != 2 || heldOut[1] == 0 {
			t.Errorf("gains %v and %v", fit, heldOut)
		}
		cancel(enough) // after the first epoch
		return nil
	}
	if _, err := first.Run(ctx); err != enough {
		t.Fatalf("error %v", err)
	}
	again := newNetworkRun(io.Discard, path)
	again.Checkpoint = first.Checkpoint
	if got, err := again.Run(t.Context()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("resumed, the network is another one: %v", err)
	}
	other := newNetworkRun(io.Discard, path)
	other.Checkpoint, other.Settings.Rate = first.Checkpoint, 0.1
	if _, err := other.Run(t.Context()); !errors.Is(err, errOtherFit) {
		t.Errorf("with other settings: %v", err)
	}
}

// TestBranchesLeaveTheGames: they depend on the seed alone, a run resumes, and they are positions
// that the evaluation can judge.
func TestBranchesLeaveTheGames(t *testing.T) {
	folder := t.TempDir()
	games, whole, parts := filepath.Join(folder, "games"), filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
	generate(t, games, 6, 1)
	branch := func(path string, count uint64, threads int) {
		t.Helper()
		r := GenerateRun{Generator: *greedyGenerator(8, threads, new(int)), Archive: path, Source: games, Games: count,
			Provenance: Provenance{Nodes: 100, Signature: 7}, Log: io.Discard}
		must.Do(t, r.Run(t.Context()))
	}
	branch(whole, 100, 3) // there are only 6
	branch(parts, 2, 1)
	branch(parts, 6, 1)
	if !bytes.Equal(readFile(t, whole), readFile(t, parts)) {
		t.Error("made in parts the archive differs")
	}
	known := map[movegen.Key]bool{}
	if _, err := load(games, func(g *game) {
		for i := range g.Samples {
			known[g.Samples[i].Position.Key()] = true
		}
	}); err != nil {
		t.Fatal(err)
	}
	count, met := 0, 0
	if _, err := load(whole, func(g *game) {
		for i := range g.Samples {
			p := &g.Samples[i].Position
			if p.InCheck() || !p.HasLegalMove() {
				t.Errorf("game %d has %s", g.Number, p.FEN())
			}
			if known[p.Key()] {
				met++ // the random moves were those of a game
			}
			count++
		}
	}); err != nil || count < len(known)/2 || met > count/10 {
		t.Errorf("%d branches of %d positions, %d in the games, %v", count, len(known), met, err)
	}
	r := GenerateRun{Generator: *greedyGenerator(8, 1, new(int)), Archive: whole, Source: filepath.Join(folder, "none"), Games: 9,
		Provenance: Provenance{Nodes: 100, Signature: 7}, Log: io.Discard}
	if err := r.Run(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("branches of a file that is not there: %v", err)
	}
}

const measuredPGN = `[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0

[Result "*"]

1. d4 d5 *

[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 Be7 6. e3 O-O 1/2-1/2
`

// measure returns what is printed for the files, and its lines by class.
func measure(t *testing.T, n *network.Network, files ...string) (text string, lines map[string][]string) {
	t.Helper()
	var out strings.Builder
	must.Do(t, (&MeasureRun{Games: files, Network: n, Lambda: 0.1, Out: &out}).Run())
	lines = map[string][]string{}
	for line := range strings.Lines(out.String()) {
		for _, class := range classes {
			if rest, ok := strings.CutPrefix(line, class.name+"  "); ok {
				lines[class.name] = strings.Fields(rest)
			}
		}
	}
	return out.String(), lines
}

// TestANetworkThatSaysNothingMakesNoDifference measures by a PGN file and by an archive.
func TestANetworkThatSaysNothingMakesNoDifference(t *testing.T) {
	n := must.Get(new(network.Float).Quantize("nothing"))(t)
	games, archive := filepath.Join(t.TempDir(), "games.pgn"), filepath.Join(t.TempDir(), "games.alf")
	must.Do(t, os.WriteFile(games, []byte(measuredPGN), 0o666))
	writeArchive(t, archive, greedyGames(t, 40, 3))
	text, lines := measure(t, n, games, archive)
	if !strings.HasPrefix(text, "6 games") { // two that ended, and every tenth of the archive
		t.Errorf("not 6 games: %s", text)
	}
	for class, words := range lines {
		if words[1] != words[2] || words[3] != "+0.00000" && words[3] != "-0.00000" {
			t.Errorf("%s: %v", class, words)
		}
	}
	all := 0
	for _, phase := range classes[1:6] {
		if words := lines[phase.name]; words != nil {
			count, _ := strconv.Atoi(words[0])
			all += count
		}
	}
	if len(lines["all"]) == 0 || lines["all"][0] != strconv.Itoa(all) {
		t.Errorf("the phases have %d positions, all is %v", all, lines["all"])
	}
}

// TestAHelpfulNetworkIsSeen trains on games and measures by those held out.
func TestAHelpfulNetworkIsSeen(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "games.alf")
	writeArchive(t, archive, greedyGames(t, 240, 3))
	r := NetworkRun{Training: Training{Archives: []string{archive}, Log: io.Discard}, Settings: DefaultNetworkSettings()}
	r.Settings.Batch, r.Settings.Epochs, r.Settings.Decay = 256, 6, 0
	file := must.Get(r.Run(t.Context()))(t)
	n := must.Get(network.Parse(file))(t)
	if _, lines := measure(t, n, archive); !strings.HasPrefix(lines["all"][3], "-") {
		t.Errorf("the loss did not fall: %v", lines["all"])
	}
}

func TestMeasuringNeedsGames(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "none.pgn")
	for _, files := range [][]string{{empty}, {}} {
		if err := (&MeasureRun{Games: files, Out: io.Discard}).Run(); err == nil {
			t.Errorf("%v was measured", files)
		}
	}
	must.Do(t, os.WriteFile(empty, []byte("[Result \"*\"]\n\n1. e4 *\n"), 0o666))
	if err := (&MeasureRun{Games: []string{empty}, Out: io.Discard}).Run(); err == nil {
		t.Error("a game without a result was measured")
	}
}
