package cli

import (
	"testing"
	"testing/fstest"
)

func TestTheMemoryOfTheMachineOrItsGroupIsRead(t *testing.T) {
	const meminfo = "MemTotal:       16777216 kB\nMemFree:         1000 kB\n"
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tests := []struct {
		name string
		root fstest.MapFS
		want int
	}{
		{"a system that tells nothing", fstest.MapFS{}, unknownMemory},
		{"the whole machine", fstest.MapFS{"proc/meminfo": file(meminfo)}, 16384},
		{"meminfo that cannot be read", fstest.MapFS{"proc/meminfo": file("MemTotal: lots\n")}, unknownMemory},
		{"a group without a limit", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/user/a\n"),
			"sys/fs/cgroup/user/a/memory.max": file("max\n")}, 16384},
		{"a group's limit", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/user/a\n"),
			"sys/fs/cgroup/user/a/memory.max": file("536870912\n")}, 512},
		{"the limit of a group above", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/user/a\n"),
			"sys/fs/cgroup/user/a/memory.max": file("1073741824\n"), "sys/fs/cgroup/user/memory.max": file("268435456\n")}, 256},
		{"a container that sees only its own group", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/../../x\n"),
			"sys/fs/cgroup/memory.max": file("268435456\n")}, 256},
		{"the old hierarchy", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("5:cpu:/\n4:cpuset,memory:/box\n"),
			"sys/fs/cgroup/memory/box/memory.limit_in_bytes": file("134217728\n")}, 128},
		{"the old hierarchy without a limit", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("4:memory:/\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n")}, 16384},
		{"a group file of nonsense", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("nonsense\n\n::\n")}, 16384},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := MemoryMegabytes(test.root); got != test.want {
				t.Errorf("got %d MB, want %d", got, test.want)
			}
		})
	}
}
