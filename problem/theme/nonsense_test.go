package theme

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

// commonplace says why a theme may turn up in a position that nobody composed.
var commonplace = map[string]string{
	"star flights":            "a bare king in the open has few flights, and some sets of four are a star",
	"white knight tour":       "where a queen mates unless disturbed, a knight's eight moves may all be waiting moves",
	"corner-to-corner":        "a queen on a long diagonal",
	"switchback":              "the key leaves a mating square and the king comes back",
	"self-block":              "a defender near its king has little choice",
	"self-pin":                "the king steps onto a line behind its man",
	"unpin of the mating man": "a capture of the pinning man, or a check that drops the pin",
	"unpin of a defender":     "the key leaves the line of a pin",
	"pin-mate":                "a man beside its king on an attacked line",
	"interference":            "a defender stops in front of another",
	"line opening":            "a pawn or man steps off a file or diagonal of a queen",
	"gate opening":            "the queen crosses the square of the man that moved",
	"line closing":            "a mating man stops between a rook and the king",
	"unguard":                 "a lone guard must move",
	"double-check mate":       "a battery fired with check",
	"cross-check":             "a defender checks and a battery answers",
	"battery":                 "two men on a line with the king",
	"indirect battery":        "two men on a line with a square beside the king",
	"half-battery":            "three men on a line, and the key is one of the front men",
	"en passant":              "a pawn beside the king",
	"model mate":              "few men leave few squares guarded twice",
	"ideal mate":              "few men, and all of them needed",
	"partial Fleck":           "many threats, and defences that capture the men that make them",
	"full Fleck":              "many threats, and few defences",
	"Karlström-Fleck":         "many threats, and few defences",
	"Barnes":                  "a queen threatens twice, other men once",
	"Rudenko":                 "a queen's mates are the same whatever the phase",
	"Urania":                  "a queen's move is key, threat or mate as it happens",
	"allumwandlung":           "a pawn that must promote, and a queen that mates all but the knight",
	"reversal":                "a queen's first moves and mates are the same squares",
	"threat reversal":         "two moves mate together, in either order",
	"Chepizhny":               "a queen mates everywhere",
	"Grimshaw":                "in set play a rook and a bishop shut each other",
	"underpromotion":          "a pawn that must promote, and a rook or bishop that mates where a queen stalemates",
	"Y flights":               "a bare king in the open has few flights, and some sets of three are a Y",
	"Umnov":                   "a queen mates where a man stood that had to move",
	"Keller paradox":          "a man guards a square and is pinned",
	"Pelle":                   "a pinned man captures the man that pins it",
	"mirror mate":             "a king in the open between queens and rooks",
	"Herlin":                  "a rook goes far, and another man comes between",
	"echo":                    "few men give the same mate on two squares",
	"chameleon echo":          "few men give the same mate on two squares",
	"magnet":                  "a queen follows a rook",
	"four corners":            "a queen goes round the board",
	"castling":                "a king at home with its rook",
	"white correction":        "a try moves the key's man elsewhere, and one defence refutes it",
	"incomplete block":        "most diagrams leave a defence without an answer",
	"added mates":             "whatever the diagram does not answer and the key does is added",
	"removed mates":           "a key that gives up a guard gives up a set mate",
	"changed mates":           "a queen that has moved mates from elsewhere",
	"transferred mates":       "the same square is open to the queen after other defences",
}

// nonsense returns a random position: two kings and a few men of either side.
func nonsense(r *rand.Rand) (movegen.Position, bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	place := func(c movegen.Color, t movegen.PieceType) {
		for {
			s := r.IntN(64)
			if t == movegen.Pawn && (s < 8 || s >= 56) || b.Board[s] != movegen.NoPiece {
				continue
			}
			b.Board[s] = movegen.MakePiece(c, t)
			return
		}
	}
	place(movegen.White, movegen.King)
	place(movegen.Black, movegen.King)
	for range 2 + r.IntN(4) {
		place(movegen.White, movegen.Pawn+movegen.PieceType(r.IntN(5)))
	}
	for range r.IntN(5) {
		place(movegen.Black, movegen.Pawn+movegen.PieceType(r.IntN(5)))
	}
	p, _, err := b.Build(movegen.Rules{Composed: true})
	return p, err == nil
}

func TestNonsenseShowsOnlyWhatIsCommonplace(t *testing.T) {
	random := randomProblems()
	if random.err != nil {
		t.Fatal(random.err)
	}
	counts := map[*Theme]int{}
	for _, report := range random.reports {
		seen := map[*Theme]bool{}
		for _, f := range Recognise(report) {
			if commonplace[f.Theme.Name] == "" {
				t.Errorf("%s shows %s", report.Position.FEN(), f.Theme.Name)
			}
			if !seen[f.Theme] {
				seen[f.Theme] = true
				counts[f.Theme]++
			}
		}
	}
	for _, theme := range Themes() {
		t.Logf("%-24s %4d of %d", theme.Name, counts[theme], len(random.reports))
	}
}
