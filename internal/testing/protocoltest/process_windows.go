package protocoltest

import "syscall"

// IsDead reports whether a process has ended.
func IsDead(id int) bool {
	process, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(id))
	if err != nil {
		return true // nobody has a handle of it any more
	}
	defer syscall.CloseHandle(process)
	event, err := syscall.WaitForSingleObject(process, 0)
	return err == nil && event == syscall.WAIT_OBJECT_0
}
