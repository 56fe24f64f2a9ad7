package text

import (
	"encoding/json"
	"errors"
	"fmt"
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
		return &form.ReportForm, fmt.Errorf("the report has format version %d; this program reads version %d",
			form.Version, JSONVersion)
	case form.Error != "":
		return &form.ReportForm, errors.New(form.Error)
	}
	return &form.ReportForm, nil
}

// The types below are the JSON form, field by field: docs/problem-json.md explains
// them, docs/problem.schema.json lists them. A field that ends in _san repeats the
// moves of the one before it.
type (
	jsonFault struct {
		Version int    `json:"version"`
		File    string `json:"file,omitempty"`
		Line    int    `json:"line"`
		Column  int    `json:"column,omitempty"`
		Error   string `json:"error"`
	}
	// ReportForm is the report of a problem.
	ReportForm struct {
		Version       int    `json:"version"`
		Program       string `json:"program,omitempty"`
		File          string `json:"file,omitempty"`
		Line          int    `json:"line,omitempty"`
		Twin          string `json:"twin,omitempty"`
		TwinChange    string `json:"twin_change,omitempty"`
		TwinContinued bool   `json:"twin_continued,omitempty"`
		Caption
		FEN           string          `json:"fen"`
		Men           string          `json:"men"`
		WhiteMen      int             `json:"white_men"`
		BlackMen      int             `json:"black_men"`
		Stipulation   string          `json:"stipulation"`
		N             int             `json:"n"`
		Asked         []string        `json:"asked"`
		Verdict       string          `json:"verdict"`
		Complete      bool            `json:"complete"`
		Proven        *jsonProven     `json:"proven"`
		BlockKind     string          `json:"block_kind,omitempty"`
		Keys          []PhaseForm     `json:"keys"`
		Short         []string        `json:"short"`
		ShortMates    []jsonShort     `json:"short_mates"`
		PostKey       *PhaseForm      `json:"post_key,omitempty"`
		Set           []VariationForm `json:"set"`
		Unprovided    []string        `json:"unprovided"`
		UnprovidedSAN []string        `json:"unprovided_san"`
		Tries         []PhaseForm     `json:"tries"`
		Changes       []jsonChange    `json:"changes"`
		Table         *jsonTable      `json:"table"`
		Pictures      []jsonPicture   `json:"pictures"`
		Superfluous   []string        `json:"superfluous"`
		LostTries     []jsonLoss      `json:"lost_tries"`
		Economy       *string         `json:"economy"`
		Themes        []ThemeForm     `json:"themes"`
		Flaws         []jsonFlaw      `json:"flaws"`
		Merits        []jsonFlaw      `json:"merits"`
		Warnings      []jsonWarning   `json:"warnings"`
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
		Move string      `json:"move"`
		SAN  string      `json:"san"`
		In   int         `json:"in"`
		Play []PhaseForm `json:"play"`
	}
	// PhaseForm is a first or later move of the attacker with what follows it.
	PhaseForm struct {
		Move               string          `json:"move"`
		SAN                string          `json:"san"`
		Letter             string          `json:"letter,omitempty"`
		Type               string          `json:"type"`
		Threats            []string        `json:"threats"`
		ThreatsSAN         []string        `json:"threats_san"`
		ThreatsLetters     []string        `json:"threats_letters,omitempty"`
		ThreatPlay         []PhaseForm     `json:"threat_play"`
		Variations         []VariationForm `json:"variations"`
		Refutations        []string        `json:"refutations"`
		RefutationsSAN     []string        `json:"refutations_san"`
		RefutationsLetters []string        `json:"refutations_letters,omitempty"`
		Duals              int             `json:"duals"`
	}
	// VariationForm is a defence with its answers.
	VariationForm struct {
		Defence      string      `json:"defence"`
		SAN          string      `json:"san"`
		Letter       string      `json:"letter,omitempty"`
		Mates        []string    `json:"mates"`
		MatesSAN     []string    `json:"mates_san"`
		MatesLetters []string    `json:"mates_letters,omitempty"`
		Dual         bool        `json:"dual"`
		Partial      bool        `json:"partial"`
		In           int         `json:"in,omitempty"`
		Play         []PhaseForm `json:"play"`
		Effective    *bool       `json:"effective,omitempty"`
	}
	jsonChange struct {
		Kind            string   `json:"kind"`
		From            string   `json:"from"`
		FromSAN         string   `json:"from_san"`
		To              string   `json:"to"`
		ToSAN           string   `json:"to_san"`
		Defence         string   `json:"defence"`
		DefenceSAN      string   `json:"defence_san"`
		Other           string   `json:"other,omitempty"`
		OtherSAN        string   `json:"other_san,omitempty"`
		Mates           []string `json:"mates"`
		MatesSAN        []string `json:"mates_san"`
		ChangedMates    []string `json:"changed_mates"`
		ChangedMatesSAN []string `json:"changed_mates_san"`
	}
	jsonPicture struct {
		Line        []string `json:"line"`
		LineSAN     []string `json:"line_san"`
		Pure        bool     `json:"pure"`
		Economical  bool     `json:"economical"`
		Model       bool     `json:"model"`
		Ideal       bool     `json:"ideal"`
		Pins        []string `json:"pins"`
		DoubleCheck bool     `json:"double_check"`
	}
	// ThemeForm is a theme with the lines of play that show it.
	ThemeForm struct {
		Name     string     `json:"name"`
		Moves    []string   `json:"moves"`
		MovesSAN []string   `json:"moves_san"`
		Lines    [][]string `json:"lines"`
		LinesSAN [][]string `json:"lines_san"`
	}
	jsonLoss struct {
		Man      string   `json:"man"`
		Tries    []string `json:"tries"`
		TriesSAN []string `json:"tries_san"`
	}
	jsonTable struct {
		Defences []jsonColumn `json:"defences"`
		Mates    []jsonLetter `json:"mates"`
		Phases   []jsonRow    `json:"phases"`
	}
	jsonColumn struct {
		Letter   string   `json:"letter"`
		Moves    []string `json:"moves"`
		MovesSAN []string `json:"moves_san"`
	}
	jsonLetter struct {
		Letter string `json:"letter"`
		Move   string `json:"move"`
		SAN    string `json:"san"`
	}
	jsonRow struct {
		Move           string     `json:"move"`
		SAN            string     `json:"san"`
		Type           string     `json:"type"`
		Letter         string     `json:"letter,omitempty"`
		Threats        []string   `json:"threats"`
		MoreThreats    bool       `json:"more_threats"`
		Cells          []jsonCell `json:"cells"`
		Refutations    []string   `json:"refutations"`
		RefutationsSAN []string   `json:"refutations_san"`
	}
	jsonCell struct {
		Letter  string   `json:"letter"`
		Mates   []string `json:"mates"`
		Many    bool     `json:"many"`
		Refutes bool     `json:"refutes"`
	}
	jsonFlaw struct {
		Key     string   `json:"key"`
		KeySAN  string   `json:"key_san"`
		Name    string   `json:"name"`
		Squares []string `json:"squares"`
	}
	jsonWarning struct {
		Name       string   `json:"name"`
		Color      string   `json:"color,omitempty"`
		Squares    []string `json:"squares"`
		Impossible bool     `json:"impossible"`
		Need       int      `json:"need,omitempty"`
		Have       int      `json:"have,omitempty"`
		Text       string   `json:"text,omitempty"`
	}
)
