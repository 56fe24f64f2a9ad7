package main

import (
	"io"
	"os"

	"alfiere/protocol/console"
)

// disk is the files of the machine.
type disk struct{}

func (disk) Open(name string) (io.ReadCloser, error) { return os.Open(name) }

func (disk) Replace(name string, write func(io.Writer) error) error {
	return console.Replace(name, write)
}
