package laboratory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"reflect"
	"strings"

	"alfiere/internal/cli"
)

// stateVersion is the version of the form of state files.
const stateVersion = 1

// stateHead begins a state file, which an experiment resumes from.
type stateHead[C comparable] struct {
	Version    int `json:"version"`
	Conditions C   `json:"conditions"` // all that the result depends on
}

// state is a state file, in the form of kept, whose head is a part of it.
type state[C comparable] struct {
	file, what string // what: the name of the work, as in "tuning"
	kept       any
	head       *stateHead[C]
}

// read fills in kept from the file, which must be of the asked conditions; check returns what is wrong with the rest.
// Without a file, or with an empty name, found is false.
func (s *state[C]) read(asked C, check func() error) (found bool, err error) {
	text, err := cli.Disk{MaxSize: math.MaxInt64}.Read(s.file) // Windows has no good word for a folder
	if s.file == "" || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal([]byte(text), s.kept); err != nil {
		return false, fmt.Errorf("%s: not a %s state; the file is unchanged: %w", s.file, s.what, err)
	}
	switch {
	case s.head.Version != stateVersion:
		return false, fmt.Errorf("%s: not a %s state of version %d; the file is unchanged", s.file, s.what, stateVersion)
	case s.head.Conditions != asked:
		return false, fmt.Errorf("%s: the state of another %s; the file is unchanged: %s", s.file, s.what,
			differences(s.head.Conditions, asked))
	}
	if err := check(); err != nil {
		return false, fmt.Errorf("%s: the state is damaged; the file is unchanged: %w", s.file, err)
	}
	return true, nil
}

// differences names the fields of conditions that differ, as in the file.
func differences[C comparable](kept, asked C) string {
	var list []string
	mine, its := reflect.ValueOf(kept), reflect.ValueOf(asked)
	for i := range mine.NumField() {
		if a, b := mine.Field(i).Interface(), its.Field(i).Interface(); a != b {
			list = append(list, fmt.Sprintf("%s is %+v, not %+v", mine.Type().Field(i).Tag.Get("json"), a, b))
		}
	}
	return strings.Join(list, "; ")
}

// saveState replaces a state file, if it has a name.
func saveState(file string, kept any) error {
	if file == "" {
		return nil
	}
	return cli.Replace(file, func(w io.Writer) error { return json.NewEncoder(w).Encode(kept) })
}
