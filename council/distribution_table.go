package council

// distribution is a council whose members differ by their knowledge.
type distribution struct {
	name string
	sets string // of the members, that of the master first
}

// distributions are the sixteen of the thesis: a core that all have in common; pairs of
// letters spread evenly; one member with all letters among specialists; each a step more.
//
// The optimum ones were found by measurement: each of the 128 sets with m searched the 500
// positions of the suite open500 with 2,000 nodes. On every second position, starting from the best
// set, the set with which the criterion optimistic solved most was added, or replaced another one.
// On those 250 positions, and on the 250 others, they solve:
//
//	all letters alone  53  59
//	mxkcpa alone       62  54
//	optimum2           67  58
//	optimum3           73  60
//	optimum4           75  61
//	optimum5           77  63
//	optimum6           78  63
//	optimum7           80  63
//	optimum8           81  62
//
// So most of the gain on the positions used for the choice is chance; on the other positions a gain
// of four remains, less than the error of such a count. No claim of strength is made.
var distributions = []distribution{
	{"common4", "mbcpa mcpar mkcpa mxcpa"},
	{"common5", "mcpa mbpa mpar mkpa mxpa"},
	{"common6", "mpa mcp mbp mpr mkp mxp"},
	{"common7", "mp ma mc mb mr mk mx"},

	{"balanced4", "mpar mbxp mbkc mcar"},
	{"balanced5", "mpar mbxp mbkc mxar mkcp"},
	{"balanced6", "mpar mbxp mbkc mxar mkcp mcar"},
	{"balanced7", "mpar mbxp mbkc mxar mkcp mcar mbxk"},

	{"unbalanced4", "mbxkcpar mp ma mbkcpar"},
	{"unbalanced5", "mbxkcpar mp ma mbkcpar mbxcpar"},
	{"unbalanced6", "mbxkcpar mp ma mc mbkcpar mbxcpar"},
	{"unbalanced7", "mbxkcpar mp ma mc mbkcpar mbxcpar mbxkcpa"},

	{"incremental4", "mbcpa mbcpar mbkcpar mbxkcpar"},
	{"incremental5", "mcpa mbcpa mbcpar mbkcpar mbxkcpar"},
	{"incremental6", "mpa mcpa mbcpa mbcpar mbkcpar mbxkcpar"},
	{"incremental7", "mp mpa mcpa mbcpa mbcpar mbkcpar mbxkcpar"},

	{"optimum2", "mxkcpa mbxkpr"},
	{"optimum3", "mxkcpa mbxkpr mxkcp"},
	{"optimum4", "mxkcpa mbxkpr mxkcp mbxk"},
	{"optimum5", "mxkcpa mbxkpr mxkcp mbxk mbxkca"},
	{"optimum6", "mxkcpa mbxkpr mxkcp mbxk mbxkca mcpa"},
	{"optimum7", "mxkcpa mbxkpr mxkcp mbxk mbxkca mcpa mkcr"},
	{"optimum8", "mxkcpa mbxkpr mxkcp mbxk mbxkca mcpa mkcr mbxkcpar"},
}
