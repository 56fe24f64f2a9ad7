package conformance

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// entry is a line of a conversation.
type entry struct {
	At   time.Duration // since the engine was started
	Sent bool          // to the engine; else it comes from it
	Text string
}

// transcript is a conversation in the order in which it was recorded.
type transcript struct {
	Entries []entry

	start   time.Time
	partial string // sent, but the line has not ended
}

// maxEntries limits the transcript of an engine that never stops writing.
const maxEntries = 1 << 18

// sent records bytes that were written.
func (t *transcript) sent(text string) {
	for line := range strings.Lines(text) {
		t.partial += line
		if whole, ended := strings.CutSuffix(t.partial, "\n"); ended {
			t.add(true, strings.TrimSuffix(whole, "\r"))
			t.partial = ""
		}
	}
}

func (t *transcript) add(sent bool, text string) {
	t.Entries = append(t.Entries, entry{time.Since(t.start), sent, text})
}

// heard returns the lines of the engine from entry first on.
func (t *transcript) heard(first int) (lines []string) {
	for _, e := range t.Entries[first:] {
		if !e.Sent {
			lines = append(lines, e.Text)
		}
	}
	return lines
}

// maxShown is the number of bytes of a line that Print shows.
const maxShown = 240

// Print writes the conversation, a line each: milliseconds, > for lines sent and < for lines of the
// engine. Equal lines in a row are counted.
func (t *transcript) Print(w io.Writer, indent string) error {
	for i := 0; i < len(t.Entries); {
		e := t.Entries[i]
		count := 1
		for i+count < len(t.Entries) && t.Entries[i+count].Text == e.Text && t.Entries[i+count].Sent == e.Sent {
			count++
		}
		i += count
		mark, times := '<', ""
		if e.Sent {
			mark = '>'
		}
		if count > 1 {
			times = fmt.Sprintf("   (%d times)", count)
		}
		if _, err := fmt.Fprintf(w, "%s%6d %c %s%s\n", indent, e.At.Milliseconds(), mark, shown(e.Text), times); err != nil {
			return err
		}
	}
	return nil
}

// shown makes a line printable: short and without control bytes.
func shown(text string) string {
	more := ""
	if len(text) > maxShown {
		text, more = text[:maxShown], fmt.Sprintf("… (%d bytes)", len(text))
	}
	for i := range len(text) {
		if text[i] < ' ' && text[i] != '\t' || text[i] >= 0x7f {
			return fmt.Sprintf("%q", text) + more
		}
	}
	return text + more
}
