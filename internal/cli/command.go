// Package cli is the command-line code that the project's programs share on top of cobra and pflag: exit statuses,
// usage errors, help, interrupts, progress, input and output files, and information about the build and the machine.
//
// A subcommand is a cobra.Command. With adds the flags that a function declares, and the Run function that it returns,
// which gets the remaining arguments:
//
//	func perft(flags *pflag.FlagSet) cli.Run {
//		divide := flags.Bool("divide", false, "print the count below each first move")
//		return func(args []string, std cli.Streams) error {
//			…
//		}
//	}
//
// An error made by Usagef ends the program with status 2 (wrong usage); every other error ends it with status 1.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/message"
)

// Define declares the flags of a command and returns the function that runs it after they are read.
type Define func(flags *pflag.FlagSet) Run

// Run does the work of a command. args are the arguments that are not flags. An error from Usagef means a wrong command
// line; every other error means invalid input or failed work.
type Run func(args []string, std Streams) error

// With returns the command with the flags and the work of define.
func With(c *cobra.Command, define Define) *cobra.Command {
	c.DisableFlagsInUseLine = true
	flags := c.Flags()
	run := define(flags)
	c.RunE = func(c *cobra.Command, args []string) error { return run(args, StreamsOf(c)) }
	flags.VisitAll(func(f *pflag.Flag) { completeValues(c, f) })
	return c
}

// Group returns the command with its subcommands.
func Group(c *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.DisableFlagParsing = true // it has none, and the first argument may be a misspelt or retired subcommand
	c.Args, c.RunE = cobra.ArbitraryArgs, callGroup
	c.AddCommand(subcommands...)
	return c
}

// setUp changes the global settings of cobra, once: commands of tests run at the same time.
var setUp = sync.OnceFunc(func() {
	cobra.EnableCommandSorting = false
	cobra.MousetrapHelpText = "" // on Windows the program may be started by a click
})

// Root returns the command of a program with its subcommands.
func Root(name, purpose, about string, subcommands ...*cobra.Command) *cobra.Command {
	setUp()
	root := Group(&cobra.Command{Use: name + " [SUBCOMMAND [ARGUMENTS]]", Short: purpose, Long: about,
		SilenceErrors: true, SilenceUsage: true, DisableAutoGenTag: true}, subcommands...)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { WriteHelp(c, 0) })
	root.SetHelpCommand(&cobra.Command{Use: "help [SUBCOMMAND]", Short: "Show the help of a subcommand.",
		DisableFlagsInUseLine: true, DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error { return helpOn(root, args) }})
	return root
}

// callGroup runs a command without the name of a subcommand, or with the name of none.
func callGroup(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return Usagef("a subcommand is missing: %s", alternatives(namesOf(c)))
	case slices.Contains([]string{"help", "--help", "-h"}, args[0]):
		return helpOn(c, args[1:])
	}
	return unknown(c, args[0])
}

// helpOn writes the help of the command that args name below c.
func helpOn(c *cobra.Command, args []string) error {
	found, rest, err := c.Find(args)
	if err != nil || len(rest) > 0 && found.HasSubCommands() {
		return unknown(found, rest[0])
	}
	return found.Help()
}

// namesOf returns the names of the subcommands.
func namesOf(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// unknown returns the error for a subcommand that does not exist. It also suggests subcommands of subcommands.
func unknown(c *cobra.Command, name string) error {
	if err := retiredError(strings.TrimSpace(pathOf(c) + " " + name)); err != nil {
		return err
	}
	called := map[string][]string{"--help": {"--help"}} // by their last word
	if !c.HasParent() {
		called["--version"] = []string{"--version"}
	}
	for _, sub := range c.Commands() {
		called[sub.Name()] = []string{sub.Name()}
		for path, leaf := range Leaves(sub) {
			called[leaf.Name()] = append(called[leaf.Name()], sub.Name()+" "+path)
		}
	}
	var meant []string
	for _, last := range nearest(name, slices.Sorted(maps.Keys(called))) {
		meant = append(meant, called[last]...)
	}
	if len(meant) == 0 && c.HasParent() {
		return Usagef("there is no subcommand %q; use %s", name, alternatives(namesOf(c)))
	}
	return Usagef("there is no subcommand %q%s", name, didYouMean(meant))
}

// pathOf returns the words that call a command, without the program.
func pathOf(c *cobra.Command) string {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	return path
}

// Leaves yields the commands below c that have no subcommands, each with the words that call it, such as "pgn check".
func Leaves(c *cobra.Command) iter.Seq2[string, *cobra.Command] {
	return func(yield func(string, *cobra.Command) bool) {
		for _, sub := range c.Commands() {
			if !sub.HasSubCommands() && !yield(sub.Name(), sub) {
				return
			}
			for path, leaf := range Leaves(sub) {
				if !yield(sub.Name()+" "+path, leaf) {
					return
				}
			}
		}
	}
}

// Execute runs the command line of a program and returns the exit status. Errors go to standard error. A usage error
// has three lines: the error, the usage, and how to get more help.
func Execute(root *cobra.Command, args []string, std Streams) int {
	return watch(std, func(std Streams) (*cobra.Command, error) {
		root.SetArgs(append([]string{}, args...)) // cobra takes those of the process for nil
		root.SetIn(std.In)
		root.SetOut(std.Out)
		root.SetErr(std.Err)
		root.InitDefaultCompletionCmd()
		if c, _, err := root.Find([]string{"completion"}); err == nil && c != root {
			Group(c) // for errors in our words
		}
		return root.ExecuteContextC(std.Context())
	})
}

// Serve does the work of a program without a subcommand, as Execute does that of one.
func Serve(name string, work func(std Streams) error, std Streams) int {
	return watch(std, func(std Streams) (*cobra.Command, error) { return &cobra.Command{Use: name}, work(std) })
}

// IsVersion reports whether the command line asks for the version. It needs no table of commands.
func IsVersion(args []string) bool {
	return len(args) > 0 && slices.Contains([]string{"--version", "-v", "version"}, args[0])
}

// watch does work, prints its error and returns the exit status. It also notices errors of writing.
func watch(std Streams, work func(Streams) (*cobra.Command, error)) int {
	pipe := make(chan os.Signal, 1) // never read: a closed output is an error of writing and does not kill the process
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	out := &checkedWriter{Writer: std.Out}
	std.Out = out
	c, err := work(std)
	if err == nil {
		err = out.failure()
	}
	return exit(c, err, std.Err)
}

// exit prints the error, which may be nil, and returns the exit status. It is silent if the output is no longer read.
func exit(c *cobra.Command, err error, w io.Writer) int {
	path := c.CommandPath()
	name := path // of the program and the subcommand
	if words := strings.Fields(path); len(words) > 2 {
		name = strings.Join(words[:2], " ")
	}
	switch {
	case err == nil:
		return ExitGood
	case isClosedOutput(err):
		return ExitPipe
	case !errors.Is(err, ErrUsage):
		if text := uniqueLines(err); text != "" {
			fmt.Fprintf(w, "%s: %s\n", name, text)
		}
		return ExitInput
	}
	wrong := strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	fmt.Fprintf(w, "%s: %s\nusage: %s\n%s --help shows the flags\n", name, wrong, c.UseLine(), path)
	return ExitUsage
}

// streamsKey is the key of the streams in the context of a command.
type streamsKey struct{}

// Context returns a context for commands that use these streams.
func (s Streams) Context() context.Context {
	return context.WithValue(context.Background(), streamsKey{}, s)
}

// StreamsOf returns the streams of a command that runs.
func StreamsOf(c *cobra.Command) Streams { return c.Context().Value(streamsKey{}).(Streams) }

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
		f.Usage, f.Hidden = strings.ReplaceAll(l.Text(f.Usage), "…", ellipsis), f.Name == "help"
	})
	defaults := l.Text("default")
	if flags := c.Flags().FlagUsagesWrapped(helpColumns - len(defaults) + len("default")); flags != "" {
		text.WriteString("\n" + strings.NewReplacer("(default ", "("+defaults+" ", ellipsis, "…").Replace(flags))
	}
	if c.Example != "" {
		fmt.Fprintf(&text, "\n%s:\n  %s\n", l.Text("Example"), c.Example)
	}
	io.WriteString(c.OutOrStdout(), text.String()) // Execute notices an error
}

// ellipsis is one byte in the place of …, while pflag sets flags in columns: it counts bytes.
const ellipsis = "\x01"

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
