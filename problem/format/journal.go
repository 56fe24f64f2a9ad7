package format

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// journal is a file of answers in JSON that may be continued: what it answers is not solved again. Answers are appended
// in the order of the input; those that a limit or an interrupt has cut short are solved again, and the new ones take
// their places when all is done. What is told of a problem is found by its file, its line and what stands there.
type journal struct {
	path    string
	file    *os.File
	end     int64 // bytes
	held    map[heldKey]heldAnswer
	found   int    // of them in the input
	order   []span // of the answers in the file, in the order of the input
	started bool   // something of the input was looked up
	gaps    bool   // a filter may keep out answers
	err     error  // of writing, the first one
}

// heldKey identifies a problem.
type heldKey struct {
	file    string
	line    int
	content uint64 // a hash of position and stipulation, or of the fault
}

// heldAnswer is where an answer stands.
type heldAnswer struct {
	span
	complete, found bool
}

// span is a part of the file, in bytes.
type span struct{ offset, length int64 }

// Errors of journals, with more words about where.
var (
	errNotAJournal = errors.New("not a file of mate --json answers")
	errOtherInput  = errors.New("the file has answers to other problems")
	errOtherFlags  = errors.New("the file has answers with other options")
)

// keptAnswer is what is read of an answer. A file to continue may have many answers, and text.Decode, which
// reads the play as well, takes several times as long.
type keptAnswer struct {
	Version  int
	File     string
	Line     int
	Error    string
	FEN      string
	N        int
	Asked    []string
	Options  string
	Intended int `json:"intended_solutions"`
	Verdict  string
	Complete bool
	Economy  string
	White    int `json:"white_men"`
	Black    int `json:"black_men"`
	Themes   []struct{ Name string }
	Seconds  float64
	Summary  json.RawMessage
	PostKey  json.RawMessage `json:"post_key"`
}

// isComplete reports whether nothing has cut the answer short: the play, or the test of each man.
func (a *keptAnswer) isComplete() bool {
	return a.Error != "" || a.Complete && a.Economy != text.EconomyInterrupted
}

// keyOf returns the key of what stands in a place.
func keyOf(file string, line int, content string) heldKey {
	hash := fnv.New64a()
	hash.Write([]byte(content))
	return heldKey{file, line, hash.Sum64()}
}

// contentOf is what the key of a problem has of it.
func contentOf(fen string, moves, solutions int, postKey bool) string {
	return fmt.Sprintf("%s #%d %d %v", fen, moves, solutions, postKey)
}

// openJournal opens the file of that name for the answers of a solver, and makes it if there is none. The end of an
// answer that is cut off is taken away. The error is that of the system, errNotAJournal or errOtherFlags.
func openJournal(path string, s *Solver) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{path: path, file: file, held: map[heldKey]heldAnswer{}}
	if err = j.read(&s.Text); err == nil {
		if err = file.Truncate(j.end); err == nil {
			_, err = file.Seek(j.end, io.SeekStart)
		}
	}
	if err != nil {
		return nil, errors.Join(message.Errorf("%s: %w", path, err), file.Close())
	}
	return j, nil
}

// read reads which problems are answered.
func (j *journal) read(o *text.Options) error {
	asked := strings.TrimSpace(strings.Join(o.Asked(), " ") + " " + o.Others)
	if info, err := j.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, errNotAJournal)
	}
	names := map[string]string{} // each file's name once
	in := bufio.NewReaderSize(j.file, 1<<16)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && isBeginningOfAnswer(line) {
			return nil
		}
		var a keptAnswer
		if err != nil && err != io.EOF {
			return err
		}
		if err != nil || json.Unmarshal(line, &a) != nil || a.Version != text.JSONVersion {
			return message.Errorf("line %d: %w", number, errNotAJournal)
		}
		part := span{j.end, int64(len(line))}
		j.end += part.length
		if a.Summary != nil {
			continue // of an earlier run
		}
		if _, ok := names[a.File]; !ok {
			names[a.File] = strings.Clone(a.File)
		}
		has := strings.TrimSpace(strings.Join(a.Asked, " ") + " " + a.Options)
		if a.Error == "" && has != asked {
			return message.Errorf("line %d: %w: %s, not %s", number, errOtherFlags, has, asked)
		}
		key := keyOf(names[a.File], a.Line, cmp.Or(a.Error, contentOf(a.FEN, a.N, a.Intended, a.PostKey != nil)))
		if complete := a.isComplete(); complete || !j.held[key].complete {
			j.held[key] = heldAnswer{span: part, complete: complete}
		}
	}
}

// isBeginningOfAnswer reports whether an answer may begin so: what is cut off and does not is somebody's text.
func isBeginningOfAnswer(text []byte) bool {
	const beginning = `{"version":`
	return bytes.HasPrefix(text, []byte(beginning)) || strings.HasPrefix(beginning, string(text))
}

// find returns where the answer to a problem of a file stands, nil if it is to be worked out. The error is
// errOtherInput if the first problem of all is not there while others are, unless a filter may have kept it out.
func (j *journal) find(file string, next *readProblem, o *problem.Options) (*span, error) {
	if j == nil {
		return nil, nil
	}
	line, content := next.problem.Line, ""
	var illegal *forsyth.IllegalError
	moves := cmp.Or(next.problem.Moves, o.Moves)
	switch {
	case errors.As(next.err, &illegal) && moves > 0:
		line, content = illegal.Line, contentOf(illegal.FEN, moves, 0, false)
	case next.err != nil:
		line, _ = place(next.err)
		content = forsyth.Reason(next.err).Error()
	case moves == 0:
		content = errNoMoves.Error()
	default:
		content = contentOf(next.problem.Position.FEN(), moves, cmp.Or(o.Solutions, next.problem.Solutions),
			o.PostKey || next.problem.PostKey)
	}
	key := keyOf(file, line, content)
	a, known := j.held[key]
	first := !j.started
	if j.started = true; first && !known && len(j.held) > 0 && !j.gaps {
		return nil, message.Errorf("%s: %w: it does not begin with %s", j.path, errOtherInput,
			strings.TrimSuffix(next.place(cmp.Or(file, "stdin")), ": "))
	}
	if known && !a.found {
		a.found = true
		j.found++
		j.held[key] = a
	}
	if !known || !a.complete {
		return nil, nil
	}
	return &a.span, nil
}

// answer returns the answer that stands there to a problem with that fault; it has no text, for it is written.
func (j *journal) answer(kept *span, fault error) Answer {
	o, err := j.outcome(kept)
	return Answer{Outcome: o, Fault: errors.Join(fault, err), kept: kept}
}

// outcome reads what has come of a problem from its answer.
func (j *journal) outcome(kept *span) (o text.Outcome, err error) {
	var a keptAnswer
	if err = json.NewDecoder(io.NewSectionReader(j.file, kept.offset, kept.length)).Decode(&a); err != nil {
		return o, err
	}
	o = text.Outcome{Verdict: a.Verdict, Moves: a.N, White: a.White, Black: a.Black,
		Elapsed: time.Duration(a.Seconds * float64(time.Second))}
	if a.Error != "" {
		o.Verdict = text.Fault
	}
	for _, theme := range a.Themes {
		if n := len(o.Themes); n == 0 || o.Themes[n-1] != theme.Name {
			o.Themes = append(o.Themes, theme.Name)
		}
	}
	return o, nil
}

// add appends an answer, in one call, so that few are torn.
func (j *journal) add(answer []byte) error {
	n, err := j.file.Write(answer)
	j.order = append(j.order, span{j.end, int64(n)})
	j.end += int64(n)
	j.err = cmp.Or(j.err, err)
	return err
}

// Close closes the file. If all of the input was answered, and the answers are not in their order or others are among
// them, which have been replaced, replace writes the file anew. The error is that of the system, of replace, or
// errOtherInput if the file answers what the input does not have; then it stays as it is.
func (j *journal) Close(all bool, replace func(path string, write func(io.Writer) error) error) error {
	defer j.file.Close()
	if !all || j.err != nil {
		return j.file.Close()
	}
	if left := len(j.held) - j.found; left > 0 {
		return message.Errorf("%s: %w: %d that are not in the input", j.path, errOtherInput, left)
	}
	end := int64(0)
	for _, part := range j.order {
		if part.offset != end {
			end = -1
			break
		}
		end += part.length
	}
	if end == j.end {
		return j.file.Close()
	}
	return replace(j.path, func(w io.Writer) error {
		for _, part := range j.order {
			if _, err := io.Copy(w, io.NewSectionReader(j.file, part.offset, part.length)); err != nil {
				return err
			}
		}
		return nil
	})
}
