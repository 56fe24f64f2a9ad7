package laboratory

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/protocol/client"
)

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
		err := checkHash(s, megabytes)
		if err == nil && !tournament.IsOptionWithKey(s.Name) {
			if err = checkPlain(s); err == nil && tournament.NamesFile(s.Name) {
				err = fmt.Errorf("option %s: it names a file of this machine", s.Name)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkGuests returns an error if the queue sends games to other machines and these refuse one of the players.
func checkGuests(queue work.Queue, players ...*Player) error {
	if _, here := queue.(*work.Local); here {
		return nil
	}
	for _, p := range players {
		err := p.admit(TableMegabytes)
		if len(p.Program.Command) > 0 {
			err = nil
			for _, s := range p.Program.Settings {
				err = errors.Join(err, checkHash(s, TableMegabytes), checkPlain(s))
			}
		}
		if err != nil {
			return fmt.Errorf("player %s: %w; without --broker it can play in this process", p.Name, err)
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
	_, err := strconv.ParseFloat(s.Value, 64)
	if err == nil || slices.Contains([]string{"", "true", "false"}, s.Value) {
		return nil
	}
	return fmt.Errorf("option %s: over a broker a value must be a number, true or false; "+
		"set %q in the worker's --engines", s.Name, s.Value)
}
