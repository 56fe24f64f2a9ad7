// Package conformance holds any engine's process against the rules of UCI and of
// xboard's protocol (CECP): a suite of cases as data, a runner that plays the GUI's
// part of each on a fresh process, and checks of what the engine said that need the
// rules of chess. It tells an engine's author which rule is broken, why the rule
// exists, where it is written and what was seen.
//
// A Case is a short script: lines to send, lines to wait for, lines that must not
// come. The format of the files in data and the list of verbs and checks are in
// docs/conformance.md.
//
// It sees an engine only from outside, so it may import neither adapters nor searchers:
// within another package the suite could cheat. It does not use package client, either,
// for that passes over what an engine says beyond the protocol, and here nothing is
// passed over.
package conformance
