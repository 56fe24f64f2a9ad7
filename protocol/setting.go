package protocol

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/search"
	"alfiere/tt"
)

// Resources limits what options may use of the machine and of the program.
type Resources struct {
	Hash    int     // megabytes of the largest transposition table, up to tt.MaxMegabytes
	Threads int     // the most that are used
	Council council // that the searcher consults; nil: options of a council are not offered
	Title   string  // name in GUIs and records of games, which distinguishes builds; empty is the constant
}

// Settings are the values of the options.
type Settings struct {
	Hash      int // megabytes
	Threads   int
	MultiPV   int
	OwnBook   bool
	Book      string // path of the Polyglot book, builtinBook, or empty if there is none
	BookBest  bool   // the heaviest move is played, not one drawn by weight
	BookFail  int    // misses in a row after which the book is not asked again in a game
	HashFile  string // path of the hash file in use, empty if there is none
	Analysis  bool   // analysing, not playing: the book is not asked
	Chess960  bool   // castling is written and read as king takes rook
	ShowWDL   bool
	Overhead  time.Duration // lost between GUI and engine at each move
	Contempt  int           // centipawns that a draw is worse than an even game
	Knowledge eval.Knowledge
	EvalFile  string           // path of the network of letter n, builtinNetwork for that of the program
	Network   *network.Network // read from it; nil for that of the program
	Legacy    search.Legacy

	HashFileSize  int // megabytes of a new hash file, a power of two; 0: none is made
	HashDepth     int // plies of the shallowest results that the hash file keeps
	HashMoveLimit int // half-moves of a game for which the hash file is read and written; 0 is all

	SyzygyPath string // folders of the endgame tables in use, empty if there are none
	ProbeDepth int    // least remaining plies at which the largest tables are asked inside the tree
	ProbeLimit int    // pieces of the largest positions that are looked up; 0: none is
	Rule50     bool   // the 50-move rule turns wins that take too long into draws

	LimitStrength bool // play like a weaker engine, see Strength
	Elo           int  // the strength if it is limited
	Skill         int  // of the option Skill Level, from 0 to maxSkill, which is full strength

	Consult        string // the members of the council, empty if there is none
	Criterion      string // by which the council chooses
	ConsultWeights string // weights of its members' votes, empty for the usual ones
	SecondSearch   int    // per cent of the time that is for a second search, if the criterion has one

	ResignScore int // deficit in centipawns at which the engine resigns; 0 is never
	ResignMoves int // searches in a row that must agree
}

// Name is the engine's name for people; Title adds the version, by which GUIs, records of
// games and rating lists distinguish engines; about is its description.
const (
	Name    = "Alfiere"
	Title   = Name + " " + version
	version = "2.0" // the heading of CHANGELOG.md
	about   = "Alfiere plays and analyses chess with eight switchable heuristics and a learned one"
)

const (
	defaultHash = 64 // megabytes
	maxMultiPV  = 256
	maxThreads  = 1024 // of the option; a machine may allow fewer
	maxWindow   = 1000 // centipawns
	noise       = 10   // centipawns, of the option Random: about a tenth of a pawn
)

// newOptions returns the options with their default values.
func newOptions(r Resources) options {
	o := options{table: optionTable(r), settings: Settings{Book: builtinBook, Knowledge: eval.All,
		EvalFile: builtinNetwork}}
	if r.Council != nil {
		o.settings.Criterion = r.Council.Criteria()[0]
	}
	for i := range o.table {
		if option := &o.table[i]; option.set != nil {
			usual, _ := option.parse(option.Default) // which is valid
			option.set(&o.settings, usual)
		}
	}
	return o
}

// optionTable returns the options in the order in which they are offered; help, the
// UCI and the CECP lines are all printed from it.
func optionTable(r Resources) []Option {
	return append([]Option{
		number("Hash", min(defaultHash, r.Hash), 1, tt.MaxMegabytes, func(s *Settings) *int { return &s.Hash }).
			atMost(r.Hash, "half of this machine's memory is %d MB, which is used").in(uciOnly),
		number("Threads", 1, 1, maxThreads, func(s *Settings) *int { return &s.Threads }).
			atMost(r.Threads, "on this machine at most %d threads are used").in(uciOnly),
		{Name: "Clear Hash", Kind: Button,
			apply: func(c *Controller, v value) error { c.engine.forget = true; return nil }},
		{Name: "Ponder", Kind: Check, Default: "false", protocols: uciOnly}, // only lets the GUI send go ponder
		number("MultiPV", 1, 1, maxMultiPV, func(s *Settings) *int { return &s.MultiPV }),
		flag("OwnBook", false, func(s *Settings) *bool { return &s.OwnBook }),
		{Name: "BookFile", Kind: File, Default: builtinBook, apply: (*Controller).openBook},
		flag("BookBest", false, func(s *Settings) *bool { return &s.BookBest }),
		number("BookFail", 4, 1, 1000, func(s *Settings) *int { return &s.BookFail }),
		flag("UCI_AnalyseMode", false, func(s *Settings) *bool { return &s.Analysis }).in(uciOnly),
		flag("UCI_Chess960", false, func(s *Settings) *bool { return &s.Chess960 }).in(uciOnly),
		flag("UCI_ShowWDL", false, func(s *Settings) *bool { return &s.ShowWDL }).in(uciOnly),
		flag("UCI_LimitStrength", false, func(s *Settings) *bool { return &s.LimitStrength }),
		number("UCI_Elo", 1500, minElo, maxElo, func(s *Settings) *int { return &s.Elo }), // about a club player
		number("Skill Level", maxSkill, 0, maxSkill, func(s *Settings) *int { return &s.Skill }).in(uciOnly),
		{Name: "UCI_Opponent", Kind: String, protocols: uciOnly},
		{Name: "UCI_EngineAbout", Kind: String, Default: about, protocols: uciOnly},
		{Name: "Move Overhead", Kind: Spin, Default: "10", Max: 5000,
			set: func(s *Settings, v value) { s.Overhead = time.Duration(v.number) * time.Millisecond }},
		number("Contempt", 0, -200, 200, func(s *Settings) *int { return &s.Contempt }),
		{Name: "Knowledge", Kind: String, Default: eval.All.String(), apply: (*Controller).setKnowledge},
		{Name: "EvalFile", Kind: File, Default: builtinNetwork, apply: (*Controller).readNetwork},
	}, slices.Concat(councilOptions(r.Council), endgameOptions(), hashFileOptions(), sessionOptions(),
		parameterOptions())...)
}

// number returns the option of a setting that is a number from least to most.
func number[N int | search.Score](name string, usual, least, most int, of func(*Settings) *N) Option {
	return Option{Name: name, Kind: Spin, Default: strconv.Itoa(usual), Min: least, Max: most,
		set:   func(s *Settings, v value) { *of(s) = N(v.number) },
		state: func(s *Settings) string { return strconv.Itoa(int(*of(s))) }}
}

// flag returns the option of a setting that is true or false.
func flag(name string, usual bool, of func(*Settings) *bool) Option {
	return Option{Name: name, Kind: Check, Default: strconv.FormatBool(usual),
		set:   func(s *Settings, v value) { *of(s) = v.on },
		state: func(s *Settings) string { return strconv.FormatBool(*of(s)) }}
}

// in returns the option for some protocols only.
func (o Option) in(p protocols) Option {
	o.protocols = p
	return o
}

// atMost returns the option with the limit of the machine. The range that the option declares is wider, because clients
// treat a number outside of it as an error of their configuration.
func (o Option) atMost(limit int, reason string) Option {
	o.apply = func(c *Controller, v value) error {
		if v.number <= limit {
			return nil
		}
		o.set(&c.settings, value{number: limit})
		return &ClampError{Used: limit, Reason: fmt.Sprintf(reason, limit)}
	}
	return o
}

// parameterOptions returns the numbers of search and evaluation that a build with the tag tuning lets tuners
// change. They are the same for all controllers of the program, and change before a search begins.
func parameterOptions() (table []Option) {
	for _, p := range search.Parameters() {
		table = append(table, parameterOption(p.Name, p.Default, p.Min, p.Max, p.Set))
	}
	for _, p := range eval.Parameters() {
		table = append(table, parameterOption(p.Name, p.Default, p.Min, p.Max, p.Set))
	}
	return table
}

func parameterOption(name string, usual, least, most int, set func(int)) Option {
	return Option{Name: name, Kind: Spin, Default: strconv.Itoa(usual), Min: least, Max: most, protocols: uciOnly,
		apply: func(c *Controller, v value) error {
			c.engine.changes = append(c.engine.changes, func() { set(v.number) })
			return nil
		}}
}

// sessionOptions returns the option of the session log, which an empty path closes; those of resigning, which UCI
// leaves to the GUI; and what GNU Chess 4 let its users change, see search.Legacy.
func sessionOptions() []Option {
	return []Option{
		{Name: "Debug Log File", Kind: File,
			apply: func(c *Controller, v value) error { return c.log.Open(v.text, Title) }},
		number("ResignScore", 0, 0, 10_000, func(s *Settings) *int { return &s.ResignScore }).in(cecpOnly),
		number("ResignMoves", 3, 1, 50, func(s *Settings) *int { return &s.ResignMoves }).in(cecpOnly),
		number("Awindow", 0, 0, maxWindow, func(s *Settings) *search.Score { return &s.Legacy.Below }).in(consoleOnly),
		number("Bwindow", 0, 0, maxWindow, func(s *Settings) *search.Score { return &s.Legacy.Above }).in(consoleOnly),
		number("xwndw", 0, 0, maxWindow, func(s *Settings) *search.Score { return &s.Legacy.Lazy }).in(consoleOnly),
		flag("Recaptures", false, func(s *Settings) *bool { return &s.Legacy.Recaptures }).in(consoleOnly),
		{Name: "Random", Kind: Check, Default: "false", protocols: consoleOnly, apply: (*Controller).setRandom,
			state: func(s *Settings) string { return strconv.FormatBool(s.Legacy.Noise > 0) }},
	}
}

// setRandom switches the noise on or off; every game has different noise.
func (c *Controller) setRandom(v value) error {
	c.settings.Legacy.Noise = 0
	if v.on {
		c.settings.Legacy.Noise = noise
	}
	c.reseed()
	return nil
}

func (c *Controller) reseed() {
	c.settings.Legacy.Seed = 0
	if c.settings.Legacy.Noise > 0 {
		c.settings.Legacy.Seed = c.random.Uint64()
	}
}

func (c *Controller) setKnowledge(v value) error {
	set, err := eval.ParseKnowledge(v.text)
	if err != nil {
		return err
	}
	c.settings.Knowledge = set
	return nil
}

// builtinNetwork is the value of the option EvalFile for the network in the program itself.
const builtinNetwork = "<builtin>"

// readNetwork makes the file the network of letter n. On an error the old network stays.
func (c *Controller) readNetwork(v value) error {
	var n *network.Network
	if v.text != builtinNetwork && v.text != "" {
		var err error
		if n, err = network.ReadFile(v.text); err != nil {
			return err
		}
	}
	c.settings.EvalFile, c.settings.Network = cmp.Or(v.text, builtinNetwork), n
	return nil
}
