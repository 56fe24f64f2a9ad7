// Package analyse analyses the problems of a collection as tasks, in this process or by
// workers, and stores the reports.
//
// A Job says what is analysed: what has no report, what an older version of the analyser has
// analysed, and what a limit ended that is wider now. Run tells what became of each problem
// after it was stored, so that a bar of progress, a page or a list can show it. Whatever ends
// a Run, what was told is in the file, and the next Run does the rest.
package analyse
