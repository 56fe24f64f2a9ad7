package proposals

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"
	"sync"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
)

// signed are the positions that distinguish engines: openings, middlegames and endings, with many and
// with few features of each letter.
var signed = []string{
	"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
	"r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP1B2/2N1PN2/PP3PPP/R2QKB1R w KQ -",
	"2r2rk1/1bqnbppp/p2ppn2/1p6/3NP3/1BN1BP2/PPPQ2PP/2KR3R w - -",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
	"4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - -",
	"6k1/5p2/1p2q1p1/p2p3p/P2P3P/1P2P1P1/3Q1PK1/8 b - -",
}

// valued are more positions, used only for their static values, so that every weight matters somewhere.
var valued = []string{
	"8/8/8/4k3/8/8/8/4K2R w - -",                 // mating
	"8/8/8/4k3/8/8/8/2B1KN2 w - -",               // likewise, in a corner
	"8/8/8/3k4/8/4K3/4P3/8 w - -",                // a pawn that may win alone
	"5k2/8/8/3K4/4P3/8/8/8 w - -",                // and one that does
	"r5k1/R4ppp/8/2PP4/8/8/5PPP/R5K1 w - -",      // rooks, one on the seventh rank; passed pawns side by side
	"2b3k1/r4ppp/8/8/3P4/2P5/5PPP/1R2R1K1 w - -", // two rooks against one
}

const (
	signedNodes     = 2000
	signedMegabytes = 1
	signedNoise     = 15
)

// ours caches the signature of this engine. It does not change while the program runs, and experiments,
// queues and views of a store need it often.
var ours struct {
	sync.Mutex
	signature string
}

// Signature returns the signature of this engine: 16 hexadecimal digits, a hash of the seats' proposals
// and static values for fixed positions. Engines with the same signature find the same facts, as far as
// some hundred thousand nodes can show. Any change of the search or of a weight very probably changes it.
// The first call takes some tenths of a second, and concurrent calls wait for it; later calls take no
// time. The error is that of ctx or of missing memory for a table, and is not cached.
func Signature(ctx context.Context) (string, error) {
	ours.Lock()
	defer ours.Unlock()
	if err := ctx.Err(); err != nil || ours.signature != "" {
		return ours.signature, err
	}
	var err error
	ours.signature, err = sign(ctx)
	return ours.signature, err
}

// Assume takes a signature as that of this engine, which is then not made: tests give it to the processes they start.
func Assume(signature string) {
	ours.Lock()
	defer ours.Unlock()
	ours.signature = signature
}

// sign makes the signature.
func sign(ctx context.Context) (string, error) {
	sum := sha256.New()
	if err := signValues(sum); err != nil {
		return "", err
	}
	s, err := NewSearcher(signedMegabytes)
	if err != nil {
		return "", err
	}
	defer s.Close()
	if err := signSearches(ctx, sum, s); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// IsSignature reports whether a text has the form of a signature.
func IsSignature(text string) bool {
	return len(text) == 16 && strings.Trim(text, "0123456789abcdef") == ""
}

// signedSeats are full knowledge, the sets that lack one letter, and noise.
func signedSeats() []council.Seat {
	seats := []council.Seat{{Knowledge: eval.All}, {Knowledge: eval.All, Noise: signedNoise, Seed: 1}}
	for letter := range eval.Kinds {
		seats = append(seats, council.Seat{Knowledge: eval.All &^ (1 << letter)})
	}
	for i := range seats {
		seats[i] = plainSeat(&seats[i])
	}
	return seats
}

// signValues adds the static values, for each letter, of the positions and of those one move later.
func signValues(sum hash.Hash) error {
	for letter := range eval.Kinds {
		evaluator := eval.New(1 << letter)
		for _, fields := range slices.Concat(signed, valued) {
			p, err := movegen.ParseFEN(fields)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%d", evaluator.Evaluate(&p))
			for _, m := range p.Moves() {
				after := p.After(m)
				fmt.Fprintf(sum, " %d", evaluator.Evaluate(&after))
			}
			fmt.Fprintln(sum)
		}
	}
	return nil
}

// signSearches adds the seats' proposals.
func signSearches(ctx context.Context, sum hash.Hash, s *Searcher) error {
	for _, fields := range signed {
		p, err := movegen.ParseFEN(fields)
		if err != nil {
			return err
		}
		for _, seat := range signedSeats() {
			a, err := s.Answer(ctx, &Question{Position: p, Seat: seat, Nodes: signedNodes, Megabytes: signedMegabytes})
			if err != nil {
				return err
			}
			fmt.Fprintln(sum, a.Move, a.Score, a.Depth, a.RootMoves, a.Nodes, a.Line)
		}
	}
	return nil
}
