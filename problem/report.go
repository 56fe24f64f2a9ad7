package problem

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// Report is the analysis of a problem.
type Report struct {
	Position movegen.Position // the diagram; its side to move mates, or defends if PostKey is set
	Moves    int              // the stipulation: mate in this many moves
	Intended

	Verdict Verdict
	Keys    []Phase // first moves that mate in Moves moves and not sooner
	Short   []Short // first moves that mate sooner than stipulated
	Tries   []Phase // first moves with few refutations; nil unless asked for
	Set     *Phase  // nil unless asked for, or if the mating side is in check
	PostKey *Phase  // what follows a key that has been made, whose Move is NoMove; else nil

	Judgement // what a composer asks beyond the play

	// Complete is false if a limit or the context ended the analysis. All that the
	// report says is proven then too, but every list may lack entries.
	Complete bool
	Progress Progress // when the first moves were done, or the analysis ended
	Nodes    uint64   // moves made, or tested for mate without being made
	Elapsed  time.Duration
}

// Short is a first move that mates in fewer moves than stipulated.
type Short struct {
	Move movegen.Move
	In   int    // moves to the mate, Move included
	Play *Phase // what follows, as after a key; nil unless asked for, or if the analysis ended before
}

// Verdict is the judgement on a problem as a whole.
type Verdict uint8

// The verdicts. A problem with a short solution is called that whatever keys it has besides.
const (
	Undecided       Verdict = iota // the analysis ended before anything was certain
	Sound                          // exactly the intended keys, or one key
	Cooked                         // more keys than intended
	ShortSolution                  // a mate in fewer moves than stipulated
	NoSolution                     // no key
	MissingSolution                // an intended key is missing
)

var verdictNames = [...]string{"undecided", "sound", "cooked", "short solution", "no solution", "missing solution"}

// String returns the verdict in English words.
func (v Verdict) String() string { return verdictNames[v] }

// Kind says what forces the defender after a first move.
type Kind uint8

// The kinds of phases.
const (
	NoKind Kind = iota // set play; or the analysis ended before the kind was known
	Block              // nothing is threatened: the duty to move loses (zugzwang)
	Threat             // there is a mate in time if the defender passes
	Check              // the first move gives check
)

var kindNames = [...]string{"", "block", "threat", "check"}

// String returns the kind in English, the empty string for noKind.
func (k Kind) String() string { return kindNames[k] }

// Phase is one stage of a problem: what follows a key (actual play), a try (virtual play) or no move at all (set play).
// The three share one form, so that they can be compared defence by defence.
type Phase struct {
	Move       movegen.Move // the key or try, NoMove in set play
	Kind       Kind
	Threats    Mates       // what follows if the defender passes; empty unless Kind is Threat
	Variations []Variation // the effective ones unless all were asked for

	// Refutations are the defences without a mate in time: none after a key, the
	// refutations of a try, the unprovided moves of set play.
	Refutations []movegen.Move

	Stalemate bool // Move leaves the defender without a move, so that nothing follows: stalemate refutes it

	// Flaws are what a composer would dislike in Move; nil unless judged.
	Flaws []Flaw
}

// IsTry reports whether something refutes the phase: a defence, or stalemate.
func (p *Phase) IsTry() bool { return len(p.Refutations) > 0 || p.Stalemate }

// Mates holds the moves that force mate soonest. Slower ways to mate are left out:
// they count neither as threats nor as duals.
type Mates struct {
	In    int // moves to the mate, that of Moves included; 0 if Moves is empty
	Moves []movegen.Move

	// Play is what follows each of Moves, in their order: phases of In-1 moves whose
	// Move is that of Moves. It is nil if In is 1, since each of Moves mates then, or
	// if Options do not ask for it. A phase of noKind was cut off by a limit.
	Play []Phase
}

// Variation is a defence and how it is answered.
type Variation struct {
	Defence movegen.Move
	Mates   Mates

	// Effective says that the defence stops a threat: some threat is illegal after it or does not mate as soon, and
	// nothing else mates sooner than the threats would. Where nothing is threatened every defence is effective.
	Effective bool

	// Stopped counts the threats that the defence stops: all if it leaves a longer mate only, none if it leaves a
	// shorter one or nothing is threatened. A defence that stops some of several threats is partial.
	Stopped int

	// Separates says that an effective defence is answered by threats alone: it stops some of them and lets the others
	// through. Where it leaves several the composer does not call that a dual.
	Separates bool
}

// IsDual reports whether the defence has several answers that count as different, and does not merely separate threats.
func (v *Variation) IsDual() bool { return !v.Separates && v.Mates.Different() > 1 }

// Different counts the moves. Mates by promotion of one pawn on one square to queen,
// rook or bishop differ in name only, and are one.
func (mates *Mates) Different() int {
	n := len(mates.Moves)
	for i, m := range mates.Moves {
		if slices.ContainsFunc(mates.Moves[:i], func(other movegen.Move) bool {
			return mates.Named(m) == mates.Named(other)
		}) {
			n--
		}
	}
	return n
}

// Sole returns the only answer, Named, and NoMove if there is none or several different ones.
func (mates *Mates) Sole() movegen.Move {
	if mates.Different() != 1 {
		return movegen.NoMove
	}
	return mates.Named(mates.Moves[0])
}

// Named returns the move that reports name for m: a mate by promotion to a rook or bishop is named as one to a queen,
// which mates as well.
func (mates *Mates) Named(m movegen.Move) movegen.Move {
	if mates.In == 1 && m.Kind() == movegen.Promotion && m.PromotionType() != movegen.Knight {
		return movegen.MakePromotion(m.From(), m.To(), movegen.Queen)
	}
	return m
}

// Duals counts the effective variations that are duals.
func (p *Phase) Duals() (n int) {
	for i := range p.Variations {
		if v := &p.Variations[i]; v.Effective && v.IsDual() {
			n++
		}
	}
	return n
}

// Mover returns the side that mates.
func (r *Report) Mover() movegen.Color {
	if r.PostKey != nil {
		return r.Position.Side().Other()
	}
	return r.Position.Side()
}

// judge derives the verdict from the first moves found.
func (r *Report) judge() Verdict {
	switch {
	case len(r.Short) > 0:
		return ShortSolution
	case r.Surplus() > 0:
		return Cooked
	case !r.Complete:
		return Undecided
	case len(r.Keys) == 0:
		return NoSolution
	case r.Surplus() < 0 || len(r.Missing()) > 0:
		return MissingSolution
	}
	return Sound
}

// statistics counts what a report holds.
type statistics struct {
	Keys, Tries int
	Defences    int // effective ones of all keys
	Mates       int // different moves that answer them, or begin to in longer problems
	Duals       int // defences with more than one answer
}

// Statistics counts what the report holds.
func (r *Report) Statistics() statistics {
	s := statistics{Keys: len(r.Keys), Tries: len(r.Tries)}
	mates := make(map[movegen.Move]bool)
	for i := range r.Keys {
		s.Duals += r.Keys[i].Duals()
		for _, v := range r.Keys[i].Variations {
			if !v.Effective {
				continue
			}
			s.Defences++
			for _, m := range v.Mates.Moves {
				mates[v.Mates.Named(m)] = true
			}
		}
	}
	s.Mates = len(mates)
	return s
}

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
	ByMan      bool // count all refutations by one man as one
	QuietTries bool // leave out tries that give check
	SetPlay    bool // what would happen if the defender moved first
	Judge      bool // fill the Judgement and the flaws of the phases
	ShortPlay  bool // the play of first moves that mate sooner than stipulated

	AllDefences bool // report ineffective defences of threat phases too

	Intended

	// The play after threats and defences is nested in Mates.Play down to the move Play,
	// the first being 1; up to 2 nests none. With cooks CookedPlay applies instead,
	// except to named keys, because the play of unsound positions is endless.
	Play, CookedPlay int

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
	if err != nil || moves < 1 || moves > MaxMoves || !IsNumber(digits) {
		return 0, ErrMoves
	}
	return moves, nil
}

// IsOtherStipulation reports whether a word is a stipulation but no direct mate, as h#2, =2, +2, ~1 or stalemate.
func IsOtherStipulation(word string) bool {
	return otherStipulation().MatchString(word) && !IsNumber(withoutSign(word))
}

// withoutSign returns the number of a direct mate.
func withoutSign(word string) string {
	word = strings.TrimSuffix(word, ".")
	if digits, found := strings.CutPrefix(word, "#"); found {
		return digits
	}
	return strings.TrimSuffix(word, "#")
}

// IsNumber reports whether a text is of digits.
func IsNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
