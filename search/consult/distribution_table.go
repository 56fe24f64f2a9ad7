package consult

// distribution is a council whose members differ by their knowledge.
type distribution struct {
	name string
	sets string // of the members, that of the master first
}

// distributions are the sixteen of the thesis: a core that all have in common; pairs of
// letters spread evenly; one member with all letters among specialists; each a step more.
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
}
