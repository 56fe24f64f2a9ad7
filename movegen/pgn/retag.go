package pgn

import (
	"bytes"
	"slices"
	"strings"
)

// Retag returns the text of a game with changed tags, and everything else byte for byte as
// it was: a tag in set is changed in place, or added after the last one if the game lacks
// it; tags with names in remove are deleted. ok is false if the tags are written in a form
// that does not allow this.
func Retag(text []byte, set Tags, remove []string) (changed []byte, ok bool) {
	spans := tagSpans(text)
	lineEnd := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		lineEnd = "\r\n"
	}
	last := -1 // the last tag that stays
	var written []string
	edits := make([]string, len(spans)) // the replacement of each; "" deletes it
	for n, s := range spans {
		switch i := set.index(s.name); {
		case i >= 0 && !slices.Contains(written, s.name):
			written = append(written, s.name)
			edits[n] = tagText(set[i])
		case i < 0 && !slices.Contains(remove, s.name):
			edits[n] = string(text[s.begin:s.end])
		default:
			continue
		}
		last = n
	}
	var missing []string
	for _, tag := range set {
		if !slices.Contains(written, tag.Name) {
			missing = append(missing, tagText(tag))
		}
	}
	at := 0
	if last < 0 && len(missing) > 0 {
		if len(spans) > 0 {
			at = spans[0].begin
		}
		changed = append(changed, string(text[:at])+strings.Join(missing, lineEnd)+lineEnd...)
		if len(spans) == 0 {
			changed = append(changed, lineEnd...)
		}
	}
	for n, s := range spans {
		changed = append(changed, text[at:s.begin]...)
		changed = append(changed, edits[n]...)
		if at = s.end; edits[n] == "" {
			at += leftOver(text[at:])
		}
		if n == last && len(missing) > 0 {
			changed = append(changed, lineEnd+strings.Join(missing, lineEnd)...)
		}
	}
	changed = append(changed, text[at:]...)
	return changed, isRetagged(text, changed, set, remove)
}

// tagText returns a tag in the form of a file.
func tagText(t Tag) string {
	return "[" + t.Name + ` "` + tagEscaper.Replace(t.Value) + `"]`
}

// textSpan is the place of a tag in a text.
type textSpan struct {
	name       string
	begin, end int
}

// tagSpans finds the tags at the beginning of a text, up to the first of an unusual form.
func tagSpans(text []byte) (spans []textSpan) {
	for at := 0; ; {
		at += len(text[at:]) - len(bytes.TrimLeft(text[at:], " \t\r\n\xef\xbb\xbf"))
		if at == len(text) || text[at] != '[' {
			return spans
		}
		begin := at
		at++
		name, rest, ok := bytes.Cut(text[at:], []byte(`"`))
		if !ok {
			return spans
		}
		at = len(text) - len(rest)
		for at < len(text) && text[at] != '"' && text[at] != '\n' {
			if text[at] == '\\' {
				at++
			}
			at++
		}
		if at >= len(text) || text[at] != '"' {
			return spans
		}
		at++
		at += len(text[at:]) - len(bytes.TrimLeft(text[at:], " \t"))
		if at == len(text) || text[at] != ']' {
			return spans
		}
		at++
		spans = append(spans, textSpan{string(bytes.TrimSpace(name)), begin, at})
	}
}

// leftOver returns the length of the blank rest of a line.
func leftOver(text []byte) int {
	blanks := len(text) - len(bytes.TrimLeft(text, " \t\r"))
	if blanks < len(text) && text[blanks] == '\n' {
		return blanks + 1
	}
	return 0
}

// isRetagged reports whether the tags are those wanted, as a Reader sees them.
func isRetagged(before, after []byte, set Tags, remove []string) bool {
	wanted := readTags(before)
	for _, name := range remove {
		wanted.Remove(name)
	}
	for _, tag := range set {
		if i := wanted.index(tag.Name); i >= 0 {
			first := wanted[: i+1 : i+1]
			rest := slices.Clone(wanted[i+1:])
			rest.Remove(tag.Name)
			wanted = append(first, rest...)
		}
		wanted.Set(tag.Name, tag.Value)
	}
	return slices.Equal(readTags(after), wanted)
}

// readTags returns the tags of a text that is a game, nil if it is none.
func readTags(text []byte) Tags {
	r := NewReader(bytes.NewReader(text), Reading{})
	if !r.Next() {
		return nil
	}
	return r.Tags()
}
