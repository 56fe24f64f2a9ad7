package main

import (
	"slices"
	"strings"
	"testing"

	"alfiere/workbench/page"
)

func TestModulesOfPagesThatNeedAServer(t *testing.T) {
	files := map[string][]byte{}
	for name, text := range map[string]string{
		"js/pages.js": `export const pages = [
  { name: "one", needs: "problem", load: () => import("./one.js") },
  { name: "two", needs: "collection/find", load: () => import("./two.js") },
  { name: "three", needs: "laboratory/list", load: () => import("./three.js") },
];`,
		"js/app.js":     "import \"./pages.js\";\nimport { a } from \"./a.js\";\n",
		"js/a.js":       "",
		"js/one.js":     "import {\n  b,\n  c,\n} from \"./b.js\";\n  const d = await import(\"./later.js\");\n",
		"js/two.js":     "import \"./three.js\";\nimport { a } from \"./a.js\";\nimport {\n  e,\n} from \"./e.js\";\nexport { f } from \"./later.js\";\n",
		"js/three.js":   "import \"./b.js\";\nimport \"./app.js\";\n  if (x) import(\"./g.js\");\n",
		"js/b.js":       "",
		"js/e.js":       "import \"./h.js\";\nimport \"./e.js\";\n",
		"js/g.js":       "",
		"js/h.js":       "",
		"js/later.js":   "",
		"js/unnamed.js": "",
		"css/two.css":   "",
	} {
		files[name] = []byte(text)
	}
	names, err := online(files)
	if got, want := strings.Join(names, " "), "js/e.js js/g.js js/h.js js/three.js js/two.js"; err != nil || got != want {
		t.Errorf("%s, %v; not %s", got, err, want)
	}
}

func TestThePocketKeepsWhatItsPagesNeed(t *testing.T) {
	files := map[string][]byte{}
	if err := add(files, page.Files()); err != nil {
		t.Fatal(err)
	}
	names, err := online(files)
	if err != nil || !slices.Contains(names, "js/collection.js") || !slices.Contains(names, "js/laboratory.js") {
		t.Fatalf("%v, %v", names, err)
	}
	for name, text := range files {
		for _, other := range names {
			if !slices.Contains(names, name) && name != pagesName && strings.Contains(string(text), `"./`+strings.TrimPrefix(other, "js/")+`"`) {
				t.Errorf("%s, which is kept, names %s, which is not", name, other)
			}
		}
	}
}
