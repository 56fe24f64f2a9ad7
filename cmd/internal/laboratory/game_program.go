package laboratory

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/protocol/client"
)

// Program is a program that a worker runs for players of other machines. It is identified by its executable's SHA-256
// and its arguments: folders and names may differ between machines.
type Program struct {
	program    client.Program
	executable *executable
}

// OpenPrograms reads a file of engines in the form of `alfiere match --engines` and hashes their executables. The error
// names the file and the engine.
func OpenPrograms(name string) (programs []Program, err error) {
	described, err := tournament.ReadPrograms(name, grace)
	if err != nil {
		return nil, err
	}
	for i := range described {
		file, err := openExecutable(&described[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		programs = append(programs, Program{described[i], file})
	}
	return programs, nil
}

// executable is the file of a program as it was when it was hashed.
type executable struct {
	path string
	info fs.FileInfo
	hash string // SHA-256 in hexadecimal digits
}

// openExecutable finds the executable as the operating system will, and hashes it.
func openExecutable(p *client.Program) (*executable, error) {
	path := p.Command[0]
	if filepath.Base(path) != path {
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.Folder, path)
		}
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		path = absolute
	}
	path, err := exec.LookPath(path)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &executable{path, info, fmt.Sprintf("%x", sum.Sum(nil))}, nil
}

// check returns an error if the file is another one now. It wraps work.ErrKind: on other machines it may be as it was.
func (e *executable) check() error {
	now, err := os.Stat(e.path)
	if err != nil {
		return fmt.Errorf("%w: %w", work.ErrKind, err)
	}
	if !os.SameFile(now, e.info) || now.Size() != e.info.Size() || !now.ModTime().Equal(e.info.ModTime()) {
		return fmt.Errorf("%w: %s has changed since it was first read", work.ErrKind, e.path)
	}
	return nil
}

// Player is a player whose games are tasks.
type Player struct {
	*tournament.Player

	// Hash is the SHA-256 of the executable of a player in a process of its own, once identify has been called.
	Hash string

	executable *executable // if it must not change
}

// grace is how long an engine may take to start and to stop.
const grace = 10 * time.Second

// parsePlayer reads words KEY=VALUE as `alfiere match` does. A player of this process has its words as its name.
func parsePlayer(text string) (*Player, error) { return parseLimited(text, &guest{}, "") }

// parseLimited does the work of parsePlayer. Words that break the limits of a guest are refused and have no effect.
// hash is the SHA-256 of the executable that the player must have; empty: any.
func parseLimited(text string, limits *guest, hash string) (p *Player, err error) {
	p = &Player{}
	entry := tournament.Entry{Grace: grace, Repeatable: true, Admit: func(described *tournament.Player) error {
		if p.Player = described; len(p.Program.Command) > 0 {
			return p.adopt(&p.Program, limits, hash)
		}
		return p.admit(limits.megabytes)
	}}
	p.Player, err = entry.Parse(text)
	return p, err
}

// guest is what players of other machines are limited to. Without megabytes there are no limits.
type guest struct {
	megabytes int       // of their tables
	programs  []Program // that they may start
}

// errForeign refuses programs that a guest names.
var errForeign = errors.New("other engines can play only in the tournament's own process")

// admit checks whether a guest with that many megabytes may play, in this process; 0 is no guest.
func (p *Player) admit(megabytes int) error {
	switch {
	case megabytes == 0:
		return nil
	case p.Programs():
		return errForeign
	}
	for _, s := range p.Program.Settings {
		if !tournament.IsOptionWithKey(s.Name) {
			return message.Errorf("option %s is allowed only in the tournament's own process", s.Name)
		}
		if err := checkHash(s, megabytes); err != nil {
			return err
		}
	}
	return nil
}

// checkHash checks the size of a guest's tables, if the setting is that.
func checkHash(s client.Setting, megabytes int) error {
	if !strings.EqualFold(s.Name, "Hash") {
		return nil
	}
	if asked, err := strconv.Atoi(s.Value); err != nil || asked > megabytes {
		return message.Errorf("the player needs tables of %s MB, but the limit is %d MB", s.Value, megabytes)
	}
	return nil
}

// identify hashes the player's executable, if it has one of its own.
func (p *Player) identify() error {
	if len(p.Program.Command) == 0 {
		return nil
	}
	file, err := openExecutable(&p.Program)
	if err == nil {
		p.Hash = file.hash
	}
	return err
}

// adopt takes the program of a player. A guest's is replaced by the worker's with the same executable and arguments.
// Another player's must have the given hash, unless that is empty.
func (p *Player) adopt(described *client.Program, limits *guest, hash string) (err error) {
	switch {
	case limits.megabytes == 0 && hash == "":
		return nil
	case limits.megabytes == 0:
		if p.executable, err = openExecutable(described); err == nil && p.executable.hash != hash {
			err = fmt.Errorf("%s has changed since the beginning", p.executable.path)
		}
		return err
	case hash == "":
		return errForeign
	}
	i := slices.IndexFunc(limits.programs, func(own Program) bool {
		return own.executable.hash == hash && slices.Equal(own.program.Command[1:], described.Command[1:])
	})
	if i < 0 {
		return fmt.Errorf("%w: no program of --engines is %q with the SHA-256 %s", work.ErrKind,
			strings.Join(slices.Concat([]string{described.Name()}, described.Command[1:]), " "), hash)
	}
	own := &limits.programs[i]
	for _, s := range described.Settings {
		if err := errors.Join(checkHash(s, limits.megabytes), checkPlain(s)); err != nil {
			return err
		}
	}
	described.Command, described.Folder = own.program.Command, own.program.Folder
	described.Settings = slices.Concat(own.program.Settings, described.Settings)
	p.executable = own.executable
	return nil
}

// checkPlain refuses the text of an option, which could name a file. The worker's own list may set it.
func checkPlain(s client.Setting) error {
	if _, err := strconv.ParseFloat(s.Value, 64); err == nil || slices.Contains([]string{"", "true", "false"}, s.Value) {
		return nil
	}
	return fmt.Errorf("option %s: over a broker a value must be a number, true or false; set %q in the worker's --engines",
		s.Name, s.Value)
}
