package laboratory

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/problem/database/analyse"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
	"alfiere/protocol"
)

// Names of the kinds of tasks.
const (
	proposalTask = "proposal" // a proposals.Question as JSON; the result is the proposals.Fact
	ProblemTask  = "problem"  // problems in the form of collection; the result is their answers as JSON, one per line
)

// Kinds returns the kinds of tasks that this program does, here or as a worker, with tables of at
// most that many megabytes for each thread. program is its version and commit, for results that
// depend on both. This is the only table of kinds. The error is that of ctx.
func Kinds(ctx context.Context, program string, megabytes int) ([]work.Kind, error) {
	signature, err := proposals.Signature(ctx)
	if err != nil {
		return nil, err
	}
	return []work.Kind{
		{Name: proposalTask, Version: signature, Open: func() (work.Handler, error) { return openProposer(megabytes) }},
		{Name: ProblemTask, Version: program, Open: work.HandlerFunc(solve).Open},
		analyse.Kind(protocol.Title, program),
	}, nil
}

// proposer answers questions to members.
type proposer struct {
	*proposals.Searcher
	megabytes int
}

func openProposer(megabytes int) (work.Handler, error) {
	s, err := proposals.NewSearcher(1) // it grows as questions need it
	if err != nil {
		return nil, err
	}
	return &proposer{s, megabytes}, nil
}

// Handle implements work.Handler.
func (p *proposer) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	var fact proposals.Fact
	err := json.Unmarshal(payload, &fact.Question)
	if err != nil {
		return nil, err
	}
	if fact.Megabytes > p.megabytes {
		return nil, fmt.Errorf("the task needs a table of %d MB, but the limit is %d MB", fact.Megabytes, p.megabytes)
	}
	if fact.Proposal, err = p.Answer(ctx, &fact.Question); err != nil {
		return nil, err
	}
	return json.Marshal(&fact)
}

// solve solves problems as "alfiere mate --json" does.
func solve(ctx context.Context, payload []byte) ([]byte, error) {
	s := format.Solver{Form: format.JSON, Threads: 1}
	s.Text.Program = protocol.Title
	s.Complete(false, func(string) bool { return false })
	var answers bytes.Buffer
	var faults error
	err := s.SolveAll(ctx, "", bytes.NewReader(payload), func(a *format.Answer) error {
		if a.Fault != nil {
			faults = errors.Join(faults, forsyth.Reason(a.Fault))
		}
		_, err := answers.Write(a.Text)
		return err
	})
	if err = errors.Join(err, ctx.Err(), faults); err != nil {
		return nil, err
	}
	if answers.Len() == 0 {
		return nil, errors.New("the task contains no problem")
	}
	return answers.Bytes(), nil
}

// Bulk runs a task of one kind for each non-empty line of a file, and writes the results as lines
// of JSON, in order of arrival.
type Bulk struct {
	Kind  string
	In    string // a file, or - for standard input
	Out   string // a file, to which is appended if it has results of the same tasks; "" for standard output
	Redo  string // a worker whose results are removed from Out
	Queue work.Queue
}

// bulkLine is a result: the number of the line, its batch, the worker, and the outcome.
type bulkLine struct {
	Line   int             `json:"line"`
	Batch  string          `json:"batch"`
	Worker string          `json:"worker,omitempty"` // none for this process, and in files of 2.0
	Result json.RawMessage `json:"result,omitempty"`
	Fault  string          `json:"fault,omitempty"`
}

// Run does the tasks that have no result in Out yet. Results written before ctx ends, or the program is killed, stay.
func (b *Bulk) Run(ctx context.Context, std cli.Streams) (err error) {
	payloads, err := readPayloads(ctx, std, b.In)
	if err != nil {
		return err
	}
	batch := batchOf(b.Kind, payloads)
	out, done := std.Out, map[int]bool{}
	if b.Out != "" {
		file, saved, err := b.carryOn(batch, len(payloads))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out, done = file, saved
	}
	tasks := func(yield func(work.Task) bool) {
		for i, payload := range payloads {
			task := work.Task{ID: strconv.Itoa(i + 1), Kind: b.Kind, Payload: payload}
			if len(payload) > 0 && !done[i+1] && !yield(task) {
				return
			}
		}
	}
	total := int64(-len(done))
	for _, payload := range payloads {
		if len(payload) > 0 {
			total++
		}
	}
	progress := cli.NewProgressBesideOutput(std)
	if b.Out != "" {
		progress = cli.NewProgress(std)
	}
	defer progress.Clear()
	keep := func(r work.Result) error {
		if _, here := b.Queue.(*work.Local); here {
			r.Worker = ""
		}
		return writeBulkLine(out, batch, &r)
	}
	return b.Queue.Do(ctx, tasks, work.Counted(keep,
		func(kept, faults int) {
			progress.ShowBar(int64(kept), total, "%d of %d tasks, %d failed", kept, total, faults)
		}))
}

// readPayloads reads the lines of a file, without the blanks at their ends.
func readPayloads(ctx context.Context, std cli.Streams, name string) ([][]byte, error) {
	in, err := std.Open(ctx, name, "")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	lines := bytes.Split(text, []byte("\n"))
	for i := range lines {
		lines[i] = bytes.TrimSpace(lines[i])
	}
	return lines, nil
}

// batchOf names a batch of tasks by their kind and a hash of their lines. Blank lines at the end do not count.
func batchOf(kind string, payloads [][]byte) string {
	text := bytes.TrimRight(bytes.Join(payloads, []byte("\n")), "\n")
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%s-%x", kind, sum[:8])
}

// carryOn opens the file of results of a batch and returns the lines that have one. An incomplete line at its end, left
// by a killed program, and the results of the worker to redo are removed; a file of anything else is left alone.
func (b *Bulk) carryOn(batch string, lines int) (file *os.File, done map[int]bool, err error) {
	if file, err = os.OpenFile(b.Out, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, nil, err
	}
	defer func(opened io.Closer) {
		if err != nil {
			_ = opened.Close()
		}
	}(file) // which is nil when an error is returned
	done = map[int]bool{}
	var kept bytes.Buffer // the other results, if some are removed
	whole, all := int64(0), 0
	for in := bufio.NewReader(file); ; all++ {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if len(text) > 0 && !strings.HasPrefix(string(text), "{") {
				return nil, nil, fmt.Errorf("%s: the last line is not a result of tasks", b.Out)
			}
			break
		}
		if err != nil {
			return nil, nil, err
		}
		line, err := b.readLine(text, batch)
		if err == nil && (line.Line > lines || done[line.Line]) {
			err = fmt.Errorf("line %d has no task, or two results", line.Line)
		}
		if err != nil {
			return nil, nil, message.Errorf("%s: line %d: %w", b.Out, all+1, err)
		}
		if b.Redo != "" && line.Worker != b.Redo {
			kept.Write(text)
		}
		if b.Redo == "" || line.Worker != b.Redo {
			done[line.Line] = true
			whole += int64(len(text))
		}
	}
	if b.Redo != "" {
		return b.remove(file, kept.Bytes(), done, all)
	}
	if err = file.Truncate(whole); err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	return file, done, err
}

// remove replaces the file by the lines that are kept of all, and opens it again.
func (b *Bulk) remove(old *os.File, kept []byte, done map[int]bool, all int) (*os.File, map[int]bool, error) {
	if len(done) == all {
		return nil, nil, fmt.Errorf("%s: it has no result of a worker %q", b.Out, b.Redo)
	}
	err := cli.Replace(b.Out, func(w io.Writer) error {
		_, err := w.Write(kept)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(b.Out, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	return file, done, old.Close()
}

// readLine reads a result of a batch.
func (b *Bulk) readLine(text []byte, batch string) (line bulkLine, err error) {
	switch err := json.Unmarshal(text, &line); {
	case err != nil || line.Line < 1:
		return line, errors.Join(errors.New("it is not a result of tasks"), err)
	case line.Batch == "":
		return line, errors.New("it was written by an earlier version, which did not record the batch; " +
			"give another file as --out, or finish it with that version")
	case line.Batch != batch:
		return line, fmt.Errorf("it is a result of batch %s, but the lines of %s are batch %s; "+
			"give another file as --out", line.Batch, b.In, batch)
	}
	return line, nil
}

// writeBulkLine writes a result with one write, so that results are not mixed.
func writeBulkLine(out io.Writer, batch string, r *work.Result) error {
	number, err := strconv.Atoi(r.Task.ID)
	if err != nil {
		return err
	}
	line := bulkLine{Line: number, Batch: batch, Worker: r.Worker, Fault: r.Fault}
	if r.Fault == "" {
		line.Result = bytes.TrimSpace(r.Payload)
	}
	text, err := json.Marshal(&line)
	if err != nil {
		return fmt.Errorf("the result of line %d is not JSON: %w", number, err)
	}
	_, err = out.Write(append(text, '\n'))
	return err
}
