package text

import (
	"encoding/json"
	"errors"

	"alfiere/internal/message"
)

// Decode reads a line that WriteJSON has written. The error says that the text is not JSON, that its form has
// another version, or repeats what WriteJSONError has written; the form is then as far as it could be read.
func Decode(line []byte) (*ReportForm, error) {
	var form struct {
		ReportForm
		Error string `json:"error"`
	}
	switch err := json.Unmarshal(line, &form); {
	case err != nil:
		return &form.ReportForm, err
	case form.Version != JSONVersion:
		return &form.ReportForm, message.Errorf("the report has format version %d; this program reads version %d",
			form.Version, JSONVersion)
	case form.Error != "":
		return &form.ReportForm, errors.New(form.Error)
	}
	return &form.ReportForm, nil
}

// The types below are the JSON form. docs/problem-json.md explains their fields, and -update of the tests generates
// docs/problem.schema.json from them. A field that ends in _san repeats the moves of the one before it.
type (
	jsonFault struct {
		Version int    `json:"version" jsonschema:"enum=1"`
		File    string `json:"file,omitempty"`
		Line    int    `json:"line"`
		Column  int    `json:"column,omitempty" jsonschema:"minimum=1"`
		Error   string `json:"error"`
	}
	// ReportForm is the report of a problem.
	ReportForm struct {
		Version       int    `json:"version" jsonschema:"enum=1"`
		Program       string `json:"program,omitempty"`
		File          string `json:"file,omitempty"`
		Line          int    `json:"line,omitempty" jsonschema:"minimum=1"`
		Twin          string `json:"twin,omitempty" jsonschema:"pattern=^([a-z]|z[0-9]+)$"`
		TwinChange    string `json:"twin_change,omitempty"`
		TwinContinued bool   `json:"twin_continued,omitempty" jsonschema_extras:"const=true"`
		Caption
		FEN           string          `json:"fen"`
		Men           string          `json:"men" jsonschema:"pattern=^[0-9]+[+][0-9]+$"`
		WhiteMen      int             `json:"white_men"`
		BlackMen      int             `json:"black_men"`
		Stipulation   string          `json:"stipulation" jsonschema:"pattern=^#[0-9]+$"`
		N             int             `json:"n" jsonschema:"minimum=1"`
		Asked         []string        `json:"asked" jsonschema:"format=asked"`
		Options       string          `json:"options,omitempty"` // others than asked that changed the answer
		Solutions     int             `json:"intended_solutions,omitempty" jsonschema:"minimum=1"`
		Intended      []string        `json:"intended_keys,omitempty" jsonschema:"format=move"` // that are named
		Verdict       string          `json:"verdict" jsonschema:"format=verdicts"`
		Complete      bool            `json:"complete"`
		Proven        *jsonProven     `json:"proven" jsonschema:"nullable"` // how far a stopped analysis came
		BlockKind     string          `json:"block_kind,omitempty" jsonschema:"format=blocks"`
		Keys          []PhaseForm     `json:"keys"`
		Short         []string        `json:"short" jsonschema:"format=move"`
		ShortMates    []jsonShort     `json:"short_mates"` // first moves that mate sooner than stipulated
		PostKey       *PhaseForm      `json:"post_key,omitempty"`
		Set           []VariationForm `json:"set" jsonschema:"nullable"`
		Unprovided    []string        `json:"unprovided" jsonschema:"nullable,format=move"`
		UnprovidedSAN []string        `json:"unprovided_san" jsonschema:"nullable"`
		Tries         []PhaseForm     `json:"tries" jsonschema:"nullable"`
		Changes       []jsonChange    `json:"changes" jsonschema:"nullable"`  // differences between two phases
		Table         *jsonTable      `json:"table" jsonschema:"nullable"`    // phases and defences side by side
		Pictures      []jsonPicture   `json:"pictures" jsonschema:"nullable"` // positions of mates
		Superfluous   []string        `json:"superfluous" jsonschema:"nullable,format=square"`
		LostTries     []jsonLoss      `json:"lost_tries" jsonschema:"nullable"` // tries that need a superfluous man
		Economy       *string         `json:"economy" jsonschema:"nullable,enum=finished,enum=interrupted,enum=untested"`
		Themes        []ThemeForm     `json:"themes" jsonschema:"nullable"`
		Flaws         []jsonFlaw      `json:"flaws" jsonschema:"nullable,format=flaws"`   // disliked in a key
		Merits        []jsonFlaw      `json:"merits" jsonschema:"nullable,format=merits"` // sought in a key
		Warnings      []jsonWarning   `json:"warnings" jsonschema:"nullable"`             // oddities of the diagram
		Nodes         uint64          `json:"nodes"`
		Seconds       float64         `json:"seconds"`
	}
	jsonProven struct {
		Without    int `json:"without"`
		In         int `json:"in"`
		Refuted    int `json:"refuted"`
		FirstMoves int `json:"first_moves"`
	}
	jsonShort struct {
		Move string      `json:"move" jsonschema:"format=move"`
		SAN  string      `json:"san"`
		In   int         `json:"in" jsonschema:"minimum=1"`
		Play []PhaseForm `json:"play" jsonschema:"nullable"`
	}
	// PhaseForm is a first or later move of the attacker with what follows it.
	PhaseForm struct {
		Move               string          `json:"move" jsonschema:"format=move"`
		SAN                string          `json:"san"`
		Letter             string          `json:"letter,omitempty"`
		Type               string          `json:"type" jsonschema:"enum=,enum=block,enum=threat,enum=check"`
		Threats            []string        `json:"threats" jsonschema:"format=move"`
		ThreatsSAN         []string        `json:"threats_san"`
		ThreatsLetters     []string        `json:"threats_letters,omitempty"`
		ThreatPlay         []PhaseForm     `json:"threat_play" jsonschema:"nullable"`
		Variations         []VariationForm `json:"variations"`
		Refutations        []string        `json:"refutations" jsonschema:"format=move"`
		RefutationsSAN     []string        `json:"refutations_san"`
		RefutationsLetters []string        `json:"refutations_letters,omitempty"`
		Stalemate          bool            `json:"stalemate,omitempty" jsonschema_extras:"const=true"` // refutes
		Duals              int             `json:"duals"`
	}
	// VariationForm is a defence with its answers.
	VariationForm struct {
		Defence      string      `json:"defence" jsonschema:"format=move"`
		SAN          string      `json:"san"`
		Letter       string      `json:"letter,omitempty"`
		Mates        []string    `json:"mates" jsonschema:"format=move"`
		MatesSAN     []string    `json:"mates_san"`
		MatesLetters []string    `json:"mates_letters,omitempty"`
		Dual         bool        `json:"dual"`
		Partial      bool        `json:"partial"`
		In           int         `json:"in,omitempty" jsonschema:"minimum=2"`
		Play         []PhaseForm `json:"play" jsonschema:"nullable"`
		Effective    *bool       `json:"effective,omitempty"`
	}
	jsonChange struct {
		Kind            string   `json:"kind" jsonschema:"format=changes"`
		From            string   `json:"from" jsonschema:"format=move"`
		FromSAN         string   `json:"from_san"`
		To              string   `json:"to" jsonschema:"format=move"`
		ToSAN           string   `json:"to_san"`
		Defence         string   `json:"defence" jsonschema:"format=move"`
		DefenceSAN      string   `json:"defence_san"`
		Other           string   `json:"other,omitempty" jsonschema:"format=move"`
		OtherSAN        string   `json:"other_san,omitempty"`
		Mates           []string `json:"mates" jsonschema:"format=move"`
		MatesSAN        []string `json:"mates_san"`
		ChangedMates    []string `json:"changed_mates" jsonschema:"format=move"`
		ChangedMatesSAN []string `json:"changed_mates_san"`
	}
	jsonPicture struct {
		Line        []string `json:"line" jsonschema:"format=move"`
		LineSAN     []string `json:"line_san"`
		Pure        bool     `json:"pure"`
		Economical  bool     `json:"economical"`
		Model       bool     `json:"model"`
		Ideal       bool     `json:"ideal"`
		Pins        []string `json:"pins" jsonschema:"format=square"`
		DoubleCheck bool     `json:"double_check"`
	}
	// ThemeForm is a theme with the lines of play that show it.
	ThemeForm struct {
		Name     string     `json:"name"`
		Moves    []string   `json:"moves" jsonschema:"format=move"`
		MovesSAN []string   `json:"moves_san"`
		Lines    [][]string `json:"lines" jsonschema:"format=move"`
		LinesSAN [][]string `json:"lines_san"`
	}
	jsonLoss struct {
		Man      string   `json:"man" jsonschema:"format=square"`
		Tries    []string `json:"tries" jsonschema:"format=move"`
		TriesSAN []string `json:"tries_san"`
	}
	jsonTable struct {
		Defences []jsonColumn `json:"defences"`
		Mates    []jsonLetter `json:"mates"`
		Phases   []jsonRow    `json:"phases"`
	}
	jsonColumn struct {
		Letter   string   `json:"letter" jsonschema:"pattern=^[a-z]+$"`
		Moves    []string `json:"moves" jsonschema:"format=move"`
		MovesSAN []string `json:"moves_san"`
	}
	jsonLetter struct {
		Letter string `json:"letter" jsonschema:"pattern=^[A-Z]+$"`
		Move   string `json:"move" jsonschema:"format=move"`
		SAN    string `json:"san"`
	}
	jsonRow struct {
		Move           string     `json:"move" jsonschema:"format=move"`
		SAN            string     `json:"san"`
		Type           string     `json:"type" jsonschema:"enum=,enum=block,enum=threat,enum=check"`
		Letter         string     `json:"letter,omitempty" jsonschema:"pattern=^[A-Z]+$"`
		Threats        []string   `json:"threats" jsonschema:"pattern=^[A-Z]+$"`
		MoreThreats    bool       `json:"more_threats"`
		Cells          []jsonCell `json:"cells"`
		Refutations    []string   `json:"refutations" jsonschema:"format=move"`
		RefutationsSAN []string   `json:"refutations_san"`
	}
	jsonCell struct {
		Letter  string   `json:"letter" jsonschema:"pattern=^[a-z]+$"`
		Mates   []string `json:"mates" jsonschema:"pattern=^[A-Z]+$"`
		Many    bool     `json:"many"`
		Refutes bool     `json:"refutes"`
	}
	jsonFlaw struct {
		Key     string   `json:"key" jsonschema:"format=move"`
		KeySAN  string   `json:"key_san"`
		Name    string   `json:"name"`
		Squares []string `json:"squares" jsonschema:"format=square"`
	}
	jsonWarning struct {
		Name       string   `json:"name"`
		Color      string   `json:"color,omitempty" jsonschema:"enum=white,enum=black"`
		Squares    []string `json:"squares" jsonschema:"format=square"`
		Impossible bool     `json:"impossible"`
		Need       int      `json:"need,omitempty"`
		Have       int      `json:"have,omitempty"`
		Text       string   `json:"text,omitempty"`
	}
)
