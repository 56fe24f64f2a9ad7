package cli

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ManCommand returns the subcommand that writes the program's manual page.
func ManCommand(program func() *Program) Command {
	return Command{Name: "man", Example: "",
		Summary: "Write the manual page, for man -l or a folder man1.",
		Define: func(*flag.FlagSet) Run {
			return func(args []string, std Streams) error {
				if len(args) > 0 {
					return Usagef("unexpected argument %q", args[0])
				}
				_, err := io.WriteString(std.Out, manual(program(), ReadBuild().Time))
				return err
			}
		}}
}

// manual returns the page in the macros man(7). The time, in the form of RFC 3339, may be empty.
func manual(p *Program, time string) string {
	var text strings.Builder
	title, _, _ := strings.Cut(p.Version(), "\n")
	date, _, _ := strings.Cut(time, "T")
	fmt.Fprintf(&text, ".TH %s 1 \"%s\" \"%s\" \"User Commands\"\n", strings.ToUpper(p.Name), date, roff(title))
	fmt.Fprintf(&text, ".SH NAME\n%s \\- %s\n", p.Name, roff(p.Purpose))
	fmt.Fprintf(&text, ".SH SYNOPSIS\n.B %s\n[\\fISUBCOMMAND\\fR [\\fIARGUMENTS\\fR]]\n", p.Name)
	fmt.Fprintf(&text, ".SH DESCRIPTION\n%s\n.PP\n", roff(p.About))
	text.WriteString(roff("Flags may appear anywhere on the line; -- ends them.") + "\n")
	text.WriteString(roff("Times are in seconds, as in 1.5, or have a unit, as in 500ms or 2m.") + "\n.SH SUBCOMMANDS\n")
	for path, c := range p.Leaves() {
		fmt.Fprintf(&text, ".SS %s\n%s\n", roff(strings.TrimSpace(path+" "+c.Args)), roff(c.Summary))
		for _, f := range flagsOf(c) {
			_, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(&text, ".TP\n.B %s\n%s%s\n", roff(flagSyntax(f)), roff(usage), roff(defaultOf(f)))
		}
		fmt.Fprintf(&text, ".PP\nExample:\n.PP\n.EX\n%s\n.EE\n", roff(strings.TrimSpace(p.Name+" "+path+" "+c.Example)))
	}
	text.WriteString(".SH EXIT STATUS\n")
	for _, status := range [...]struct{ number, meaning string }{
		{"0", "success"}, {"1", "the input is invalid, or the work failed; standard error says where"}, {"2", "wrong usage"},
		{strconv.Itoa(ExitPipe), "the reader of standard output closed it, as head does; no error is printed"},
	} {
		fmt.Fprintf(&text, ".TP\n.B %s\n%s\n", status.number, status.meaning)
	}
	return text.String()
}

// roff escapes a text so that it is printed unchanged and no line is read as a request.
func roff(text string) string {
	var spelt strings.Builder
	beginning := true // of a line
	for _, r := range text {
		switch {
		case r == '\\':
			spelt.WriteString(`\e`)
		case r == '-':
			spelt.WriteString(`\-`)
		case r == '"':
			spelt.WriteString(`\(dq`)
		case beginning && (r == '.' || r == '\''):
			spelt.WriteString(`\&` + string(r))
		case r > '~':
			fmt.Fprintf(&spelt, `\[u%04X]`, r)
		default:
			spelt.WriteRune(r)
		}
		beginning = r == '\n'
	}
	return spelt.String()
}
