package pgn

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
)

// scaled returns n, or 20 n for a long run.
func scaled(n int) int {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 20 * n
	}
	return n
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x70676e)) }

// startFENs are positions from which random games soon meet castling, promotion, en
// passant, mates and stalemates.
var startFENs = []string{
	movegen.StartFEN,
	movegen.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 17",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"7k/5Q2/8/8/8/8/8/K6R b - - 0 40",
	"1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1",
	"5rkr/p6p/8/8/8/8/P6P/5RKR w KQkq - 0 1",
}

// randomMove returns a random legal move, or NoMove where there is none.
func randomMove(rng *rand.Rand, p *movegen.Position) movegen.Move {
	moves := p.Moves()
	if len(moves) == 0 {
		return movegen.NoMove
	}
	return moves[rng.IntN(len(moves))]
}

var words = strings.Fields(`a better idea is [%clk 0:01:02] "quoted" Schröder \ back; semi (round) [square] %percent {open bxc3 1-0 1. ½ 王手 end}
	[%csl Gd4,Rd5] x`)

func randomComment(rng *rand.Rand) string {
	var text []string
	for range rng.IntN(30) {
		text = append(text, words[rng.IntN(len(words))])
	}
	return strings.Join(text, " ")
}

// randomGame returns a game with variations and all that is said in them.
func randomGame(rng *rand.Rand, moves int) *Game {
	start, _, err := movegen.Rules{Chess960: true}.ParseFEN(startFENs[rng.IntN(len(startFENs))])
	if err != nil {
		panic(err)
	}
	t := gametree.New(start)
	t.SetComment(gametree.Root, randomComment(rng))
	n := gametree.Root
	for range moves {
		p := t.Position(n)
		m := randomMove(rng, &p)
		if m == movegen.NoMove {
			n = gametree.Node(rng.IntN(t.Len() + 1))
			continue
		}
		if rng.IntN(40) == 0 && !p.InCheck() {
			m = movegen.NoMove // a pass
		}
		if child := t.Find(n, m); child != gametree.Root {
			n = child
			continue
		}
		first := t.Next(n) == gametree.Root
		n = t.Add(n, m)
		decorate(rng, t, n, first)
		if rng.IntN(6) == 0 {
			n = gametree.Node(rng.IntN(t.Len() + 1))
		}
	}
	g := NewGame(t)
	g.Tags = Tags{{"Event", randomComment(rng)}, {"White", `O'Neil "Bob" \ \"`}, {"Annotator", "Ż"}}
	g.Result = movegen.Result(rng.IntN(4))
	return g
}

func decorate(rng *rand.Rand, t *gametree.Tree, n gametree.Node, first bool) {
	if rng.IntN(4) == 0 {
		t.SetComment(n, randomComment(rng))
	}
	if rng.IntN(4) == 0 && !first {
		t.SetForeword(n, randomComment(rng))
	}
	for range rng.IntN(3) {
		t.AddNAG(n, gametree.NAG(rng.IntN(256)))
	}
	switch rng.IntN(6) {
	case 0:
		t.SetEvaluation(n, gametree.Evaluation{Centipawns: int32(rng.IntN(4000) - 2000), Depth: int16(rng.IntN(40))})
	case 1:
		t.SetEvaluation(n, gametree.Evaluation{Mate: int16(1 + rng.IntN(20)), Depth: int16(rng.IntN(40))})
	case 2:
		t.SetEvaluation(n, gametree.Evaluation{Mate: int16(-1 - rng.IntN(20))})
	}
}

// madeUp returns about the given number of bytes of plain games, as files of played
// games look: ten tags and some eighty plies.
func madeUp(seed uint64, size int) []byte {
	rng := newRand(seed)
	var text bytes.Buffer
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, "[Event \"Made up\"]\n[Site \"Nowhere\"]\n[Date \"2026.01.%02d\"]\n[Round \"%d\"]\n[White \"Player, A%d\"]\n[Black \"Player, B%d\"]\n"+
			"[Result \"1/2-1/2\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[ECO \"A00\"]\n\n", 1+i%28, i, i%97, i%89, 1500+i%1000, 1500+i%900)
		p := movegen.StartPosition()
		width := 0
		for ply := range 60 + rng.IntN(60) {
			m := randomMove(rng, &p)
			if m == movegen.NoMove {
				break
			}
			word := notation.SAN(&p, m, notation.English)
			if ply%2 == 0 {
				word = fmt.Sprintf("%d. %s", ply/2+1, word)
			}
			if width += len(word) + 1; width > 80 {
				text.WriteByte('\n')
				width = len(word)
			} else if ply > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(word)
			p.Make(m)
		}
		text.WriteString(" 1/2-1/2\n\n")
	}
	return text.Bytes()
}

// gameText returns a game as a string.
func gameText(t testing.TB, g *Game) string {
	t.Helper()
	text, err := Append(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
