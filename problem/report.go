package problem

import (
	"slices"
	"time"

	"alfiere/movegen"
)

// Report is the analysis of a problem.
type Report struct {
	Position movegen.Position // the diagram; its side to move mates, or defends if PostKey is set
	Moves    int              // the stipulation: mate in this many moves

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
	Undecided     Verdict = iota // the analysis ended before anything was certain
	Sound                        // exactly one key
	Cooked                       // more than one key
	ShortSolution                // a mate in fewer moves than stipulated
	NoSolution                   // no key
)

var verdictNames = [...]string{"undecided", "sound", "cooked", "short solution", "no solution"}

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

	// Flaws are what a composer would dislike in Move; nil unless judged.
	Flaws []Flaw
}

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
	case len(r.Keys) > 1:
		return Cooked
	case !r.Complete:
		return Undecided
	case len(r.Keys) == 1:
		return Sound
	}
	return NoSolution
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
