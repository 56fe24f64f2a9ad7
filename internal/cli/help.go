package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"alfiere/internal/message"
)

// writeHelp writes the description of the program and its table of subcommands.
func (p *Program) writeHelp(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "usage: %s [SUBCOMMAND [ARGUMENTS]]\n\n%s\n\n", p.Name, p.About)
	for _, c := range p.Table {
		text.WriteString(wrapped(fmt.Sprintf("  %-11s ", c.Name), c.Summary, 14))
	}
	fmt.Fprintf(&text, "\n%s SUBCOMMAND --help shows the flags of a subcommand;\n%s --version shows the build.\n", p.Name, p.Name)
	fmt.Fprintf(&text, "Exit status: 0 success, 1 invalid input, 2 wrong usage, %d output closed.\n", ExitPipe)
	_, err := io.WriteString(w, text.String())
	return err
}

// writeParts writes the table of parts.
func (c *Command) writeParts(w io.Writer, as caller) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n%s\n", wrapped("usage: ", as.path+" "+c.Args, 11), wrapped("", c.Summary, 0))
	for _, part := range c.Parts {
		text.WriteString(wrapped("", as.path+" "+part.Name+" "+part.Args, 8) + wrapped("    ", part.Summary, 4))
	}
	fmt.Fprintf(&text, "\n%s PART --help shows the flags of a part.\n", as.path)
	_, err := io.WriteString(w, text.String())
	return err
}

// writeHelp writes how the command is used, what it does, its flags and an example.
func (c *Command) writeHelp(w io.Writer, as caller, flags *flag.FlagSet) error {
	var text strings.Builder
	l := message.English
	if c.Language != nil {
		l = c.Language(flags)
	}
	as.args = l.Text(c.Args)
	fmt.Fprintf(&text, "%s\n%s\n", wrapped(l.Text("usage")+": ", as.usage(), 11), wrapped("", l.Text(c.Summary), 0))
	first := text.Len()
	flags.VisitAll(func(f *flag.Flag) { text.WriteString(flagHelp(f, l)) })
	if text.Len() > first {
		text.WriteString("\n")
	}
	fmt.Fprintf(&text, "%s:\n  %s\n", l.Text("Example"), strings.TrimSpace(as.path+" "+c.Example))
	_, err := io.WriteString(w, text.String())
	return err
}

// flagSyntax returns the name of a flag with its value.
func flagSyntax(f *flag.Flag) string {
	value := valueName(f)
	switch {
	case value == "":
		return "--" + f.Name
	case isSwitch(f):
		return "--" + f.Name + "[=" + value + "]"
	}
	return "--" + f.Name + " " + value
}

// valueName returns the name of a flag's value in help, empty if it takes none.
func valueName(f *flag.Flag) string {
	switch value, _ := flag.UnquoteUsage(f); value {
	case "int", "uint":
		return "N"
	case "float":
		return "NUMBER"
	case "string":
		return "TEXT"
	case "value":
		if isSwitch(f) {
			return ""
		}
		return "VALUE"
	default:
		return strings.ToUpper(value)
	}
}

// flagHelp returns the help of a flag: its name and value, then its purpose and default.
func flagHelp(f *flag.Flag, l message.Language) string {
	own := *f
	own.Usage = l.Text(f.Usage)
	_, usage := flag.UnquoteUsage(&own)
	usage += strings.Replace(defaultOf(f), "default", l.Text("default"), 1)
	return "  " + flagSyntax(&own) + "\n" + wrapped("        ", usage, 8)
}

// helpColumns is the maximum length of a line of help. It suits every terminal.
const helpColumns = 79

// wrapped breaks a text into lines of at most helpColumns characters. The first line follows begin, the others are
// indented. Only a word longer than a line exceeds the width.
func wrapped(begin, text string, indent int) string {
	var lines strings.Builder
	line, empty := begin, true
	for word := range strings.FieldsSeq(text) {
		switch {
		case empty:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > helpColumns:
			lines.WriteString(line + "\n")
			line = strings.Repeat(" ", indent) + word
		default:
			line += " " + word
		}
		empty = false
	}
	return lines.String() + strings.TrimRight(line, " ") + "\n"
}

// defaultOf returns the default of a flag as help shows it, after a blank, or "" without a default.
func defaultOf(f *flag.Flag) string {
	switch f.DefValue {
	case "", "0", "false", "0s":
		return ""
	}
	return " (default: " + f.DefValue + ")"
}
