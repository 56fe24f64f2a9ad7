package format

import (
	"io"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// SetText sets a field of the entry to a text; one of several lines stands there as it is.
func (e *oliveEntry) SetText(name, text string) { e.set(name, yamlText(text)) }

// SetList sets a field of the entry to a list of texts, on one line if it is in line.
func (e *oliveEntry) SetList(name string, texts []string, inLine bool) {
	e.set(name, yamlList(texts, inLine))
}

// SetFields sets a field of the entry to fields with texts, of which empty ones are left out;
// a name follows a name's text.
func (e *oliveEntry) SetFields(name string, namesAndTexts ...string) {
	e.set(name, yamlFields(namesAndTexts))
}

// SetRecord sets a field of the entry to a list of one element, which has fields.
func (e *oliveEntry) SetRecord(name string, namesAndTexts ...string) {
	e.set(name, &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{yamlFields(namesAndTexts)}})
}

// AddRecord adds an element, which has fields, to the list that a field of the entry is.
func (e *oliveEntry) AddRecord(name string, namesAndTexts ...string) {
	if list := e.Field(name); list.node != nil && list.node.Kind == yaml.SequenceNode {
		list.node.Content = append(list.node.Content, yamlFields(namesAndTexts))
		return
	}
	e.SetRecord(name, namesAndTexts...)
}

// SetMen sets the men of both colours, as in Kd6.
func (e *oliveEntry) SetMen(white, black []string) {
	e.set("algebraic", &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
		yamlText("white"), yamlList(white, true), yamlText("black"), yamlList(black, true)}})
}

// AddToList adds to a field of the entry those texts that its list has not.
func (e *oliveEntry) AddToList(name string, texts []string) {
	list := e.Field(name)
	var had []string
	for _, v := range list.List() {
		had = append(had, v.Text)
	}
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(had, text) })
	switch {
	case len(texts) == 0:
	case list.node != nil && list.node.Kind == yaml.SequenceNode:
		list.node.Content = append(list.node.Content, yamlList(texts, false).Content...)
	default:
		e.SetList(name, append(had, texts...), false)
	}
}

// set puts a value into a field: where it is, or in its place by the alphabet, which is the
// order that Olive writes.
func (e *oliveEntry) set(name string, value *yaml.Node) {
	all := e.fields.Content
	if i := e.value(e.fields).find(name); i >= 0 {
		all[i] = value
		return
	}
	at := len(all)
	for i := 0; i < len(all); i += 2 {
		if all[i].Value > name {
			at = i
			break
		}
	}
	e.fields.Content = slices.Insert(all, at, yamlText(name), value)
}

func yamlText(text string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	switch {
	case strings.Contains(text, "\n"):
		node.Style = linesStyle(text)
	case strings.ContainsAny(text, "=#"): // YAML 1.1, which Olive reads, has a value "="
		node.Style = yaml.SingleQuotedStyle
	}
	return node
}

// linesStyle is the style of a text of several lines, as they are if their blanks and
// characters can be.
func linesStyle(text string) yaml.Style {
	rest := strings.TrimLeft(text, " ")
	if rest == "" || rest[0] == '\t' || rest[0] == '\n' ||
		strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
		return yaml.DoubleQuotedStyle
	}
	return yaml.LiteralStyle
}

func yamlList(texts []string, inLine bool) *yaml.Node {
	node := &yaml.Node{Kind: yaml.SequenceNode}
	if inLine {
		node.Style = yaml.FlowStyle
	}
	for _, text := range texts {
		node.Content = append(node.Content, yamlText(text))
	}
	return node
}

func yamlFields(namesAndTexts []string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(namesAndTexts); i += 2 {
		if namesAndTexts[i+1] != "" {
			node.Content = append(node.Content, yamlText(namesAndTexts[i]), yamlText(namesAndTexts[i+1]))
		}
	}
	return node
}

// Write writes the entry as a document of a collection. The error is w's.
func (e *oliveEntry) Write(w io.Writer) error {
	makePlain(e.fields)
	if _, err := io.WriteString(w, "---\n"); err != nil {
		return err
	}
	encoder := yaml.NewEncoder(w)
	encoder.SetIndent(2)
	encoder.CompactSeqIndent()
	err := encoder.Encode(e.fields)
	if err == nil {
		err = encoder.Close()
	}
	return err
}

// makePlain takes off the tags of old collections, as in !!python/unicode 'Prize', which
// today's Olive refuses, and chooses styles that can be read again.
func makePlain(node *yaml.Node) {
	if strings.Contains(node.Tag, "python/") {
		node.Tag = ""
		node.Style &^= yaml.TaggedStyle
		if node.Kind == yaml.ScalarNode {
			node.Tag = "!!str"
		}
	}
	if node.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 { // the library breaks some of them
		node.Style = linesStyle(node.Value)
	}
	for _, below := range node.Content { // not through aliases: they end where they began
		makePlain(below)
	}
}
