package eval

import (
	"reflect"
	"sync"
	"unsafe"
)

// Weights holds a T for each number that the evaluation counts: a Value in the table, a
// packed score in an evaluator, a pair of floating-point numbers in the tuner. It is the one
// declaration of the weights: their order, names, letters and meanings follow from it.
//
// A field is one T or an array of them. The key of its tag is the letter that it belongs to, the text is the meaning of
// its weights, in order. Tables by square begin with a1, tables by rank with the first, and all are seen from the
// owner's side. The tag counts names the two fields that do not simply count with their letter.
type Weights[T any] struct {
	PieceValue [5]T `m:"a pawn, knight, bishop, rook, queen on the board"`
	PieceFifth [5]T `m:"the same when m is not in the set: a fifth" counts:"without"`

	KnightOutpost   [2]T `b:"a knight no pawn can drive away: alone, guarded by a pawn"`
	BishopOutpost   [2]T `b:"a bishop no pawn can drive away: alone, guarded by a pawn"`
	MinorBehindPawn T    `b:"a minor piece with a pawn right before it"`
	ThreatByPawn    [4]T `b:"a knight, bishop, rook, queen attacked by a pawn"`
	ThreatByMinor   [5]T `b:"a pawn, knight, bishop, rook, queen attacked by a minor piece"`
	ThreatByRook    [5]T `b:"the same, attacked by a rook"`
	ThreatByKing    T    `b:"a weak piece or pawn attacked by the king"`
	ThreatByPush    T    `b:"a piece that a safe pawn push would attack"`
	HangingPawn     T    `b:"a pawn attacked and not defended"`
	HangingPiece    T    `b:"a piece attacked and not defended"`
	GuardedByQueen  T    `b:"a weak piece or pawn attacked and defended by the queen alone"`
	Restricted      T    `b:"a square that both sides attack and the own one does not guard well"`
	QueenStalked    [2]T `b:"a square from which a knight, a bishop or rook would attack the queen"`
	Outnumbered     T    `b:"a piece or pawn attacked more often than defended"`
	SeveralHanging  T    `b:"more than one piece that is hanging or attacked by something cheaper"`
	KingInCheck     [2]T `b:"the king attacked once, twice; counts whatever the letters" counts:"always"`

	KnightMobility [9]T  `x:"a knight by squares reached"`
	BishopMobility [14]T `x:"a bishop by squares reached"`
	RookMobility   [15]T `x:"a rook by squares reached"`
	QueenMobility  [28]T `x:"a queen by squares reached"`
	BishopSquare   [64]T `x:"a bishop by square"`
	RookSquare     [64]T `x:"a rook by square"`
	QueenSquare    [64]T `x:"a queen by square"`
	HalfOpenFile   T     `x:"a rook on a file without own pawns"`
	OpenFile       T     `x:"a rook on a file without pawns"`
	TrappedRook    T     `x:"a rook shut in by its own king"`
	Space          T     `x:"a safe square behind or among the own centre pawns"`
	Tempo          T     `x:"the move"`

	KingMiddlegame   [64]T   `k:"the king by square, in the middlegame"`
	Shelter          [4][8]T `k:"by distance of the file from the edge and rank of the nearest own pawn before the king, 0 for none"`
	KingHalfOpenFile T       `k:"no own pawn on the file of the king or beside it"`
	KingOpenFile     T       `k:"no pawn at all on such a file"`
	CastlingRight    T       `k:"for each rook that may castle"`
	KingCastled      T       `k:"a king on its wing that can no longer castle"`
	KingMoved        T       `k:"a king that has left its square and stands in the middle"`
	KingDefender     T       `k:"a minor piece beside the own king"`
	KnightGuard      [8]T    `k:"a knight, by distance from its own king"`
	PawnlessFlank    T       `k:"no pawn of either side on the king's flank"`
	KingDanger       [2]T    `k:"danger squared, danger, as shares that parameter.go names"`

	CentrePawnHome T     `c:"a d- or e-pawn on its first square"`
	KnightSquare   [64]T `c:"a knight by square"`
	KingEndgame    [64]T `c:"the king by square, in the endgame"`

	PawnSquare      [64]T `p:"a pawn by square"`
	Isolated        [8]T  `p:"an isolated pawn by file"`
	IsolatedByRank  [8]T  `p:"an isolated pawn by rank: what its advance is worth less"`
	Doubled         T     `p:"a pawn with an own pawn before it"`
	Backward        [3]T  `p:"neither it nor the square before it guarded by pawns; by the enemy pawns that guard that square"`
	WeakUnopposed   T     `p:"an isolated or backward pawn on a file open for the enemy"`
	BlockedBackward T     `p:"a backward pawn whose next square is taken"`
	Phalanx         [8]T  `p:"a pawn with one beside it, by rank"`
	SupportedPawn   [8]T  `p:"a pawn guarded by one, by rank"`

	Passed            [3][8]T `a:"a passed pawn by stage (nobody stops it, path free, path watched) and rank"`
	Candidate         [8]T    `a:"a pawn that only enemy pawns on the files beside keep from being passed, by rank"`
	PassedStep        [6]T    `a:"by its path (blocked by the enemy, by an own piece, next step lost, a later one lost, guarded, not attacked); times rank beyond the second"`
	PassedOwnKing     [8]T    `a:"by distance of the own king from the square before it; times rank beyond the second"`
	PassedEnemyKing   [8]T    `a:"by distance of the enemy king from the square before it; times rank beyond the second"`
	PassedSupported   T       `a:"a passed pawn guarded by a pawn"`
	RookBehindPassed  [2]T    `a:"a rook behind a passed pawn: of its own side, of the other"`
	PawnStorm         [3][8]T `a:"the foremost pawn on a file before the enemy king: by kings on the same or opposite wings or blocked by a pawn, and rank"`
	KingZoneAttack    [4]T    `a:"a square next to the enemy king that a knight, bishop, rook, queen reaches"`
	KnightNearPieces  T       `a:"an enemy piece within two squares of a knight"`
	KnightTropism     [8]T    `a:"a knight by distance from the enemy king"`
	RookTropism       [8]T    `a:"a rook by distance from the enemy king"`
	QueenTropism      [8]T    `a:"a queen by distance from the enemy king"`
	Pin               [3]T    `a:"an enemy piece or pawn pinned by a bishop, rook, queen"`
	DiscoveredAttack  [3]T    `a:"an own piece or pawn that hides a bishop, rook, queen from king, queen or rook"`
	RookOnSeventh     T       `a:"a rook on the seventh rank before king or pawns"`
	KingPawnDistance  T       `a:"the mean distance of the king from the pawns, in quarters of a square"`
	MopUpEdge         [4]T    `a:"a lone enemy king, by its distance from the edge"`
	MopUpKingDistance [8]T    `a:"by the distance between the kings when one is alone"`
	MopUpCorner       [8]T    `a:"by the distance of a lone king from the corner to mate it in: the one that the bishop of bishop and knight guards, else 0"`
	WonPawn           T       `a:"the pawn that wins against the bare king"`

	PieceStage   [5]T    `r:"what a pawn, knight, bishop, rook, queen gains and loses by stage"`
	BishopPair   T       `r:"for each bishop when they move on both colours"`
	KnightPair   T       `r:"for each knight of two or more"`
	RookPair     T       `r:"for each rook of two or more"`
	PieceByPawns [4][9]T `r:"a knight, bishop, rook, queen by the number of own pawns, 0 to 8"`
	BadBishop    T       `r:"an own pawn on the squares of a bishop"`
}

// WeightCount is the number of weights; their indices run from 0 in the order of Weights.
const WeightCount = int(unsafe.Sizeof(Weights[byte]{}))

// Value is the value of a weight in centipawns.
type Value struct{ Middlegame, Endgame int16 }

// List returns the weights by index; both share memory.
func (w *Weights[T]) List() []T { return unsafe.Slice((*T)(unsafe.Pointer(w)), WeightCount) }

// ByName returns the weights of a list by name; both share memory.
func ByName[T any](list *[WeightCount]T) *Weights[T] { return (*Weights[T])(unsafe.Pointer(list)) }

// index returns the index of a weight of w, which p points to.
func (w *Weights[T]) index(p *T) int {
	return int((uintptr(unsafe.Pointer(p)) - uintptr(unsafe.Pointer(w))) / unsafe.Sizeof(*p))
}

// CurrentWeights returns a copy of the values that the evaluation is built with.
func CurrentWeights() Weights[Value] { return weightTable }

// Field describes a field of Weights.
type Field struct {
	Name    string
	Kind    Knowledge // the one letter it belongs to
	Meaning string    // the meaning of its weights, in order
	First   int       // index of the first of its weights
	Dims    []int     // of the array, outermost first; none for a single weight

	counts string // its tag counts
}

// Size returns the number of weights of the field.
func (f *Field) Size() int {
	size := 1
	for _, n := range f.Dims {
		size *= n
	}
	return size
}

// Fields returns the fields of Weights in their order; the caller must not change them.
func Fields() []Field { return described().fields }

// described returns the fields, and the number of the field that each weight belongs to.
var described = sync.OnceValue(func() *description {
	fields := describeFields(reflect.TypeFor[Weights[byte]]())
	return &description{fields, placeFields(fields)}
})

type description struct {
	fields  []Field
	fieldOf [WeightCount]uint8
}

// fieldOf returns the field that the weight belongs to.
func fieldOf(weight int) *Field {
	d := described()
	return &d.fields[d.fieldOf[weight]]
}

// describeFields reads names, sizes and tags; as a weight takes a byte, offsets are indices.
func describeFields(weights reflect.Type) (list []Field) {
	for i := range weights.NumField() {
		declared := weights.Field(i)
		f := Field{Name: declared.Name, First: int(declared.Offset), counts: declared.Tag.Get("counts")}
		for t := declared.Type; t.Kind() == reflect.Array; t = t.Elem() {
			f.Dims = append(f.Dims, t.Len())
		}
		for bit := range Kinds {
			if meaning, found := declared.Tag.Lookup(Letters[bit : bit+1]); found {
				f.Kind, f.Meaning = 1<<bit, meaning
			}
		}
		list = append(list, f)
	}
	return list
}

// placeFields returns the number of the field that each weight belongs to.
func placeFields(fields []Field) (places [WeightCount]uint8) {
	for number := range fields {
		f := &fields[number]
		for i := range f.Size() {
			places[f.First+i] = uint8(number)
		}
	}
	return places
}

// counts reports whether an evaluation with the given knowledge counts weight i: a king
// in check always, and the fifth of a piece's value where its whole value does not count.
func (k Knowledge) counts(i int) bool {
	switch f := fieldOf(i); f.counts {
	case "always":
		return true
	case "without":
		return k&f.Kind == 0
	default:
		return k&f.Kind != 0
	}
}

// weightsOf returns the weights of the table in the form in which the evaluation adds
// them, with 0 for those that do not count.
func weightsOf(k Knowledge) (packed Weights[score]) {
	list := packed.List()
	for i, value := range weightTable.List() {
		if k.counts(i) {
			list[i] = makeScore(int(value.Middlegame), int(value.Endgame))
		}
	}
	return packed
}
