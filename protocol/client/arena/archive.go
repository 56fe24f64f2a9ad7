package arena

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Archived is what the tags of a game in a PGN file say.
type Archived struct {
	Tags map[string]string
	Line int // of its first tag, from 1

	// Complete says that the moves end with the result that the tag Result tells, and
	// an empty line; End is the byte behind that line.
	Complete bool
	End      int64
}

// longestLine bounds the lines that are looked at; PGN forbids more than 255 bytes.
const longestLine = 1 << 16

// ErrLineTooLong is returned for a line of more than 64 KiB.
var ErrLineTooLong = errors.New("a line of more than 64 KiB")

// Scan reads the tags of the games in a PGN file and calls found for each; of the
// moves it looks only at how they end. An error of found ends the reading.
func Scan(r io.Reader, found func(*Archived) error) error {
	s := scanner{found: found}
	reader := bufio.NewReaderSize(r, longestLine)
	for number := 1; ; number++ {
		line, err := reader.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			return fmt.Errorf("line %d: %w", number, ErrLineTooLong)
		}
		if err != nil && err != io.EOF {
			return err
		}
		if err := s.line(number, string(line)); err != nil {
			return err
		}
		if err == io.EOF {
			return s.finish()
		}
	}
}

// scanner is the state of Scan.
type scanner struct {
	found  func(*Archived) error
	game   *Archived // nil before the first one
	moves  bool      // the tags are over
	last   string    // the line before, without blanks around
	offset int64
}

func (s *scanner) line(number int, line string) error {
	s.offset += int64(len(line))
	text := strings.TrimSpace(line)
	name, value, isTag := parseTag(text)
	switch {
	case isTag && (s.game == nil || s.moves):
		if err := s.finish(); err != nil {
			return err
		}
		s.game, s.moves = &Archived{Tags: map[string]string{name: value}, Line: number}, false
	case isTag:
		s.game.Tags[name] = value
	case s.game == nil || s.game.Complete:
	case text != "":
		s.moves = true
	case s.moves && line != "":
		s.game.Complete = lastWord(s.last) == s.game.Tags["Result"]
		s.game.End = s.offset
	}
	s.last = text
	return nil
}

// finish hands over the game that has been read.
func (s *scanner) finish() error {
	if s.game == nil {
		return nil
	}
	return s.found(s.game)
}

func lastWord(line string) string { return line[strings.LastIndexByte(line, ' ')+1:] }

// parseTag reads `[Name "value"]`.
func parseTag(line string) (name, value string, ok bool) {
	inner, opened := strings.CutPrefix(line, "[")
	inner, closed := strings.CutSuffix(inner, `"]`)
	name, value, ok = strings.Cut(inner, ` "`)
	if !opened || !closed || !ok || name == "" || strings.ContainsAny(name, " \t\"") {
		return "", "", false
	}
	return name, strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(value), true
}
