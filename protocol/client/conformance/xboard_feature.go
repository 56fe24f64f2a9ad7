package conformance

import (
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
)

// feature is one NAME=VALUE of a feature line.
type feature struct {
	name, value string
	quoted      bool
}

// parseFeatures reads a line of the engine; a line that is not a feature line has none. The error
// is the first one; the features before it count.
func parseFeatures(line string) (settings []feature, err error) {
	word, rest := wire.Cut(line)
	if word != "feature" {
		return nil, nil
	}
	for rest != "" {
		name, value, found := strings.Cut(rest, "=")
		if !found || name == "" || strings.ContainsAny(name, " \t\"") {
			return settings, failed("no NAME=VALUE in %q", shown(rest))
		}
		f := feature{name: name}
		if strings.HasPrefix(value, `"`) {
			f.quoted = true
			f.value, rest, found = strings.Cut(value[1:], `"`)
			if !found {
				return settings, failed("the quotation mark of %s is not closed", name)
			}
		} else {
			f.value, rest, _ = strings.Cut(value, " ")
		}
		settings = append(settings, f)
		rest = wire.Trim(rest)
	}
	return settings, nil
}

// The types of features that the protocol defines.
var (
	booleanFeatures = []string{"ping", "setboard", "playother", "san", "usermove", "time", "draw", "sigint", "sigterm",
		"reuse", "analyze", "colors", "ics", "name", "pause", "nps", "debug", "memory", "smp", "exclude", "setscore",
		"highlight", "done"}
	textFeatures = []string{"myname", "variants", "egt", "option"}
)

// checkFeatures: every feature line is well formed, values are of the feature's type, options can
// be made fields of a dialog, and done=1 is the last feature except options.
func checkFeatures(t *transcript) error {
	names := map[string]bool{}
	done := false
	for _, line := range t.heard(0) {
		settings, err := parseFeatures(line)
		if err != nil {
			return err
		}
		for _, f := range settings {
			if done && f.name != "option" {
				return failed("feature %s comes after done=1", f.name)
			}
			done = done || f.name == "done" && f.value == "1"
			if err := f.judge(names); err != nil {
				return err
			}
		}
	}
	if !done {
		return failure("there is no feature done=1")
	}
	return nil
}

// judge checks one feature; names collects the names of the options.
func (f *feature) judge(names map[string]bool) error {
	switch {
	case slices.Contains(booleanFeatures, f.name) && (f.quoted || f.value != "0" && f.value != "1"):
		return failed("feature %s is %q, neither 0 nor 1", f.name, f.value)
	case slices.Contains(textFeatures, f.name) && !f.quoted:
		return failed("the text of feature %s has no quotation marks", f.name)
	case f.name != "option":
		return nil
	}
	o, err := readXboardOption(f.value)
	if err != nil {
		return err
	}
	if name := strings.ToLower(o.name); names[name] {
		return failed("option %s occurs twice", o.name)
	} else {
		names[name] = true
	}
	return nil
}

// xboardOption is the value of an option feature.
type xboardOption struct{ name, kind, preset string }

// settable reports whether the option has a value.
func (o *xboardOption) settable() bool {
	return o.kind != "button" && o.kind != "save" && o.kind != "reset"
}

// readXboardOption reads "NAME -TYPE …".
func readXboardOption(text string) (o xboardOption, err error) {
	i := strings.Index(text, " -")
	if i <= 0 || strings.Contains(text[:i], "=") {
		return o, failed("option %q is not NAME -TYPE …", text)
	}
	kind, value, _ := strings.Cut(text[i+2:], " ")
	o = xboardOption{strings.TrimSpace(text[:i]), kind, value}
	good := false
	switch kind {
	case "button", "save", "reset":
		good = value == ""
	case "check":
		good = value == "0" || value == "1"
	case "spin", "slider":
		good = o.readRange(wire.Fields(value))
	case "combo":
		good = o.readChoices(strings.Split(value, "///"))
	case "string", "file", "path":
		good = true
	default:
		return o, failed("option %s is of type %q, which does not exist", o.name, kind)
	}
	if !good {
		return o, failed("option %q: the value is not valid for type %s", text, kind)
	}
	return o, nil
}

// readRange reads VALUE MIN MAX.
func (o *xboardOption) readRange(fields []string) bool {
	var numbers []int
	for _, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil {
			return false
		}
		numbers = append(numbers, n)
	}
	if len(numbers) != 3 || numbers[1] > numbers[0] || numbers[0] > numbers[2] {
		return false
	}
	o.preset = fields[0]
	return true
}

// readChoices takes the choice with an asterisk (at most one has it), or else the first.
func (o *xboardOption) readChoices(choices []string) bool {
	marked := 0
	for i, choice := range choices {
		text, star := strings.CutPrefix(strings.TrimSpace(choice), "*")
		if text == "" {
			return false
		}
		if star {
			marked++
		}
		if i == 0 || star {
			o.preset = text
		}
	}
	return marked <= 1
}
