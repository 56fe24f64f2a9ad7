package protocoltest

import "golang.org/x/sys/windows"

// IsDead reports whether a process has ended.
func IsDead(id int) bool {
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(id))
	if err != nil {
		return true // nobody has a handle of it any more
	}
	defer windows.CloseHandle(process)
	event, err := windows.WaitForSingleObject(process, 0)
	return err == nil && event == windows.WAIT_OBJECT_0
}
