package cli

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Build is what a program knows of how it was built.
type Build struct {
	Commit   string // of the source; empty if the build was not told
	Time     string // of the commit, as RFC 3339 writes it; may be empty
	Modified bool   // the source differed from the commit
	Go       string // the compiler's version; empty if it is unknown
	Settings []debug.BuildSetting
}

// ReadBuild returns what the running program was built from, nothing if nobody told it.
func ReadBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{}
	}
	return buildOf(info)
}

// buildOf reads the information of the linker. What it says of version control is not
// among the settings, for it is told apart.
func buildOf(info *debug.BuildInfo) Build {
	b := Build{Go: info.GoVersion}
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
			b.Settings = append(b.Settings, s)
		}
	}
	return b
}

// Lines returns what --version prints: title and commit, then all that is known of the build.
func (b Build) Lines(title string) string {
	var text strings.Builder
	text.WriteString(title)
	if b.Commit != "" {
		fmt.Fprintf(&text, " (%.7s", b.Commit)
		if b.Modified {
			text.WriteString(", modified")
		}
		text.WriteString(")")
	}
	fmt.Fprintf(&text, "\ngo      %s\n", strings.TrimPrefix(b.Go, "go"))
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
