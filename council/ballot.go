package council

import (
	"time"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Proposal is the move that a member of a council proposes, with the result of its search.
type Proposal struct {
	Member    string         // its name
	Knowledge eval.Knowledge // used in the search; other engines use all
	Move      movegen.Move
	Score     search.Score   // of Move, from the side to move, as the member sees it
	Line      []movegen.Move // begins with Move
	Depth     int            // the last iteration that was begun, in plies
	RootMoves int            // root moves searched to that depth
	Nodes     uint64
	TBHits    uint64
	Elapsed   time.Duration

	// Iterations are the results of the completed iterations, from depth 1 on. An iteration that the
	// member did not report has NoMove.
	Iterations []Iteration

	// Lines are the member's best lines if several were asked for, the best one first.
	Lines []search.Info
}

// Iteration is the result of a completed iteration.
type Iteration struct {
	Move  movegen.Move
	Score search.Score
}

// Ballot shows how a council came to its move: the proposal of each member and its weight by the
// criterion. Package council fills it.
type Ballot struct {
	Root      movegen.Position // the position searched
	Criterion string
	Proposals []Proposal // of the members that answered in time, in the order of their seats
	Weights   []float64  // of each proposal, even if it could not be chosen; empty without weights
	Alone     bool       // the heaviest proposal wins; otherwise the weights of equal moves add up
	Chosen    int        // the proposal that is played
	Absent    []Absence
	Second    *Proposal // the result of a second search of the proposed moves; nil without one
}

// BallotOf returns the ballot of a search's result, or nil if there was no council.
func BallotOf(r search.Result) *Ballot {
	ballot, _ := r.Vote.(*Ballot)
	return ballot
}

// Absence is a member that proposed nothing, with the reason.
type Absence struct {
	Member string
	Err    error
}
