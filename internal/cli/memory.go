package cli

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// unknownMemory is the memory assumed for a machine that does not report it, in megabytes.
const unknownMemory = 2048

// MemoryMegabytes returns the maximum memory of this process: the machine's memory, or less if a Linux control group
// limits it. root is the root folder.
func MemoryMegabytes(root fs.FS) int {
	limit := uint64(unknownMemory) << 20
	if total, ok := totalMemory(root); ok {
		limit = total
	}
	for _, file := range controlGroupFiles(root) {
		if group, ok := readLimit(root, file); ok {
			limit = min(limit, group)
		}
	}
	return int(limit >> 20)
}

// totalMemory returns the bytes of MemTotal in /proc/meminfo.
func totalMemory(root fs.FS) (uint64, bool) {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			kilobytes, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 53)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}

// controlGroupFiles returns the files that may contain a limit: those of the process's group and of its parent groups,
// in both versions of the hierarchy. In a container the group's own path is often not visible, but its limit is at the
// top.
func controlGroupFiles(root fs.FS) (files []string) {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		base, name := "", ""
		switch {
		case fields[1] == "":
			base, name = "sys/fs/cgroup", "memory.max"
		case strings.Contains(","+fields[1]+",", ",memory,"):
			base, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			files = append(files, path.Join(base, group, name))
			if group == "/" {
				break
			}
		}
	}
	return files
}

// readLimit reads a limit; "max" means none.
func readLimit(root fs.FS, file string) (uint64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return limit, err == nil
}
