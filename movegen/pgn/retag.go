package pgn

import (
	"bytes"
	"slices"
	"strings"
)

// Retag is Source with changed tags, and everything else byte for byte as it was: a tag in set is changed in place, or
// added after the last one if the game lacks it; tags with names in remove are deleted.
func (r *Reader) Retag(set Tags, remove []string) ([]byte, error) {
	text, err := r.Source()
	if err != nil {
		return nil, err
	}
	var changed []byte
	at, last := 0, 0 // last is the end of the last tag that stays, in changed
	missing := slices.Clone(set)
	for _, s := range r.spans {
		name, begin, end := decode(r.text[s.name:s.value]), int(s.from-r.first), int(s.to-r.first)
		changed = append(changed, text[at:begin]...)
		at = end
		switch i := missing.index(name); {
		case i >= 0:
			changed = appendTag(changed, name, missing[i].Value)
			missing = slices.Delete(missing, i, i+1)
		case set.index(name) >= 0 || slices.Contains(remove, name):
			rest := bytes.TrimLeft(text[end:], " \t\r")
			at = len(text) - len(bytes.TrimPrefix(rest, []byte{'\n'}))
			continue
		default:
			changed = append(changed, text[begin:end]...)
		}
		last = len(changed)
	}
	changed = append(changed, text[at:]...)
	lineEnd := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		lineEnd = "\r\n"
	}
	var added strings.Builder
	for _, tag := range missing {
		if last > 0 {
			added.WriteString(lineEnd)
		}
		added.Write(appendTag(nil, tag.Name, tag.Value))
		if last == 0 {
			added.WriteString(lineEnd)
		}
	}
	if len(missing) > 0 && len(r.spans) == 0 {
		added.WriteString(lineEnd)
	}
	return slices.Insert(changed, last, []byte(added.String())...), nil
}
