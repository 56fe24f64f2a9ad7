package exchange

import (
	"reflect"

	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/format"
)

// Update stores an edited problem as database.Tx.Update does, and with it its twins: the fields of the whole diagram
// that differ from before (title, authors, source, awards, keywords, comments, reference) are set in all of them, and
// the differences of the twins are rewritten. It returns the number of other twins that were changed.
func Update(t *database.Tx, before, p *problem.Record) (others int, err error) {
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
	twins := make([]*problem.Record, len(ids))
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
			format.Relabel(twins, i)
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
func setDiagram(before, after, twin *problem.Record) {
	was, is := diagramFields(before), diagramFields(after)
	for i, field := range diagramFields(twin) {
		if !reflect.DeepEqual(was[i].Interface(), is[i].Interface()) {
			field.Set(is[i])
		}
	}
}

// diagramFields are the fields that a problem shares with the twins of its diagram.
func diagramFields(r *problem.Record) []reflect.Value {
	var fields []reflect.Value
	for _, field := range [...]any{&r.Title, &r.Authors, &r.Source, &r.Awards, &r.Keywords, &r.Comments, &r.Reference} {
		fields = append(fields, reflect.ValueOf(field).Elem())
	}
	return fields
}
