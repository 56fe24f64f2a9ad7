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
	defaultHash     = 64
	defaultOverhead = 10 // milliseconds
	maxOverhead     = 5000
	maxMultiPV      = 256
	maxContempt     = 200
	maxThreads      = 1024 // of the option; a machine may allow fewer
	maxWindow       = 1000 // centipawns
	defaultBookFail = 4    // misses
	maxBookFail     = 1000
	defaultElo      = 1500 // about a club player
	maxResignScore  = 10000
	maxResignMoves  = 50
	defaultResign   = 3  // moves
	noise           = 10 // centipawns, of the option Random: about a tenth of a pawn
)

func defaultSettings(r Resources) Settings {
	s := Settings{Hash: min(defaultHash, r.Hash), Threads: 1, MultiPV: 1, Book: builtinBook, BookFail: defaultBookFail,
		Overhead: defaultOverhead * time.Millisecond, Knowledge: eval.All, EvalFile: builtinNetwork,
		HashDepth: defaultHashDepth, HashMoveLimit: defaultHashMoveLimit,
		ProbeDepth: defaultProbeDepth, ProbeLimit: maxProbeLimit, Rule50: true,
		Elo: defaultElo, Skill: maxSkill, ResignMoves: defaultResign}
	if r.Council != nil {
		s.Criterion, s.SecondSearch = r.Council.Criteria()[0], defaultSecondSearch
	}
	return s
}

// optionTable returns the options in the order in which they are offered; help, the
// UCI and the CECP lines are all printed from it.
func optionTable(r Resources) []Option {
	hash := defaultSettings(r).Hash
	return append([]Option{
		{Name: "Hash", Kind: Spin, Default: strconv.Itoa(hash), Min: 1, Max: tt.MaxMegabytes, protocols: uciOnly,
			apply: atMost(r.Hash, "half of this machine's memory is %d MB, which is used",
				func(c *Controller, n int) { c.settings.Hash = n })},
		{Name: "Threads", Kind: Spin, Default: "1", Min: 1, Max: maxThreads, protocols: uciOnly,
			apply: atMost(r.Threads, "on this machine at most %d threads are used",
				func(c *Controller, n int) { c.settings.Threads = n })},
		{Name: "Clear Hash", Kind: Button,
			apply: func(c *Controller, v value) error { c.engine.forget = true; return nil }},
		{Name: "Ponder", Kind: Check, Default: "false", protocols: uciOnly, apply: noEffect},
		{Name: "MultiPV", Kind: Spin, Default: "1", Min: 1, Max: maxMultiPV,
			apply: func(c *Controller, v value) error { c.settings.MultiPV = v.number; return nil }},
		{Name: "OwnBook", Kind: Check, Default: "false",
			apply: func(c *Controller, v value) error { c.settings.OwnBook = v.on; return nil }},
		{Name: "BookFile", Kind: File, Default: builtinBook,
			apply: (*Controller).openBook},
		{Name: "BookBest", Kind: Check, Default: "false",
			apply: func(c *Controller, v value) error { c.settings.BookBest = v.on; return nil }},
		{Name: "BookFail", Kind: Spin, Default: strconv.Itoa(defaultBookFail), Min: 1, Max: maxBookFail,
			apply: func(c *Controller, v value) error { c.settings.BookFail = v.number; return nil }},
		{Name: "UCI_AnalyseMode", Kind: Check, Default: "false", protocols: uciOnly,
			apply: func(c *Controller, v value) error { c.settings.Analysis = v.on; return nil }},
		{Name: "UCI_Chess960", Kind: Check, Default: "false", protocols: uciOnly,
			apply: func(c *Controller, v value) error { c.settings.Chess960 = v.on; return nil }},
		{Name: "UCI_ShowWDL", Kind: Check, Default: "false", protocols: uciOnly,
			apply: func(c *Controller, v value) error { c.settings.ShowWDL = v.on; return nil }},
		{Name: "UCI_LimitStrength", Kind: Check, Default: "false",
			apply: func(c *Controller, v value) error { c.settings.LimitStrength = v.on; return nil }},
		{Name: "UCI_Elo", Kind: Spin, Default: strconv.Itoa(defaultElo), Min: minElo, Max: maxElo,
			apply: func(c *Controller, v value) error { c.settings.Elo = v.number; return nil }},
		{Name: "Skill Level", Kind: Spin, Default: strconv.Itoa(maxSkill), Max: maxSkill, protocols: uciOnly,
			apply: func(c *Controller, v value) error { c.settings.Skill = v.number; return nil }},
		{Name: "UCI_Opponent", Kind: String, protocols: uciOnly, apply: noEffect},
		{Name: "UCI_EngineAbout", Kind: String, Default: about, protocols: uciOnly, apply: noEffect},
		{Name: "Move Overhead", Kind: Spin, Default: strconv.Itoa(defaultOverhead), Max: maxOverhead,
			apply: func(c *Controller, v value) error {
				c.settings.Overhead = time.Duration(v.number) * time.Millisecond
				return nil
			}},
		{Name: "Contempt", Kind: Spin, Default: "0", Min: -maxContempt, Max: maxContempt,
			apply: func(c *Controller, v value) error { c.settings.Contempt = v.number; return nil }},
		{Name: "Knowledge", Kind: String, Default: eval.All.String(), apply: (*Controller).setKnowledge},
		{Name: "EvalFile", Kind: File, Default: builtinNetwork, apply: (*Controller).readNetwork},
	}, slices.Concat(councilOptions(r.Council), endgameOptions(), hashFileOptions(), logOptions(), resignOptions(),
		consoleOptions(), parameterOptions())...)
}

// atMost returns the function that applies a number up to the limit of the machine. The range that the option
// declares is wider, because clients treat a number outside of it as an error of their configuration.
func atMost(limit int, reason string, set func(*Controller, int)) func(*Controller, value) error {
	return func(c *Controller, v value) error {
		used := min(v.number, limit)
		set(c, used)
		if used != v.number {
			return &ClampError{Used: used, Reason: fmt.Sprintf(reason, used)}
		}
		return nil
	}
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

// resignOptions returns the options of resigning; in UCI that is left to the GUI.
func resignOptions() []Option {
	return []Option{
		{Name: "ResignScore", Kind: Spin, Default: "0", Max: maxResignScore, protocols: cecpOnly,
			apply: func(c *Controller, v value) error { c.settings.ResignScore = v.number; return nil }},
		{Name: "ResignMoves", Kind: Spin, Default: strconv.Itoa(defaultResign), Min: 1, Max: maxResignMoves,
			protocols: cecpOnly,
			apply:     func(c *Controller, v value) error { c.settings.ResignMoves = v.number; return nil }},
	}
}

// consoleOptions returns what GNU Chess 4 let its users change, see search.Legacy.
func consoleOptions() []Option {
	return []Option{
		{Name: "Awindow", Kind: Spin, Default: "0", Max: maxWindow, protocols: consoleOnly,
			apply: func(c *Controller, v value) error { c.settings.Legacy.Below = search.Score(v.number); return nil }},
		{Name: "Bwindow", Kind: Spin, Default: "0", Max: maxWindow, protocols: consoleOnly,
			apply: func(c *Controller, v value) error { c.settings.Legacy.Above = search.Score(v.number); return nil }},
		{Name: "xwndw", Kind: Spin, Default: "0", Max: maxWindow, protocols: consoleOnly,
			apply: func(c *Controller, v value) error { c.settings.Legacy.Lazy = search.Score(v.number); return nil }},
		{Name: "Recaptures", Kind: Check, Default: "false", protocols: consoleOnly,
			apply: func(c *Controller, v value) error { c.settings.Legacy.Recaptures = v.on; return nil }},
		{Name: "Random", Kind: Check, Default: "false", protocols: consoleOnly, apply: (*Controller).setRandom},
	}
}

// noEffect accepts the value of an option that changes nothing here: Ponder, for
// example, only lets the GUI send go ponder.
func noEffect(*Controller, value) error { return nil }

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
