package text

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
)

const schemaFile = "../../docs/problem.schema.json"

// testSchema compiles the schema of the JSON form.
func testSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema := must.Get(jsonschema.Compile(schemaFile))(t)
	return schema
}

// TestTheSchemaHoldsWhateverIsWritten: answers of all verdicts, with everything and with
// nothing asked for, problems that are no chess, and faults.
func TestTheSchemaHoldsWhateverIsWritten(t *testing.T) {
	schema := testSchema(t)
	documents := corpus(t)
	documents = append(documents, &Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Moves: 2, Faults: []movegen.Fault{{Code: movegen.KingCount}}}})
	for _, g := range golden {
		documents = append(documents, &Document{Report: report(t, g.fen, g.options), Caption: Caption{Title: g.name},
			Line: 3})
	}
	for _, d := range documents {
		for _, o := range []Options{{}, Full(English()), {Tries: true, Program: "Alfiere"}, {SetPlay: true, Judgement: true}} {
			line, fields := jsonLine(t, d, o)
			if err := schema.Validate(fields); err != nil {
				t.Fatalf("%s: %#v\n%s", d.Title, err, line)
			}
		}
	}
	var fault strings.Builder
	must.Do(t, WriteJSONError(&fault, "file", 4, 2, "no position"))
	var fields map[string]any
	must.Do(t, json.Unmarshal([]byte(fault.String()), &fields))
	if err := schema.Validate(fields); err != nil {
		t.Errorf("%#v", err)
	}
	if delete(fields, "error"); schema.Validate(fields) == nil {
		t.Error("a fault without its reason is let through")
	}
}

// TestNoneAndNotAskedForAreDistinguished, list by list: Cumpe's problem has no superfluous men.
func TestNoneAndNotAskedForAreDistinguished(t *testing.T) {
	d := &Document{Report: report(t, cumpeFEN, full(2))}
	_, everything := jsonLine(t, d, Full(English()))
	_, nothing := jsonLine(t, d, Options{})
	lists := []string{"set", "unprovided", "unprovided_san", "tries", "changes", "pictures", "superfluous", "themes", "flaws", "merits", "warnings"}
	for _, name := range lists {
		if _, ok := everything[name].([]any); !ok {
			t.Errorf("%s is %v, want a list", name, everything[name])
		}
		if value, ok := nothing[name]; !ok || value != nil {
			t.Errorf("%s is %v, want null", name, value)
		}
	}
	if everything["economy"] != "finished" || len(everything["superfluous"].([]any)) != 0 || nothing["economy"] != nil {
		t.Errorf("economy %v, superfluous %v; %v", everything["economy"], everything["superfluous"], nothing["economy"])
	}
	if len(everything["asked"].([]any)) != 5 || len(nothing["asked"].([]any)) != 0 {
		t.Errorf("asked for %v and %v", everything["asked"], nothing["asked"])
	}
	cut := *d.Report
	cut.Economy = &problem.Economy{Tested: 1}
	if _, fields := jsonLine(t, &Document{Report: &cut}, Full(English())); fields["economy"] != "interrupted" {
		t.Errorf("economy %v", fields["economy"])
	}
}

// TestMenAndNumbersAreCounted, of a diagram that is no chess, too, whose FEN is as it was given.
func TestMenAndNumbersAreCounted(t *testing.T) {
	_, sound := jsonLine(t, &Document{Report: report(t, cumpeFEN, full(2)), Line: 7}, Options{Program: "Alfiere 9"})
	illegal := &Illegal{FEN: "8/8/8/8/8/8/p7/SS6", Moves: 3}
	_, refused := jsonLine(t, &Document{Illegal: illegal}, Options{})
	for _, c := range []struct {
		fields, want map[string]any
	}{
		{sound, map[string]any{"men": "4+3", "white_men": 4.0, "black_men": 3.0, "n": 2.0, "line": 7.0, "program": "Alfiere 9"}},
		{refused, map[string]any{"men": "2+1", "white_men": 2.0, "black_men": 1.0, "n": 3.0, "fen": illegal.FEN}},
	} {
		for name, want := range c.want {
			if c.fields[name] != want {
				t.Errorf("%s is %v, want %v", name, c.fields[name], want)
			}
		}
	}
}

// TestEachMoveHasItsSAN: wherever there are coordinates, there is as much SAN, and the one
// goes with the other: the square a SAN names is that which the coordinates reach.
func TestEachMoveHasItsSAN(t *testing.T) {
	pairs := map[string]string{"move": "san", "defence": "san", "key": "key_san", "from": "from_san", "to": "to_san", "other": "other_san"}
	checked := 0
	var visit func(at string, value any)
	agree := func(at string, move, san any) {
		checked++
		m, ok := move.(string)
		s, ok2 := san.(string)
		if !ok || !ok2 || (m == "0000") != (s == "--") || m != "0000" && !strings.Contains(s, m[2:4]) && !strings.HasPrefix(s, "O-O") {
			t.Errorf("%s: %v is %v", at, move, san)
		}
	}
	visit = func(at string, value any) {
		switch value := value.(type) {
		case []any:
			for _, v := range value {
				visit(at, v)
			}
		case map[string]any:
			for name, v := range value {
				if san, ok := value[name+"_san"].([]any); ok && v != nil {
					if len(san) != len(v.([]any)) {
						t.Errorf("%s.%s: %v, %v", at, name, v, san)
						continue
					}
					for i, m := range v.([]any) {
						if line, ok := m.([]any); ok {
							for k := range line {
								agree(at+"."+name, line[k], san[i].([]any)[k])
							}
							continue
						}
						agree(at+"."+name, m, san[i])
					}
				}
				if other, ok := pairs[name]; ok {
					if _, kind := value["kind"]; kind && name == "defence" {
						other = "defence_san"
					}
					agree(at+"."+name, v, value[other])
				}
				visit(at+"."+name, v)
			}
		}
	}
	for _, d := range corpus(t) {
		_, fields := jsonLine(t, d, Full(English()))
		visit(d.Title, fields)
	}
	if checked < 1000 {
		t.Errorf("%d moves", checked)
	}
}

// TestShortMatesTellTheirLength: a three-mover with mates in one and in two.
func TestShortMatesTellTheirLength(t *testing.T) {
	r := report(t, "6k1/8/6K1/8/8/8/8/R6R w - - 0 1", problem.Options{Moves: 3})
	_, fields := jsonLine(t, &Document{Report: r}, Options{})
	lengths := map[float64]bool{}
	list := fields["short_mates"].([]any)
	for i, short := range list {
		mate := short.(map[string]any)
		lengths[mate["in"].(float64)] = true
		if mate["move"] != fields["short"].([]any)[i] || mate["in"] != float64(r.Short[i].In) || (mate["in"] == 1.0) != strings.HasSuffix(mate["san"].(string), "#") {
			t.Errorf("%v", mate)
		}
	}
	if !lengths[1] || !lengths[2] {
		t.Errorf("mates in %v", lengths)
	}
}
