package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/message"
)

// WriteHelp writes how a command is used, what it does, its subcommands or flags, and an example.
func WriteHelp(c *cobra.Command, l message.Language) {
	var text strings.Builder
	use := l.Text(c.Use)
	if c.HasParent() {
		use = c.Parent().CommandPath() + " " + use
	}
	text.WriteString(wrapped(l.Text("usage")+": ", use, 11) + "\n")
	if c.Long != "" {
		text.WriteString(strings.TrimSpace(c.Long) + "\n")
	} else {
		text.WriteString(wrapped("", l.Text(c.Short), 0))
	}
	for i, sub := range c.Commands() {
		if i == 0 {
			text.WriteString("\n")
		}
		if sub.IsAvailableCommand() {
			text.WriteString(wrapped(fmt.Sprintf("  %-11s ", sub.Name()), sub.Short, 14))
		}
	}
	if c.HasSubCommands() {
		fmt.Fprintf(&text, "\n%s SUBCOMMAND --help shows the flags of a subcommand.\n", c.CommandPath())
	}
	if !c.HasParent() {
		fmt.Fprintf(&text, "%s --version shows the build.\nExit status: 0 success, 1 invalid input, 2 wrong usage, "+
			"%d output closed.\n", c.Name(), ExitPipe)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		f.Usage, f.Hidden = l.Text(f.Usage), f.Name == "help"
	})
	defaults := l.Text("default")
	if flags := c.Flags().FlagUsagesWrapped(helpColumns - len(defaults) + len("default")); flags != "" {
		text.WriteString("\n" + strings.ReplaceAll(flags, "(default ", "("+defaults+" "))
	}
	if c.Example != "" {
		fmt.Fprintf(&text, "\n%s:\n  %s\n", l.Text("Example"), c.Example)
	}
	io.WriteString(c.OutOrStdout(), text.String()) // Execute notices an error
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
