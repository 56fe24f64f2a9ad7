package tournament

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// record is the file of the games played.
type record struct {
	file *os.File
	new  bool // it was empty
}

// openRecord opens the file for the games; it returns nil if there is none. Games in it count as
// played, and an incomplete last pair is removed. An empty file counts as a new one.
func (r *Tournament) openRecord() (*record, error) {
	if r.Record == "" {
		return nil, nil
	}
	if !r.Resume {
		flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
		if info, err := os.Stat(r.Record); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			flags = os.O_WRONLY
		}
		file, err := os.OpenFile(r.Record, flags, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%w; --resume continues its match", err)
		}
		return &record{file, true}, err
	}
	file, err := os.OpenFile(r.Record, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	length, err := r.Match.Resume(file)
	if err == nil {
		err = file.Truncate(length)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", r.Record, err), file.Close())
	}
	return &record{file, length == 0}, nil
}

// write adds a pair of games. It is on the disk when write returns.
func (r *record) write(pair []byte) error {
	if r == nil {
		return nil
	}
	if _, err := r.file.Write(pair); err != nil {
		return err
	}
	r.new = false
	return r.file.Sync()
}

// close closes the file, and removes it if it has no game.
func (r *record) close() error {
	if r == nil {
		return nil
	}
	err := r.file.Close()
	if r.new {
		err = errors.Join(err, os.Remove(r.file.Name()))
	}
	return err
}
