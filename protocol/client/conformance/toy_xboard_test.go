package conformance

// toyXboard is the toy engine that speaks xboard's protocol.
type toyXboard struct{}

func newToyXboard(say func(string, ...any), has func(string) bool) *toyXboard { return &toyXboard{} }

func (x *toyXboard) obey(line string) {}
