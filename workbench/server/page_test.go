package server

import (
	"testing"
	"testing/fstest"
)

func TestCommentsAreNotServed(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.js", "// one\nlet a = 1; // two\n  // three\n", "\nlet a = 1; // two\n\n"},
		{"a.js", "/* one */\n  /**\n   * two **/\t\nlet a = 2;\n/***/", "\n\n\nlet a = 2;\n"},
		{"a.js", "/** @type {A} */ let a = 3; /* b */\n/* c */ a++;\nlet b; /* d\n*/\n", "/** @type {A} */ let a = 3; /* b */\n/* c */ a++;\nlet b; /* d\n*/\n"},
		{"a.js", "const a = \"// b\", c = 'https://d', e = /\\/\\/ /, f = \"/* \";\ng(\" */\", `/* ${h} // */`);\n", "const a = \"// b\", c = 'https://d', e = /\\/\\/ /, f = \"/* \";\ng(\" */\", `/* ${h} // */`);\n"},
		{"a.css", "/* one\n */\na { b: url(//c); } /* two */\n  /* three */\n// four\n", "\n\na { b: url(//c); } /* two */\n\n// four\n"},
		{"a.svg", "/* one */\n", "/* one */\n"},
	} {
		if got := string(Plain(test.name, []byte(test.text))); got != test.want {
			t.Errorf("of %q it leaves %q, not %q", test.text, got, test.want)
		}
	}
}

func TestAFolderWithHashesIsServedAsItIs(t *testing.T) {
	folder := fstest.MapFS{"index.html": {}, "js/a.js": {Data: []byte("// one\n")}}
	for _, want := range []string{"\n", "// one\n"} {
		p, err := readPage(folder)
		if err != nil || string(p.files["/js/a.js"].text) != want {
			t.Errorf("%q, %v; not %q", p.files["/js/a.js"].text, err, want)
		}
		folder[PocketList] = &fstest.MapFile{}
	}
}
