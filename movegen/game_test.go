package movegen_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// startGame starts a game from a FEN under the referee.
func startGame(t testing.TB, r movegen.Referee, fen string) *movegen.Game {
	t.Helper()
	return must.First(r.StartFEN(fen))(t)
}

// playAll plays moves written as "e2e4" or "e7e8q"; castling is the king's move.
func playAll(t testing.TB, g *movegen.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		from, to, promotion := squares(t, text)
		if err := g.Move(from, to, promotion); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

func squares(t testing.TB, text string) (from, to movegen.Square, promotion movegen.PieceType) {
	t.Helper()
	from, okFrom := movegen.ParseSquare(text[:2])
	to, okTo := movegen.ParseSquare(text[2:4])
	if !okFrom || !okTo {
		t.Fatalf("%q is no move", text)
	}
	if len(text) == 5 {
		promotion = map[byte]movegen.PieceType{'p': movegen.Pawn, 'n': movegen.Knight, 'b': movegen.Bishop,
			'r': movegen.Rook, 'q': movegen.Queen, 'k': movegen.King}[text[4]]
	}
	return from, to, promotion
}

// state is everything a game shows of itself, to be compared.
type state struct {
	start, position movegen.Position
	fen             string
	moves           []movegen.Move
	keys            []movegen.Key
	repetitions     int
	outcome         movegen.Outcome
	draw            movegen.Ending
	lists           [2][]movegen.Move
}

func stateOf(g *movegen.Game) state {
	p := g.Position()
	return state{g.Start(), p, p.FEN(), g.Moves(), g.Keys(), g.Repetitions(), g.Outcome(), g.Draw(),
		[2][]movegen.Move{g.MovesOf(movegen.White), g.MovesOf(movegen.Black)}}
}

func TestARefusedMoveSaysWhy(t *testing.T) {
	const pinned = "4r1k1/8/8/8/8/8/4B3/R3K2R w KQ - 0 1"
	const promoting = "3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1"
	tests := []struct {
		name, fen, move string
		want            error
	}{
		{"from an empty square", movegen.StartFEN, "e4e5", movegen.ErrEmptySquare},
		{"with the opponent's piece", movegen.StartFEN, "e7e5", movegen.ErrWrongTurn},
		{"with the opponent's piece onto a piece of the side to move", movegen.StartFEN, "e7e2", movegen.ErrWrongTurn},
		{"onto an own piece", movegen.StartFEN, "a1a2", movegen.ErrOwnPiece},
		{"onto its own square", movegen.StartFEN, "b1b1", movegen.ErrOwnPiece},
		{"castling onto a rook that has lost the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", movegen.ErrOwnPiece},
		{"castling to the g-file without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", movegen.ErrIllegalMovement},
		{"castling over a piece", movegen.StartFEN, "e1g1", movegen.ErrIllegalMovement},
		{"castling over a piece to an attacked square", "4k1r1/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", movegen.ErrIllegalMovement},
		{"castling over an attacked square", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", movegen.ErrIllegalMovement},
		{"castling out of check", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", movegen.ErrIllegalMovement},
		{"castling into check", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", movegen.ErrKingInCheck},
		{"a knight that moves straight", movegen.StartFEN, "b1b3", movegen.ErrIllegalMovement},
		{"a bishop through a pawn", movegen.StartFEN, "c1e3", movegen.ErrIllegalMovement},
		{"a pawn three squares ahead", movegen.StartFEN, "e2e5", movegen.ErrIllegalMovement},
		{"a pawn aside where nothing is to be taken", movegen.StartFEN, "e2d3", movegen.ErrIllegalMovement},
		{"a pawn straight onto a piece", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4", movegen.ErrIllegalMovement},
		{"a double step over a piece", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2e4", movegen.ErrIllegalMovement},
		{"a pinned piece off its line", pinned, "e2d3", movegen.ErrKingInCheck},
		{"the king next to the king", "8/8/8/8/8/4k3/8/4K2R w - - 0 1", "e1e2", movegen.ErrKingInCheck},
		{"a move that leaves the king in check", "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", movegen.ErrKingInCheck},
		{"a promotion without a piece", promoting, "c7c8", movegen.ErrPromotionMissing},
		{"a promotion by capture without a piece", promoting, "c7d8", movegen.ErrPromotionMissing},
		{"a promotion to a king", promoting, "c7c8k", movegen.ErrPromotionWrong},
		{"a promotion to a pawn", promoting, "c7c8p", movegen.ErrPromotionWrong},
		{"a promotion of a pawn on its second rank", movegen.StartFEN, "e2e4q", movegen.ErrPromotionWrong},
		{"a promotion of the king", promoting, "e1e2q", movegen.ErrPromotionWrong},
		{"a promotion by castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", movegen.ErrPromotionWrong},
		{"a pawn aside onto an empty last rank", promoting, "c7b8", movegen.ErrIllegalMovement},
		{"anything after mate", "3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "g8h8", movegen.ErrGameOver},
		{"anything after stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", movegen.ErrGameOver},
		{"anything after a draw", "7k/8/6K1/8/8/8/8/8 w - - 0 1", "g6g5", movegen.ErrGameOver},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := startGame(t, movegen.Referee{}, test.fen)
			before := stateOf(g)
			from, to, promotion := squares(t, test.move)
			err := g.Move(from, to, promotion)
			if !errors.Is(err, test.want) {
				t.Fatalf("refused with %v, not %v", err, test.want)
			}
			var refusal *movegen.RefusalError
			p := g.Position()
			if !errors.As(err, &refusal) || refusal.From != from || refusal.To != to ||
				refusal.Promotion != promotion || refusal.Piece != p.PieceAt(from) {
				t.Errorf("the refusal is %+v", refusal)
			}
			if after := stateOf(g); !reflect.DeepEqual(before, after) {
				t.Errorf("the refused move changed the game from %+v to %+v", before, after)
			}
		})
	}
}

func TestARefusalNamesWhatAttacksTheKing(t *testing.T) {
	g := startGame(t, movegen.Referee{}, "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")
	from, to, _ := squares(t, "e2d3")
	err := g.Move(from, to, movegen.NoPieceType)
	if want := "e2-d3: the own king would be in check from e8"; err == nil || err.Error() != want {
		t.Errorf("the error is %q, not %q", err, want)
	}
}

func TestEnPassantThatBaresTheKingIsRefusedForTheCheck(t *testing.T) {
	g := startGame(t, movegen.Referee{}, "8/2p5/3p4/KP5r/1R6/7k/8/8 b - - 0 1")
	playAll(t, g, "c7c5")
	from, to, _ := squares(t, "b5c6")
	var refusal *movegen.RefusalError
	if err := g.Move(from, to, movegen.NoPieceType); !errors.As(err, &refusal) ||
		refusal.Reason != movegen.KingInCheck || refusal.Attackers.String() != "h5" {
		t.Errorf("b5xc6 is refused with %v", err)
	}
	playAll(t, g, "b4c4", "h3g3") // the moment has passed
	if err := g.Move(from, to, movegen.NoPieceType); !errors.Is(err, movegen.ErrIllegalMovement) {
		t.Errorf("b5xc6 a move later is refused with %v", err)
	}
}

func TestCastlingIsTakenInBothForms(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for white, want := range map[string]string{"e1g1": "f1g1", "e1h1": "f1g1", "e1c1": "d1c1", "e1a1": "d1c1"} {
		g := startGame(t, movegen.Referee{}, fen)
		playAll(t, g, white)
		p := g.Position()
		rook, king, _ := squares(t, want)
		if p.PieceAt(king) != movegen.MakePiece(movegen.White, movegen.King) ||
			p.PieceAt(rook) != movegen.MakePiece(movegen.White, movegen.Rook) {
			t.Errorf("%s leads to %s", white, p.FEN())
		}
	}
	// In Chess960 a step to the g-file is a step, and only the rook's square castles.
	chess960 := movegen.Referee{Rules: movegen.Rules{Chess960: true}}
	for move, want := range map[string]string{"f1g1": "4k3/8/8/8/8/8/8/6KR", "f1h1": "4k3/8/8/8/8/8/8/5RK1"} {
		g := startGame(t, chess960, "4k3/8/8/8/8/8/8/5K1R w H - 0 1")
		playAll(t, g, move)
		if p := g.Position(); p.FEN()[:len(want)] != want {
			t.Errorf("%s leads to %s", move, p.FEN())
		}
	}
}

func TestPlayWantsTheRightKindOfMove(t *testing.T) {
	g := movegen.NewGame()
	from, to, _ := squares(t, "e2e4")
	for _, kind := range []movegen.MoveKind{movegen.Promotion, movegen.EnPassant, movegen.Castling} {
		if err := g.Play(movegen.MakeMove(from, to, kind)); err == nil {
			t.Errorf("e2e4 was played as kind %d", kind)
		}
	}
	if err := g.Play(movegen.NoMove); !errors.Is(err, movegen.ErrOwnPiece) {
		t.Errorf("NoMove, a1 to a1, is refused with %v", err)
	}
	if err := g.Play(movegen.MakeMove(from, to, movegen.Normal)); err != nil || g.Len() != 1 {
		t.Errorf("e2e4: %v", err)
	}
}

func TestMoveAcceptsWhatIsLegalAndNothingElse(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range effort.Of(40, 10, 10) {
		g := movegen.Referee{Draws: movegen.DrawsNever}.Start(movegen.StartPosition())
		for range 60 {
			p := g.Position()
			var list movegen.MoveList
			p.LegalMoves(&list)
			if list.Len() == 0 {
				break
			}
			tryEverything(t, g, &list)
			must.Do(t, g.Play(list.At(random.IntN(list.Len()))))
		}
	}
}

// tryEverything asks for a move between any two squares and checks the answer
// against the list of legal moves, and its reason against a board moved by hand.
func tryEverything(t *testing.T, g *movegen.Game, list *movegen.MoveList) {
	t.Helper()
	p := g.Position()
	for from := range movegen.Square(64) {
		for to := range movegen.Square(64) {
			m := p.MoveFor(from, to, movegen.NoPieceType)
			if promoted := p.MoveFor(from, to, movegen.Queen); list.Has(promoted) {
				m = promoted
			}
			err := g.Move(from, to, m.PromotionType())
			if (err == nil) != list.Has(m) {
				t.Fatalf("%s: %s: %v", p.FEN(), m, err)
			}
			if err == nil {
				must.Do(t, g.TakeBack(1))
			}
			checked := err != nil && errors.Is(err, movegen.ErrKingInCheck)
			if checked && m.Kind() != movegen.Castling && !baresKing(&p, from, to) {
				t.Fatalf("%s: %s-%s does not leave the king in check", p.FEN(), from, to)
			}
			if errors.Is(err, movegen.ErrIllegalMovement) && p.PieceAt(from).Type() != movegen.Pawn &&
				p.AttacksFrom(from).Has(to) {
				t.Fatalf("%s: %s-%s is how that piece moves", p.FEN(), from, to)
			}
		}
	}
}

// baresKing moves the piece by hand and has the position judged.
func baresKing(p *movegen.Position, from, to movegen.Square) bool {
	b := p.Builder()
	if b.Board[from].Type() == movegen.Pawn && from.File() != to.File() && b.Board[to] == movegen.NoPiece {
		b.Board[movegen.MakeSquare(to.File(), from.Rank())] = movegen.NoPiece
	}
	b.Board[from], b.Board[to] = movegen.NoPiece, b.Board[from]
	b.Side, b.CastlingRooks, b.EnPassant = b.Side.Other(), 0, movegen.NoSquare
	_, _, err := b.Build(movegen.Rules{})
	var fault movegen.Fault
	return errors.As(err, &fault) && fault.Code == movegen.OpponentInCheck
}

func TestTakingBackRestoresEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		rule := movegen.DrawRule(random.IntN(3))
		g := movegen.Referee{Draws: rule}.Start(movegen.StartPosition())
		states := []state{stateOf(g)}
		for len(states) < 150 && !g.Over() {
			moves := g.MovesOf(states[len(states)-1].position.Side())
			must.Do(t, g.Play(moves[random.IntN(len(moves))]))
			states = append(states, stateOf(g))
		}
		if random.IntN(2) == 0 {
			_ = g.Resign() // refused if the game is over, and taken back if not
		}
		for len(states) > 1 {
			n := 1 + random.IntN(min(9, len(states)-1))
			must.Do(t, g.TakeBack(n))
			states = states[:len(states)-n]
			if got, want := stateOf(g), states[len(states)-1]; !reflect.DeepEqual(got, want) {
				t.Fatalf("after taking back %d moves: %+v, not %+v", n, got, want)
			}
		}
	}
}

func TestOnlyMovesThatWerePlayedAreTakenBack(t *testing.T) {
	g := movegen.NewGame()
	playAll(t, g, "e2e4", "e7e5")
	for _, n := range []int{-1, 3, 1 << 40} {
		if err := g.TakeBack(n); !errors.Is(err, movegen.ErrNoSuchMove) || g.Len() != 2 {
			t.Errorf("taking back %d of two moves gives %v and leaves %d", n, err, g.Len())
		}
	}
	must.Do(t, g.Resign())
	if err := g.TakeBack(0); err != nil || !g.Over() {
		t.Errorf("taking back nothing gives %v, outcome %v", err, g.Outcome())
	}
}

func TestListsOfMoves(t *testing.T) {
	g := movegen.NewGame()
	playAll(t, g, "e2e4")
	black, white := g.MovesOf(movegen.Black), g.MovesOf(movegen.White)
	if len(black) != 20 || len(white) != 30 {
		t.Errorf("after e2e4 Black has %d moves, White would have %d", len(black), len(white))
	}
	if all := g.AllMoves(); !slices.Equal(all, slices.Concat(black, white)) {
		t.Errorf("all moves are %v", all)
	}
	f1, _ := movegen.ParseSquare("f1")
	if got := g.MovesFrom(f1); len(got) != 5 {
		t.Errorf("the bishop on f1 would have %v", got)
	}
	for _, s := range []movegen.Square{f1 + 24, movegen.NoSquare, 255} {
		if got := g.MovesFrom(s); got != nil {
			t.Errorf("from %d there are the moves %v", s, got)
		}
	}
	playAll(t, g, "f7f6", "d1h5") // check: White cannot move twice
	if got := g.MovesOf(movegen.White); got != nil {
		t.Errorf("the side that gives check would have %v", got)
	}
	if got := g.MovesOf(movegen.Black); len(got) != 1 || got[0].String() != "g7g6" {
		t.Errorf("the side in check has %v", got)
	}
}

func TestAttacksOfAPieceIncludeWhatItGuards(t *testing.T) {
	p := movegen.StartPosition()
	for square, want := range map[movegen.Square]string{
		movegen.A1: "b1 a2", movegen.B1: "d2 a3 c3", movegen.MakeSquare(4, 1): "d3 f3",
		movegen.MakeSquare(4, 6): "d6 f6", movegen.MakeSquare(4, 3): "", movegen.NoSquare: "", 200: "",
	} {
		if got := p.AttacksFrom(square).String(); got != want {
			t.Errorf("the piece on %s attacks %q, not %q", square, got, want)
		}
	}
}
