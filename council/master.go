package council

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"alfiere/search"
)

// Master is a player that consults a council. It has the methods of an engine; without a council it is
// an engine. Its methods must not be called while a Search is running, unless their comment allows it.
type Master struct {
	// Open opens the member of a seat; nil means OpenHere. It must not be changed once there is a
	// council. megabytes is the seat's share of the table; every seat of this engine has one.
	Open func(seat Seat, megabytes int) (Member, error)

	*Settings // for the next Search

	now       settings       // in effect
	engine    *search.Engine // without a council
	workers   []*worker      // of a council; that of the master itself is the first
	spare     *worker        // a member with a table, if no other is in this process; nil before it is needed
	judge     Judge
	megabytes int
	threads   int
	jobs      uint64 // given so far
	patience  patience
}

// Settings are how a council is to be from the next Search on. They may be changed while a Search is running.
type Settings struct {
	mu     sync.Mutex
	wanted settings
}

// NewSettings returns the settings of a master without a council.
func NewSettings() *Settings {
	criterion, err := FindCriterion(DefaultCriterion)
	if err != nil {
		panic(err) // the name is a constant
	}
	return &Settings{wanted: settings{criterion: criterion, weights: DefaultWeights(), second: defaultSecondSearch}}
}

// settings are the members of a council and its way to choose.
type settings struct {
	seats     []Seat
	criterion *Criterion
	weights   Weights
	second    int  // per cent of the time for the second search
	threads   int  // of the second search at fixed nodes or depth; 0: those of the member that searches
	exchange  bool // members exchange lines
	delay     int  // of the lines, in per cent of the search; at 0 members also share a table
}

// defaultSecondSearch is the default share of the time, in per cent, of a second search. In the
// thesis's best player the proposals took one third.
const defaultSecondSearch = 67

// NewMaster returns a master without a council, with a table of the given megabytes. The error wraps tt.ErrSize.
func NewMaster(megabytes int) (*Master, error) {
	engine, err := search.New(megabytes)
	if err != nil {
		return nil, err
	}
	usual := NewSettings()
	return &Master{Settings: usual, now: usual.wanted, engine: engine, megabytes: megabytes, threads: 1,
		patience: usualPatience()}, nil
}

// OpenHere opens a member in this process. It refuses seats of other engines.
func OpenHere(seat Seat, megabytes int) (Member, error) {
	if seat.Engine != "" {
		return nil, errors.New("other engines cannot be used here")
	}
	for {
		member, err := OpenLocal(megabytes)
		if err == nil || megabytes == 1 {
			return member, err
		}
		megabytes = max(megabytes/2, 1)
	}
}

func (s *Settings) set(change func(wanted *settings)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.wanted)
}

// Convene sets the members of the council, the master first. An empty list means no council.
func (s *Settings) Convene(seats []Seat) {
	seats = slices.Clone(seats)
	nameSeats(seats)
	s.set(func(now *settings) { now.seats = seats })
}

// SetCriterion sets the criterion by name. The error lists the criteria.
func (s *Settings) SetCriterion(name string) error {
	criterion, err := FindCriterion(name)
	if err != nil {
		return err
	}
	s.set(func(now *settings) { now.criterion = criterion })
	return nil
}

// SetWeights sets the weights.
func (s *Settings) SetWeights(weights Weights) { s.set(func(now *settings) { now.weights = weights }) }

// SetSecondSearch sets the share of the time, 1 to 99 per cent, of a second search.
func (s *Settings) SetSecondSearch(percent int) {
	s.set(func(now *settings) { now.second = min(max(percent, 1), 99) })
}

// SetSecondThreads sets the threads of a second search at fixed nodes or depth; 0 means those of its member.
func (s *Settings) SetSecondThreads(count int) {
	s.set(func(now *settings) { now.threads = min(max(count, 0), search.MaxThreads) })
}

// SetExchange sets whether the members in this process exchange lines and share a table.
func (s *Settings) SetExchange(on bool) { s.set(func(now *settings) { now.exchange = on }) }

// SetExchangeDelay sets after which part of the nodes or time of a search, from 0 to 100 per cent, a line reaches the
// other members. Above 0 each has a table of its own.
func (s *Settings) SetExchangeDelay(percent int) {
	s.set(func(now *settings) { now.delay = min(max(percent, 0), 100) })
}

// Prepare puts the settings into effect. Search does so, too; calling Prepare first keeps the
// milliseconds for the tables off the clock.
func (m *Master) Prepare() {
	m.mu.Lock()
	wanted := m.wanted
	m.mu.Unlock()
	if slices.Equal(wanted.seats, m.now.seats) && (wanted.shares() == m.now.shares() || len(wanted.seats) == 0) {
		m.now = wanted
		return
	}
	if m.now.shares() || wanted.shares() { // all members get new tables
		closeWorkers(m.workers)
		m.workers = nil
	}
	m.convene(wanted.seats)
	m.now = wanted
	if m.now.shares() {
		m.share()
	}
	if len(m.workers) > 0 {
		m.own() // its table takes no time from the clock
	}
}

// Await waits until the engines seated since the last call have started. The error joins those of the
// engines that failed to start.
func (m *Master) Await() error {
	m.Prepare()
	var faults []error
	for _, d := range m.workers {
		if starter, is := d.member.(starter); is && !d.awaited {
			d.awaited = true
			faults = append(faults, starter.Started())
		}
	}
	return errors.Join(faults...)
}

// convene changes the council. Members whose seats stay keep their tables if their share is unchanged.
func (m *Master) convene(seats []Seat) {
	before := m.workers
	m.workers, m.judge = nil, Judge{}
	m.closeSpare()
	var leaving []*worker
	for _, d := range before {
		if !slices.Contains(seats, d.seat) {
			leaving = append(leaving, d)
		}
	}
	closeWorkers(leaving)
	if len(seats) == 0 {
		m.open()
		return
	}
	if m.engine != nil {
		m.engine.Close()
		m.engine = nil
	}
	open := m.Open
	if open == nil {
		open = OpenHere
	}
	share, shareBefore := m.shareOf(seats), m.shareOf(m.now.seats)
	for _, seat := range seats {
		i := slices.IndexFunc(before, func(d *worker) bool { return d.seat == seat })
		if i < 0 {
			m.workers = append(m.workers, openWorker(open, seat, share))
			continue
		}
		if share != shareBefore {
			_ = before[i].resize(share) // the old size works, too
		}
		m.workers = append(m.workers, before[i])
	}
}

// open makes the engine that plays without a council.
func (m *Master) open() {
	for megabytes := m.megabytes; ; megabytes = max(megabytes/2, 1) {
		engine, err := search.New(megabytes)
		if err == nil {
			engine.SetThreads(m.threads)
			m.engine = engine
			return
		}
		if megabytes == 1 {
			panic("no memory for a table of 1 MB: " + err.Error())
		}
	}
}

// openWorker opens a member; one that cannot be opened is absent, with the reason.
func openWorker(open func(Seat, int) (Member, error), seat Seat, megabytes int) *worker {
	member, err := open(seat, megabytes)
	if err != nil {
		return &worker{seat: seat, fault: err}
	}
	return &worker{seat: seat, member: member}
}

// shareOf returns the share of the table of each seat of this engine, in megabytes.
func (m *Master) shareOf(seats []Seat) int {
	own := 0
	for i := range seats {
		if seats[i].Engine == "" {
			own++
		}
	}
	return max(m.megabytes/max(own, 1), 1)
}

// own returns a member in this process: the first free one of the council, otherwise the first one,
// which will soon be free, or one opened for the purpose.
func (m *Master) own() *worker {
	if i := slices.IndexFunc(m.workers, func(d *worker) bool { return d.isOwn() && d.isFree() }); i >= 0 {
		return m.workers[i]
	}
	if i := slices.IndexFunc(m.workers, (*worker).isOwn); i >= 0 {
		return m.workers[i]
	}
	if m.spare == nil {
		m.spare = openWorker(OpenHere, Seat{Name: "master"}, m.shareOf(m.now.seats))
	}
	return m.spare
}

// NewGame forgets everything earlier searches have learnt.
func (m *Master) NewGame() {
	m.settle()
	if m.engine != nil {
		m.engine.NewGame()
	}
	for _, d := range m.all() {
		d.newGame()
	}
}

// all returns the workers of the council and the spare one.
func (m *Master) all() []*worker {
	if m.spare == nil {
		return m.workers
	}
	return append(slices.Clone(m.workers), m.spare)
}

// Resize changes the total size of the tables. On an error, which wraps tt.ErrSize, the old size stays.
func (m *Master) Resize(megabytes int) error {
	m.settle()
	if m.engine != nil {
		if err := m.engine.Resize(megabytes); err != nil {
			return err
		}
		m.megabytes = megabytes
		return nil
	}
	before := m.megabytes
	m.megabytes = megabytes
	share := m.shareOf(m.now.seats)
	for i, d := range m.all() {
		if err := d.resize(share); err != nil {
			m.megabytes = before
			for _, changed := range m.all()[:i] {
				_ = changed.resize(m.shareOf(m.now.seats)) // it was there a moment ago
			}
			return err
		}
	}
	return nil
}

// SetThreads sets how many threads work at the same time, of the engine or of the members. If there
// are fewer than the members need, they take turns.
func (m *Master) SetThreads(count int) {
	m.threads = min(max(count, 1), search.MaxThreads)
	if m.engine != nil {
		m.engine.SetThreads(m.threads)
	}
}

// neededThreads returns how many threads the members in this process have.
func (m *Master) neededThreads() (needed int) {
	for _, d := range m.workers {
		if d.isOwn() {
			needed += max(d.seat.Threads, 1)
		}
	}
	return needed
}

// stopping returns how long it takes until all members notice a stop: each must work for about a
// millisecond, and those without a processor wait for one. The clock must have time for that, too.
func (m *Master) stopping() time.Duration {
	return time.Duration(m.neededThreads()/m.threads) * time.Millisecond
}

// Search finds the best move as an engine does. The result contains the council's ballot.
func (m *Master) Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result {
	if m.begin(); m.engine != nil {
		return m.engine.Search(ctx, request, report)
	}
	return newSession(m, &request, report).run(ctx)
}

// begin prepares a search. Without members, engine is there to do it.
func (m *Master) begin() {
	if m.Prepare(); m.engine != nil {
		return
	}
	m.settle()
	if owner := m.owner(); m.now.shares() && owner != nil {
		owner.engine.Age()
	}
}

// SearchAlone lets a member in this process search with the request's own settings; nobody else is asked.
func (m *Master) SearchAlone(ctx context.Context, request search.Request, report func(search.Info)) search.Result {
	if m.begin(); m.engine != nil {
		return m.engine.Search(ctx, request, report)
	}
	d := m.own()
	if local, is := d.member.(*Local); is {
		d.settle()
		local.engine.SetThreads(1)
		return local.engine.Search(ctx, request, report)
	}
	closeWorkers(m.workers) // their memory is needed: the council is over until the next search
	m.workers, m.now.seats = nil, nil
	m.open()
	return m.engine.Search(ctx, request, report)
}

// Close ends all members. The master must not be used afterwards.
func (m *Master) Close() {
	closeWorkers(m.workers)
	m.workers = nil
	m.closeSpare()
	if m.engine != nil {
		m.engine.Close()
		m.engine = nil
	}
}

func (m *Master) closeSpare() {
	if m.spare != nil {
		m.spare.close()
		m.spare = nil
	}
}

// closeWorkers closes members, all at the same time.
func closeWorkers(workers []*worker) {
	var all sync.WaitGroup
	for _, d := range workers {
		all.Go(d.close)
	}
	all.Wait()
}
