package query

// mostBounded is up to which row of the order a bound is looked for first. For pages far behind,
// it would leave too little out to be worth it.
const mostBounded = 1000

// leads are the first authors of problems, found by an index in the order of the authors.
const leads = "problem_author lead JOIN author ON author.id = lead.author WHERE lead.place = 0"

// bounded writes the beginning of a list of all problems of which only the first are wanted, up to
// its order, and reports whether that is of use: the value of the first field at the end of
// the page is found without the tables of the other fields, and no problem beyond it is looked
// up in these, which for all problems takes longest. If fewer problems have a value, there is
// no bound.
func (b *builder) bounded(q *Query) bool {
	last := q.Offset + q.Limit - 1
	if q.Where != nil || q.Limit == 0 || last >= mostBounded || last < 0 {
		return false
	}
	first, others := &q.Sort[0], q.Sort[1:]
	value, within := first.value(), " <= "
	if first.Descending {
		within = " >= "
	}
	bound := func(from string) {
		b.add("WITH bound AS MATERIALIZED (SELECT (SELECT "+value+" FROM "+from+
			" ORDER BY "+first.direction()+" LIMIT 1 OFFSET ?) value)", last)
	}
	const isNone, limit = "(SELECT value FROM bound) IS NULL", "(SELECT value FROM bound)"
	switch {
	case first.Field.Name == "author":
		bound(leads)
		b.add(", few AS MATERIALIZED (SELECT lead.problem FROM " + leads + " AND " + first.collated() + within + limit +
			" UNION ALL SELECT id FROM problem WHERE " + isNone +
			") SELECT p.id FROM few CROSS JOIN problem p ON p.id = few.problem")
		b.join(q.Sort)
	case first.Field.Kind == Number && first.Field.join() == "" && joinsAny(others):
		bound("problem p NOT INDEXED WHERE " + value + " IS NOT NULL")
		b.add(" SELECT p.id FROM problem p NOT INDEXED")
		b.join(q.Sort)
		b.add(" WHERE (" + isNone + " OR " + first.collated() + within + limit + ")")
	default:
		return false
	}
	return true
}

// joinsAny reports whether other tables have one of the values.
func joinsAny(sort []order) bool {
	for i := range sort {
		if sort[i].Field.join() != "" {
			return true
		}
	}
	return false
}
