package text

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/invopop/jsonschema"
)

// formats are what tags of the JSON form call a format; the other formats are vocabularies.
var formats = jsonschema.Definitions{
	"move": {Description: "a move in UCI coordinates; 0000 is no move", Type: "string",
		Pattern: "^(0000|[a-h][1-8][a-h][1-8][qrbn]?)$"},
	"san": {Description: "a move with English letters; -- is no move", Type: "string",
		Pattern: "^(--|O-O(-O)?[+#]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?)$"},
	"square": {Type: "string", Pattern: "^[a-h][1-8]$"},
}

// verdicts are those of a problem that could be read.
func verdicts() []string {
	return slices.DeleteFunc(VerdictNames(), func(name string) bool { return name == Fault })
}

// JSONSchemaExtend describes the maps, whose tags the generator ignores.
func (jsonSummary) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Properties.Value("verdicts").Required = verdicts()
	stipulations := s.Properties.Value("stipulations")
	stipulations.PropertyNames = &jsonschema.Schema{Pattern: "^#[0-9]+$"}
	stipulations.AdditionalProperties.Minimum = "1"
}

// refine replaces the formats in s, the schema of a field, and adds that numbers are not negative.
func refine(s *jsonschema.Schema, field string, terms map[string][]string) {
	if s == nil {
		return
	}
	if s.Properties != nil {
		for name, property := range s.Properties.FromOldest() {
			refine(property, name, terms)
		}
	}
	for _, alternative := range s.OneOf {
		refine(alternative, field, terms)
	}
	if s.Items != nil {
		s.Items.Format, s.Format = s.Items.Format+s.Format, "" // of the lines of a list of lines
	}
	refine(s.Items, field, terms)
	refine(s.AdditionalProperties, field, terms)
	if (s.Type == "integer" || s.Type == "number") && s.Minimum == "" && s.Enum == nil {
		s.Minimum = "0"
	}
	if s.Type == "string" && (field == "san" || strings.HasSuffix(field, "_san")) {
		s.Format = "san"
	}
	var names []any
	for _, term := range terms[s.Format] {
		names = append(names, term)
	}
	switch {
	case names == nil && formats[s.Format] == nil: // nothing to replace
	case formats[s.Format] != nil:
		*s = jsonschema.Schema{Ref: "#/$defs/" + s.Format, Description: s.Description}
	case s.Ref != "": // a flaw or a merit
		s.Properties = jsonschema.NewProperties()
		s.Properties.Set("name", &jsonschema.Schema{Enum: names})
		s.Format = ""
	default:
		s.Enum, s.Format = names, ""
	}
}

// formSchema returns the schema of a line that is one of the values.
func formSchema(t *testing.T, values ...any) *jsonschema.Schema {
	t.Helper()
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true}
	r.Namer = func(t reflect.Type) string {
		return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(t.Name(), "json"), "Form"))
	}
	if err := r.AddGoComments("alfiere/problem/text", "."); err != nil {
		t.Fatal(err)
	}
	asked := Full(English())
	terms := map[string][]string{"verdicts": verdicts(), "asked": asked.Asked()}
	for _, v := range vocabularies() {
		for _, term := range v.Terms {
			terms[v.Name] = append(terms[v.Name], term.Name)
		}
	}
	line := &jsonschema.Schema{Version: jsonschema.Version, Definitions: maps.Clone(formats),
		Title:       "A line of alfiere mate --json",
		Description: "docs/problem-json.md explains the fields. A list is null if it was not asked for; fields may be added."}
	for _, value := range values {
		s := r.Reflect(value)
		line.OneOf = append(line.OneOf, &jsonschema.Schema{Ref: s.Ref})
		maps.Copy(line.Definitions, s.Definitions)
	}
	for name, s := range line.Definitions {
		if formats[name] == nil {
			refine(s, "", terms)
		}
	}
	return line
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// typeOf returns the type of the values that s describes, as comments of JavaScript write it.
func typeOf(s *jsonschema.Schema) string {
	var parts []string
	switch {
	case s.Ref != "":
		name := strings.TrimPrefix(s.Ref, "#/$defs/")
		if formats[name] != nil {
			return "string"
		}
		return capital(name)
	case s.OneOf != nil:
		for _, alternative := range s.OneOf {
			parts = append(parts, typeOf(alternative))
		}
		return strings.Join(parts, " | ")
	case s.Items != nil:
		return typeOf(s.Items) + "[]"
	case s.Properties != nil:
		for name, property := range s.Properties.FromOldest() {
			if !slices.Contains(s.Required, name) {
				name += "?"
			}
			parts = append(parts, name+": "+typeOf(property))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case s.Type == "integer":
		return "number"
	}
	return s.Type
}

// TestTheSchemaAndTheTypesOfThePageAreThoseOfTheForm; -update writes both.
func TestTheSchemaAndTheTypesOfThePageAreThoseOfTheForm(t *testing.T) {
	schema, err := json.MarshalIndent(formSchema(t, ReportForm{}, jsonFault{}, jsonSummaryLine{}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	isCurrent(t, schemaFile, append(schema, '\n'))

	type Report struct { // what the page receives (workbench/api)
		ReportForm
		Lines []Line `json:"lines" jsonschema:"nullable"`
	}
	var types strings.Builder
	definitions := formSchema(t, Report{}).Definitions
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		if formats[name] == nil {
			types.WriteString(typedef(typeOf(definitions[name]), capital(name)))
		}
	}
	const script = "../../workbench/page/static/js/report.js"
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	written := regexp.MustCompile(`(?m)(^// Generated .*\n/\*\*\n)(?:^ \* .*\n)*`)
	isCurrent(t, script, written.ReplaceAll(text, append([]byte("$1"), types.String()...)))
}

// typedef returns the lines of a comment that name a type.
func typedef(is, name string) string {
	const columns = 120
	var lines strings.Builder
	line := " * @typedef {"
	for _, field := range strings.SplitAfter(is, ", ") {
		if utf8.RuneCountInString(line+strings.TrimRight(field, " ")+"} "+name) > columns {
			lines.WriteString(strings.TrimRight(line, " ") + "\n")
			line = " *   "
		}
		line += field
	}
	return lines.String() + line + "} " + name + "\n"
}

// isCurrent checks the text of a file; -update writes it.
func isCurrent(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil {
		t.Error(err)
	} else if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date: run go test ./problem/text -run Schema -update", file)
	}
}
