package cli

import (
	"fmt"
	"io"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// build is a program's information about its build.
type build struct {
	Commit   string // of the source; empty if unknown
	Time     string // of the commit, as in RFC 3339; may be empty
	Modified bool   // the source differed from the commit
	Release  bool   // built with the tag "release", as .ci/release does
	Go       string // the compiler's version; empty if it is unknown
	Settings []debug.BuildSetting
}

// ReadBuild returns the build of the running program, empty where unknown.
func ReadBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{}
	}
	return buildOf(info)
}

// buildOf reads the build information. Version control entries have their own fields and are not among the settings.
func buildOf(info *debug.BuildInfo) build {
	b := build{Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs":
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		default:
			b.Release = b.Release || s.Key == "-tags" && slices.Contains(strings.Split(s.Value, ","), "release")
			b.Settings = append(b.Settings, s)
		}
	}
	return b
}

// Title returns the program's name and version for this build, such as "Alfiere 1.1". A release returns version
// unchanged. Other builds add "-dev", the commit if it is known, and whether the source was modified.
func (b build) Title(version string) string {
	switch {
	case b.Release:
		return version
	case b.Commit == "":
		return version + "-dev"
	case b.Modified:
		return fmt.Sprintf("%s-dev %.7s-modified", version, b.Commit)
	}
	return fmt.Sprintf("%s-dev %.7s", version, b.Commit)
}

// WriteVersion does the work of --version for the program of that name and returns the exit status. It does not wait
// for signals as watch does, which would cost more than the rest. It starts no programs, so it may ignore SIGPIPE.
func WriteVersion(name, version string, std Streams) int {
	signal.Ignore(syscall.SIGPIPE)
	_, err := io.WriteString(std.Out, ReadBuild().Lines(version))
	return exit(&cobra.Command{Use: name}, err, std.Err)
}

// Lines returns the output of --version: the title, then what is known of the build.
func (b build) Lines(version string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\ngo      %s\n", b.Title(version), strings.TrimPrefix(b.Go, "go"))
	if b.Commit != "" {
		fmt.Fprintf(&text, "commit  %s\n", strings.TrimSpace(b.Commit+" "+b.Time))
	}
	for _, s := range b.Settings {
		if s.Value != "" {
			fmt.Fprintf(&text, "build   %s=%s\n", s.Key, s.Value)
		}
	}
	return text.String()
}
