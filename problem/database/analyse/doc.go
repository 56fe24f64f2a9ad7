// Package analyse analyses the problems of a collection as tasks, in this process or by
// workers, and stores the reports.
//
// A Job selects the problems to analyse: those without a report, those analysed by an older
// version, and those stopped by a limit that is higher now. Run reports the outcome of each
// problem after storing it, for a progress bar, a page or a list. If a Run ends early,
// everything it reported is stored, and the next Run continues from there.
package analyse
