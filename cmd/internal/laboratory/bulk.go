package laboratory

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/search/consult/work"
)

// Bulk has a task of a kind done for each line of a file that is not empty, and writes the
// results as lines of JSON, in the order in which they come.
type Bulk struct {
	Kind string
	In   string // a file, or - for standard input
	Out  string // a file, which is carried on with if it is there; "" for standard output
	Crew work.Crew
}

// bulkLine is a result: the number of the line, and what came of it.
type bulkLine struct {
	Line   int             `json:"line"`
	Result json.RawMessage `json:"result,omitempty"`
	Fault  string          `json:"fault,omitempty"`
}

// Run does the tasks that have no result in Out yet. What has been written when ctx ends, or
// the program is killed, stays.
func (b *Bulk) Run(ctx context.Context, std cli.Streams) (err error) {
	payloads, err := readPayloads(ctx, std, b.In)
	if err != nil {
		return err
	}
	out, done := std.Out, map[int]bool{}
	if b.Out != "" {
		file, kept, err := carryOn(b.Out, len(payloads))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out, done = file, kept
	}
	tasks := func(yield func(work.Task) bool) {
		for i, payload := range payloads {
			if len(payload) > 0 && !done[i+1] && !yield(work.Task{ID: strconv.Itoa(i + 1), Kind: b.Kind, Payload: payload}) {
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
	return b.Crew.Do(ctx, tasks, work.Counted(func(r work.Result) error { return writeBulkLine(out, &r) }, func(kept, faults int) {
		progress.ShowPart(int64(kept), total, "%s%d of %d tasks, %d faults", cli.Bar(int64(kept), total), kept, total, faults)
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

// carryOn opens a file of results and returns the lines that have one. Half a line at its end,
// as of a program that was killed, is taken away; a file of anything else is left alone.
func carryOn(path string, lines int) (file *os.File, done map[int]bool, err error) {
	if file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	done = map[int]bool{}
	whole := int64(0)
	for in := bufio.NewReader(file); ; {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if len(text) > 0 && !strings.HasPrefix(string(text), "{") {
				return nil, nil, fmt.Errorf("%s: it ends with no result of tasks", path)
			}
			break
		}
		var line bulkLine
		if err == nil {
			err = json.Unmarshal(text, &line)
		}
		if err != nil || line.Line < 1 || line.Line > lines || done[line.Line] {
			return nil, nil, errors.Join(fmt.Errorf("%s: line %d is no result of these tasks", path, len(done)+1), err)
		}
		done[line.Line] = true
		whole += int64(len(text))
	}
	if err = file.Truncate(whole); err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	return file, done, err
}

// writeBulkLine writes a result by one write, so that none is mixed with another.
func writeBulkLine(out io.Writer, r *work.Result) error {
	number, err := strconv.Atoi(r.Task.ID)
	if err != nil {
		return err
	}
	line := bulkLine{Line: number, Fault: r.Fault}
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
