package council

// distribution is a council whose members differ by their knowledge.
type distribution struct {
	name string
	sets string // of the members, that of the master first
}

// distributions are the sixteen of the thesis, in four families: a common core for all members; pairs
// of letters spread evenly; one member with all letters among specialists; each member one step more.
//
// The optimum distributions were found by measurement: each of the 128 sets with m searched the 500
// positions of the suite open500 with 2,000 nodes. The choice used every second position. It started
// from the best set and then added or exchanged the set with which the criterion optimistic solved
// most. On those 250 positions, and on the other 250, they solve:
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
// Most of the gain on the positions used for the choice is chance. On the other positions a gain of
// four remains, which is less than the error of such a count. This proves no gain in strength.
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
