package tune

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"alfiere/eval/network"
)

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
	if err := (&MeasureRun{Games: files, Network: n, Lambda: 0.1, Out: &out}).Run(); err != nil {
		t.Fatal(err)
	}
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
	n, err := new(network.Float).Quantize("nothing")
	if err != nil {
		t.Fatal(err)
	}
	games, archive := filepath.Join(t.TempDir(), "games.pgn"), filepath.Join(t.TempDir(), "games.alf")
	if err := os.WriteFile(games, []byte(measuredPGN), 0o666); err != nil {
		t.Fatal(err)
	}
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
	r := NetworkRun{Archives: []string{archive}, Settings: DefaultNetworkSettings(), Log: io.Discard}
	r.Settings.Batch, r.Settings.Epochs, r.Settings.Decay = 256, 6, 0
	file, err := r.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n, err := network.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(empty, []byte("[Result \"*\"]\n\n1. e4 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := (&MeasureRun{Games: []string{empty}, Out: io.Discard}).Run(); err == nil {
		t.Error("a game without a result was measured")
	}
}

// TestALossCurveIsAPicture: it is XML with a point for each epoch.
func TestALossCurveIsAPicture(t *testing.T) {
	var b strings.Builder
	if err := WriteLossCurve(&b, []float64{0, 3, 5}, []float64{0, 2, -1}); err != nil {
		t.Fatal(err)
	}
	points := 0
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "polyline" {
			for _, a := range start.Attr {
				if a.Name.Local == "points" {
					points += len(strings.Fields(a.Value))
				}
			}
		}
	}
	if points != 6 {
		t.Errorf("%d points, not 6", points)
	}
}
