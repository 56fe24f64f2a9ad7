// Package conformance checks any engine's process against the rules of UCI and of xboard's protocol
// (CECP): a suite of cases as data, a runner that plays the GUI's part of each on a fresh process,
// and checks of the engine's output that need the rules of chess. Its report names the broken rule,
// its reason, its source and the engine's output.
//
// A Case is a short script: lines to send, lines to wait for, and lines that must not appear. The
// format of the files in data and the list of verbs and checks are in docs/conformance.md.
//
// It sees an engine only from outside, so it may import neither adapters nor searchers: within
// another package the suite could cheat. It does not use package client, either, because client
// ignores output beyond the protocol, and here no line is ignored.
package conformance
