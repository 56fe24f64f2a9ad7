package protocol

import (
	"path/filepath"
	"slices"
	"testing"
)

func legacyOption(t *testing.T, name string) LegacyOption {
	t.Helper()
	options := LegacyOptions()
	i := slices.IndexFunc(options, func(o LegacyOption) bool { return o.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s", name)
	}
	return options[i]
}

func TestTheOldCommandsOfTheHashFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a game.hash")
	c := hashController(t)
	hash, hashDepth := legacyOption(t, "hash"), legacyOption(t, "hashdepth")
	for _, step := range []struct {
		text, state string
		fails       bool
	}{
		{"", "off: no file", true},
		{"off", "off: no file", false},
		{path, "off: no file", true}, // there is none, and no size to make one
		{path + " 3", "off: no file", true},
		{path + " 2", "on, " + path + ", 2 MB", false},
		{"", "off, " + path, false},
		{"on", "on, " + path + ", 2 MB", false},
		{"on", "on, " + path + ", 2 MB", false},
		{"off", "off, " + path, false},
		{path, "on, " + path + ", 2 MB", false},
	} {
		if err := hash.Set(c, step.text); err != nil != step.fails || hash.State(c) != step.state {
			t.Errorf("hash %s: %v, and then it is %q", step.text, err, hash.State(c))
		}
	}
	if size := c.Settings().HashFileSize; size != 0 {
		t.Errorf("the option for the size was changed to %d", size)
	}
	for _, step := range []struct {
		text, state string
		fails       bool
	}{
		{"", "4, in the first 40 half-moves", false},
		{"6", "6, in the first 40 half-moves", false},
		{"5  0", "5, in the whole game", false},
		{"five", "5, in the whole game", true},
		{"0 10", "1, in the first 10 half-moves", true},
		{"7 x", "7, in the first 10 half-moves", true},
	} {
		if err := hashDepth.Set(c, step.text); err != nil != step.fails || hashDepth.State(c) != step.state {
			t.Errorf("hashdepth %s: %v, and then it is %q", step.text, err, hashDepth.State(c))
		}
	}
}

func TestTheOldCommandsOfNumbersFlagsAndTheBook(t *testing.T) {
	for _, steps := range [][]struct {
		name, text, state string
		fails             bool
	}{
		{{"contempt", "", "0", false}, {"contempt", "20", "20", false}, {"contempt", "x", "20", true}, {"contempt", "-900", "-200", true}},
		{{"Awindow", "50", "50", false}, {"Bwindow", "60", "60", false}, {"Awindow", "", "50", false}, {"xwndw", "30", "30", false}},
		{{"random", "", "on", false}, {"random", "", "off", false}, {"random", "on", "on", false}, {"random", "perhaps", "on", true}},
		{{"rcptr", "off", "off", false}, {"rcptr", "", "on", false}, {"random", "off", "off", false}},
		{{"book", "", "on, <builtin>", false}, {"book", "", "off, <builtin>", false}, {"book", "/no/such/book", "off, <builtin>", true},
			{"book", builtinBook, "on, <builtin>", false}, {"book", "off", "off, <builtin>", false}},
	} {
		c := hashController(t)
		for _, step := range steps {
			o := legacyOption(t, step.name)
			if err := o.Set(c, step.text); err != nil != step.fails || o.State(c) != step.state {
				t.Errorf("%s %q: %v, and then it is %q", step.name, step.text, err, o.State(c))
			}
		}
	}
}

func TestABookWithoutAFileIsOff(t *testing.T) {
	c := hashController(t)
	mustSet(t, c, "OwnBook", "true")
	mustSet(t, c, "BookFile", "")
	book := legacyOption(t, "book")
	if book.State(c) != "off: no file" {
		t.Errorf("the book is %s", book.State(c))
	}
}
