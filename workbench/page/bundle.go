package page

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"
)

// Names of what Bundled reads and adds.
const (
	scriptFolder = "js/"
	bundleFolder = "bundle/"
	frameScript  = "app.js"        // begins the page; all others can rely on the modules in its bundle
	serverScript = "server.js"     // is in that bundle, too
	frameSheet   = "css/frame.css" // its lines @import are replaced by the sheets
	firstScript  = "js/first.js"
)

// Patterns of modules in our style. A test runs all bundles.
var (
	importing   = regexp.MustCompile(`(?m)^import (?:\* as (\w+) from |\{([^}]*)\} from )?"\./([^"]+)";$`)
	reexporting = regexp.MustCompile(`(?m)^export \{ (\w+) \} from "\./([^"]+)";$`)
	exporting   = regexp.MustCompile(`(?m)^export ((?:(?:async )?function\*?|class|const) (\w+))`)
	loading     = regexp.MustCompile(`(typeof |\{)?\bimport\("\./([^"]+)"\)`) // the first group only in types
	sheeting    = regexp.MustCompile(`(?m)^@import "([^"]+)";$`)
	inlining    = regexp.MustCompile(`<(?:link rel="stylesheet" href|script src)="(` + frameSheet + "|" + firstScript +
		`)">(</script>)?`)
	commenting = regexp.MustCompile(`(?m)^[ \t]*(?://.*|/\*(?:[^*]|\*+[^*/])*\*+/[ \t]*)\n`)
)

// bundler writes modules that are loaded together into one script.
type bundler struct {
	texts map[string]string   // of the modules, by their names below scriptFolder
	whole map[string][]string // a bundle's module and all that it imports, each after those it imports
	users map[string][]string // of a bundle: those whose modules load it
	base  map[string][]string // modules that are there when a bundle is loaded
}

// Bundled adds a bundle for app.js and for each module that is loaded on demand: bundle/NAME.js is a script with all
// modules that are not there yet, and bundle/NAME.js.map its source map. A module runs once, however many bundles have
// it. The error names a module that is missing or in a circle of imports.
func Bundled(files fs.FS) (fs.FS, error) {
	all := fstest.MapFS{}
	b := &bundler{map[string]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		all[name] = &fstest.MapFile{Data: text}
		if module, is := strings.CutPrefix(name, scriptFolder); is {
			b.texts[module] = string(text)
		}
		return err
	})
	if err == nil {
		err = b.find(frameScript, serverScript)
	}
	if err != nil {
		return nil, err
	}
	b.subtract()
	for name := range b.whole {
		script, sourceMap := b.write(name)
		all[bundleFolder+name] = &fstest.MapFile{Data: script}
		all[bundleFolder+name+".map"] = &fstest.MapFile{Data: sourceMap}
	}
	inline(all)
	return all, nil
}

// inline puts the frame's style sheet and the first script into the pages that name them, so that a page's first answer
// can be shown.
func inline(all fstest.MapFS) {
	frame := all[frameSheet]
	if frame == nil {
		return
	}
	frame.Data = sheeting.ReplaceAllFunc(frame.Data, func(line []byte) []byte {
		name := path.Join(path.Dir(frameSheet), string(sheeting.FindSubmatch(line)[1]))
		text := all[name].Data
		delete(all, name)
		return text
	})
	for name, file := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		file.Data = inlining.ReplaceAllFunc(file.Data, func(reference []byte) []byte {
			name, tag := string(inlining.FindSubmatch(reference)[1]), "style"
			if name == firstScript {
				tag = "script"
			}
			return fmt.Appendf(nil, "<%s>\n%s</%[1]s>", tag, commenting.ReplaceAll(all[name].Data, nil))
		})
	}
	delete(all, frameSheet)
}

// find finds the modules of a bundle, with some more, and those of all bundles that its modules load.
func (b *bundler) find(name string, more ...string) error {
	for _, module := range append([]string{name}, more...) {
		if err := b.add(name, module, nil); err != nil {
			return err
		}
	}
	for _, module := range b.whole[name] {
		for _, found := range loading.FindAllStringSubmatch(b.texts[module], -1) {
			if found[1] != "" {
				continue
			}
			b.users[found[2]] = append(b.users[found[2]], name)
			if b.whole[found[2]] == nil {
				if err := b.find(found[2]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// add adds a module to a bundle, after what it imports; within are the modules that need it.
func (b *bundler) add(bundle, module string, within []string) error {
	text, has := b.texts[module]
	switch {
	case !has:
		return fmt.Errorf("there is no module %s for %s", module, bundle)
	case slices.Contains(within, module):
		return fmt.Errorf("%s imports itself by %s", module, strings.Join(within, ", "))
	case slices.Contains(b.whole[bundle], module):
		return nil
	}
	within = append(slices.Clone(within), module)
	imports := append(importing.FindAllStringSubmatch(text, -1), reexporting.FindAllStringSubmatch(text, -1)...)
	for _, found := range imports {
		if err := b.add(bundle, found[len(found)-1], within); err != nil {
			return err
		}
	}
	b.whole[bundle] = append(b.whole[bundle], module)
	return nil
}

// subtract finds what is there when a bundle is loaded: what all bundles that load it have and rely on.
func (b *bundler) subtract() {
	every := slices.Collect(maps.Keys(b.texts))
	for name := range b.whole {
		b.base[name] = every
	}
	b.base[frameScript] = nil
	for changed := true; changed; {
		changed = false
		for name, users := range b.users {
			before := len(b.base[name])
			b.base[name] = slices.DeleteFunc(slices.Clone(b.base[name]), func(module string) bool {
				return slices.ContainsFunc(users, func(user string) bool { return !b.has(user, module) })
			})
			changed = changed || len(b.base[name]) != before
		}
	}
}

// has reports whether a module is there once a bundle is.
func (b *bundler) has(bundle, module string) bool {
	return slices.Contains(b.base[bundle], module) || slices.Contains(b.whole[bundle], module)
}

// write returns a bundle and its source map. Lines of modules remain lines.
func (b *bundler) write(name string) (script, sourceMap []byte) {
	var out strings.Builder
	out.WriteString("const modules = globalThis.alfiereModules ??= {};\n")
	about := sourceMapFile{Version: 3, Sources: []string{}, Mappings: ";"}
	line := 0 // where the mapping before this one ended
	for _, module := range b.whole[name] {
		if slices.Contains(b.base[name], module) {
			continue
		}
		text := b.module(name, module)
		fmt.Fprintf(&out, "modules[%q] ??= (() => { %s", module, text)
		about.Sources = append(about.Sources, "../"+scriptFolder+module)
		first := len(about.Sources) - 1
		for i := range strings.Count(text, "\n") - 1 {
			source, down := 0, 1
			if i == 0 {
				source, down = min(first, 1), -line
			}
			about.Mappings += "A" + vlq(source) + vlq(down) + "A;"
		}
		about.Mappings += ";"
		line = strings.Count(text, "\n") - 2
	}
	fmt.Fprintf(&out, "export const { %s } = modules[%q];\n", strings.Join(exports(b.texts[name]), ", "), name)
	sourceMap, _ = json.Marshal(about) // it has strings only
	return []byte(out.String()), sourceMap
}

// module returns the text of a module as a function's body, with the function's end: it takes what it imports from the
// other modules and returns what it exports.
func (b *bundler) module(bundle, name string) string {
	text := importing.ReplaceAllStringFunc(b.texts[name], func(line string) string {
		found := importing.FindStringSubmatch(line)
		switch {
		case found[1] != "":
			return fmt.Sprintf("const %s = modules[%q];", found[1], found[3])
		case found[2] != "":
			return fmt.Sprintf("const {%s} = modules[%q];", strings.ReplaceAll(found[2], " as ", ": "), found[3])
		}
		return strings.Repeat("\n", strings.Count(line, "\n"))
	})
	text = reexporting.ReplaceAllString(text, `const { $1 } = modules["$2"];`)
	text = exporting.ReplaceAllString(text, "$1")
	text = loading.ReplaceAllStringFunc(text, func(call string) string {
		found := loading.FindStringSubmatch(call)
		if found[1] == "" && b.has(bundle, found[2]) {
			return fmt.Sprintf("Promise.resolve().then(() => modules[%q])", found[2])
		}
		return call
	})
	return fmt.Sprintf("%sreturn { %s }; })();\n", text, strings.Join(exports(b.texts[name]), ", "))
}

// exports returns the names that a module exports.
func exports(text string) (names []string) {
	for _, found := range exporting.FindAllStringSubmatch(text, -1) {
		names = append(names, found[2])
	}
	for _, found := range reexporting.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

// sourceMapFile is a source map, revision 3. Its mappings have a group for each line: column, source, line and column,
// each as the difference to the one before.
type sourceMapFile struct {
	Version  int      `json:"version"`
	Sources  []string `json:"sources"`
	Names    []string `json:"names"`
	Mappings string   `json:"mappings"`
}

// vlq writes a number in base 64, five bits a digit, the sign in the lowest one.
func vlq(n int) (text string) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	rest := n << 1
	if n < 0 {
		rest = -n<<1 | 1
	}
	for {
		digit := rest & 31
		if rest >>= 5; rest > 0 {
			digit |= 32
		}
		text += digits[digit : digit+1]
		if rest == 0 {
			return text
		}
	}
}
