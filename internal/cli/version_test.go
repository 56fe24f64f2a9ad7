package cli

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestABuildIsToldByWhatTheLinkerKnows(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.99", Settings: []debug.BuildSetting{{Key: "GOOS", Value: "plan9"}, {Key: "CGO_CFLAGS"},
		{Key: "vcs", Value: "git"},
		{Key: "vcs.revision", Value: "abcdef0123456789"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}}}
	if got, want := buildOf(info).Lines("Bishop 1.2"), "Bishop 1.2-dev abcdef0-modified\ngo      1.99\n"+
		"commit  abcdef0123456789 2026-01-02T03:04:05Z\nbuild   GOOS=plan9\n"; got != want {
		t.Errorf("it is\n%s", got)
	}
	info.Settings = info.Settings[3:4]
	if got, want := buildOf(info).Lines("Bishop 1.2"), "Bishop 1.2-dev abcdef0\ngo      1.99\ncommit  abcdef0123456789\n"; got != want {
		t.Errorf("of a commit whose time is unknown it is\n%s", got)
	}
	info.Settings = nil
	if got, want := buildOf(info).Lines("Bishop 1.2"), "Bishop 1.2-dev\ngo      1.99\n"; got != want {
		t.Errorf("without version control it is\n%s", got)
	}
	info.Settings = []debug.BuildSetting{{Key: "-tags", Value: "netgo,release"}, {Key: "vcs.revision", Value: "abcdef0123456789"}}
	if b := buildOf(info); b.Title("Bishop 1.2") != "Bishop 1.2" || !strings.HasPrefix(b.Lines("Bishop 1.2"), "Bishop 1.2\n") {
		t.Errorf("a release is %q", b.Title("Bishop 1.2"))
	}
}

func TestThisBuildKnowsItsCompiler(t *testing.T) {
	if b := ReadBuild(); b.Go != runtime.Version() || !strings.Contains(b.Lines(""), "GOOS="+runtime.GOOS) {
		t.Errorf("it is\n%v", b)
	}
}
