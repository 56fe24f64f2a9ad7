package pgn

import "slices"

// Tag is a tag pair, such as [White "Anderssen"].
type Tag struct{ Name, Value string }

// Tags are the tag pairs of a game in their order.
type Tags []Tag

// roster holds the seven tags that every game has, in the order of the standard.
var roster = [...]Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"},
	{"Black", "?"}, {"Result", "*"}}

// Get returns the value of the first tag of that name, "" if there is none.
func (t Tags) Get(name string) string {
	if i := t.index(name); i >= 0 {
		return t[i].Value
	}
	return ""
}

// Set changes the value of the first tag of that name, or adds one at the end.
func (t *Tags) Set(name, value string) {
	if i := t.index(name); i >= 0 {
		(*t)[i].Value = value
		return
	}
	*t = append(*t, Tag{name, value})
}

func (t Tags) index(name string) int {
	return slices.IndexFunc(t, func(tag Tag) bool { return tag.Name == name })
}
