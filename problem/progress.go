package problem

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// Progress is how far an analysis has come. It looks for mates of every length, the
// shortest first, and tries all first moves before it moves to the next length.
type Progress struct {
	Without    int // no first move mates in up to this many moves
	In         int // the length of the mates looked for last; 0 before the first
	Refuted    int // first moves that are proven not to mate in In moves, nor sooner
	FirstMoves int

	Tried, Changes int // of a search for neighbours; the rest is 0 then
}

// String returns the progress in English.
func (p Progress) String() string {
	if p.Changes > 0 {
		return fmt.Sprintf("%d of %d changes tried", p.Tried, p.Changes)
	}
	return fmt.Sprintf("no mate in up to %d; mate in %d: %d of %d first moves refuted", p.Without, p.In, p.Refuted,
		p.FirstMoves)
}

// Watch lets other goroutines see how far an analysis has come.
type Watch struct{ without, in, refuted, moves, tried, changes atomic.Int32 }

// Progress returns how far the analysis has come by now.
func (w *Watch) Progress() Progress {
	return Progress{
		Without: int(w.without.Load()), In: int(w.in.Load()),
		Refuted: int(w.refuted.Load()), FirstMoves: int(w.moves.Load()),
		Tried: int(w.tried.Load()), Changes: int(w.changes.Load()),
	}
}

// Try notes how many of a diagram's neighbours have been tried.
func (w *Watch) Try(done, of int) {
	w.tried.Store(int32(done))
	w.changes.Store(int32(of))
}

// begin notes that mates in n moves are looked for next. nothing says that no first move mates sooner.
func (w *Watch) begin(n int, nothing bool) {
	if nothing {
		w.without.Store(int32(n - 1))
	}
	w.refuted.Store(0)
	w.in.Store(int32(n))
}

// MaxMoves is the longest stipulation, in moves of the mating side.
const MaxMoves = 32

// Errors of Analyse; the first is also one of ParseStipulation.
var (
	ErrMoves    = errors.New("the number of moves must be from 1 to 32")
	ErrPosition = errors.New("problem: illegal position")
)

// Options selects what Analyse looks for. With only Moves set it finds the keys with
// their threats, effective defences and answers, on one thread.
type Options struct {
	Moves int // the stipulation: mate in 1 to MaxMoves moves

	// PostKey says that the key has been made: the side to move defends, and the report has what follows in PostKey,
	// with no judgement.
	PostKey bool

	// What is reported besides the keys.
	Tries      int  // first moves with up to this many refutations; 0 or less is none
	QuietTries bool // leave out tries that give check
	SetPlay    bool // what would happen if the defender moved first
	Judge      bool // fill the Judgement and the flaws of the phases
	ShortPlay  bool // the play of first moves that mate sooner than stipulated

	// How much of the play is reported in each phase.
	AllDefences bool // ineffective defences of threat phases too
	HidePartial bool // no defences that stop some of several threats only

	// The play after threats and defences is nested in Mates.Play down to the move Play,
	// the first being 1; up to 2 nests none. With several keys CookedPlay applies instead,
	// except to Key, because the play of unsound positions is endless.
	Play, CookedPlay int
	Key              movegen.Move // the intended key; NoMove if unknown

	// Cost. Threads examine first moves at the same time. Except for Nodes and Elapsed the report does not depend on
	// their number. A node limit is exact with one thread and approximate with several.
	Threads int    // 0 is 1
	Nodes   uint64 // node limit; 0 is none

	Watch *Watch // shows the progress of the analysis; may be nil
}

// ErrUnsupported is returned for everything that is not a direct mate of orthodox chess.
var ErrUnsupported = errors.New("only direct mates of orthodox chess are solved")

// otherStipulation matches what composers ask for besides direct mates: a goal with what may precede it and the
// number of moves, as in h#2.5, ser-h=3, +2, ~1 or zd44, or a word. It matches direct mates, too.
var otherStipulation = wire.Pattern(`(?i)^(([0-9]+->)?([a-z]{3,5}-)?[a-z]{0,3}` +
	`(#=|##!?|!=|=+|[#+~%]|z[a-h][1-8])([0-9]+([.,][05]|½)?|½)|((stale|help|self|reflex)mate|(help|self)stalemate|` +
	`draw|win|patt?|remis|stallo|patta|automatto|aiutomatto|(hilfs|selbst)matt))[.:]?$`)

// Stipulation writes a direct mate in a number of moves, as in "#2"; it is empty for 0.
func Stipulation(moves int) string {
	if moves == 0 {
		return ""
	}
	return "#" + strconv.Itoa(moves)
}

// ParseStipulation reads a direct mate, as in #2, 2# or 2. The error is ErrMoves, or ErrUnsupported for another
// stipulation.
func ParseStipulation(word string) (moves int, err error) {
	if IsOtherStipulation(word) || strings.Contains(word, "#") && strings.ContainsFunc(word, unicode.IsLetter) {
		return 0, ErrUnsupported
	}
	digits := withoutSign(word)
	moves, err = strconv.Atoi(digits)
	if err != nil || moves < 1 || moves > MaxMoves || !isNumber(digits) {
		return 0, ErrMoves
	}
	return moves, nil
}

// IsOtherStipulation reports whether a word is a stipulation but no direct mate, as h#2, =2, +2, ~1 or stalemate.
func IsOtherStipulation(word string) bool {
	return otherStipulation().MatchString(word) && !isNumber(withoutSign(word))
}

// withoutSign returns the number of a direct mate.
func withoutSign(word string) string {
	word = strings.TrimSuffix(word, ".")
	if digits, found := strings.CutPrefix(word, "#"); found {
		return digits
	}
	return strings.TrimSuffix(word, "#")
}

// isNumber reports whether a text is of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
