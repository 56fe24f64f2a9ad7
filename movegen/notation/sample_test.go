package notation

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// allRules takes every position that a test may want.
var allRules = movegen.Rules{Chess960: true, Composed: true}

// standardFENs are positions from which random games soon meet castling, promotion,
// en passant, mates, and many pieces of a kind.
var standardFENs = []string{
	movegen.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
	"8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
	"Q6Q/8/3k4/8/8/8/1K6/Q6Q w - - 0 1",
	"4k3/1N3N2/N5N1/8/N5N1/1N3N2/8/R3K2R w KQ - 0 1",
	"R3R3/7k/8/R7/8/5b1b/4b3/K4b1b w - - 3 40",
	"3qk3/8/8/2B1B1B1/8/2B1B1B1/8/4K3 w - - 0 1",
}

// chess960FENs have castling as only Chess960 knows it: the king steps once, stays,
// or moves away from the rook, and the corners hold other rooks.
var chess960FENs = []string{
	"r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w KQkq - 0 1",
	"1rk3r1/p6p/8/8/8/8/P6P/1RK3R1 w KQkq - 0 1",
	"5rkr/p6p/8/8/8/8/P6P/5RKR w KQkq - 0 1",
	"rkr5/p1p4p/8/8/8/8/P1P4P/RKR5 b KQkq - 0 1",
	"1r3kr1/8/8/8/8/8/8/RR3KRR w BGbg - 0 1",
	"nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1",
}

// position reads a FEN, which must be good.
func position(t testing.TB, fen string) movegen.Position {
	t.Helper()
	return must.First(allRules.ParseFEN(fen))(t)
}

// scaled returns n, or 20 n for a long run.
func scaled(n int) int { return effort.Of(20*n, n, n) }

// randomBoard strews men over a board, often many of a kind.
func randomBoard(rng *rand.Rand) movegen.Position {
	for {
		b := movegen.Builder{Side: movegen.Color(rng.IntN(2)), EnPassant: movegen.NoSquare, FullmoveNumber: 1}
		squares := rng.Perm(64)
		b.Board[squares[0]] = movegen.MakePiece(movegen.White, movegen.King)
		b.Board[squares[1]] = movegen.MakePiece(movegen.Black, movegen.King)
		kinds := [...]movegen.PieceType{movegen.Pawn, movegen.Knight, movegen.Bishop, movegen.Rook, movegen.Queen}
		rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		for _, s := range squares[2 : 4+rng.IntN(20)] {
			kind := kinds[rng.IntN(1+rng.IntN(len(kinds)))]
			if kind == movegen.Pawn && edgeRanks.Has(movegen.Square(s)) {
				kind = movegen.Knight
			}
			b.Board[s] = movegen.MakePiece(movegen.Color(rng.IntN(2)), kind)
		}
		b.EnPassant = movegen.MakeSquare(rng.IntN(8), 5).Relative(b.Side)
		if p, _, err := b.Build(allRules); err == nil {
			return p
		}
	}
}

// eachPosition shows visit count positions: those of random games from the FENs and random boards.
func eachPosition(t testing.TB, seed uint64, count int, fens []string, visit func(p *movegen.Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var list movegen.MoveList
	for seen := 0; seen < count; {
		p, plies := position(t, fens[rng.IntN(len(fens))]), 60
		if rng.IntN(3) == 0 {
			p, plies = randomBoard(rng), 4
		}
		for range min(plies, count-seen) {
			seen++
			visit(&p)
			if p.LegalMoves(&list); list.Len() == 0 {
				break
			}
			p.Make(list.At(rng.IntN(list.Len())))
		}
	}
}

// shared opens a file of the data that accompany the project.
func shared(t *testing.T, name string) *bufio.Reader {
	t.Helper()
	file, err := os.Open("../../../shared/data/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("../shared/data/%s is not here: %v", name, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return bufio.NewReader(file)
}

// allLanguages returns the languages of the table and one with letters of its own.
func allLanguages() []PieceLetters {
	all := []PieceLetters{"", "КФЛСНП"}
	for _, row := range languages {
		all = append(all, row.letters)
	}
	return all
}

// list returns the moves in UCI, separated by blanks.
func list(moves []movegen.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = UCI(m, false)
	}
	return strings.Join(texts, " ")
}

func TestTheSuitesMovesAreLegal(t *testing.T) {
	for _, name := range []string{"suites/bratko_kopec.epd", "suites/eret.epd", "suites/kaufman.epd", "suites/open500.epd"} {
		t.Run(name, func(t *testing.T) {
			positions, moves := 0, 0
			eachEPD(t, name, func(line int, e EPD) {
				positions++
				for _, code := range [...]string{"bm", "am"} {
					found, err := e.Moves(code)
					if err != nil {
						t.Errorf("line %d: %v", line, err)
					}
					for i, m := range found {
						moves++
						given := strings.TrimRight(e.Find(code).Operands[i].Text, "+#!?")
						if text := strings.TrimRight(SAN(&e.Position, m, English), "+#"); text != given {
							t.Errorf("line %d: %s is written %s", line, given, text)
						}
					}
				}
			})
			if moves < positions {
				t.Errorf("%d moves in %d positions", moves, positions)
			}
		})
	}
}

func TestPerftSuitesAreRead(t *testing.T) {
	for _, name := range []string{"perft/ethereal_standard.epd", "perft/ethereal_fischer.epd", "perft/roce_perftsuite.epd",
		"perft/perft-marcel.epd", "perft/cw_perft.epd", "perft/ferdy_enpassant.epd"} {
		t.Run(name, func(t *testing.T) {
			checked := 0
			eachEPD(t, name, func(line int, e EPD) {
				if e.Find("D1") == nil {
					return
				}
				if want, err := e.Int("D1"); err != nil || uint64(want) != movegen.Perft(&e.Position, 1) {
					t.Errorf("line %d: D1 is %d, %v", line, want, err)
				}
				checked++
			})
			if checked == 0 && !strings.Contains(name, "ferdy") {
				t.Error("no line has D1")
			}
		})
	}
}

// eachEPD shows visit the positions of a file, all of which must be good.
func eachEPD(t *testing.T, name string, visit func(line int, e EPD)) {
	t.Helper()
	reader := NewEPDReader(shared(t, name), allRules)
	for {
		e, err := reader.Read()
		if err == io.EOF {
			return
		}
		if _, ok := errors.AsType[*EPDError](err); !ok && err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Error(err)
			continue
		}
		visit(reader.Line(), e)
	}
}

func TestTheOpeningsReplay(t *testing.T) {
	lines := 0
	for _, letter := range "abcde" {
		reader := shared(t, "openings/eco/"+string(letter)+".tsv")
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				break
			}
			fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
			if len(fields) != 3 || fields[0] == "eco" {
				continue
			}
			lines++
			replay(t, fields[2])
		}
	}
	if lines < 3000 {
		t.Errorf("only %d lines", lines)
	}
}

// replay plays SAN moves with their numbers, each of which must be written as it is read.
func replay(t *testing.T, moves string) {
	t.Helper()
	p := movegen.StartPosition()
	for _, text := range strings.Fields(moves) {
		if strings.HasSuffix(text, ".") {
			continue
		}
		m, err := ParseSAN(&p, text, English)
		if err != nil {
			t.Errorf("%s: %v", moves, err)
			return
		}
		if got := SAN(&p, m, English); got != text {
			t.Errorf("%s: %s is written %s", moves, text, got)
		}
		p.Make(m)
	}
}
