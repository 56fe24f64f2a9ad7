package format

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// What can be wrong with an entry of a collection of Olive, a board for composers. Entries are documents in YAML, as
// the database YACPDB describes them; errors.Is finds the errors in an *forsyth.Error.
var (
	errYAML       = errors.New("invalid YAML")
	errOliveEntry = errors.New("an entry must consist of fields with values, as in stipulation: '#2'")
)

// oliveEntry is a problem of a collection. It has what its text has, unchanged but for what is set.
type oliveEntry struct {
	line   int // of the collection, where its text begins
	fields *yaml.Node
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

var yamlPlace = wire.Pattern(`^yaml: (?:line (\d+): )?`)

// yamlError converts an error of the library, which tells the line in words, and counts as lines what editors do not.
func yamlError(err error, line, last int) *forsyth.Error {
	found := yamlPlace().FindStringSubmatch(err.Error())
	if len(found) > 0 && found[1] != "" {
		n, _ := strconv.Atoi(found[1])
		line = min(line+max(n-1, 0), last)
	}
	reason := yamlPlace().ReplaceAllString(err.Error(), "")
	return &forsyth.Error{Line: line, Column: 1, Err: message.Errorf("%w: %s", errYAML, reason)}
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

// SetText sets a field of the entry to a text; one of several lines stands there as it is.
func (e *oliveEntry) SetText(name, text string) { e.set(name, yamlText(text)) }

// SetList sets a field of the entry to a list of texts.
func (e *oliveEntry) SetList(name string, texts []string) { e.set(name, yamlList(texts, 0)) }

// SetFields sets a field of the entry to fields with texts, of which empty ones are left out;
// a name follows a name's text.
func (e *oliveEntry) SetFields(name string, namesAndTexts ...string) {
	e.set(name, yamlFields(namesAndTexts))
}

// AddRecord adds an element, which has fields, to the list that a field of the entry is.
func (e *oliveEntry) AddRecord(name string, namesAndTexts ...string) {
	list := e.Field(name).node
	if list == nil || list.Kind != yaml.SequenceNode {
		list = yamlList(nil, 0)
		e.set(name, list)
	}
	list.Content = append(list.Content, yamlFields(namesAndTexts))
}

// SetMen sets the men of both colours, as in Kd6.
func (e *oliveEntry) SetMen(white, black []string) {
	e.set("algebraic", &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
		yamlText("white"), yamlList(white, yaml.FlowStyle), yamlText("black"), yamlList(black, yaml.FlowStyle)}})
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
		list.node.Content = append(list.node.Content, yamlList(texts, 0).Content...)
	default:
		e.SetList(name, append(had, texts...))
	}
}

// set puts a value into a field: where it is, or in its place by the alphabet, which is the order that Olive writes.
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

// linesStyle is the style of a text of several lines, as they are if their blanks and characters can be.
func linesStyle(text string) yaml.Style {
	rest := strings.TrimLeft(text, " ")
	if rest == "" || rest[0] == '\t' || rest[0] == '\n' ||
		strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
		return yaml.DoubleQuotedStyle
	}
	return yaml.LiteralStyle
}

func yamlList(texts []string, style yaml.Style) *yaml.Node {
	node := &yaml.Node{Kind: yaml.SequenceNode, Style: style}
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

// writeOlive writes the entry of a problem and changes nothing but the solution, if one is proven, and the keywords, to
// which our themes are added. An entry with twins keeps its solution; without one it gets those of all twins, if each
// is proven. One with duplex keeps its solution, too.
func writeOlive(w io.Writer, d *text.Document, p *Problem, content text.Options, twins []*text.Document) error {
	e := p.Entry
	if e == nil {
		e = newOliveEntry(p, d.Report.Moves)
	}
	alone := !p.HasTwins && p.Popeye.Duplex == text.NoDuplex
	if d.Report.Complete && (alone || len(twins) > 0) &&
		(e.Field("solution").IsEmpty() || p.Popeye.Solution(d, content) != "") {
		e.setSolution(&p.Popeye, append([]*text.Document{d}, twins...), content)
	}
	e.AddToList("keywords", keywords(d.Themes))
	return e.Write(w)
}

// setSolution sets the solution of a problem, or those of all twins of a diagram, each below its change.
func (e *oliveEntry) setSolution(style *text.Popeye, twins []*text.Document, content text.Options) {
	all := ""
	for _, d := range twins {
		if d.Twin.Label != "" {
			all += fmt.Sprintf("\n%v\n\n", d.Twin)
		}
		all += cmp.Or(style.Solution(d, content), noOliveSolution+"\n")
	}
	e.SetText("solution", strings.TrimLeft(all, "\n"))
}

// noOliveSolution is a comment in Olive's language of solutions, which must not be empty.
const noOliveSolution = "{no solution}"

// ownDomain is where the number of a problem comes from that has no other domain.
const ownDomain = "id"

// newOliveEntry returns an entry of Olive's for a problem from elsewhere, a mate in that number of moves.
func newOliveEntry(p *Problem, moves int) *oliveEntry {
	e := &oliveEntry{line: 1, fields: &yaml.Node{Kind: yaml.MappingNode}}
	var men [2][]string
	for s := range movegen.NoSquare {
		if man := p.Position.PieceAt(s); man != movegen.NoPiece {
			men[man.Color()] = append(men[man.Color()], vocabularies[0].letter(man.Type())+s.String())
		}
	}
	e.SetMen(men[movegen.White], men[movegen.Black])
	e.SetText("stipulation", fmt.Sprintf("#%d", moves))
	if p.Author != "" {
		e.SetList("authors", []string{p.Author})
	}
	if p.Title != "" {
		e.SetList("comments", []string{p.Title})
	}
	if p.Source != "" {
		e.SetFields("source", "name", p.Source)
	}
	if p.ID != "" {
		e.AddRecord("foreignids", "domain", ownDomain, "problemid", p.ID)
	}
	if p.Solutions > 1 {
		e.SetText("intended-solutions", strconv.Itoa(p.Solutions))
	}
	if options := oliveOptions(p); len(options) > 0 {
		e.SetList("options", options)
	}
	return e
}

// oliveOptions says what Popeye would not take for granted in the diagram, and what is asked.
func oliveOptions(p *Problem) (options []string) {
	if p.SetPlay {
		options = append(options, "SetPlay")
	}
	if p.Tries > 0 {
		options = append(options, fmt.Sprintf("Defence %d", p.Tries))
	}
	if p.Position.Side() == movegen.Black {
		options = append(options, "HalfDuplex")
	}
	b := p.Position.Builder()
	if barred := b.RooksAtHome() &^ b.CastlingRooks; barred != 0 {
		squares := ""
		for barred != 0 {
			squares += barred.Pop().String()
		}
		options = append(options, "NoCastling "+squares)
	}
	if s := p.Position.EnPassant(); s != movegen.NoSquare {
		options = append(options, "EnPassant "+s.String())
	}
	return options
}
