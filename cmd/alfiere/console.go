package main

import (
	"os"
	"strings"

	"alfiere/protocol/console"
)

// consoleOf returns the console that suits the streams: a terminal if a person can
// both type and read there.
func consoleOf(std streams) console.Console {
	return consoleFor(isTerminal(std.in) && isTerminal(std.out), os.Getenv)
}

// consoleFor reads what a terminal can do from the environment.
func consoleFor(terminal bool, getenv func(string) string) console.Console {
	if !terminal {
		return console.Console{}
	}
	term := getenv("TERM")
	return console.Console{
		Terminal: true,
		Color:    term != "" && term != "dumb" && getenv("NO_COLOR") == "", // no-color.org
		Unicode:  isUTF8(getenv),
	}
}

// isUTF8 reports whether the first of the variables that POSIX asks for the character
// set names UTF-8.
func isUTF8(getenv func(string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			return strings.Contains(strings.ReplaceAll(strings.ToUpper(value), "-", ""), "UTF8")
		}
	}
	return false
}

// isTerminal reports whether a person may be at the other end of a stream. The empty
// device counts as well: it is a character device, too, and nobody is disturbed.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
