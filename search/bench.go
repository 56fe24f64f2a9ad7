package search

import (
	"context"
	"time"

	"alfiere/movegen"
)

// Defaults of Bench. The signature of a commit is Bench at these.
const (
	BenchDepth     = 12
	BenchMegabytes = 16
)

// BenchResult is the outcome of Bench: with one thread, Nodes depends on nothing but the code of search and evaluation.
type BenchResult struct {
	Positions int
	Nodes     uint64
	Elapsed   time.Duration

	Statistics *statistics // nil unless the program counts them
}

// Bench searches the bench positions one after the other, otherwise as r says, on a
// new engine with one thread and a table of the given megabytes. It ends early with
// the context; report, which may be nil, is called with each position's FEN and nodes.
func Bench(ctx context.Context, r Request, megabytes int, report func(fen string, nodes uint64)) (BenchResult, error) {
	engine, err := New(megabytes)
	if err != nil {
		return BenchResult{}, err
	}
	defer engine.Close()
	var total BenchResult
	for _, fen := range benchPositions {
		position, err := movegen.ParseFEN(fen)
		if err != nil {
			return total, err
		}
		if ctx.Err() != nil {
			break
		}
		engine.NewGame()
		r.Position = position
		result := engine.Search(ctx, r, nil)
		total.Positions++
		total.Nodes += result.Nodes
		total.Elapsed += result.Elapsed
		total.add(engine)
		if report != nil {
			report(fen, result.Nodes)
		}
	}
	return total, nil
}

// add adds the engine's counts since its new game.
func (r *BenchResult) add(e *Engine) {
	counted, ok := e.Statistics()
	if !ok {
		return
	}
	if r.Statistics == nil {
		r.Statistics = new(statistics)
	}
	for i, n := range counted {
		r.Statistics[i] += n
	}
}

// benchPositions are searched by Bench: openings, middlegames rich in tactics, endings.
var benchPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r1bqkb1r/p2n1p1p/3p1np1/1ppP4/4P3/5NP1/PP3PBP/RNBQK2R w KQkq - 0 1",
	"r1bq1rk1/pp1pppbp/5np1/4n3/2PN4/2N3P1/PP2PPBP/R1BQ1RK1 w - - 0 1",
	"r2qk2r/pbpnbppp/1p3n2/3p2B1/3P4/2N1PN2/PP3PPP/2RQKB1R w Kkq - 0 1",
	"rnb2rk1/pp2ppbp/1q3np1/3p4/3p1B2/2N1PN1P/PPP1BPP1/R2Q1RK1 w - - 0 1",
	"r1b1kb1r/1p1n1ppp/p2ppn2/q5B1/3NP3/1BN5/PPP2PPP/R2QK2R w KQkq - 0 1",
	"r1b1kbnr/p4ppp/2p1p3/8/2p1P3/1P3N2/P1P2PPP/RNBK3R w kq - 0 1",
	"rn1q1rk1/pp2ppbp/2p1b1p1/2Pp3n/3P1B2/2N1PN2/PP3PPP/2RQKB1R w K - 0 1",
	"r1bq1rk1/1p1pnpbp/2n3p1/p1p1p3/P3P3/3P1NP1/1PP2PBP/RNBQ1RK1 w - - 0 1",
	"r2q1rk1/ppp1bppp/2np1n2/4p3/4P3/1bPP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 1",
	"rn1qkb1r/pp1bpp1p/1n4p1/1B6/8/1QN2N2/PP1P1PPP/R1B1K2R w KQkq - 0 1",
	"r1b1kb1r/1pqnpp1p/p1p3p1/2Pp3n/3P4/2N1BNP1/PP2PP1P/R2QKB1R w KQkq - 0 1",
	"rn1q1rk1/1p2ppbp/2p2np1/p2p1b2/P2P4/2P2NP1/1P1NPPBP/R1BQ1RK1 w - - 0 1",
	"2rq2k1/1b1r1ppp/1pp1p1n1/p2pP1P1/PnPP1P2/1PN1N1P1/3Q2B1/2RR2K1 w - - 0 1",
	"3r1r1k/1b4p1/pb5p/2ppPp1q/2p1nP2/2P1BN1N/PPQ3PP/3R1R1K b - - 0 1",
	"r5k1/pppq3p/3bpr2/3p1pN1/8/2P1P1P1/PP3PP1/R2Q1RK1 w - - 0 1",
	"3k1b1r/1pp2ppp/p1p5/8/4P3/2N1qPP1/PPP2P2/3R2K1 b - - 0 1",
	"r1b2rk1/1p1n1p1p/p5p1/q2p2B1/1bpP4/2N1PN1P/PPQ2PP1/2R2RK1 w - - 0 1",
	"r1bqk2r/2p1bppp/p1np1n2/1p2p3/P3P3/1BP2N2/1P1PQPPP/RNB1K2R b KQkq - 0 1",
	"r4r1k/3qb1pp/4P3/1p1B4/p2PpPb1/4B3/1P5P/R2Q1RK1 b - - 0 1",
	"2r3k1/6p1/p2p1b2/5Qp1/1pqP4/2n1B1P1/P3P1BP/2R3K1 w - - 0 1",
	"r4rk1/pp3pp1/3R1bbp/2q1B3/2B5/1P6/P3QPPP/4R1K1 w - - 0 1",
	"r2qr1k1/p1pn1ppp/bp6/3QPp2/2BP4/2P5/P2B1PPP/R3K2R b KQ - 0 1",
	"1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
	"1r1r2k1/2b1qp1p/b1p3p1/p1p1p3/2P1P3/1PN1BP2/P1Q3PP/R2R2K1 b - - 0 1",
	"4r1k1/pp1rq1pp/2p1p3/4Ppb1/P1PP4/1PNR1QP1/6KP/3R4 w - - 0 1",
	"5r2/2p3pk/1r1p3b/p1q1p3/6R1/P2P1p2/BPPQ1P1P/2K3R1 w - - 0 1",
	"3r1rk1/p3qp1p/2bb2p1/2pp4/8/1P2P3/PBQN1PPP/2R2RK1 b - - 0 1",
	"r2q1rk1/1np1bppp/p2p4/4p3/Pp2P3/3P1N2/1PP2PPP/R1BQR1K1 w - - 0 1",
	"2rk2nr/2pbbppp/p7/1p1NP3/1np2B2/4PN2/PP3PPP/2KR1B1R w - - 0 1",
	"2r3k1/2q2pp1/Bp2p1n1/3p1n2/PQ1P3p/2PN2P1/5PKP/4R3 b - - 0 1",
	"4r1k1/ppp2p2/4b2p/2p5/2P1n1p1/4PNB1/PP3PPP/2RK4 w - - 0 1",
	"r1b1r1k1/1p3pp1/p3pq1p/7Q/3P1P2/4P3/P5PP/1BR2RK1 w - - 0 1",
	"6k1/4bpp1/1nq1p2p/pp1b4/3P4/PPQ2BPP/1B1N1PK1/8 b - - 0 1",
	"5rr1/pp1R3p/k1p5/8/2N4P/P1p5/1PB2qPQ/1K6 w - - 0 1",
	"6k1/5pp1/2Q4p/1p3q2/1P1P1N2/8/3n1PP1/6K1 w - - 0 1",
	"r6k/ppp3p1/5NQ1/4nqN1/6b1/8/PPP2PPP/4R1K1 w - - 0 1",
	"r1q2r1k/p2n2pp/1p1p1b2/2pP1p2/2P1pP2/1QB1N1P1/PP2P2P/R4R1K w - - 0 1",
	"r3k2r/pp1qn1pp/2p2p2/8/3P4/5N2/PP2QPPP/2R1R1K1 w kq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
	"8/8/1p2k1p1/3p1p1p/1P1P1P1P/P3K1P1/8/8 b - - 0 1",
	"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	"8/8/8/5k2/8/2B5/4K3/5N2 w - - 0 1",
	"2r3k1/5ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1",
	"8/5pk1/6p1/R6p/1r5P/6P1/5PK1/8 b - - 0 1",
	"6k1/3q1pp1/7p/8/3Q4/6P1/5P1P/6K1 w - - 0 1",
	"8/1b3k2/4p1p1/3pP2p/3P1B1P/5KP1/8/8 w - - 0 1",
	"8/8/3k4/1n1p1p2/3P1P2/2N1K3/8/8 w - - 0 1",
}
