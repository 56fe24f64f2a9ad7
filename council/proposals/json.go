package proposals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// questionText is a question as JSON.
type questionText struct {
	Position string   `json:"position"`        // the first four fields of its FEN
	Member   string   `json:"member"`          // a word of a council, such as mpar or mpar~15#3
	Nodes    uint64   `json:"nodes"`           // of the search
	Hash     int      `json:"hash"`            // megabytes of its table
	Moves    []string `json:"moves,omitempty"` // the only ones to be searched at the root
}

// factText is a question with its answer.
type factText struct {
	questionText
	Move       string          `json:"move"`
	Score      int             `json:"value"`
	Depth      int             `json:"depth"`
	RootMoves  int             `json:"root_moves"`
	Searched   uint64          `json:"searched"` // nodes
	Micros     int64           `json:"micros"`
	Line       []string        `json:"line"`
	Iterations []iterationText `json:"iterations"`
}

// iterationText is a pair: move and value.
type iterationText struct {
	move  string
	score int
}

// notReported is the text for the move of an iteration that was not reported.
const notReported = "0000"

// MarshalJSON writes the pair.
func (t iterationText) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%q,%d]", t.move, t.score), nil // JSON escapes nothing in a move
}

// UnmarshalJSON reads the pair.
func (t *iterationText) UnmarshalJSON(data []byte) error {
	pair := []any{&t.move, &t.score}
	if err := json.Unmarshal(data, &pair); err != nil || len(pair) != 2 || pair[0] == nil || pair[1] == nil {
		return errors.Join(errors.New("an iteration must be a pair of move and value"), err)
	}
	return nil
}

// MarshalJSON writes position (the first four fields of its FEN), member (a word of a
// council), nodes, hash (megabytes) and, if the answer must be one of them, moves.
func (q *Question) MarshalJSON() ([]byte, error) {
	text, err := q.text()
	if err != nil {
		return nil, err
	}
	return json.Marshal(&text)
}

func (q *Question) text() (questionText, error) {
	if err := q.check(); err != nil {
		return questionText{}, err
	}
	seat := plainSeat(&q.Seat)
	return questionText{q.Position.EPD(), seat.Name, q.Nodes, q.Megabytes, moveWords(q.Moves)}, nil
}

// moveWords writes moves in coordinates, castling as the king that takes its rook.
func moveWords(moves []movegen.Move) []string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = notation.UCI(m, true)
	}
	return words
}

// UnmarshalJSON reads the output of MarshalJSON. The error explains why the question is invalid.
func (q *Question) UnmarshalJSON(data []byte) error {
	var text questionText
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	read, err := text.question()
	if err == nil {
		*q = read
	}
	return err
}

func (t *questionText) question() (q Question, err error) {
	seats, err := council.ParseCouncil(t.Member)
	if err != nil {
		return q, err
	}
	if len(seats) != 1 {
		return q, fmt.Errorf("%.80q must be one member", t.Member)
	}
	q = Question{Seat: seats[0], Nodes: t.Nodes, Megabytes: t.Hash}
	if q.Position, _, err = (movegen.Rules{Chess960: true}).ParseFEN(t.Position); err != nil {
		return q, err
	}
	q.Position.SetCounters(0, 1)
	for _, word := range t.Moves {
		m, err := notation.ParseUCI(&q.Position, word)
		if err != nil {
			return q, err
		}
		q.Moves = append(q.Moves, m)
	}
	return q, q.check()
}

// MarshalJSON writes the question and, after it, move, value, depth, root_moves, searched
// (nodes), micros (of the search), line and iterations, which are pairs of move and value.
func (f *Fact) MarshalJSON() ([]byte, error) {
	text, err := f.text()
	if err != nil {
		return nil, err
	}
	return json.Marshal(&text)
}

func (f *Fact) text() (text factText, err error) {
	if err = f.check(); err != nil {
		return text, err
	}
	a := &f.Proposal
	text = factText{Move: notation.UCI(a.Move, true), Score: int(a.Score), Depth: a.Depth, RootMoves: a.RootMoves,
		Searched: a.Nodes,
		Micros:   a.Elapsed.Microseconds(), Line: moveWords(a.Line), Iterations: make([]iterationText, len(a.Iterations))}
	for i, each := range a.Iterations {
		word := notReported
		if each.Move != movegen.NoMove {
			word = notation.UCI(each.Move, true)
		}
		text.Iterations[i] = iterationText{word, int(each.Score)}
	}
	text.questionText, err = f.Question.text()
	return text, err
}

// UnmarshalJSON reads the output of MarshalJSON. The error explains why the fact is invalid.
func (f *Fact) UnmarshalJSON(data []byte) error {
	var text factText
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	read, err := text.fact()
	if err == nil {
		*f = read
	}
	return err
}

// maxMicros is the longest time of a search that can be stored: a year.
const maxMicros = int64(366 * 24 * time.Hour / time.Microsecond)

func (t *factText) fact() (f Fact, err error) {
	if f.Question, err = t.question(); err != nil {
		return f, err
	}
	if t.Micros < 0 || t.Micros > maxMicros {
		return f, fmt.Errorf("the search cannot have taken %d microseconds", t.Micros)
	}
	f.Proposal = council.Proposal{Member: f.Seat.Name, Knowledge: f.Seat.Knowledge, Score: search.Score(t.Score),
		Depth:     t.Depth,
		RootMoves: t.RootMoves, Nodes: t.Searched, Elapsed: time.Duration(t.Micros) * time.Microsecond}
	a := &f.Proposal
	if a.Move, err = notation.ParseUCI(&f.Position, t.Move); err != nil {
		return f, err
	}
	position := f.Position
	for i, word := range t.Line {
		m, err := notation.ParseUCI(&position, word)
		if err != nil {
			return f, fmt.Errorf("move %d of the line: %w", i+1, err)
		}
		a.Line = append(a.Line, m)
		position.Make(m)
	}
	for i, each := range t.Iterations {
		iteration := council.Iteration{Score: search.Score(each.score)}
		if each.move != notReported {
			if iteration.Move, err = notation.ParseUCI(&f.Position, each.move); err != nil {
				return f, fmt.Errorf("iteration %d: %w", i+1, err)
			}
		}
		a.Iterations = append(a.Iterations, iteration)
	}
	return f, f.check()
}

// signedText is a fact with the signature of its engine.
type signedText struct {
	factText
	Signature string `json:"signature"`
}

// AppendLine appends a fact and the signature of its engine as a line of JSON for ReadLine.
func AppendLine(text []byte, signature string, f *Fact) ([]byte, error) {
	fact, err := f.text()
	if err != nil {
		return text, err
	}
	line, err := json.Marshal(&signedText{fact, signature})
	return append(append(text, line...), '\n'), err
}

// ReadLine reads a line that AppendLine has written. An unknown name is an error, because it might change the meaning.
func ReadLine(line []byte) (signature string, f Fact, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	var text signedText
	if err := decoder.Decode(&text); err != nil {
		return "", f, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return "", f, errors.New("extra data follows the object")
	}
	if !IsSignature(text.Signature) {
		return "", f, fmt.Errorf("%.20q is not an engine's signature", text.Signature)
	}
	f, err = text.fact()
	return text.Signature, f, err
}
