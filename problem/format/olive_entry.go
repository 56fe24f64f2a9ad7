package format

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"alfiere/problem/format/forsyth"
)

// What can be wrong with an entry of a collection of Olive, a board for composers. Entries are documents in YAML, as
// the database YACPDB describes them; errors.Is finds the errors in an *forsyth.Error.
var (
	errYAML       = errors.New("invalid YAML")
	errOliveEntry = errors.New("an entry must consist of fields with values, as in stipulation: '#2'")
)

// oliveEntry is a problem of a collection. It has what its text has, unchanged but for what is
// set.
type oliveEntry struct {
	line   int // of the collection, where its text begins
	fields *yaml.Node
}

// emptyOliveEntry returns an entry without fields.
func emptyOliveEntry() *oliveEntry {
	return &oliveEntry{line: 1, fields: &yaml.Node{Kind: yaml.MappingNode}}
}

// parseOliveEntry reads the text of an entry that begins on the given line of its collection. The
// error is an *forsyth.Error.
func parseOliveEntry(text []byte, line int) (*oliveEntry, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, yamlError(err, line, line+bytes.Count(text, []byte{'\n'}))
	}
	if document.Kind != yaml.DocumentNode || document.Content[0].Kind != yaml.MappingNode {
		return nil, &forsyth.Error{Line: line, Column: 1, Err: errOliveEntry}
	}
	return &oliveEntry{line, document.Content[0]}, nil
}

var yamlPlace = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// yamlError converts an error of the library, which tells the line in words, and counts
// as lines what editors do not.
func yamlError(err error, line, last int) *forsyth.Error {
	found := yamlPlace.FindStringSubmatch(err.Error())
	if len(found) > 0 && found[1] != "" {
		n, _ := strconv.Atoi(found[1])
		line = min(line+max(n-1, 0), last)
	}
	reason := yamlPlace.ReplaceAllString(err.Error(), "")
	return &forsyth.Error{Line: line, Column: 1, Err: fmt.Errorf("%w: %s", errYAML, reason)}
}

// Line is where the entry begins in its collection: with its first field.
func (e *oliveEntry) Line() int { return e.value(e.fields).Line }

// oliveValue is what stands in a field of an entry, an element of a list or a field of a field.
// The zero value is that of a field that is not there.
type oliveValue struct {
	Line, Column int // in the collection, from 1
	Text         string

	entry *oliveEntry
	node  *yaml.Node
}

// value returns what a node, or the one that it is an alias of, holds.
func (e *oliveEntry) value(node *yaml.Node) oliveValue {
	v := oliveValue{Line: e.line - 1 + node.Line, Column: node.Column, entry: e, node: node}
	if node.Kind == yaml.AliasNode {
		v.node = node.Alias
	}
	if v.node.Kind == yaml.ScalarNode && v.node.Tag != "!!null" {
		v.Text = unquote(v.node.Value)
	}
	return v
}

// unquote takes off the quotes that stand within quotes, as in '"#2"': Olive does so, too.
func unquote(text string) string {
	for {
		text = strings.TrimSpace(text)
		last := len(text) - 1
		if last < 1 || text[0] != text[last] || text[0] != '"' && text[0] != '\'' {
			return text
		}
		text = text[1:last]
	}
}

// Field returns the value of the entry's field. Of several of the same name the last counts.
func (e *oliveEntry) Field(name string) oliveValue { return e.value(e.fields).Field(name) }

// Field returns the value of a field of v.
func (v oliveValue) Field(name string) oliveValue {
	if i := v.find(name); i >= 0 {
		return v.entry.value(v.node.Content[i])
	}
	return oliveValue{}
}

// find returns the index of the field's value in the node of v, or -1.
func (v oliveValue) find(name string) int {
	if v.node == nil || v.node.Kind != yaml.MappingNode {
		return -1
	}
	for i := len(v.node.Content) - 2; i >= 0; i -= 2 {
		if v.node.Content[i].Value == name {
			return i + 1
		}
	}
	return -1
}

// List returns the elements of a list, or a text as the only one; of fields it returns none.
func (v oliveValue) List() (list []oliveValue) {
	switch {
	case v.node != nil && v.node.Kind == yaml.SequenceNode:
		for _, node := range v.node.Content {
			list = append(list, v.entry.value(node))
		}
	case v.Text != "":
		list = append(list, v)
	}
	return list
}

// IsEmpty reports whether there is nothing.
func (v oliveValue) IsEmpty() bool {
	return v.node == nil || v.Text == "" && len(v.node.Content) == 0
}
