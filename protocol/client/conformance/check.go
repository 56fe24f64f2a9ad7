package conformance

// check judges a whole conversation by the rules of chess or of a grammar. Its error
// is a failure.
type check struct {
	name  string
	judge func(*transcript) error
}

// checkTable holds the checks that cases may name; docs/conformance.md explains each.
var checkTable = []check{
	{"bestmove", checkBestMove},
	{"info", checkInfo},
	{"pv", checkVariations},
	{"final-pv", checkFinalVariation},
	{"multipv", checkMultiPV},
	{"options", checkOptions},
	{"features", checkFeatures},
	{"thinking", inGame("thinking", "line of thinking")},
	{"thinking-moves", inGame("thinking-moves", "line of thinking")},
	{"moves", inGame("moves", "move")},
	{"results", inGame("results", "result")},
	{"hint", inGame("hint", "")},
}
