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
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}}}
	if got, want := buildOf(info).String(), "version (devel)\ncommit  abc of 2026-01-02T03:04:05Z, modified\ngo      1.99\nbuild   GOOS=plan9\n"; got != want {
		t.Errorf("it is\n%s", got)
	}
	info.Main.Version, info.Settings = "v1.2.3", nil
	if got, want := buildOf(info).String(), "version v1.2.3\ncommit  unknown\ngo      1.99\n"; got != want {
		t.Errorf("without version control it is\n%s", got)
	}
}

func TestThisBuildKnowsItsCompiler(t *testing.T) {
	if b := ReadBuild(); b.Go != runtime.Version() || b.Version == "" || !strings.Contains(b.String(), "GOOS="+runtime.GOOS) {
		t.Errorf("it is\n%v", b)
	}
}
