package search

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/tt"
)

// HashFile is a table that outlives the engine, see OpenHashFile.
type HashFile = tt.File

// HashFileUse says how a search uses a hash file; the zero value uses none.
type HashFileUse struct {
	File  *HashFile
	Depth int // results of fewer plies are neither looked up nor written
}

// OpenHashFile opens the hash file at path; it is to be closed when no search uses it any more. If there is none it is
// made with the given megabytes, a power of two, unless that is 0. Files that are no hash files, are damaged, or come
// from an engine that would judge positions differently are refused with a *tt.FileError.
func OpenHashFile(path string, megabytes int) (*HashFile, error) {
	mark := fingerprint()
	if _, err := os.Stat(path); megabytes > 0 && errors.Is(err, fs.ErrNotExist) {
		// Another engine may be making it at this moment: then that one is opened.
		if err := tt.CreateFile(path, megabytes, mark); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return tt.OpenFile(path, mark)
}

// fingerprint distinguishes engines that must not share stored results. It is computed from keys and evaluations, and
// so it changes with them, which a version number does only if somebody remembers: the keys of the bench positions, and
// their evaluations with all knowledge and with each kind of it alone.
func fingerprint() (mark uint64) {
	sets := []eval.Knowledge{eval.All}
	for k := eval.Knowledge(1); k != 0 && k&eval.All != 0; k <<= 1 {
		sets = append(sets, k)
	}
	positions := make([]movegen.Position, len(benchPositions))
	for i, fen := range benchPositions {
		position, err := movegen.ParseFEN(fen)
		if err != nil {
			panic(fmt.Sprintf("a bench position cannot be read: %v", err))
		}
		positions[i] = position
		mark = movegen.Mix(mark + uint64(position.Key()))
	}
	for _, set := range sets {
		evaluator := eval.New(set)
		for i := range positions {
			mark = movegen.Mix(mark + uint64(evaluator.Evaluate(&positions[i])))
		}
	}
	return mark
}

// contemptSalt keeps apart in the file what contempt makes different, by what draws are
// worth: within one game that stays the same, so that the table need not care.
func contemptSalt(drawScores [2]Score) movegen.Key {
	if drawScores == [2]Score{} {
		return 0
	}
	return movegen.Key(movegen.Mix(2*uint64(drawScores[0]) + 1)) // odd, as only 0 is mixed to 0
}
