package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The bounds of docs/architecture.md that a program can count.
const (
	maxColumns         = 120 // a tab is one; not of lines with a long literal
	longLiteral        = 60  // columns of a literal that is not broken
	maxFileLines       = 400 // a table of data may be longer
	maxFunctionLines   = 60
	maxSearchLines     = 90 // the two functions of a node
	maxParameters      = 5
	maxProtocolExports = 35
	maxMainLines       = 1500
)

// sourceFile is a parsed file that is no test.
type sourceFile struct {
	path  string // below the module, with slashes
	text  string
	set   *token.FileSet
	ast   *ast.File
	lines int
}

func (f *sourceFile) folder() string { return filepath.ToSlash(filepath.Dir(f.path)) }

// at names a place in the file.
func (f *sourceFile) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.path, f.set.Position(n.Pos()).Line)
}

// span returns how many lines a node takes.
func (f *sourceFile) span(n ast.Node) int {
	return f.set.Position(n.End()).Line - f.set.Position(n.Pos()).Line + 1
}

// parseSource parses a file from its text.
func parseSource(path, text string) (*sourceFile, error) {
	f := &sourceFile{path: path, text: text, set: token.NewFileSet(), lines: strings.Count(text, "\n")}
	var err error
	f.ast, err = parser.ParseFile(f.set, path, text, parser.ParseComments)
	return f, err
}

// sourceFiles parses all files of the module but the tests.
func sourceFiles(t *testing.T) (files []*sourceFile) {
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		f, err := parseSource(filepath.ToSlash(name), string(text))
		files = append(files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("%d files: the test looks in the wrong place", len(files))
	}
	return files
}

// longLiterals returns the numbers of the lines with part of a long literal.
func (f *sourceFile) longLiterals() map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && len(l.Value) >= longLiteral {
			for line := f.set.Position(l.Pos()).Line; line <= f.set.Position(l.End()).Line; line++ {
				lines[line] = true
			}
		}
		return true
	})
	return lines
}

// styleFaults says where a file breaks a bound.
func styleFaults(f *sourceFile) (faults []string) {
	if !strings.HasSuffix(f.path, "_table.go") {
		faults = tooLarge(f)
	}
	for _, declaration := range f.ast.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if n := f.span(d); n > maxLines(f, d) {
				faults = append(faults, fmt.Sprintf("%s: %s has %d lines", f.at(d), d.Name.Name, n))
			}
			if n := d.Type.Params.NumFields(); n > maxParameters {
				faults = append(faults, fmt.Sprintf("%s: %s has %d parameters", f.at(d), d.Name.Name, n))
			}
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				faults = append(faults, fmt.Sprintf("%s: %s has no comment", f.at(d), d.Name.Name))
			}
			if d.Name.Name == "init" && d.Recv == nil {
				faults = append(faults, fmt.Sprintf("%s: an init function", f.at(d)))
			}
		case *ast.GenDecl:
			faults = append(faults, undocumented(f, d)...)
		}
	}
	return faults
}

// tooLarge says where a file that is no table of data has too many lines or columns.
func tooLarge(f *sourceFile) (faults []string) {
	if f.lines > maxFileLines {
		faults = append(faults, fmt.Sprintf("%s: %d lines", f.path, f.lines))
	}
	literals := f.longLiterals()
	for i, line := range strings.Split(f.text, "\n") {
		if n := utf8.RuneCountInString(line); n > maxColumns && !literals[i+1] {
			faults = append(faults, fmt.Sprintf("%s:%d: %d columns", f.path, i+1, n))
		}
	}
	return faults
}

// maxLines returns how long a function may be: that of a node of the search may be longer,
// and one that only returns a table as long as a file.
func maxLines(f *sourceFile, d *ast.FuncDecl) int {
	if d.Body != nil && len(d.Body.List) == 1 {
		if r, ok := d.Body.List[0].(*ast.ReturnStmt); ok && len(r.Results) == 1 {
			if _, table := r.Results[0].(*ast.CompositeLit); table {
				return maxFileLines
			}
		}
	}
	if f.folder() == "search" && (d.Name.Name == "alphaBeta" || d.Name.Name == "searchMoves") {
		return maxSearchLines
	}
	return maxFunctionLines
}

// exportedReceiver reports whether a function can be called from other packages: it has
// no receiver, or one of an exported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	receiver := d.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && name.IsExported()
}

// undocumented says which exported types, constants and variables of a declaration have
// neither a comment of their own nor one of their group, nor are named by the last comment
// above them.
func undocumented(f *sourceFile, d *ast.GenDecl) (faults []string) {
	above := ""
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
				faults = append(faults, fmt.Sprintf("%s: %s has no comment", f.at(s), s.Name.Name))
			}
		case *ast.ValueSpec:
			if s.Doc != nil {
				above = s.Doc.Text()
			}
			for _, name := range s.Names {
				if name.IsExported() && s.Comment == nil && d.Doc == nil && s.Doc == nil && !strings.Contains(above, name.Name) {
					faults = append(faults, fmt.Sprintf("%s: %s has no comment", f.at(s), name.Name))
				}
			}
		}
	}
	return faults
}

// exports returns the names that a file makes known to other packages, methods aside.
func exports(f *sourceFile) (names []string) {
	add := func(name *ast.Ident) {
		if name.IsExported() {
			names = append(names, name.Name)
		}
	}
	for _, declaration := range f.ast.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						add(name)
					}
				}
			}
		}
	}
	return names
}

func TestTheCodeKeepsTheBounds(t *testing.T) {
	for _, f := range sourceFiles(t) {
		for _, fault := range styleFaults(f) {
			t.Error(fault)
		}
	}
}

func TestProtocolHasFewNamesAndMainIsThin(t *testing.T) {
	var names []string
	lines := 0
	for _, f := range sourceFiles(t) {
		switch f.folder() {
		case "protocol":
			names = append(names, exports(f)...)
		case "cmd/alfiere":
			lines += f.lines
		}
	}
	if len(names) > maxProtocolExports {
		t.Errorf("package protocol exports %d names, more than %d: %s", len(names), maxProtocolExports, strings.Join(names, " "))
	}
	if len(names) == 0 {
		t.Error("package protocol exports nothing: the test looks in the wrong place")
	}
	if lines > maxMainLines {
		t.Errorf("package main has %d lines, more than %d", lines, maxMainLines)
	}
}

func TestTheStyleTestFindsEveryKindOfFault(t *testing.T) {
	body := strings.Repeat("\t_ = 0\n", maxFunctionLines)
	tests := []struct{ name, path, text, want string }{
		{"nothing", "eval/x.go", "package x\n\n// A is one.\nfunc A(a, b, c, d, e int) {}\n", ""},
		{"a long file", "eval/x.go", "package x\n" + strings.Repeat("\n", maxFileLines), "eval/x.go: 401 lines"},
		{"a long table", "eval/x_table.go", "package x\n" + strings.Repeat("\n", maxFileLines), ""},
		{"a long line", "eval/x.go", "package x\n\n// " + strings.Repeat("a", 120) + "\n", "eval/x.go:3: 123 columns"},
		{"a long literal", "eval/x.go", "package x\n\nvar _ = \"" + strings.Repeat("a", 120) + "\"\n", ""},
		{"a long function", "eval/x.go", "package x\n\nfunc a() {\n" + body + "}\n", "eval/x.go:3: a has 62 lines"},
		{"a function that returns a table", "eval/x.go", "package x\n\nfunc a() []int {\n\treturn []int{\n" + strings.Repeat("\t\t0,\n", 61) + "\t}\n}\n", ""},
		{"a node of the search", "search/x.go", "package x\n\nfunc alphaBeta() {\n" + body + "}\n", ""},
		{"six parameters", "eval/x.go", "package x\n\nfunc a(b, c int, d, e, f, g string) {}\n", "eval/x.go:3: a has 6 parameters"},
		{"a function without comment", "eval/x.go", "package x\n\nfunc A() {}\n", "eval/x.go:3: A has no comment"},
		{"a method without comment", "eval/x.go", "package x\n\nfunc (T) A() {}\n", "eval/x.go:3: A has no comment"},
		{"a method that nobody sees", "eval/x.go", "package x\n\nfunc (*t) A() {}\n", ""},
		{"an init function", "eval/x.go", "package x\n\nfunc init() {}\n", "eval/x.go:3: an init function"},
		{"a type without comment", "eval/x.go", "package x\n\ntype T int\n", "eval/x.go:3: T has no comment"},
		{"constants without comment", "eval/x.go", "package x\n\nconst (\n\tA = 1\n\tB = 2 // two\n)\n", "eval/x.go:4: A has no comment"},
		{"constants with a comment for two", "eval/x.go", "package x\n\nconst (\n\t// A and B are two.\n\tA = 1\n\tB = 2\n)\n", ""},
	}
	for _, test := range tests {
		f, err := parseSource(test.path, test.text)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := strings.Join(styleFaults(f), "; "); got != test.want {
			t.Errorf("%s: the faults are %q, not %q", test.name, got, test.want)
		}
	}
	f, err := parseSource("x.go", "package x\n\nconst (\n\tA = iota\n\tb\n)\n\ntype T int\n\nfunc F() {}\n\nfunc (T) M() {}\n\nvar v, V int\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(exports(f), " "); got != "A T F V" {
		t.Errorf("the exports are %q", got)
	}
}
