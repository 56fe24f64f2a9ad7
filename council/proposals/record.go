package proposals

import (
	"encoding/binary"
	"errors"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/search"
)

// errRecord is the error of a stored record that cannot be read.
var errRecord = errors.New("the moves of a fact cannot be read: the store is damaged")

// appendMoves appends moves, two bytes each.
func appendMoves(record []byte, moves []movegen.Move) []byte {
	for _, m := range moves {
		record = binary.LittleEndian.AppendUint16(record, uint16(m))
	}
	return record
}

// readMoves reads the bytes of appendMoves.
func readMoves(record []byte) ([]movegen.Move, error) {
	if len(record)%2 != 0 {
		return nil, errRecord
	}
	if len(record) == 0 {
		return nil, nil
	}
	moves := make([]movegen.Move, len(record)/2)
	for i := range moves {
		moves[i] = movegen.Move(binary.LittleEndian.Uint16(record[2*i:]))
	}
	return moves, nil
}

// appendIterations appends iterations. Each is the difference between its value and the previous one, as a
// signed varint. The lowest bit shows whether the two bytes of a new move follow. So most iterations take
// a byte or two.
func appendIterations(record []byte, iterations []council.Iteration) []byte {
	var last council.Iteration
	for _, iteration := range iterations {
		step := int64(iteration.Score-last.Score) * 2
		if iteration.Move != last.Move {
			step++
		}
		record = binary.AppendVarint(record, step)
		if iteration.Move != last.Move {
			record = binary.LittleEndian.AppendUint16(record, uint16(iteration.Move))
		}
		last = iteration
	}
	return record
}

// readIterations reads the bytes of appendIterations.
func readIterations(record []byte) ([]council.Iteration, error) {
	if len(record) == 0 {
		return nil, nil
	}
	iterations := make([]council.Iteration, 0, len(record))
	var last council.Iteration
	for len(record) > 0 {
		step, n := binary.Varint(record)
		if n <= 0 || step/2 > int64(2*search.Infinity) || step/2 < -int64(2*search.Infinity) {
			return nil, errRecord
		}
		record = record[n:]
		if step&1 != 0 {
			if len(record) < 2 {
				return nil, errRecord
			}
			last.Move = movegen.Move(binary.LittleEndian.Uint16(record))
			record = record[2:]
		}
		last.Score += search.Score(step >> 1)
		iterations = append(iterations, last)
	}
	return iterations, nil
}
