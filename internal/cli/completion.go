package cli

import (
	"flag"
	"fmt"
	"io"
	"iter"
	"strings"
)

// CompletionCommand returns the subcommand that writes a completion script for a shell. The script completes
// subcommands, parts, flags, and values of flags that Complete knows.
func CompletionCommand(program func() *Program) Command {
	return Command{Name: "completion", Args: "bash|zsh|fish", Example: "bash",
		Summary: "Write a shell script that completes subcommands, flags and their values.",
		Define: func(*flag.FlagSet) Run {
			return func(args []string, std Streams) error {
				writers := map[string]func(*Program) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
				if len(args) != 1 || writers[args[0]] == nil {
					return Usagef("give the shell: bash, zsh or fish")
				}
				_, err := io.WriteString(std.Out, writers[args[0]](program()))
				return err
			}
		}}
}

// flagsOf returns the flags of a command without parts, sorted by name.
func flagsOf(c Command) (flags []*flag.Flag) {
	set := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	c.Define(set)
	set.VisitAll(func(f *flag.Flag) { flags = append(flags, f) })
	return flags
}

// wordedFlags yields the flags with values for completion, each with the words that call its command.
func (p *Program) wordedFlags() iter.Seq2[string, *flag.Flag] {
	return func(yield func(string, *flag.Flag) bool) {
		for path, c := range p.Leaves() {
			for _, f := range flagsOf(c) {
				if wordsOf(f) != "" && !yield(path, f) {
					return
				}
			}
		}
	}
}

// briefly returns the first line of a flag's help.
func briefly(f *flag.Flag) string {
	_, usage := flag.UnquoteUsage(f)
	line, _, _ := strings.Cut(usage, "\n")
	return line
}

// names returns the names of a table, separated by blanks.
func names(table []Command) string {
	words := make([]string, len(table))
	for i, c := range table {
		words[i] = c.Name
	}
	return strings.Join(words, " ")
}

// bashCompletion returns the script for bash. Other words are completed as file names.
func bashCompletion(p *Program) string {
	var text strings.Builder
	fmt.Fprintf(&text, `# Completion of %[1]s for bash, written by: %[1]s completion bash
_%[1]s() {
    local current=${COMP_WORDS[COMP_CWORD]} called=${COMP_WORDS[1]} parts= flags= values=
    local before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "%[2]s help version --help --version" -- "$current"))
        return
    fi
    case $called in
    help) parts="%[2]s" ;;
`, p.Name, names(p.Table))
	for _, c := range p.Table {
		if len(c.Parts) > 0 {
			fmt.Fprintf(&text, "    %s) parts=%q ;;\n", c.Name, names(c.Parts))
		}
	}
	text.WriteString(`    esac
    if [ -n "$parts" ]; then
        if [ "$COMP_CWORD" = 2 ]; then
            COMPREPLY=($(compgen -W "$parts --help" -- "$current"))
            return
        fi
        called="$called ${COMP_WORDS[2]}"
    fi
    case $called in
`)
	for path, c := range p.Leaves() {
		words := ""
		for _, f := range flagsOf(c) {
			words += " --" + f.Name
		}
		if words != "" {
			fmt.Fprintf(&text, "    %q) flags=%q ;;\n", path, words[1:])
		}
	}
	p.bashValues(&text)
	fmt.Fprintf(&text, `    esac
    if [ -n "$values" ]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
        case "${COMPREPLY[*]}" in *= | *.) compopt -o nospace 2>/dev/null ;; esac
        return
    fi
    case $called in
    completion) [ "$COMP_CWORD" = 2 ] && COMPREPLY=($(compgen -W "bash zsh fish" -- "$current")) ;;
    esac
    case $current in
    -*) COMPREPLY=($(compgen -W "$flags --help" -- "$current")) ;;
    esac
}
complete -o default -F _%[1]s %[1]s
`, p.Name)
	return text.String()
}

// bashValues writes the lines that find the values of the flag in front of the word.
func (p *Program) bashValues(text *strings.Builder) {
	text.WriteString(`    esac
    if [ "$current" = = ]; then
        current=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    before=${before#-}
    case "$called --${before#-}" in
`)
	for path, f := range p.wordedFlags() {
		fmt.Fprintf(text, "    %q) values=%q ;;\n", path+" --"+f.Name, wordsOf(f))
	}
}

// quoted puts a text between single quotes for sh and similar shells.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// described returns a word and its description in the form of zsh's _describe.
func described(word, description string) string {
	return quoted(word + ":" + strings.NewReplacer(`\`, `\\`, ":", `\:`).Replace(description))
}

func zshCompletion(p *Program) string {
	var text strings.Builder
	fmt.Fprintf(&text, `#compdef %[1]s
# Completion of %[1]s for zsh, written by: %[1]s completion zsh
_%[1]s() {
    local -a table flags
    local called=$words[2]
    if (( CURRENT == 2 )) || [[ $called == help && $CURRENT == 3 ]]; then
        table=(
`, p.Name)
	for _, c := range p.Table {
		fmt.Fprintf(&text, "            %s\n", described(c.Name, c.Summary))
	}
	text.WriteString("        )\n        _describe subcommand table\n        return\n    fi\n    case $called in\n")
	for _, c := range p.Table {
		if len(c.Parts) == 0 {
			continue
		}
		fmt.Fprintf(&text, "    (%s) table=(\n", c.Name)
		for _, part := range c.Parts {
			fmt.Fprintf(&text, "            %s\n", described(part.Name, part.Summary))
		}
		text.WriteString("        ) ;;\n")
	}
	text.WriteString(`    (completion) table=(bash zsh fish) ;;
    esac
    if (( $#table && CURRENT == 3 )); then
        _describe part table
        return
    fi
    (( $#table )) && called="$called $words[3]"
    case $called in
`)
	for path, c := range p.Leaves() {
		fmt.Fprintf(&text, "    (%s) flags=(\n", quoted(path))
		for _, f := range flagsOf(c) {
			fmt.Fprintf(&text, "            %s\n", described("--"+f.Name, briefly(f)))
		}
		text.WriteString("        ) ;;\n")
	}
	p.zshValues(&text)
	fmt.Fprintf(&text, `    esac
    flags+=('--help:show help')
    if [[ $words[CURRENT] == -* ]]; then
        _describe -o flag flags
    else
        _files
    fi
}
if [[ $funcstack[1] == _%[1]s ]]; then _%[1]s "$@"; else compdef _%[1]s %[1]s; fi
`, p.Name)
	return text.String()
}

// zshValues writes the lines that complete the values of the flag in front of the word, or in it.
func (p *Program) zshValues(text *strings.Builder) {
	text.WriteString(`    esac
    local before=${${words[CURRENT - 1]#-}#-}
    if [[ $words[CURRENT] == --*=* ]]; then
        before=${${words[CURRENT]%%=*}#--}
        compset -P '--*='
    fi
    case "$called --$before" in
`)
	for path, f := range p.wordedFlags() {
		fmt.Fprintf(text, "    (%s) compadd -- %s; return ;;\n", quoted(path+" --"+f.Name), wordsOf(f))
	}
}

// fishQuoted puts a text between single quotes for fish.
func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

func fishCompletion(p *Program) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# Completion of %[1]s for fish, written by: %[1]s completion fish\n", p.Name)
	fmt.Fprintf(&text, "complete -c %s -n __fish_use_subcommand -f -a 'help version'\n", p.Name)
	for _, c := range p.Table {
		fmt.Fprintf(&text, "complete -c %s -n __fish_use_subcommand -f -a %s -d %s\n", p.Name, c.Name, fishQuoted(c.Summary))
		for _, part := range c.Parts {
			fmt.Fprintf(&text,
				"complete -c %s -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from %s' -f -a %s -d %s\n",
				p.Name, c.Name, names(c.Parts), part.Name, fishQuoted(part.Summary))
		}
	}
	for path, c := range p.Leaves() {
		seen := "__fish_seen_subcommand_from " + strings.ReplaceAll(path, " ", "; and __fish_seen_subcommand_from ")
		for _, f := range flagsOf(c) {
			takes := " -r"
			if isSwitch(f) {
				takes = ""
			} else if words := wordsOf(f); words != "" {
				takes = " -x -a " + fishQuoted(words)
			}
			fmt.Fprintf(&text, "complete -c %s -n '%s' -l %s%s -d %s\n", p.Name, seen, f.Name, takes, fishQuoted(briefly(f)))
		}
	}
	fmt.Fprintf(&text, "complete -c %s -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n", p.Name)
	fmt.Fprintf(&text, "complete -c %s -l help -d 'show help'\n", p.Name)
	return text.String()
}
