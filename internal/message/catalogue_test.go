package message

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// spoken are the sources whose messages all need an Italian text, because they can reach the page or the Italian output
// of alfiere mate.
var spoken = []string{
	"workbench/*/*.go", "movegen/*.go", "movegen/*/*.go", "internal/datafile/kind.go", "internal/wire/words.go",
	"eval/knowledge.go", "council/council.go", "council/criterion.go", "council/vote.go", "protocol/strength.go",
	"problem/*.go", "problem/text/*.go", "problem/neighbour/*.go", "problem/format/*.go", "problem/format/forsyth/*.go",
	"problem/database/*.go", "problem/database/query/*.go",
}

// speaks are the functions that report errors, with the number of the argument that is the message.
var speaks = map[string]int{"New": 0, "Errorf": 0, "Sprintf": 0, "Text": 0, "Usagef": 0, "expected": 0,
	"field": 0, "fault": 1, "unknown": 3}

// inEnglish are messages of these sources that only a faulty client can cause, that appear only on the command line, or
// that are the same in Italian.
var inEnglish = []string{
	// Errors of a faulty page.
	"offset must be at least 0, limit from 1 to %d", "sort takes only fields to sort by", "at most 12 tables of 1000 groups",
	"problems cannot be counted by this field",
	"more than one value", "api: two methods are named %q", "there is no method %q", "its parent must come before it",
	"a side in check cannot pass", "a glyph must be from 0 to 255", "nodes must be at most 20000000 per member",
	"from must be a form that can be read", "%q is not a square", "form %q is unknown; use one of %s",
	"draws must be claim, once or never", "nodes must be at most 20000000 per position", "seconds must be from 0 to %d",
	"end must be claim, agree, white resigns, black resigns, white time or black time", "depth must be from 1 to 128",
	"lines must be from 1 to 16", "nodes must be at most 1000000000",
	// Messages of the command line, of files and of requests only.
	"--from and --to are needed if no file name shows the form", "the output of show is for people and cannot be read back",
	"unknown form %q", "already exists; no file is replaced", "must be actual or tries", "problem: illegal position",
	"game: there are not that many moves to take back", "game: no draw can be claimed in this position",
	"not a language, nor six different capital letters (king, queen, rook, bishop, knight, pawn)",
	"expected arrows such as e2e4, separated by commas", "%s: %v, because its folder is not writable",
	"%s: %v: its -wal file holds changes; open it once in a writable folder", "%s: there is no such collection: %v",
	"%v: the file is empty", "%s: %v: its schema has version %d; this program supports %d", "%v: a list of texts: %v",
	"%v: a report of %d bytes", "%v: a report is truncated", "%v: it has %d bytes; the limit is %d", "%v: unknown verdict %q",
	"%v: it is for another problem, with the stipulation %s", "%v: it is for another problem, with the position %s",
	"the file is not a problem collection", "the collection was written by a newer version of this program",
	"the collection was written by an older version of this program; make the file writable once, so that it can be updated",
	"expected a number of men, such as 7, 8-12, 8- or -12, or those of White and Black, such as 4+3, 5-+-6 or +3",
	"must be fen (use the FEN's castling field) or home (allow castling from home squares)",
	"use only one of --json, --svg, --latex, --diagram-sty, --html, --pgn, --popeye and --olive",
	"must be empty, main (no elements such as self-blocks) or all (also those in tries)", "mate: %v, not %.80q; %v",
	"mate: R must be at least 1, not %.80q; %v", "mate: play needs a move number; %v", "mate: the language is missing; %v",
	"mate: unknown word %.80q; %v", "there is no list", "%v %q; the lists are %s",
	"page file %s has an unknown type", "there is no module %s for %s", "%s imports itself by %s",
	"the page has no index.html", "%s is not a loopback address",
	"stopped", "must be at most 1000 hours",
	"%s: a suite of one position has no halves", "%s: %d positions are solved, not %d: this is a bug in the program",
	"must be a number of seconds, as in 3 or 1.5, or a time with a unit, as in 500ms or 2m",
	"must be empty (summary after the answers) or only (summary alone)", "%s is a number, not %q",
	"%s: %v: it does not begin with %s", "epd: %s: %v", "%s: %v: %d that are not in the input", "line %d: %v: %s, not %s",
	// The same in Italian.
	"zugzwang", "epd: %v", "id", "title", "author", "source", "dm", "source: %v", "id: %v", "twin: %v",
}

// tables are the variables of these sources that hold messages.
var tables = []string{"fieldNames", "endingTexts", "faultTexts", "pieceNames", "endings", "movers", "reasons", "stipulations",
	"verdictTexts"}

// source is the texts of a file, and which of them are messages.
type source struct {
	path            string
	texts, messages []string
	untranslated    []string // those of fmt.Errorf
}

// sources reads all sources of the repository except tests.
func sources(t *testing.T) (all []source) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		s := source{path: filepath.ToSlash(name)}
		ast.Inspect(file, s.look)
		all = append(all, s)
		return err
	})
	if err != nil || len(all) < 400 {
		t.Fatalf("%d sources, %v", len(all), err)
	}
	return all
}

// look collects the texts of a node.
func (s *source) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if slices.Contains(tables, n.Names[0].Name) && len(n.Values) > 0 {
			s.messages = append(s.messages, lastTexts(n.Values[0])...)
		}
	case *ast.KeyValueExpr:
		if key, is := n.Key.(*ast.Ident); is && key.Name == "Message" {
			s.messages = append(s.messages, textOf(n.Value)...)
		}
	case ast.Expr:
		s.texts = append(s.texts, textOf(n)...)
	}
	if call, is := n.(*ast.CallExpr); is {
		if isFmtErrorf(call) {
			s.untranslated = append(s.untranslated, textOf(call.Args[0])...)
		}
		if at, speaks := speaks[calledName(call)]; speaks && at < len(call.Args) {
			s.messages = append(s.messages, textOf(call.Args[at])...)
		}
	}
	return true
}

// lastTexts returns the last text of each row of a table.
func lastTexts(e ast.Expr) (texts []string) {
	table, is := e.(*ast.CompositeLit)
	if !is {
		return nil
	}
	for i, row := range table.Elts {
		if pair, is := row.(*ast.KeyValueExpr); is {
			row = pair.Value
		}
		if inner, is := row.(*ast.CompositeLit); is && len(inner.Elts) > 0 {
			row = inner.Elts[len(inner.Elts)-1]
		}
		texts = append(texts, textOf(row)...)
		if len(texts) != i+1 {
			return nil
		}
	}
	return texts
}

// calledName returns the name of a called function, empty for one of package fmt that only makes a text.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if of, is := f.X.(*ast.Ident); is && of.Name == "fmt" && f.Sel.Name == "Sprintf" {
			return ""
		}
		return f.Sel.Name
	}
	return ""
}

// isFmtErrorf reports whether the call makes an error without package message.
func isFmtErrorf(call *ast.CallExpr) bool {
	f, is := call.Fun.(*ast.SelectorExpr)
	if !is || f.Sel.Name != "Errorf" {
		return false
	}
	of, is := f.X.(*ast.Ident)
	return is && of.Name == "fmt"
}

// textOf returns the text of a constant expression of literals, as a key, if it is one.
func textOf(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text := constant.StringVal(constant.MakeFromLiteral(e.Value, e.Kind, 0))
			return []string{strings.ReplaceAll(text, "%w", "%v")}
		}
	case *ast.BinaryExpr:
		if left, right := textOf(e.X), textOf(e.Y); left != nil && right != nil {
			return []string{left[0] + right[0]}
		}
	}
	return nil
}

func TestEveryMessageHasAnItalianText(t *testing.T) {
	words := regexp.MustCompile(`(?:^|[^-\pL%])\pL{2,}`) // no verbs or flags
	said, found := map[string]bool{}, 0
	for _, s := range sources(t) {
		for _, text := range s.texts {
			said[text] = true
		}
		if !slices.ContainsFunc(spoken, func(pattern string) bool { is, _ := filepath.Match(pattern, s.path); return is }) {
			continue
		}
		for _, text := range s.untranslated {
			if _, has := italian()[text]; has && strings.Contains(text, "%") {
				t.Errorf("%s: %q stays English: use message.Errorf, which keeps the values", s.path, text)
			}
		}
		for _, text := range s.messages {
			found++
			if _, has := italian()[text]; !has && words.MatchString(text) && !slices.Contains(inEnglish, text) {
				t.Errorf("%s: %q has no Italian text", s.path, text)
			}
		}
	}
	if found < 300 {
		t.Errorf("there are only %d messages", found)
	}
	for key := range italian() {
		if !said[key] {
			t.Errorf("%q is not used", key)
		}
	}
	for _, text := range inEnglish {
		if !said[text] || italian()[text] != "" {
			t.Errorf("%q is said nowhere, or in Italian", text)
		}
	}
}

func TestTheCatalogueIsPairsOfTextsWithTheSameValues(t *testing.T) {
	verbs := regexp.MustCompile(`%(\[\d\])?[-.\d]*[a-z]`)
	key, seen := "", map[string]bool{}
	for line := range strings.Lines(italianText) {
		line = strings.TrimSuffix(line, "\n")
		text, isItalian := strings.CutPrefix(line, "\t")
		switch {
		case strings.HasSuffix(line, " "):
			t.Errorf("%q ends with a blank", line)
		case isItalian && (key == "" || text == "" || text == key):
			t.Errorf("%q and %q are not a pair", key, text)
		case isItalian:
			got, want := verbs.FindAllString(text, -1), verbs.FindAllString(key, -1)
			if strings.Contains(text, "%[") {
				slices.Sort(got)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q: the values are %q, but %q in %q", key, want, got, text)
			}
		case key != "":
			t.Errorf("%q has no Italian text", key)
		}
		if isItalian {
			key = ""
			continue
		}
		if key = line; strings.HasPrefix(line, "# ") {
			key = ""
		}
		if key != "" && seen[key] {
			t.Errorf("%q is there twice", key)
		}
		seen[key] = true
	}
}

// placed is an error with its own type.
type placed struct {
	line int
	err  error
}

func (e *placed) Error() string  { return e.Message().Error() }
func (e *placed) Message() error { return Errorf("line %d: %v", e.line, e.err) }

func TestAnErrorIsSaidInBothLanguages(t *testing.T) {
	sentinel := errors.New("no game found")
	twins := Errorf("more than %d twins", 7)
	for _, test := range []struct {
		err              error
		english, italian string
	}{
		{sentinel, "no game found", "nessuna partita trovata"},
		{twins, "more than 7 twins", "più di 7 gemelli"},
		{Errorf("%w; expected %v", sentinel, twins), "no game found; expected more than 7 twins",
			"nessuna partita trovata; è atteso: più di 7 gemelli"},
		{&placed{3, twins}, "line 3: more than 7 twins", "riga 3: più di 7 gemelli"},
		{Errorf("x.pgn: %w", &placed{3, sentinel}), "x.pgn: line 3: no game found", "x.pgn: riga 3: nessuna partita trovata"},
		{fmt.Errorf("x.pgn: %w", &placed{3, sentinel}), "x.pgn: line 3: no game found", "x.pgn: line 3: no game found"},
		{errors.Join(sentinel, twins), "no game found\nmore than 7 twins", "nessuna partita trovata\npiù di 7 gemelli"},
		{fmt.Errorf("%w: %w", sentinel, twins), "no game found: more than 7 twins", "no game found: more than 7 twins"},
		{Errorf("no mate after %s", "no game found"), "no mate after no game found", "nessun matto dopo no game found"},
		{Errorf("100%% of %q", "%d"), `100% of "%d"`, `100% of "%d"`},
		{errors.New("unknown 100%"), "unknown 100%", "unknown 100%"},
	} {
		if got := English.Error(test.err); got != test.english || got != test.err.Error() {
			t.Errorf("%q, want %q", got, test.english)
		}
		if got := Italian.Error(test.err); got != test.italian {
			t.Errorf("%q, want %q", got, test.italian)
		}
	}
	if err := Errorf("%w; expected %v", sentinel, twins); !errors.Is(err, sentinel) || errors.Is(err, twins) {
		t.Error("it wraps the other value, or none")
	}
}
