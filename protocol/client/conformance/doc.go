// Package conformance checks whether an engine follows the rules of UCI or of xboard's protocol (CECP). Its report
// names the broken rule, the reason for it, its source and the engine's output.
//
// A Case is a short script: lines to send, lines to wait for, and lines that must not appear. Each runs on a fresh
// process. docs/conformance.md describes the files in data, the verbs and the checks.
//
// The package imports neither adapters nor searchers, so that it knows an engine only from outside. It does not use
// package client, which ignores output beyond the protocol; here every line counts.
package conformance
