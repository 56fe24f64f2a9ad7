// Package query is the language in which the collection of problems is asked: one line of
// text becomes a Query, an expression with types (Parse), and that a statement of SQL with
// bound parameters (Query.Statement). No text of the line ever becomes a part of the SQL.
//
//	#2 theme:grimshaw and not theme:novotny tries >= 3 sort by year desc limit 20
//
// Fields lists what may be asked of a problem: parser, help, the page docs/problems-query.md
// and completion are made from this one table.
package query
