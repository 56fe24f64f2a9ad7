package search

import (
	"time"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
	"alfiere/tt"
	"alfiere/tt/syzygy"
)

// Request is everything a search needs to know.
type Request struct {
	Position movegen.Position

	// History holds the keys of the game's positions before Position, oldest
	// first; positions before the last capture or pawn move may be left out.
	History []movegen.Key

	// Game is what was played before Position, for searchers that hand it on to others, as a
	// council does; an Engine does without.
	Game Record

	Limits    Limits
	MultiPV   int              // lines to report; 0 and 1 mean the best one only
	Contempt  int              // a repetition counts as -Contempt centipawns for the side to move at the root
	Knowledge eval.Knowledge   // 0 means all
	Network   *network.Network // of letter n; nil is that of the program
	Legacy    Legacy           // settings of GNU Chess 4; the zero value is the usual way

	HashFileUse HashFileUse
	Endgames    EndgameUse
}

// Record is a game: where it began and what was played. The zero value is no game.
type Record struct {
	Start movegen.Position
	Moves []movegen.Move
}

// EndgameUse says which endgame tables a search asks, and when. The zero value asks none.
type EndgameUse struct {
	Tables     *syzygy.Tables
	ProbeDepth int  // plies left at which the largest tables are asked inside the tree; smaller ones always are
	ProbeLimit int  // pieces of the largest positions asked for
	Rule50     bool // the 50-move rule turns cursed wins into draws
}

// Limits says when a search ends. The zero value never ends by itself: the context's end does it. Several limits may be
// set; the first one reached counts. No limit and no stop ends a search before it has completed depth 1.
type Limits struct {
	Depth    int            // iterations
	Nodes    uint64         // positions visited by all threads
	MoveTime time.Duration  // a hard limit for this move, taken as it is
	Clock    Clock          // a chess clock; used if Remaining is not 0
	Mate     int            // stop when a mate in this many moves is proven
	Moves    []movegen.Move // search only these root moves; none means all

	// Infinite makes the search look at no clock.
	Infinite bool

	// PonderHit, if not nil, makes the search a pondering one: no clock limits it until the channel is closed (the
	// predicted move was played). The hard limits count from then on; a move for which the pondering was long enough is
	// played at once.
	PonderHit <-chan struct{}

	// Share is the part of MoveTime and of the clock's budget that this search may take, the
	// rest being for another one about the same move; 0 means all.
	Share float64

	// Started is when the time began to count; zero means when Search is called. Searches that
	// start one after the other so end together.
	Started time.Time
}

// Company is what a search has from others that go on at the same time. The zero value is nothing.
type Company struct {
	// Gate, if not nil, may keep the threads waiting, and so divides few processors among many searches.
	Gate Gate

	// Exchange, if not nil, is called with the best line after each iteration, and with the nodes searched
	// so far. It returns lines of other searches of the same position, which only order moves.
	Exchange func(line []movegen.Move, nodes uint64) [][]movegen.Move
}

// Gate gives the threads of searches their turns.
type Gate interface {
	// Enter is called by each thread of a search before it begins; it may wait. The threads
	// of an engine are numbered from 0.
	Enter(thread int) Turn
}

// Turn is the right of one thread to work.
type Turn interface {
	Pass()  // is called every hundred nodes or so, or more often: if others wait it may be their turn first
	Leave() // ends it
}

// Clock is the state of the mover's chess clock.
type Clock struct {
	Remaining time.Duration // may be negative: some GUIs let clocks run below zero
	Increment time.Duration // added after each move
	MovesToGo int           // moves until the next control; 0 is sudden death
	Overhead  time.Duration // what may be lost between GUI and engine at a move
	Lag       time.Duration // what was lost at the moves before, at each; 0 if nothing is known
}

// Score is a value in centipawns from the side to move's point of view. Values beyond ±MateBound announce a mate, those
// beyond ±TBBound else a win by endgame tables; no evaluation gets there.
type Score int

// Bounds of scores. MateScore minus the plies to the mate is the score of a mate, TBWin minus the plies to the position
// that is found in a table that of a win without a mate in sight: some 200 pawns, as other engines report it.
const (
	Infinity  Score = 32001
	MateScore Score = 32000
	MateBound Score = MateScore - 2*MaxPly
	TBWin     Score = 20000
	TBBound   Score = TBWin - 2*MaxPly
	MaxPly          = 128 // the deepest line the search follows
)

// Mate returns in how many moves the side to move mates (positive) or is mated
// (negative, 0 if it already is); ok is false if the score announces no mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > MateBound:
		return int(MateScore-s+1) / 2, true
	case s < -MateBound:
		return -int(MateScore+s) / 2, true
	}
	return 0, false
}

// Bound is how a score limits the true one. It is the table's type, so that readers of reports need not know the table.
type Bound = tt.Bound

// The kinds of bounds.
const (
	Upper = tt.Upper // the true score is at most this
	Lower = tt.Lower // the true score is at least this
	Exact = tt.Exact
)

// Info is a report from a running search: a new line if Line is not empty, else only what is being searched.
type Info struct {
	Depth    int // of the iteration, in plies
	SelDepth int // the deepest ply reached
	MultiPV  int // rank of the line, from 1
	Score    Score
	Bound    Bound          // what Score proves
	Line     []movegen.Move // the principal variation; legal throughout
	Nodes    uint64
	Elapsed  time.Duration
	Hashfull int    // permille of the table filled in this search
	TBHits   uint64 // positions found in endgame tables

	CurrentMove   movegen.Move // root move being searched; NoMove in reports of a line
	CurrentNumber int          // its place in the order, from 1
	RootMoves     int          // legal moves at the root, or those asked for
}

// Result is the outcome of a search.
type Result struct {
	Best    movegen.Move // NoMove only if there is no legal move
	Ponder  movegen.Move // the reply expected, NoMove if none is known
	Score   Score
	Depth   int // last iteration that was completed
	Nodes   uint64
	TBHits  uint64 // positions found in endgame tables
	Elapsed time.Duration
	Line    []movegen.Move
	Threads []ThreadReport // what each of the threads did, the main one first

	// Started is the last iteration that was started, in plies, and StartedMoves how many moves at the
	// root were searched to its depth, all of them if it was completed.
	Started, StartedMoves int

	Vote Vote // how a council came to the move; nil from an Engine
}

// Vote is how a council of searchers came to its move, as text for people.
type Vote interface {
	Line() string  // the moves, the chosen one first, and who proposed them; without a line end
	Table() string // a line for each proposal, then Line
}

// ThreadReport is the result of one thread of a search.
type ThreadReport struct {
	Depth int // last iteration that it completed
	Nodes uint64
	Best  movegen.Move // NoMove only if there is no legal move
	Score Score        // the last one that the thread knew of Best
}
