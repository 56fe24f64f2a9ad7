package workbench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"alfiere/cmd/internal/laboratory"
	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/workbench/api"
)

// outputs are the flags by which an experiment writes files: they get the name of the job
// with these endings, and nobody is asked for them.
var outputs = map[string]string{"pgn": ".pgn", "figures": ".json", "plot": ".svg", "state": ".state", "games-in": ".games"}

// settled are the switches that nobody is asked for: whether they are given.
var settled = map[string]bool{"resume": true, "json": false, "create": false}

// What fields of a form are. Those of files name one in the folder; a store may be a new one.
const (
	fieldSwitch, fieldNumber, fieldText = "switch", "number", "text"
	fieldStore, fieldFile               = "store", "file"
)

// Endings of files that experiments read: suites, and positions to begin games with.
var (
	suiteForms   = []string{".epd"}
	openingForms = []string{".epd", ".fen", ".pgn", ".bin"}
)

// parameter is one of an experiment: a flag of its command line.
type parameter struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	About   string   `json:"about"` // what it is for, in English
	Usual   string   `json:"usual,omitempty"`
	Many    bool     `json:"many,omitempty"`    // it may be given several times
	Example []string `json:"example,omitempty"` // values of the row's example
}

// parameterOf is the parameter of a flag; has is false if nobody is asked for it.
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

// flagsOf declares the flags of a row.
func flagsOf(row *cli.Command) *flag.FlagSet {
	flags := flag.NewFlagSet(row.Name, flag.ContinueOnError)
	row.Define(flags)
	return flags
}

// offered is an experiment that can be begun.
type offered struct {
	Name    string      `json:"name"`
	Summary string      `json:"summary"`
	Fields  []parameter `json:"fields"`
	Suites  bool        `json:"suites"` // it wants suites of positions
}

// offer tells what can be begun.
func (l *labFolder) offer(context.Context, *asking, api.Emit) (any, error) {
	list := []offered{}
	rows := laboratory.Experiments((&job{folder: l}).defineCrew, laboratory.TableMegabytes)
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

// exampleOf are the values of the flags in the example of a row.
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

// files lists the files of the folder with one of some endings.
func (l *labFolder) files(endings []string) ([]string, error) {
	entries, err := fs.ReadDir(l.root.FS(), ".")
	if err != nil {
		return nil, errors.New("the laboratory's folder cannot be read")
	}
	names := []string{}
	for _, entry := range entries {
		if entry.Type().IsRegular() && slices.Contains(endings, path.Ext(entry.Name())) && !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// file returns the path of a file of the folder that is read, or why it cannot be.
func (l *labFolder) file(asked, name string, endings []string) (string, error) {
	names, err := l.files(endings)
	if err == nil && !slices.Contains(names, name) {
		err = badField(asked, "there is no file %q in the folder, with one of the endings %s", name, strings.Join(endings, " "))
	}
	return l.path(name), err
}

// arguments are those of a job's command line.
func (l *labFolder) arguments(name string, row *cli.Command, kept *keptJob) (args []string, err error) {
	flags := flagsOf(row)
	for _, key := range slices.Sorted(maps.Keys(kept.Settings)) {
		f := flags.Lookup(key)
		if f == nil {
			return nil, badField(key, "%s has no parameter %q", row.Name, key)
		}
		made, has := parameterOf(f)
		if !has || !made.Many && len(kept.Settings[key]) > 1 {
			return nil, badField(key, "%s cannot be given here, or not so often", key)
		}
		for _, value := range kept.Settings[key] {
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
	if !wantsSuites(flags) && len(kept.Suites) > 0 {
		return nil, badField("suites", "%s asks for no suites", row.Name)
	}
	args = append(args, "--")
	for _, suite := range kept.Suites {
		path, err := l.file("suites", suite, suiteForms)
		if err != nil {
			return nil, err
		}
		args = append(args, path)
	}
	return args, nil
}

// mostName is how many characters the name of an experiment has at most.
const mostName = 60

// goodName refuses names that are no plain names of files.
func goodName(asked, name string) error {
	strange := strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
	if name == "" || strange || name[0] == '-' || utf8.RuneCountInString(name) > mostName || !fs.ValidPath(name) {
		return badField(asked, "a name has letters, digits, - and _, at most %d", mostName)
	}
	return nil
}

// starting is the body of laboratory/start.
type starting struct {
	Experiment string              `json:"experiment"` // a name of laboratory/experiments
	Name       string              `json:"name"`       // of the files that it writes
	Settings   map[string][]string `json:"settings"`   // values by the names of fields
	Suites     []string            `json:"suites"`     // files; on the first one is chosen
	asking
}

func (l *labFolder) start(_ context.Context, asked *starting, _ api.Emit) (any, error) {
	if err := goodName("name", asked.Name); err != nil {
		return nil, err
	}
	leave, err := l.enter() // before the look at what is there
	if err != nil {
		return nil, err
	}
	defer leave()
	entries, err := fs.ReadDir(l.root.FS(), ".")
	if err != nil {
		return nil, errors.New("the laboratory's folder cannot be read")
	}
	for _, entry := range entries {
		if strings.EqualFold(strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())), asked.Name) {
			return nil, &api.Fault{Code: api.Conflict, Field: "name", Err: message.Errorf("%s is there already", entry.Name())}
		}
	}
	return l.named(asked.Name), l.begin(asked.Name, keptJob{Experiment: asked.Experiment, Settings: asked.Settings, Suites: asked.Suites,
		State: jobWaiting, Begun: time.Now()}, asked.asking)
}

// adding is the body of laboratory/add.
type adding struct {
	Name string `json:"name"` // with its ending
	Data []byte `json:"data"` // in base64
	asking
}

// add puts a file into the folder, which must not be there. It has no name before it is whole.
func (l *labFolder) add(_ context.Context, asked *adding, _ api.Emit) (any, error) {
	ending := path.Ext(asked.Name)
	if err := goodName("name", strings.TrimSuffix(asked.Name, ending)); err != nil {
		return nil, err
	}
	if !slices.Contains(openingForms, ending) {
		return nil, badField("name", "suites and openings end with %s", strings.Join(openingForms, " "))
	}
	l.adding.Lock()
	defer l.adding.Unlock()
	if _, err := l.root.Lstat(asked.Name); !errors.Is(err, fs.ErrNotExist) {
		return nil, &api.Fault{Code: api.Conflict, Field: "name", Err: message.Errorf("%s is there already", asked.Name)}
	}
	return l.named(asked.Name), cli.Replace(l.path(asked.Name), func(w io.Writer) error {
		_, err := w.Write(asked.Data)
		return err
	})
}

// named is the answer of what does something to an experiment.
func (l *labFolder) named(name string) any { return map[string]string{"name": name} }

// naming is the body of laboratory/resume and laboratory/stop.
type naming struct {
	Name string `json:"name"`
	asking
}

func (l *labFolder) resume(_ context.Context, asked *naming, _ api.Emit) (any, error) {
	if err := goodName("name", asked.Name); err != nil {
		return nil, err
	}
	leave, err := l.enter() // before it is read how far it has come
	if err != nil {
		return nil, err
	}
	defer leave()
	kept, err := l.recall(asked.Name)
	if err != nil {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "this page has begun no such experiment"}
	}
	kept.State, kept.Message = jobWaiting, ""
	return l.named(asked.Name), l.begin(asked.Name, kept, asked.asking)
}

func (l *labFolder) stop(ctx context.Context, asked *naming, _ api.Emit) (any, error) {
	l.mu.Lock()
	j := l.jobs[asked.Name]
	l.mu.Unlock()
	if j == nil && l.elsewhere() {
		return nil, errElsewhere()
	}
	if j == nil {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "no such experiment is under way"}
	}
	j.cancel(errStopped)
	select {
	case <-j.done:
		return l.named(asked.Name), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// line is what was asked for, as a command line.
func (k *keptJob) line() string {
	var b strings.Builder
	b.WriteString(k.Experiment)
	for _, key := range slices.Sorted(maps.Keys(k.Settings)) {
		for _, value := range k.Settings[key] {
			if strings.ContainsAny(value, " '\"") || value == "" {
				value = `"` + value + `"`
			}
			fmt.Fprintf(&b, " --%s %s", key, value)
		}
	}
	for _, suite := range k.Suites {
		b.WriteString(" " + suite)
	}
	return b.String()
}
