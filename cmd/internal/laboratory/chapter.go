package laboratory

import (
	"fmt"
	"slices"
)

// chapter is a table of the page: the command that makes it, and the name of its files.
type chapter struct {
	title, file string
	words       []string // names of the experiment and its flags; "@NAME" is a file of the folder
	suites      bool     // it works on the suites
}

// chapters returns the tables in the order of the page.
func (r *reproduction) chapters() []chapter {
	sizes, sets := "2,4,8", []string{"--sizes", "2-8"}
	breeding := []string{"--generations", "300", "--runs", "20"}
	var councils, timed []string // all sixteen
	fewest := 4
	if r.small {
		sizes, sets = "2,4", []string{"--sizes", "2-3", "--among", "mbxkcpar mpar mbxp mbkc mcar bxkcar"}
		breeding, fewest = []string{"--generations", "20", "--runs", "2"}, 7
		councils = []string{"--council", "balanced7", "--council", "unbalanced7"}
	}
	for _, family := range thesisFamilies {
		for size := fewest; size <= 7; size++ {
			timed = append(timed, "--council", fmt.Sprint(family, size, "@time"))
		}
	}
	return append(r.matches(),
		chapter{"Knowledge or the tree", "divide", []string{"divide", "--nodes", fmt.Sprint(r.gameNodes()),
			"--sizes", sizes, "--games", fmt.Sprint(r.scale.Games), "--openings", r.openings(), "--shuffle", "18",
			"--games-in", "@divide"}, false},
		chapter{"Order of knowledge (chapter 4.1)", "order", []string{"order"}, true},
		chapter{"Unions (chapter 4.2)", "union", append([]string{"union"}, councils...), true},
		chapter{"Criteria (chapter 4.3)", "criteria", append([]string{"criteria"}, councils...), true},
		chapter{"Criteria with equal time", "criteria-time", append([]string{"criteria"}, timed...), true},
		chapter{"The two searches of re-search", "second", []string{"criteria", "--council", "balanced7", "--council",
			"unbalanced7", "--criteria", "re-search", "--second", "10,33,50,67,90"}, true},
		chapter{"Noise on suites", "noise", []string{"criteria", "--council", "noise2", "--council", "noise4",
			"--council", "noise8", "--council", "noise16", "--criteria", "majority,relative1,optimistic"}, true},
		chapter{"Bred weights (chapter 6.5)", "genetic", append([]string{"genetic", "--state", "@genetic.json"},
			breeding...), true},
		chapter{"Chosen sets", "search-sets", append([]string{"search-sets", "--criteria",
			"union,optimistic,majority,relative1"}, sets...), true})
}

// matches returns the chapters of games, of a small reproduction two of each title.
func (r *reproduction) matches() []chapter {
	count := map[string]int{}
	return slices.DeleteFunc(slices.Concat(r.contrasts(), r.pondering(), r.exchanges(), r.thesis(), r.seconds()),
		func(c chapter) bool {
			count[c.title]++
			return r.small && count[c.title] > 2
		})
}

// games returns a chapter of games between two players.
func (r *reproduction) games(title, file, first, second string, more ...string) chapter {
	return chapter{title, file, append([]string{"tournament", "--player", first, "--player", second, "--games",
		fmt.Sprint(r.scale.Games), "--openings", r.openings(), "--shuffle", "18", "--pgn", "@" + file + ".pgn",
		"--resume"}, more...), false}
}

// contrasts returns the games of docs/consultation/plan.md: noise, controls, threads against as many copies, and
// councils with equal time.
func (r *reproduction) contrasts() (all []chapter) {
	nodes, largest, noises := r.gameNodes(), 8, []string{"5", "10", "25", "40", "80"}
	if r.small {
		largest, noises = 4, noises[:1]
	}
	copies := func(number int, noise string) string {
		return fmt.Sprintf("consult=noise%d@%s criterion=optimistic nodes=%d", number, noise, nodes)
	}
	more := 4 * nodes
	manyCopies := fmt.Sprintf("consult=noise8@15 criterion=optimistic nodes=%d", more)
	alone := fmt.Sprintf("nodes=%d", nodes)
	for n := 2; n <= largest; n *= 2 {
		threads := fmt.Sprintf("threads=%d nodes=%d", n, uint64(n)*nodes)
		all = append(all, r.games("Noisy copies against one player", fmt.Sprint("noise", n), copies(n, "15"), alone),
			r.games("Threads against as many copies", fmt.Sprint("tree", n), threads, copies(n, "15")))
	}
	for _, noise := range noises {
		all = append(all, r.games("Size of the noise", "noise8-"+noise, copies(8, noise), alone))
	}
	all = append(all, r.games("One noisy copy", "single", "noise=15 seed=1 "+alone, alone),
		r.games("Eight copies by majority", "majority", "consult=noise8 criterion=majority "+alone, alone),
		r.games("Sixteen copies against eight", "sixteen", copies(16, "15"), copies(8, "15")))
	all = append(all, r.games("Eight copies with more nodes", "noise8-more", manyCopies, fmt.Sprintf("nodes=%d", more)),
		r.games("Eight threads with more nodes", "tree8-more", fmt.Sprintf("threads=8 nodes=%d", 8*more), manyCopies))
	time := fmt.Sprintf(" nodes=%d", max(nodes/2, 1))
	for i, council := range []string{"balanced7@time criterion=re-search second=67 option.Knowledge=mbxkcpar",
		"unbalanced7@time criterion=optimistic",
		"balanced7@time criterion=re-search second=50 option.Knowledge=mbxkcpar",
		"balanced7@time criterion=weights weights=genetic", "incremental6@time criterion=depth",
		"balanced4@time criterion=relative1", "unbalanced7@time criterion=weights",
		"balanced5@time criterion=optimistic", "balanced6@time criterion=optimistic"} {
		all = append(all, r.games("Equal time", fmt.Sprint("equal-time", i+1), "consult="+council+time,
			"consult=mbxkcpar@time"+time))
	}
	return all
}

// pondering returns games whose clocks are nodes: the opponent's time is as many as one's own.
func (r *reproduction) pondering() []chapter {
	alone := fmt.Sprintf("nodes=%d", r.gameNodes())
	council := "consult=noise8@15 criterion=optimistic " + alone
	const ponders = " ponder=true"
	return []chapter{r.games("One player that ponders", "ponder1", alone+ponders, alone),
		r.games("A council that ponders", "ponder2", council+ponders, council),
		r.games("A council that ponders against one player that does", "ponder3", council+ponders, alone+ponders),
		r.games("A council against one player that ponders", "ponder4", council, alone+ponders)}
}

// exchanges returns games of councils whose members exchange lines, which arrive at once, with a shared table, or after
// a part of the search, against the same without.
func (r *reproduction) exchanges() (all []chapter) {
	for _, c := range []struct{ name, council string }{{"letters", "consult=balanced7 criterion=weights"},
		{"copies", "consult=noise8@15 criterion=optimistic"}} {
		council := fmt.Sprintf("%s nodes=%d", c.council, r.gameNodes())
		for _, delay := range []string{"0", "1", "10", "50"} {
			all = append(all, r.games("Exchange", "exchange-"+c.name+delay,
				council+" exchange=true delay="+delay, council))
		}
	}
	return all
}

// thesis returns the matches of the thesis's chapter 6: cut after 40 moves and judged. Nobody has letter n.
func (r *reproduction) thesis() (all []chapter) {
	limit := fmt.Sprintf(" nodes=%d", r.gameNodes())
	for i, council := range []string{"balanced7 criterion=weights", "unbalanced7 criterion=weights",
		"'mbxk mbka mbpr mxpa mxar mkpr' criterion=depth",
		"balanced7 criterion=re-search second=67 option.Knowledge=mbxkcpar",
		"balanced7 criterion=re-search second=50 option.Knowledge=mbxkcpar",
		"balanced7 criterion=weights weights=genetic"} {
		all = append(all, r.games("The thesis's tournaments (chapter 6)", fmt.Sprint("thesis", i+1),
			"consult="+council+limit, "letters=mbxkcpar"+limit, "--moves", "40", "--judge-nodes",
			fmt.Sprint(10*r.scale.Nodes)))
	}
	return all
}

// seconds returns games of re-search against one search with as much time, all without letter n: while the second
// search runs, the other six processors are idle, or search its tree, too.
func (r *reproduction) seconds() []chapter {
	const title = "Threads of the second search"
	nodes := r.gameNodes()
	more := 4 * nodes
	council := func(second, threads int, all uint64) string {
		return fmt.Sprintf("consult=balanced7 criterion=re-search second=%d second-threads=%d "+
			"option.Knowledge=mbxkcpar nodes=%d", second, threads, all)
	}
	alone := func(nodes uint64) string { return fmt.Sprintf("letters=mbxkcpar nodes=%d", nodes) }
	return []chapter{r.games(title, "second33-1", council(33, 1, nodes), alone(nodes)),
		r.games(title, "second33-7", council(78, 7, nodes*298/100), alone(nodes)),
		r.games(title, "second50-1", council(50, 1, nodes), alone(nodes)),
		r.games(title, "second50-7", council(88, 7, 4*nodes), alone(nodes)),
		r.games(title, "second50-1-more", council(50, 1, more), alone(more)),
		r.games(title, "second50-7-more", council(88, 7, 4*more), alone(more)),
		r.games(title, "second100-7", fmt.Sprintf("letters=mbxkcpar threads=7 nodes=%d", 7*nodes), alone(nodes))}
}

// gameNodes returns the nodes of a move in games.
func (r *reproduction) gameNodes() uint64 { return max(r.scale.Nodes/25, 1) }
