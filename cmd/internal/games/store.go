package games

import (
	"bufio"
	"io"
	"os"

	"alfiere/movegen/pgn"
)

// store holds the texts of games in a temporary file, so that memory does not grow with them,
// whether they come from a file or from a pipe. Text before a game is part of it.
type store struct {
	file *os.File
	size int64         // bytes in the file
	out  *bufio.Writer // to the store itself
	ends []int64       // offsets after the games
	last int64         // offset after all; text after the last game stays at the end
}

// storing does a job with a store: each is called for every game, after its errors are reported,
// and write when the texts of all are in the store.
func (f *files) storing(each func(*pgn.GameFacts), write func() error) error {
	return f.storingWith(func(_ *pgn.Reader, g *pgn.GameFacts) error {
		each(g)
		return nil
	}, write)
}

// storingWith is storing for a job that needs the reader.
func (f *files) storingWith(each func(*pgn.Reader, *pgn.GameFacts) error, write func() error) error {
	file, err := os.CreateTemp("", "alfiere-*.pgn")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	f.store = &store{file: file}
	f.store.out = bufio.NewWriter(f.store)
	f.finish = func() error {
		f.store.last = f.store.length()
		if err := f.store.out.Flush(); err != nil {
			return err
		}
		return write()
	}
	return f.eachGame(func(r *pgn.Reader, g *pgn.GameFacts) error {
		text, err := r.Source()
		if err != nil {
			return err
		}
		if err := f.store.add(text); err != nil {
			return err
		}
		return each(r, g)
	})
}

// add adds the text of a game.
func (s *store) add(text []byte) error {
	if err := writePiece(s.out, text); err != nil {
		return err
	}
	s.ends = append(s.ends, s.length())
	return nil
}

// Write implements io.Writer.
func (s *store) Write(text []byte) (int, error) {
	n, err := s.file.Write(text)
	s.size += int64(n)
	return n, err
}

// length returns how much has been written to out.
func (s *store) length() int64 { return s.size + int64(s.out.Buffered()) }

// closeLast makes the text after the last game a part of it.
func (s *store) closeLast() {
	if n := len(s.ends); n > 0 {
		s.ends[n-1] = s.last
	}
}

// copy writes the text of a game, counted from 0.
func (s *store) copy(w io.Writer, game int) error {
	begin := int64(0)
	if game > 0 {
		begin = s.ends[game-1]
	}
	_, err := io.Copy(w, io.NewSectionReader(s.file, begin, s.ends[game]-begin))
	return err
}

// copyAll writes the texts of games, followed by the text after the last one of the store.
func (s *store) copyAll(w io.Writer, games []int) error {
	for _, game := range games {
		if err := s.copy(w, game); err != nil {
			return err
		}
	}
	end := int64(0)
	if len(s.ends) > 0 {
		end = s.ends[len(s.ends)-1]
	}
	_, err := io.Copy(w, io.NewSectionReader(s.file, end, s.last-end))
	return err
}
