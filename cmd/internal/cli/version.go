package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// Build is what a program knows of how it was built.
type Build struct {
	Version  string // of the module; "(devel)" if the build has none
	Commit   string // of the source; empty if the build was not told
	Time     string // of the commit, as RFC 3339 writes it; may be empty
	Modified bool   // the source differed from the commit
	Go       string // the compiler's version
	Settings []debug.BuildSetting
}

// ReadBuild returns what the running program was built from.
func ReadBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: "(unknown)"}
	}
	return buildOf(info)
}

// buildOf reads the information of the linker. What it says of version control is not
// among the settings, for it is told apart.
func buildOf(info *debug.BuildInfo) Build {
	b := Build{Version: cmp.Or(info.Main.Version, "(devel)"), Go: info.GoVersion}
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

// String returns lines for people: version, commit, compiler and settings.
func (b Build) String() string {
	var text strings.Builder
	commit := cmp.Or(b.Commit, "unknown")
	if b.Time != "" {
		commit += " of " + b.Time
	}
	if b.Modified {
		commit += ", modified"
	}
	fmt.Fprintf(&text, "version %s\ncommit  %s\n", b.Version, commit)
	fmt.Fprintf(&text, "go      %s\n", strings.TrimPrefix(b.Go, "go"))
	for _, s := range b.Settings {
		if s.Value == "" {
			continue
		}
		fmt.Fprintf(&text, "build   %s=%s\n", s.Key, s.Value)
	}
	return text.String()
}
