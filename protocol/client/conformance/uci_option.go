package conformance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/internal/wire"
)

// uciOption is a parsed option line.
type uciOption struct {
	name, kind string
	preset     string // "default"
	hasPreset  bool
	least      string
	most       string
	choices    []string
}

// readOption reads an option line; a value extends to the next of the words that may
// follow it.
func readOption(text string) (o uciOption, err error) {
	rest, ok := strings.CutPrefix(text, "option name ")
	name, rest, typed := strings.Cut(rest, " type ")
	if !ok || !typed {
		return o, failed("%q is not option name … type …", shown(text))
	}
	o.name = strings.TrimSpace(name)
	fields := wire.Fields(rest)
	if len(fields) == 0 {
		return o, failed("no type in %q", shown(text))
	}
	o.kind = fields[0]
	if o.kind == "string" { // its default may be any text
		_, o.preset, o.hasPreset = strings.Cut(rest, " default")
		o.preset = strings.TrimSpace(o.preset)
		return o, nil
	}
	word := ""
	values := map[string][]string{}
	var choice []string
	for _, f := range append(fields[1:], "") {
		if f == "" || f == "default" || f == "min" || f == "max" || f == "var" {
			if word == "var" {
				o.choices = append(o.choices, strings.Join(choice, " "))
			} else {
				values[word] = choice
			}
			word, choice = f, []string{}
			continue
		}
		choice = append(choice, f)
	}
	preset, hasPreset := values["default"]
	o.preset, o.hasPreset = strings.Join(preset, " "), hasPreset
	o.least, o.most = strings.Join(values["min"], " "), strings.Join(values["max"], " ")
	return o, nil
}

// wellKnown are the options whose type the protocol fixes.
var wellKnown = map[string]string{
	"hash": "spin", "nalimovpath": "string", "nalimovcache": "spin", "ponder": "check", "ownbook": "check",
	"multipv": "spin", "uci_showcurrline": "check", "uci_showrefutations": "check", "uci_limitstrength": "check",
	"uci_elo": "spin", "uci_analysemode": "check", "uci_opponent": "string", "uci_engineabout": "string",
	"uci_shredderbasespath": "string", "uci_setpositionvalue": "string", "uci_chess960": "check",
}

// judge checks that a GUI can make a field of the option.
func (o *uciOption) judge() error {
	for _, word := range wire.Fields(o.name) {
		if slices.Contains([]string{"name", "value", "type"}, strings.ToLower(word)) {
			return failed("the name %q contains a word of the protocol", o.name)
		}
	}
	if kind, known := wellKnown[strings.ToLower(o.name)]; known && kind != o.kind {
		return failed("option %s is of type %s, not %s", o.name, o.kind, kind)
	}
	good := false
	switch o.kind {
	case "check":
		good = o.preset == "true" || o.preset == "false"
	case "spin":
		preset, err1 := strconv.Atoi(o.preset)
		least, err2 := strconv.Atoi(o.least)
		most, err3 := strconv.Atoi(o.most)
		good = err1 == nil && err2 == nil && err3 == nil && least <= preset && preset <= most
	case "combo":
		good = slices.Contains(o.choices, o.preset)
	case "button":
		good = !o.hasPreset
	case "string":
		good = o.hasPreset && o.preset != ""
	default:
		return failed("option %s is of type %q, which does not exist", o.name, o.kind)
	}
	if !good {
		return failed("option %s: the default or its bounds are not valid for type %s", o.name, o.kind)
	}
	return nil
}

// readOptions reads the option lines among lines and returns the first error.
func readOptions(lines []string) (options []uciOption, err error) {
	for _, line := range lines {
		if fields := wire.Fields(line); len(fields) == 0 || fields[0] != "option" {
			continue
		}
		o, fault := readOption(line)
		if fault == nil {
			options = append(options, o)
			fault = o.judge()
		}
		if err == nil {
			err = fault
		}
	}
	return options, err
}

// checkOptions: every option is well formed, no name occurs twice, and options that the protocol
// requires together are all present.
func checkOptions(t *transcript) error {
	options, err := readOptions(t.heard(0))
	if err != nil {
		return err
	}
	names := map[string]bool{}
	for _, o := range options {
		name := strings.ToLower(o.name)
		if names[name] {
			return failed("option %s occurs twice", o.name)
		}
		names[name] = true
	}
	if names["uci_elo"] != names["uci_limitstrength"] {
		return failure("UCI_Elo and UCI_LimitStrength must be offered together")
	}
	return nil
}

// defaultSettings returns the commands that set each option, except buttons, to the default
// announced in lines.
func defaultSettings(p protocol, lines []string) (commands []string) {
	if p == xboard {
		for _, line := range lines {
			settings, _ := parseFeatures(line)
			for _, f := range settings {
				if o, err := readXboardOption(f.value); f.name == "option" && err == nil && o.settable() {
					commands = append(commands, fmt.Sprintf("option %s=%s\n", o.name, o.preset))
				}
			}
		}
		return commands
	}
	options, _ := readOptions(lines)
	for _, o := range options {
		if o.kind != "button" {
			commands = append(commands, fmt.Sprintf("setoption name %s value %s\n", o.name, o.preset))
		}
	}
	return commands
}
