package problem

import (
	"context"
	"slices"

	"alfiere/movegen"
)

// Judgement is what a composer wants to know of a problem beyond its play. It is empty unless Options.Judge asks for
// it; the flaws of keys and tries are with their phases.
type Judgement struct {
	BlockKind BlockKind // of the set play and the first key together
	Changes   []Change  // from set play, tries and earlier keys to each intended key, or to the first one
	Economy   *Economy  // nil unless the problem is sound
	Pictures  []Picture // of the mates after the keys, those of duals included
	Warnings  []Warning // on the diagram
}

// BlockKind says how the duty to move works in a problem: what the first key does to the set play.
type BlockKind uint8

// The kinds of blocks. "Provided for" says of the diagram that every move of the
// defender, of which there is at least one, is answered by a mate in time.
const (
	NoBlock         BlockKind = iota // there is no key
	PlainThreat                      // the key threatens; not every defence in the diagram has a set mate
	BlockThreat                      // the key threatens, although every defence in the diagram has a set mate
	CheckingKey                      // the key gives check
	PlainBlock                       // the key is a block; in the diagram the attacker is in check and cannot wait
	IncompleteBlock                  // the key is a block; the diagram is not provided for
	CompleteBlock                    // the key is a block; all defences are provided for and no set mate changes
	Mutate                           // the key is a block; the diagram is provided for, but a set mate is Changed
)

var blockKindNames = [...]string{
	"", "threat", "block-threat", "check", "block", "incomplete block", "complete block", "mutate",
}

// String returns the field's English name, the empty string for NoBlock.
func (k BlockKind) String() string { return blockKindNames[k] }

// FlawKind names what is remarkable about a key or try: a flaw or a merit.
type FlawKind uint8

// The flaws and merits of keys. A flight is a legal move of the defender's king (castling apart), were the defender to
// move: in the diagram, or after the key. In the diagram the defender is taken to move also for the checks and captures
// below; where the attacker stands in check there it has none of them, and no flights.
const (
	ChecksKing        FlawKind = iota // the key gives check; Squares: the checkers
	CapturesPiece                     // the key captures a piece; Squares: where it stood
	CapturesPawn                      // the key captures a pawn, which is tolerated; Squares: where it stood
	PromotesPawn                      // the key promotes
	TakesFlight                       // flights of the diagram are none after the key; Squares: those
	PinsMan                           // the key pins men of the defender; Squares: those
	BringsIdle                        // the key brings in a man that did nothing in the diagram (see idle in flaw.go)
	SavesMan                          // the key moves a man that in the diagram could be captured without a set mate
	UnprovidedCheck                   // the defender has a check without a set mate; Squares: the men that could give it
	UnprovidedFlight                  // the diagram has flights without a set mate; Squares: those
	UnprovidedCapture                 // the defender can capture a piece without a set mate; Squares: those

	GivesFlight // a merit: flights after the key that are none in the diagram; Squares: those
	OffersMan   // a merit: the man moved by the key can be captured, which was impossible before
	UnpinsMan   // a merit: the key unpins men of the defender; Squares: those
	ExposesKing // a merit: checks of the defender that it did not have in the diagram; Squares: the men that can give them
)

var flawNames = [...]string{
	"checks", "captures a piece", "captures a pawn", "promotes", "takes flights", "pins",
	"brings in an idle man", "saves a man", "unprovided check", "unprovided flight",
	"unprovided capture", "gives flights", "offers the man", "unpins", "allows checks",
}

// String returns the flaw in English words.
func (k FlawKind) String() string { return flawNames[k] }

// IsMerit reports whether composers seek what k names.
func (k FlawKind) IsMerit() bool { return k >= GivesFlight }

// Flaw is one flaw or merit of a key or try.
type Flaw struct {
	Kind    FlawKind
	Squares movegen.Bitboard
}

// ChangeKind says how the answer to a defence, or to another, differs between two phases.
type ChangeKind uint8

// The kinds of changes; see Compare.
const (
	Changed     ChangeKind = iota // the same defence, other mates
	Transferred                   // the same mate, another defence
	Added                         // a defence answered only in the later phase
	Removed                       // a defence answered only in the earlier phase
)

var changeNames = [...]string{"changed", "transferred", "added", "removed"}

// String returns the kind in English.
func (k ChangeKind) String() string { return changeNames[k] }

// Change is a difference between two phases. A phase is named by its first move, NoMove for set play.
type Change struct {
	Kind        ChangeKind
	From, To    movegen.Move   // the phases
	Defence     movegen.Move   // in From (Added: in To)
	Other       movegen.Move   // Transferred: the defence in To; else Defence
	Before, New []movegen.Move // the mates after them in From and in To; Transferred: the one that moves
}

// Economy says which men a problem could do without.
type Economy struct {
	Superfluous movegen.Bitboard // each can be removed alone; see isSuperfluous in economy.go for the exact terms
	Lost        []Loss           // superfluous men without which tries are lost, of those that the report has
	Tested      movegen.Bitboard // the men that were removed in turn; not all but the kings if a limit ended it
}

// Loss are the tries that are none, or have other play or another refutation, without a
// man; see lostTries in economy.go.
type Loss struct {
	Man   movegen.Square
	Tries []movegen.Move
}

// Picture is the position of one mate. The king's field is the up to eight squares round the mated king; a square is
// guarded by every man of the attacker that attacks it once the king has left its own.
type Picture struct {
	Line       []movegen.Move   // from the first move to the mate
	Pure       bool             // each square of the field is guarded once, or blocked and not guarded; see isPure
	Economical bool             // every piece of the attacker, but king and pawns, checks, guards or pins
	Model      bool             // pure and economical
	Ideal      bool             // pure, every man of the attacker takes part and every man of the defender blocks
	Pins       movegen.Bitboard // the defender's men that could parry the check if they were not pinned
	Double     bool             // mate by double check
}

// Warning is an oddity of the diagram that composers care about; it does not keep the problem from being solved. Each
// is a proof, made from the diagram and its castling rights, that no game leads there or that pieces in it are
// promoted. The castling rights are taken at their word.
type Warning struct {
	Kind    WarningKind
	Color   movegen.Color    // whose men they are; of NoLastMove: who cannot have moved
	Squares movegen.Bitboard // the men concerned
	Need    int              // of the kinds that count something: how many there are or would have to be
	Have    int              // and how many there can be
}

// WarningKind names what is odd about a diagram.
type WarningKind uint8

// The kinds of warnings. An unmoved pawn stands on its first square: it has never
// moved, and neither has what it alone shuts in.
const (
	PromotedPiece      WarningKind = iota // Need of these pieces of one type at least are promoted ("obtrusive")
	BishopsOnOneColour                    // two or more bishops on squares of one colour: Need of them are promoted

	SurplusMen      // more than 16 men of a colour
	SurplusPawns    // more than 8 pawns of a colour
	SurplusPromoted // Need promoted pieces, but only Have pawns are missing
	ShutOut         // the way of this piece or king to its square was barred by unmoved men at all times
	NoArrival       // each way to its square begins with the enemy king in check on this side's own turn
	// The pawns need more captures than there are missing men; with Need 0 they cannot come from different pawns.
	ImpossiblePawns
	ImpossibleCheck // no last move leads to this check; Squares: the checkers and the king
	NoLastMove      // the side not to move cannot have made a last move

	CastlingRefuted   // king and rook at home may not castle: the last move of their side must have been theirs
	EnPassantProven   // the last move can only have been the double step of the pawn
	EnPassantUnproven // it may have been another one, so that a capture en passant is a matter of trust
)

var warningNames = [...]string{
	"promoted piece", "bishops on one colour", "surplus men", "surplus pawns", "surplus promoted pieces",
	"shut out", "no arrival", "impossible pawns", "impossible check", "no last move",
	"castling refuted", "en passant proven", "en passant unproven",
}

// String returns the kind in English words.
func (k WarningKind) String() string { return warningNames[k] }

// IsImpossible reports whether no game leads to a diagram with such a warning. The
// other kinds only say that pieces are promoted, or which rights the last move leaves.
func (k WarningKind) IsImpossible() bool { return k >= SurplusMen && k <= NoLastMove }

// appraise fills the Judgement and the flaws of the keys and tries. The report must have set play, unless the attacker
// is in check. What the economy takes to solve is held to ctx and the node limit of o, and counted.
func (r *Report) appraise(ctx context.Context, o Options) {
	for i := range r.Keys {
		r.Keys[i].Flaws = flaws(&r.Position, &r.Keys[i], r.Set)
	}
	for i := range r.Tries {
		r.Tries[i].Flaws = flaws(&r.Position, &r.Tries[i], r.Set)
	}
	if len(r.Keys) == 0 {
		return
	}
	r.BlockKind = r.BlockOf(&r.Keys[0])
	r.Changes = r.changes()
	r.Pictures = r.pictures()
	if r.Verdict == Sound {
		r.Economy = r.economy(ctx, o)
	}
}

// BlockOf classifies the problem by its set play and a key. The kind is NoBlock if a limit has
// left one of them unknown.
func (r *Report) BlockOf(key *Phase) BlockKind {
	inCheck, set := r.Position.InCheck(), r.Set
	provided := set != nil && set.isProvided()
	switch {
	case key.Kind == Check:
		return CheckingKey
	case key.Kind == Block && inCheck:
		return PlainBlock
	case key.Kind == NoKind || set == nil && !inCheck:
		return NoBlock
	case key.Kind == Threat && provided:
		return BlockThreat
	case key.Kind == Threat:
		return PlainThreat
	case !provided:
		return IncompleteBlock
	}
	for _, c := range Compare(set, key) {
		if c.Kind == Changed {
			return Mutate
		}
	}
	return CompleteBlock
}

// isProvided reports whether there are defences and all of them are answered.
func (p *Phase) isProvided() bool { return len(p.Refutations) == 0 && len(p.Variations) > 0 }

// Triviality is why a try deceives no solver.
type Triviality uint8

// The kinds of trivial tries; of several that apply the first one counts.
const (
	Worthwhile    Triviality = iota // not trivial
	CapturedTry                     // refuted by the capture of the man that has moved
	EmptyTry                        // no effective defence is answered by mate
	UnprovidedTry                   // refuted by a move that has no set mate, which a solver looks at first
)

// Triviality returns why the try of the report is trivial. Without set play in the report
// nothing is known to be unprovided.
func (r *Report) Triviality(try *Phase) Triviality {
	switch {
	case try.Stalemate:
		return Worthwhile
	case slices.ContainsFunc(try.Refutations, func(m movegen.Move) bool { return m.To() == try.Move.To() }):
		return CapturedTry
	case !slices.ContainsFunc(try.Variations, func(v Variation) bool { return v.Effective }):
		return EmptyTry
	case r.Set != nil && slices.ContainsFunc(try.Refutations, func(m movegen.Move) bool {
		return slices.Contains(r.Set.Refutations, m)
	}):
		return UnprovidedTry
	}
	return Worthwhile
}
