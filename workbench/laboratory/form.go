package laboratory

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/wire"
	"alfiere/workbench/api"
)

// outputs are the flags for files that an experiment writes. They get the name of the experiment
// with these extensions and are not in the form.
var outputs = map[string]string{
	"pgn": ".pgn", "figures": ".json", "plot": ".svg", "state": ".state", "games-in": ".games",
}

// settled are the values of the switches that are not in the form.
var settled = map[string]bool{"resume": true, "json": false, "create": false}

// Kinds of fields of a form. Files must exist in the folder; a store may be new.
const (
	fieldSwitch, fieldNumber, fieldText = "switch", "number", "text"
	fieldStore, fieldFile               = "store", "file"
)

// parameter is a parameter of an experiment: a flag of its command line.
type parameter struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	About   string   `json:"about"` // description, in English
	Usual   string   `json:"usual,omitempty"`
	Many    bool     `json:"many,omitempty"`    // it may be given several times
	Example []string `json:"example,omitempty"` // values in the row's example
}

// parameterOf returns the parameter of a flag; has is false if the flag is not in the form.
func parameterOf(f *flag.Flag) (made parameter, has bool) {
	placeholder, about := flag.UnquoteUsage(f)
	made = parameter{Name: f.Name, Kind: fieldText, About: about, Usual: f.DefValue}
	many, _ := f.Value.(interface{ IsMany() bool })
	made.Many = many != nil && many.IsMany()
	getter, _ := f.Value.(flag.Getter)
	var value any
	if getter != nil {
		value = getter.Get()
	}
	switch value.(type) {
	case bool:
		made.Kind = fieldSwitch
		_, hidden := settled[f.Name]
		return made, !hidden
	case int, uint64, float64:
		made.Kind = fieldNumber
	}
	if placeholder != "file" && placeholder != "folder" {
		return made, true
	}
	_, hidden := outputs[f.Name]
	if made.Kind = fieldFile; f.Name == "store" {
		made.Kind = fieldStore
	}
	return made, !hidden
}

// row returns the row of the experiment with this name, or nil.
func (l *Folder) row(name string, crew Crew) *cli.Command {
	rows := l.commands.Experiments(crew)
	i := slices.IndexFunc(rows, func(c cli.Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// flagsOf declares the flags of a row.
func flagsOf(row *cli.Command) *flag.FlagSet {
	flags := flag.NewFlagSet(row.Name, flag.ContinueOnError)
	row.Define(flags)
	return flags
}

// offered is an experiment that can be started.
type offered struct {
	Name    string      `json:"name"`
	Summary string      `json:"summary"`
	Fields  []parameter `json:"fields"`
	Suites  bool        `json:"suites"` // whether it takes suites of positions
}

// offer lists the experiments that can be started, and the files for them.
func (l *Folder) offer(context.Context, *api.Asked, api.Emit) (any, error) {
	list := []offered{}
	rows := l.commands.Experiments(nil)
	for i := range rows {
		row := &rows[i]
		flags := flagsOf(row)
		example := exampleOf(row, flags)
		o := offered{Name: row.Name, Summary: row.Summary, Suites: wantsSuites(flags)}
		flags.VisitAll(func(f *flag.Flag) {
			if made, has := parameterOf(f); has {
				made.Example = example[f.Name]
				o.Fields = append(o.Fields, made)
			}
		})
		list = append(list, o)
	}
	suites, err := l.files(suiteForms)
	if err != nil {
		return nil, err
	}
	openings, err := l.files(openingForms)
	if err != nil {
		return nil, err
	}
	stores, err := l.files([]string{storeForm})
	stores = slices.DeleteFunc(stores, func(name string) bool { return !l.isStore(name) })
	return map[string]any{"experiments": list, "suites": suites, "files": openings, "stores": stores}, err
}

// wantsSuites reports whether an experiment asks a store about suites.
func wantsSuites(flags *flag.FlagSet) bool { return flags.Lookup("store") != nil }

// exampleOf returns the values of the flags in the example of a row.
func exampleOf(row *cli.Command, flags *flag.FlagSet) map[string][]string {
	values := map[string][]string{}
	words, err := wire.SplitWords(row.Example)
	for i := 0; err == nil && i+1 < len(words); i++ {
		if name, is := strings.CutPrefix(words[i], "--"); is && flags.Lookup(name) != nil {
			values[name] = append(values[name], words[i+1])
		}
	}
	return values
}

// arguments returns the arguments of an experiment's command line.
func (l *Folder) arguments(name string, row *cli.Command, r *record) (args []string, err error) {
	flags := flagsOf(row)
	for _, key := range slices.Sorted(maps.Keys(r.Settings)) {
		f := flags.Lookup(key)
		if f == nil {
			return nil, badField(key, "%s has no parameter %q", row.Name, key)
		}
		made, has := parameterOf(f)
		if !has || !made.Many && len(r.Settings[key]) > 1 {
			return nil, badField(key, "%s cannot be set here, or not so many times", key)
		}
		for _, value := range r.Settings[key] {
			switch made.Kind {
			case fieldStore:
				value, err = l.storePath(key, value)
			case fieldFile:
				value, err = l.file(key, value, openingForms)
			}
			if err != nil {
				return nil, err
			}
			args = append(args, "--"+key+"="+value)
		}
	}
	flags.VisitAll(func(f *flag.Flag) {
		made, has := parameterOf(f)
		switch ending := outputs[f.Name]; {
		case has:
		case made.Kind == fieldSwitch:
			args = append(args, fmt.Sprintf("--%s=%t", f.Name, settled[f.Name]))
		default:
			args = append(args, "--"+f.Name+"="+l.path(name+ending))
		}
	})
	if !wantsSuites(flags) && len(r.Suites) > 0 {
		return nil, badField("suites", "%s takes no suites", row.Name)
	}
	args = append(args, "--")
	for _, suite := range r.Suites {
		path, err := l.file("suites", suite, suiteForms)
		if err != nil {
			return nil, err
		}
		args = append(args, path)
	}
	return args, nil
}

// storePath returns the path of a store, which need not exist.
func (l *Folder) storePath(field, value string) (string, error) {
	name := strings.TrimSuffix(value, storeForm)
	if err := checkName(field, name); err != nil {
		return "", err
	}
	info, err := l.root.Lstat(name + storeForm)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !info.Mode().IsRegular() || !l.isStore(name+storeForm):
		return "", badField(field, "%s is not a proposal store", name+storeForm)
	}
	return l.path(name + storeForm), nil
}

// makeStores creates the store of an experiment if it does not exist.
func (l *Folder) makeStores(ctx context.Context, r *record) error {
	for _, value := range r.Settings["store"] {
		path, err := l.storePath("store", value)
		if err != nil {
			return err
		}
		store, err := proposals.OpenOrCreate(ctx, path)
		if err != nil {
			return err
		}
		if err := store.Close(); err != nil {
			return err
		}
	}
	return nil
}

// isStore reports whether a file is a proposal store.
func (l *Folder) isStore(name string) bool {
	info, err := l.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && proposals.IsStore(l.path(name))
}

// storeQuery is the body of laboratory/store.
type storeQuery struct {
	Name string `json:"name"` // of the store, as in laboratory/list
	api.Asked
}

// store counts the contents of a store, and how much of each suite in the folder it covers.
func (l *Folder) store(ctx context.Context, asked *storeQuery, _ api.Emit) (any, error) {
	stores, err := l.files([]string{storeForm})
	if err != nil {
		return nil, err
	}
	if file := asked.Name + storeForm; !slices.Contains(stores, file) || !l.isStore(file) {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "the store does not exist"}
	}
	suites, err := l.files(suiteForms)
	if err != nil {
		return nil, err
	}
	for i := range suites {
		suites[i] = l.path(suites[i])
	}
	return l.commands.Holdings(ctx, l.path(asked.Name+storeForm), suites[:min(len(suites), maxSuites)])
}

// maxSuites is the maximum number of suites whose answers laboratory/store counts.
const maxSuites = 12
