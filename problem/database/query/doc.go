// Package query is the query language of the problem collection. Parse turns one line of
// text into a Query, a typed expression. Query.Statement turns that into SQL with bound
// parameters; text of the line never becomes part of the SQL.
//
//	#2 theme:grimshaw and not theme:novotny tries >= 3 sort by year desc limit 20
//
// Fields lists the fields of a problem. The parser, the help, docs/problems-query.md and
// completion all use this table.
package query
