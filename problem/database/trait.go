package database

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
)

// Trait is something that a problem may have, which queries ask for by its name.
type Trait struct{ Kind, Name string }

// The kinds of traits. All but Keyword come from the report.
const (
	Theme   = "theme"   // as docs/themes.md calls them
	KeyKind = "key"     // one of KeyKinds
	Flaw    = "flaw"    // as the report calls them
	Merit   = "merit"   // the same
	Warning = "warning" // the same
	Picture = "picture" // pure, model, ideal
	Change  = "change"  // changed, transferred, added, removed
	Keyword = "keyword" // of the source, in small letters
)

// keywordTraits are the traits of keywords.
func keywordTraits(keywords []string) map[Trait]int {
	if len(keywords) == 0 {
		return nil
	}
	traits := map[Trait]int{}
	for _, word := range keywords {
		traits[Trait{Keyword, strings.ToLower(word)}]++
	}
	return traits
}

// putTraits stores traits of a problem that it has not.
func (t *Tx) putTraits(problem int64, traits map[Trait]int) error {
	list := make([]Trait, 0, len(traits))
	for trait := range traits {
		list = append(list, trait)
	}
	slices.SortFunc(list, func(a, b Trait) int { return strings.Compare(a.Kind+"\n"+a.Name, b.Kind+"\n"+b.Name) })
	for _, trait := range list {
		id, err := t.trait(trait)
		if err == nil {
			_, err = t.exec("INSERT INTO problem_trait (trait, problem, count) VALUES (?, ?, ?)", id, problem, traits[trait])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// trait returns the id of a trait, which is entered if it is not there.
func (t *Tx) trait(trait Trait) (id int64, err error) {
	if id, ok := t.db.traits[trait]; ok {
		return id, nil
	}
	err = t.row("SELECT id FROM trait WHERE kind = ? AND name = ?", trait.Kind, trait.Name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		var result sql.Result
		if result, err = t.exec("INSERT INTO trait (kind, name) VALUES (?, ?)", trait.Kind, trait.Name); err == nil {
			id, err = result.LastInsertId()
		}
	}
	if err == nil && len(t.db.traits) < maxKnown {
		t.db.traits[trait] = id
	}
	return id, err
}

// Traits returns what a problem has, with how often, the kinds and names by the alphabet. The error is the database's.
func (db *DB) Traits(problem int64) (list []Trait, counts []int, err error) {
	rows, err := db.reader.Query(`SELECT t.kind, t.name, pt.count FROM problem_trait pt JOIN trait t ON t.id = pt.trait
		WHERE pt.problem = ? ORDER BY t.kind, t.name`, problem)
	if err != nil {
		return nil, nil, db.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var trait Trait
		count := 0
		if err = rows.Scan(&trait.Kind, &trait.Name, &count); err != nil {
			return nil, nil, db.explain(err)
		}
		list, counts = append(list, trait), append(counts, count)
	}
	return list, counts, db.explain(rows.Err())
}
