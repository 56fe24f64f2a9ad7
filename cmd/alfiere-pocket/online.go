package main

import (
	"maps"
	"path"
	"regexp"
	"slices"

	"alfiere/workbench/api"
)

// pageRow is a row of the table of pages: the method that a page needs, and its module.
var pageRow = regexp.MustCompile(`needs: "([^"]+)", load: \(\) => import\("(\./[^"]+)"\)`)

// imported is a bundle that another one names, to load it when it is wanted.
var imported = regexp.MustCompile(`(?:=> |await |\? |: |\[|, )import\("(\./[^"]+)"\)`)

// frameName is the bundle that index.html begins, with the table of pages.
const frameName = "bundle/app.js"

// online returns, in order, the bundles that no browser needs to keep: those of pages whose method
// the program in the pocket has not, and what only they load.
func online(files map[string][]byte) ([]string, error) {
	service, err := api.New(1, 1)
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for _, m := range service.Methods() {
		has[m.Name] = true
	}
	beyond := map[string]bool{} // pages
	for _, row := range pageRow.FindAllSubmatch(files[frameName], -1) {
		if !has[string(row[1])] {
			beyond[path.Join(path.Dir(frameName), string(row[2]))] = true
		}
	}
	var of func(name string, found map[string]bool)
	of = func(name string, found map[string]bool) {
		if found[name] {
			return
		}
		found[name] = true
		for _, other := range imported.FindAllSubmatch(files[name], -1) {
			if other := path.Join(path.Dir(name), string(other[1])); !beyond[other] {
				of(other, found)
			}
		}
	}
	wanted, theirs := map[string]bool{}, map[string]bool{}
	for name := range beyond {
		of(name, theirs)
	}
	of(frameName, wanted)
	for name := range files { // and whatever is not of those pages, however it is loaded
		if !theirs[name] {
			of(name, wanted)
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(theirs)), func(name string) bool { return wanted[name] }), nil
}
