package exchange

import (
	"fmt"
	"reflect"
	"strings"

	"alfiere/problem/database"
	"alfiere/problem/format"
	"alfiere/problem/format/forsyth"
)

// Update stores an edited problem as database.Tx.Update does, and with it its twins: the fields of the whole diagram
// that differ from before (title, authors, source, awards, keywords, comments, reference) are set in all of them, and
// how each twin differs is told anew. It returns the number of other twins that were changed.
func Update(t *database.Tx, before, p *database.Problem) (others int, err error) {
	if err := t.Update(p); err != nil || p.Twin.Label == "" {
		return 0, err
	}
	first := p.Twin.Of
	if first == 0 {
		first = p.ID
	}
	ids, err := t.Twins(first)
	if err != nil {
		return 0, err
	}
	twins := make([]*database.Problem, len(ids))
	for i, id := range ids {
		if twins[i] = p; id != p.ID {
			twin, err := t.Get(id)
			if err != nil {
				return 0, err
			}
			twins[i] = &twin
		}
	}
	moved := before.FEN != p.FEN || before.Stipulation != p.Stipulation
	for i, twin := range twins {
		was := *twin
		if twin != p {
			setDiagram(before, p, twin)
		}
		if moved {
			relabel(twins, i)
		}
		if reflect.DeepEqual(&was, twin) {
			continue
		}
		if err := t.Update(twin); err != nil {
			return others, err
		}
		if twin != p {
			others++
		}
	}
	return others, nil
}

// setDiagram sets the fields of the diagram that were changed in one of its twins.
func setDiagram(before, after, twin *database.Problem) {
	for _, field := range [...]struct{ was, is, into any }{
		{&before.Title, &after.Title, &twin.Title}, {&before.Authors, &after.Authors, &twin.Authors},
		{&before.Source, &after.Source, &twin.Source}, {&before.Awards, &after.Awards, &twin.Awards},
		{&before.Keywords, &after.Keywords, &twin.Keywords}, {&before.Comments, &after.Comments, &twin.Comments},
		{&before.Reference, &after.Reference, &twin.Reference},
	} {
		if is := reflect.ValueOf(field.is).Elem(); !reflect.DeepEqual(field.was, field.is) {
			reflect.ValueOf(field.into).Elem().Set(is)
		}
	}
}

// relabel tells anew how a twin differs: from the diagram, or from the twin before if it continues that.
func relabel(twins []*database.Problem, i int) {
	p, first := twins[i], twins[0]
	from := diagram{first.Board(), first.Stipulation}
	if board, zero := zeroBoard(first); zero {
		from.board = board
	} else if i == 0 {
		return
	}
	if p.Twin.Continued && i > 0 {
		from = diagram{twins[i-1].Board(), twins[i-1].Stipulation}
	}
	p.Twin.Change = changeText(from, diagram{p.Board(), p.Stipulation})
}

// changeText says how another diagram comes from this one as twins are labelled, as in "wKd5-->d6  #3": Popeye's words
// for the change are read as twins are.
func changeText(from, to diagram) string {
	var parts []string
	if from.board != to.board {
		r := format.NewReader(strings.NewReader(fmt.Sprintf("BeginProblem Stipulation #1 Pieces %s\nTwin %s\nEndProblem\n",
			popeyeMen(&from.board, allSquares(&from.board)), boardChange(&from.board, &to.board))), forsyth.Conventions{})
		_, _ = r.Read() // the diagram, which need not be legal
		if twin, err := r.Read(); err == nil {
			parts = append(parts, twin.Twin.Change)
		}
	}
	if from.stipulation != to.stipulation {
		parts = append(parts, to.stipulation)
	}
	return strings.Join(parts, "  ")
}
