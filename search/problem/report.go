package problem

import (
	"time"

	"alfiere/movegen"
)

// Report is the analysis of a problem.
type Report struct {
	Position movegen.Position // the diagram; its side to move mates
	Moves    int              // the stipulation: mate in so many moves

	Verdict Verdict
	Keys    []Phase // first moves that mate in Moves moves and not sooner
	Short   []Short // first moves that mate sooner than stipulated
	Tries   []Phase // first moves with few refutations; nil unless asked for
	Set     *Phase  // nil unless asked for, or if the mating side is in check

	// Complete is false if a limit or the context ended the analysis. What the
	// report states is proven then too, but there may be more: every list may lack
	// entries, and the last phase variations.
	Complete bool
	Nodes    uint64 // moves made or tested for mate
	Elapsed  time.Duration
}

// Short is a first move that mates in fewer moves than stipulated.
type Short struct {
	Move  movegen.Move
	Moves int // mates in so many moves
}

// Verdict is the judgement on a problem as a whole.
type Verdict uint8

// The verdicts. A problem with a short solution is called that however many keys
// it has besides.
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
	Block  Kind = iota // nothing is threatened; it is the duty to move that loses
	Threat             // there would be a mate in time if the defender could pass
	Check              // the first move gives check
)

var kindNames = [...]string{"block", "threat", "check"}

// String returns the kind in English: block, threat or check.
func (k Kind) String() string { return kindNames[k] }

// Phase is a line of play by stages: what follows a key (actual play), a try
// (virtual play) or no move at all (set play). The three share one form so that
// they can be compared defence by defence.
type Phase struct {
	Move       movegen.Move // the key or try, NoMove in set play
	Kind       Kind         // Block in set play
	Threats    []movegen.Move
	Variations []Variation // of Threat phases only the effective ones unless all were asked for

	// Refutations are the defences without a mate in time: none after a key, the
	// refutations of a try, the unprovided moves of set play.
	Refutations []movegen.Move
}

// Variation is a defence with every answer that mates in time.
type Variation struct {
	Defence movegen.Move

	// Continuations holds the answers: all mates of a two-mover; in longer problems
	// the shortest ones only, since a slower way to a mate is no merit or fault.
	Continuations []movegen.Move

	// Effective is false if every threat still works after the defence. In a phase
	// without threats every defence is effective.
	Effective bool
}

// IsDual reports whether more than one continuation answers the defence.
func (v *Variation) IsDual() bool { return len(v.Continuations) > 1 }

// Duals counts the effective variations of the phase that are duals.
func (p *Phase) Duals() (n int) {
	for i := range p.Variations {
		if v := &p.Variations[i]; v.Effective && v.IsDual() {
			n++
		}
	}
	return n
}
