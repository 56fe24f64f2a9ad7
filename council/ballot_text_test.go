package council

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// proposal returns a member's proposal of a line of moves from the initial position.
func proposal(t *testing.T, member string, score search.Score, line string) Proposal {
	t.Helper()
	p := Proposal{Member: member, Score: score, Depth: 7, RootMoves: 3, Nodes: 12345, Elapsed: 1234567 * time.Microsecond}
	position := movegen.StartPosition()
	for word := range strings.FieldsSeq(line) {
		m, err := notation.ParseSAN(&position, word, notation.English)
		if err != nil {
			t.Fatal(err)
		}
		p.Line = append(p.Line, m)
		position.Make(m)
	}
	p.Move = p.Line[0]
	return p
}

func TestAVoteIsToldInALineAndInATable(t *testing.T) {
	b := &Ballot{Root: movegen.StartPosition(), Criterion: "weights", Chosen: 2,
		Proposals: []Proposal{proposal(t, "mpar", 31, "e4 e5 Nf3"), proposal(t, "mbxp", -5, "d4"), proposal(t, "mkc", search.MateScore-5, "Nf3 d5"), proposal(t, "mx", 7, "d4 d5")},
		Weights:   []float64{72, 53.25, 43, 31}}
	if got, want := b.Line(), "council by weights: Nf3 43 (mkc), d4 84.25 (mbxp, mx), e4 72 (mpar)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	b.Alone = true
	if got, want := b.Line(), "council by weights: Nf3 43 (mkc), e4 72 (mpar), d4 53.25 (mbxp, mx)"; got != want {
		t.Errorf("with separate votes the line is %q, want %q", got, want)
	}
	second := proposal(t, "second search", 12, "d4 Nf6")
	b.Second, b.Criterion, b.Weights, b.Chosen = &second, "re-search", nil, 1
	b.Absent = []Absence{{Member: "stockfish", Err: errors.New("no iteration")}, {Member: "mr", Err: errors.New("too late")}, {Member: "mx", Err: errors.New("no\niteration")}}
	if got, want := b.Line(), "council by re-search: d4 (mbxp, mx), e4 (mpar), Nf3 (mkc); second search d4 +0.12; absent: stockfish, mx (no iteration), mr (too late)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	const table = `member         move  score  depth  nodes  time    weight  line
mpar           e4    +0.31  7/3    12345  1.235s  -       e4 e5 Nf3
mbxp           d4*   -0.05  7/3    12345  1.235s  -       d4
mkc            Nf3   +M3    7/3    12345  1.235s  -       Nf3 d5
mx             d4    +0.07  7/3    12345  1.235s  -       d4 d5
second search  d4*   +0.12  7/3    12345  1.235s  -       d4 Nf6
stockfish is absent: no iteration
mr is absent: too late
mx is absent: no
iteration
council by re-search: d4 (mbxp, mx), e4 (mpar), Nf3 (mkc); second search d4 +0.12; absent: stockfish, mx (no iteration), mr (too late)
`
	if got := b.Table(); got != table {
		t.Errorf("the table is\n%s\nwant\n%s", got, table)
	}
}

func TestOfManyMembersTheFirstAreNamed(t *testing.T) {
	b := &Ballot{Root: movegen.StartPosition(), Criterion: "majority"}
	for i := range 12 {
		line := "e4"
		if i >= 8 {
			line = "d4"
		}
		b.Proposals = append(b.Proposals, proposal(t, "m"+strconv.Itoa(i), 0, line))
	}
	if got, want := b.Line(), "council by majority: e4 (m0, m1, m2, m3, m4, m5, m6, m7), d4 (m8, m9, m10, m11)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	for i := 8; i < 12; i++ {
		b.Proposals[i] = proposal(t, "m"+strconv.Itoa(i), 0, "e4")
	}
	if got, want := b.Line(), "council by majority: e4 (m0, m1, m2, m3, m4, m5, m6 and 5 more)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}

func TestALineThatCannotBePlayedIsToldAsFarAsItCan(t *testing.T) {
	root := movegen.StartPosition()
	p := proposal(t, "uci:toy", 0, "e4 e5")
	p.Line = append(p.Line, p.Move)
	text := (&Ballot{Root: root, Criterion: "majority", Proposals: []Proposal{p}}).Table()
	if !strings.Contains(text, "  e4 e5\n") {
		t.Errorf("the table is\n%s", text)
	}
}
