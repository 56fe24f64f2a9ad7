package workbench

import (
	"os/exec"
	"runtime"
)

// openBrowser has the system open an address, and does not wait for what it opens.
func openBrowser(url string) error {
	words := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		words[0] = "open"
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(words[0], words[1:]...)
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // so that the system forgets it when it ends
	return nil
}
