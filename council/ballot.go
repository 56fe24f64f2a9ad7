package council

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
	"alfiere/search/analysis"
)

// Proposal is the move that a member of a council proposes, with the result of its search.
type Proposal struct {
	Member    string         // its name
	Knowledge eval.Knowledge // used in the search; other engines use all
	Move      movegen.Move
	Score     search.Score   // of Move, from the side to move, as the member sees it
	Line      []movegen.Move // begins with Move
	Depth     int            // the last iteration that was begun, in plies
	RootMoves int            // root moves searched to that depth
	Nodes     uint64
	TBHits    uint64
	Elapsed   time.Duration

	// Iterations are the results of the completed iterations, from depth 1 on. An iteration that the
	// member did not report has NoMove.
	Iterations []Iteration

	// Lines are the member's best lines if several were asked for, the best one first.
	Lines []search.Info
}

// Iteration is the result of a completed iteration.
type Iteration struct {
	Move  movegen.Move
	Score search.Score
}

// Ballot shows how a council came to its move: the proposal of each member and its weight by the
// criterion. Package council fills it.
type Ballot struct {
	Root      movegen.Position // the position searched
	Criterion string
	Proposals []Proposal // of the members that answered in time, in the order of their seats
	Weights   []float64  // of each proposal, even if it could not be chosen; empty without weights
	Alone     bool       // the heaviest proposal wins; otherwise the weights of equal moves add up
	Chosen    int        // the proposal that is played
	Absent    []Absence
	Second    *Proposal // the result of a second search of the proposed moves; nil without one
	Traffic   Traffic   // what the members in this process exchanged
}

// BallotOf returns the ballot of a search's result, or nil if there was no council.
func BallotOf(r search.Result) *Ballot {
	ballot, _ := r.Vote.(*Ballot)
	return ballot
}

// Absence is a member that proposed nothing, with the reason.
type Absence struct {
	Member string
	Err    error
}

// Motion is a proposed move with all members that propose it.
type Motion struct {
	Move    movegen.Move
	Members []string
	Weight  float64 // of its proposals together, or of the heaviest if they do not add up; 0 without weights
	Chosen  bool
}

// Motions returns the proposed moves, the chosen one first, then by weight and number of members.
func (b *Ballot) Motions() (list []Motion) {
	for i := range b.Proposals {
		p := &b.Proposals[i]
		at := slices.IndexFunc(list, func(m Motion) bool { return m.Move == p.Move })
		if at < 0 {
			at = len(list)
			list = append(list, Motion{Move: p.Move})
		}
		m := &list[at]
		m.Members = append(m.Members, p.Member)
		m.Chosen = m.Chosen || i == b.Chosen
		switch {
		case i >= len(b.Weights):
		case b.Alone && len(m.Members) > 1:
			m.Weight = max(m.Weight, b.Weights[i])
		default:
			m.Weight += b.Weights[i]
		}
	}
	slices.SortStableFunc(list, func(a, b Motion) int {
		switch {
		case a.Chosen:
			return -1
		case b.Chosen:
			return 1
		}
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), len(b.Members)-len(a.Members))
	})
	return list
}

// Line returns the vote as one line without a line end: the moves, the chosen one first, with their weights and the
// members that propose them, then the members without a vote and the reasons. root is the position that was searched.
func (b *Ballot) Line() string {
	var text strings.Builder
	fmt.Fprintf(&text, "council by %s:", b.Criterion)
	for i, m := range b.Motions() {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, " %s", notation.SAN(&b.Root, m.Move, notation.English))
		if len(b.Weights) > 0 {
			fmt.Fprintf(&text, " %s", number(m.Weight))
		}
		fmt.Fprintf(&text, " (%s)", names(m.Members))
	}
	if b.Second != nil {
		fmt.Fprintf(&text, "; second search %s %s", notation.SAN(&b.Root, b.Second.Move, notation.English),
			analysis.Score(b.Second.Score))
	}
	if t := b.Traffic; t.Messages > 0 {
		fmt.Fprintf(&text, "; exchanged %d messages, %d bytes", t.Messages, t.Bytes)
	}
	for i, a := range absences(b) {
		if i == 0 {
			text.WriteString("; absent:")
		} else {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, " %s (%s)", names(a.members), a.why)
	}
	return text.String()
}

// absence is a reason with the members that it applies to.
type absence struct {
	why     string
	members []string
}

// absences returns the reasons in the order of the ballot.
func absences(b *Ballot) (list []absence) {
	for _, a := range b.Absent {
		why := strings.Join(strings.Fields(a.Err.Error()), " ")
		at := slices.IndexFunc(list, func(other absence) bool { return other.why == why })
		if at < 0 {
			at = len(list)
			list = append(list, absence{why: why})
		}
		list[at].members = append(list[at].members, a.Member)
	}
	return list
}

// maxNames limits the members named for a move, so that the line of a large council stays readable.
const maxNames = 7

// names lists members, but only the first ones of a long list.
func names(list []string) string {
	if more := len(list) - maxNames; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:maxNames], ", "), more)
	}
	return strings.Join(list, ", ")
}

// Table returns the vote as lines, one per proposal; * marks the chosen one. root is the position that was searched.
func (b *Ballot) Table() string {
	var text strings.Builder
	columns := tabwriter.NewWriter(&text, 0, 8, 2, ' ', 0)
	fmt.Fprintf(columns, "member\tmove\tscore\tdepth\tnodes\ttime\tweight\tline\n")
	for i := range b.Proposals {
		weight := "-"
		if i < len(b.Weights) {
			weight = number(b.Weights[i])
		}
		mark := " "
		if i == b.Chosen {
			mark = "*"
		}
		row(columns, &b.Root, &b.Proposals[i], mark, weight)
	}
	if b.Second != nil {
		row(columns, &b.Root, b.Second, "*", "-")
	}
	columns.Flush()
	for _, a := range b.Absent {
		fmt.Fprintf(&text, "%s is absent: %v\n", a.Member, a.Err)
	}
	fmt.Fprintf(&text, "%s\n", b.Line())
	return text.String()
}

// maxLine is the number of half-moves of a line that are printed.
const maxLine = 8

func row(columns *tabwriter.Writer, root *movegen.Position, p *Proposal, mark, weight string) {
	depth := strconv.Itoa(p.Depth)
	if p.RootMoves > 0 {
		depth += fmt.Sprintf("/%d", p.RootMoves)
	}
	fmt.Fprintf(columns, "%s\t%s%s\t%s\t%s\t%d\t%v\t%s\t%s\n", p.Member, notation.SAN(root, p.Move, notation.English),
		mark, analysis.Score(p.Score),
		depth, p.Nodes, p.Elapsed.Round(time.Millisecond), weight, line(*root, p.Line))
}

// line returns the first moves of a line from p, up to the first illegal one.
func line(p movegen.Position, moves []movegen.Move) string {
	var words []string
	for _, m := range moves[:min(len(moves), maxLine)] {
		if !p.IsLegal(m) {
			break
		}
		words = append(words, notation.SAN(&p, m, notation.English))
		p.Make(m)
	}
	return strings.Join(words, " ")
}

// number formats a weight with at most two decimals.
func number(weight float64) string {
	text := strconv.FormatFloat(weight, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
