package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"alfiere/internal/message"
)

// Command is a row of a table of subcommands, or of the parts of one.
type Command struct {
	Name    string
	Args    string // what follows the name, as usage shows it
	Summary string // a sentence
	Example string // the arguments of a command line that works
	Define  Define // nil if there are parts
	// Translate returns the arguments in the form of the flags if users may know another form. Its error is one of
	// usage. Nil means that there is none.
	Translate func(flags *flag.FlagSet, args []string) ([]string, error)
	// Language returns the language of the help text, depending on the flags already read. Nil means English.
	Language func(flags *flag.FlagSet) message.Language
	Parts    []Command
}

// Define declares the flags of a command and returns the function that runs it after they are read.
type Define func(flags *flag.FlagSet) Run

// Run does the work of a command. args are the arguments that are not flags. An error from Usagef means a wrong command
// line; every other error means invalid input or failed work.
type Run func(args []string, std Streams) error

// Program is a command with subcommands.
type Program struct {
	Name    string
	Purpose string                  // description of the program in a few words for the manual
	About   string                  // what the program does without a subcommand, in lines
	Serve   func(std Streams) error // runs the program without a subcommand
	Version func() string           // what --version prints
	Table   []Command
}

// Run runs the subcommand that the first argument names, or Serve without arguments, and returns the exit status.
// Errors go to standard error. A usage error has three lines: the error, the usage, and how to get more help.
func (p *Program) Run(args []string, std Streams) int {
	pipe := make(chan os.Signal, 1) // never read: a closed output is an error of writing and does not kill the process
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	top := caller{p.Name, p.Name, "[SUBCOMMAND [ARGUMENTS]]"}
	if len(args) == 0 {
		return top.exit(p.Serve(std), std)
	}
	switch args[0] {
	case "help", "--help", "-help", "-h":
		if len(args) == 1 {
			return top.exit(p.writeHelp(std.Out), std)
		}
		args = append(args[1:len(args):len(args)], "--help")
	}
	switch args[0] {
	case "-v", "-version", "--version", "version":
		_, err := io.WriteString(std.Out, p.Version())
		return top.exit(err, std)
	}
	command := find(p.Table, args[0])
	if command == nil {
		return top.exit(p.unknown(args[0]), std)
	}
	name := p.Name + " " + command.Name
	return command.run(caller{name, name, command.Args}, args[1:], std)
}

// unknown returns the error for a subcommand that does not exist. It also suggests parts of subcommands.
func (p *Program) unknown(name string) error {
	if err := retiredError(name); err != nil {
		return err
	}
	called := map[string][]string{"--help": {"--help"}, "--version": {"--version"}} // by their last word
	for _, c := range p.Table {
		called[c.Name] = append(called[c.Name], c.Name)
	}
	for path, c := range p.Leaves() {
		if path != c.Name {
			called[c.Name] = append(called[c.Name], path)
		}
	}
	var meant []string
	for _, last := range nearest(name, slices.Sorted(maps.Keys(called))) {
		meant = append(meant, called[last]...)
	}
	return Usagef("there is no subcommand %q%s", name, didYouMean(meant))
}

// Leaves yields the commands without parts, each with the words that call it, such as "pgn check".
func (p *Program) Leaves() iter.Seq2[string, Command] {
	return func(yield func(string, Command) bool) {
		for _, c := range p.Table {
			if len(c.Parts) == 0 && !yield(c.Name, c) {
				return
			}
			for _, part := range c.Parts {
				if !yield(c.Name+" "+part.Name, part) {
					return
				}
			}
		}
	}
}

// find returns the command of that name, or nil.
func find(table []Command, name string) *Command {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// run runs the command, or the part that the first argument names.
func (c *Command) run(as caller, args []string, std Streams) int {
	if len(c.Parts) == 0 {
		return c.execute(as, args, std)
	}
	names := make([]string, len(c.Parts))
	for i, part := range c.Parts {
		names[i] = part.Name
	}
	if len(args) == 0 {
		return as.exit(Usagef("a part is missing: %s", alternatives(names)), std)
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		if len(args) == 1 || args[1] == args[0] {
			return as.exit(c.writeParts(std.Out, as), std)
		}
		args = append(args[1:len(args):len(args)], "--help")
	}
	if part := find(c.Parts, args[0]); part != nil {
		as.path, as.args = as.path+" "+part.Name, part.Args
		return part.execute(as, args[1:], std)
	}
	if err := retiredError(c.Name + " " + args[0]); err != nil {
		return as.exit(err, std)
	}
	if meant := nearest(args[0], names); len(meant) > 0 {
		return as.exit(Usagef("there is no part %q%s", args[0], didYouMean(meant)), std)
	}
	return as.exit(Usagef("there is no part %q; use %s", args[0], alternatives(names)), std)
}

// execute reads the flags and does the work.
func (c *Command) execute(as caller, args []string, std Streams) int {
	flags, run := c.declare()
	_, path, _ := strings.Cut(as.path, " ")
	flags.Init(path, flag.ContinueOnError) // names the command of a retired flag
	var err error
	if c.Translate != nil {
		args, err = c.Translate(flags, args)
	}
	if err != nil {
		return as.exit(Usagef("%w", err), std)
	}
	args, err = parseFlags(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return as.exit(c.writeHelp(std.Out, as, flags), std)
	}
	if err == nil {
		err = run.checked(args, std)
	}
	return as.exit(err, std)
}

// caller describes a command in messages.
type caller struct {
	name string // program and subcommand, in front of each message
	path string // the name and the part, if there is one
	args string // what follows the path in the usage line
}

// exit prints the error, which may be nil, and returns the exit status. It is silent if the output is no longer read.
func (c caller) exit(err error, std Streams) int {
	if err == nil {
		return ExitGood
	}
	if isClosedOutput(err) {
		return ExitPipe
	}
	if !errors.Is(err, ErrUsage) {
		if text := uniqueLines(err); text != "" {
			fmt.Fprintf(std.Err, "%s: %s\n", c.name, text)
		}
		return ExitInput
	}
	wrong := strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	fmt.Fprintf(std.Err, "%s: %s\nusage: %s\n%s --help shows the flags\n", c.name, wrong, c.usage(), c.path)
	return ExitUsage
}

// usage returns the usage line of the command.
func (c caller) usage() string { return strings.TrimSpace(c.path + " " + c.args) }
