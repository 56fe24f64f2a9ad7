package main

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"alfiere/protocol/web/page"
)

func TestOnlyCommentsWithLinesOfTheirOwnGo(t *testing.T) {
	for text, want := range map[string]string{
		"// a\n/* b */\n  /** c\n * `d\n */\nlet e = 1; // f\n\n":     "let e = 1; // f\n",
		"let a = /** @type {b} */ (c);\n":                             "let a = /** @type {b} */ (c);\n",
		"/** @type {b} */ (c).d();\n":                                 "/** @type {b} */ (c).d();\n",
		"let a = `\n// b\n`;\n":                                       "let a = `\n// b\n`;\n",
		"/* a\n b */ c();\n":                                          "/* a\n b */ c();\n",
		"a();\n/* b\n":                                                "a();\n",
		"a { b: c; }\n/* d */\ne > /* f */ g {}\n  h { i: url(//j) }": "a { b: c; }\ne > /* f */ g {}\nh { i: url(//j) }\n",
	} {
		if got := string(uncommented([]byte(text))); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// The page in the pocket is looked at in a browser, too; this says which line would be lost.
func TestTheModulesKeepAllTheirCode(t *testing.T) {
	files := map[string][]byte{}
	if err := add(files, page.Files()); err != nil {
		t.Fatal(err)
	}
	before, after := 0, 0
	for name, text := range files {
		if path.Ext(name) != ".js" && path.Ext(name) != ".css" {
			continue
		}
		short := uncommented(text)
		before, after = before+len(text), after+len(short)
		if len(short) == len(text) {
			t.Errorf("%s keeps its comments: has it a text over several lines?", name)
		}
		for line := range strings.Lines(string(text)) {
			word := strings.TrimSpace(line)
			comment := word == "" || strings.HasPrefix(word, "//") || strings.HasPrefix(word, "*") || strings.HasPrefix(word, "/*")
			if !comment && !bytes.Contains(short, []byte(word+"\n")) && !strings.HasSuffix(word, "*/") && path.Ext(name) == ".js" {
				t.Errorf("%s loses %s", name, word)
			}
		}
	}
	if after*10 > before*9 {
		t.Errorf("%d bytes of %d are left", after, before)
	}
}
