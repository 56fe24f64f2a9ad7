package tune

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

// checkpoint is the form in which a fit is kept: JSON, whose numbers come back as they were.
type checkpoint struct {
	Version     int
	Fingerprint string // of all that the fit depends on
	Checksum    string // of the state
	State       json.RawMessage
}

const checkpointVersion = 2

// errOtherFit is wrapped by the error for a checkpoint that cannot be gone on with:
// it belongs to other positions, starting weights or settings.
var errOtherFit = errors.New("the checkpoint belongs to another fit")

// errCheckpoint is wrapped by the error for a checkpoint that cannot be read.
var errCheckpoint = errors.New("faulty checkpoint")

// Save writes a checkpoint.
func (f *fit) Save(w io.Writer) error { return saveCheckpoint(w, f.fingerprint(), &f.state) }

func saveCheckpoint(w io.Writer, fingerprint string, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(checkpoint{checkpointVersion, fingerprint, checksum(text), text})
}

// Restore resumes where the checkpoint was saved. The error wraps errCheckpoint or
// errOtherFit, and the fit is what it was.
func (f *fit) Restore(r io.Reader) error {
	var s state
	err := readCheckpoint(r, f.fingerprint(), &s)
	if err == nil {
		f.state = s
	}
	return err
}

func readCheckpoint(r io.Reader, fingerprint string, state any) error {
	var c checkpoint
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return fmt.Errorf("%w: %w", errCheckpoint, err)
	}
	switch {
	case c.Version != checkpointVersion:
		return fmt.Errorf("%w: version %d, not %d", errCheckpoint, c.Version, checkpointVersion)
	case c.Checksum != checksum(c.State):
		return fmt.Errorf("%w: wrong checksum", errCheckpoint)
	case c.Fingerprint != fingerprint:
		return errOtherFit
	}
	if err := json.Unmarshal(c.State, state); err != nil {
		return fmt.Errorf("%w: %w", errCheckpoint, err)
	}
	return nil
}

// checksum detects accidental damage only: a cryptographic digest
// would make the program larger by a third of a megabyte.
func checksum(text []byte) string {
	digest := fnv.New128a()
	digest.Write(text)
	return hex.EncodeToString(digest.Sum(nil))
}

// fingerprint returns a digest of the settings, the starting weights and the
// positions. How many threads work is left out: they may change.
func (f *fit) fingerprint() string {
	settings := f.settings
	settings.Threads = 0
	digest := fnv.New128a()
	fmt.Fprintf(digest, "%+v %v %v", settings, f.pool.set.games, *f.start)
	var data [10]byte
	for _, p := range f.pool.set.positions {
		binary.LittleEndian.PutUint32(data[:], p.end)
		binary.LittleEndian.PutUint16(data[4:], uint16(p.score))
		data[6], data[7], data[8], data[9] = p.phase, p.scales[0], p.scales[1], byte(p.result)
		digest.Write(data[:])
	}
	return hex.EncodeToString(digest.Sum(nil))
}
