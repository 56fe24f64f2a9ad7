package wire

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

// OwnGroup makes a command that is to be started the first of a process group of its own, so that a
// terminal's interrupt does not reach it.
func OwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// KillGroup kills a command with its child processes and theirs. It is not an error if all have ended already.
// Children of children that have ended are not found.
func KillGroup(command *exec.Cmd) error {
	family := family(command.Process) // before it ends: afterwards its number may be another's
	err := command.Process.Kill()
	for _, child := range family {
		_ = syscall.TerminateProcess(child, 1) // fails only for a process that is ending
		_ = syscall.CloseHandle(child)
	}
	if errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.EINVAL) || errors.Is(err, os.ErrPermission) {
		return nil // it was waited for, or is ending
	}
	return err
}

// family returns handles of the processes that descend from one that has not been waited for.
func family(ancestor *os.Process) (descendants []syscall.Handle) {
	// The handle of the ancestor keeps its number from being used for another process.
	_ = ancestor.WithHandle(func(handle uintptr) {
		born, err := birth(syscall.Handle(handle))
		if err != nil {
			return
		}
		parents := parents()
		known := map[uint32]int64{uint32(ancestor.Pid): born}
		for found := true; found; {
			found = false
			for child, parent := range parents {
				since, ok := known[parent]
				if _, twice := known[child]; !ok || twice {
					continue
				}
				delete(parents, child)
				if process, born, err := openChild(child, since); err == nil {
					known[child] = born
					descendants, found = append(descendants, process), true
				}
			}
		}
	})
	return descendants
}

// errOlder is returned for a process that is no child, because it is older than the process with the parent's number.
var errOlder = errors.New("older than its parent")

// queryLimitedInformation is PROCESS_QUERY_LIMITED_INFORMATION.
const queryLimitedInformation = 0x1000

// openChild opens a process to kill it, unless it began before the given time.
func openChild(id uint32, since int64) (process syscall.Handle, born int64, err error) {
	process, err = syscall.OpenProcess(syscall.PROCESS_TERMINATE|queryLimitedInformation, false, id)
	if err != nil {
		return 0, 0, err
	}
	if born, err = birth(process); err == nil && born < since {
		err = errOlder
	}
	if err != nil {
		_ = syscall.CloseHandle(process)
		return 0, 0, err
	}
	return process, born, nil
}

// birth returns when a process began.
func birth(process syscall.Handle) (int64, error) {
	var started, ended, kernel, user syscall.Filetime
	err := syscall.GetProcessTimes(process, &started, &ended, &kernel, &user)
	return started.Nanoseconds(), err
}

// parents returns the parent of each process of the system. The parent may have ended.
func parents() map[uint32]uint32 {
	parents := map[uint32]uint32{}
	snapshot, err := syscall.CreateToolhelp32Snapshot(syscall.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return parents
	}
	defer syscall.CloseHandle(snapshot)
	entry := syscall.ProcessEntry32{}
	entry.Size = uint32(unsafe.Sizeof(entry))
	for err = syscall.Process32First(snapshot, &entry); err == nil; err = syscall.Process32Next(snapshot, &entry) {
		parents[entry.ProcessID] = entry.ParentProcessID
	}
	return parents
}
