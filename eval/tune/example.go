package tune

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
)

// example is a position to learn from, as the side to move sees it.
type example struct {
	occupied movegen.Bitboard
	pieces   [16]byte // on the occupied squares in their order, four bits each
	side     movegen.Color
	letters  float32 // score of the other terms in centipawns
	share    float32 // how much of the network's output counts: less in drawish endings
	score    float32 // of the search in centipawns
	result   float32 // of the game, 0 to 1
}

// shares is into how many parts work on positions is divided, whatever the number of threads. What the parts find is
// added up in their order, so that a network does not depend on the threads.
const shares = 16

// inShares divides a list into shares and runs work on each, with the given number of threads.
func inShares[E any](list []E, threads int, work func(share int, part []E)) {
	var next atomic.Int32
	var all sync.WaitGroup
	for range min(threads, shares) {
		all.Go(func() {
			for n := int(next.Add(1)) - 1; n < shares; n = int(next.Add(1)) - 1 {
				work(n, list[len(list)*n/shares:len(list)*(n+1)/shares])
			}
		})
	}
	all.Wait()
}

// blockSize is the number of positions that are in memory at once, apart from those held out.
const blockSize = 1 << 20

// examples are the positions of archives, which may be larger than the memory: the positions to fit are read anew for
// each epoch, in blocks of whole games. Those of the games held out, a tenth, are kept.
type examples struct {
	archives []string
	origins  []origin // what they held when they were read first
	threads  int
	block    int                     // positions of a block, or a few more
	judges   [shares]*eval.Evaluator // of the other terms

	count   int // positions to fit
	heldOut [network.Buckets][]example
	digest  hash.Hash // of all positions
}

// read reads the archives for the first time, by load, and hands the blocks of positions to fit to visit.
func (x *examples) read(load loader, visit func([]example)) error {
	x.digest = fnv.New128a()
	note := func(list []example) {
		for i := range list {
			list[i].writeTo(x.digest)
		}
	}
	return x.pass(func(add func(*game)) (err error) {
		x.origins, err = load(add)
		return err
	}, func(list []example) {
		note(list)
		x.count += len(list)
		visit(list)
	}, func(list []example) {
		note(list)
		for i := range list {
			b := network.Bucket(list[i].occupied.Count())
			x.heldOut[b] = append(x.heldOut[b], list[i])
		}
	})
}

// again reads the positions to fit once more, the archives side by side, so that a block has its share of each. Games
// that an archive has got since are left out.
func (x *examples) again(visit func([]example)) error {
	files := make([]*sourceGames, len(x.archives))
	for i, path := range x.archives {
		file, err := openGames(path)
		if err != nil {
			return err
		}
		defer file.Close()
		files[i] = file
	}
	read := make([]int, len(files)) // games of each
	return x.pass(func(add func(*game)) error {
		for {
			next, least := -1, 1.0
			for i := range files {
				if part := float64(read[i]) / float64(x.origins[i].Games); part < least {
					next, least = i, part
				}
			}
			if next < 0 {
				return nil
			}
			g, err := files[next].next()
			if err != nil {
				return fmt.Errorf("%s has changed during the training: %w", x.archives[next], err)
			}
			read[next]++
			add(g)
		}
	}, visit, nil)
}

// loader hands the games of all archives to add.
type loader func(add func(*game)) ([]origin, error)

// pass hands the positions of the games that read adds to fit and to heldOut, in blocks; no heldOut leaves those out.
func (x *examples) pass(read func(add func(*game)) error, fit, heldOut func([]example)) error {
	var lists [2][]labelledSample
	visits := [2]func([]example){fit, heldOut}
	err := read(func(g *game) {
		which := 0
		if isHeldOut(g) {
			which = 1
		}
		if visits[which] == nil {
			return
		}
		for _, s := range g.Samples {
			lists[which] = append(lists[which], labelledSample{s, g.Result})
		}
		if len(lists[which]) >= x.block {
			visits[which](x.examplesOf(lists[which]))
			lists[which] = lists[which][:0]
		}
	})
	for which, list := range lists {
		if err == nil && len(list) > 0 {
			visits[which](x.examplesOf(list))
		}
	}
	return err
}

// isHeldOut reports whether a network is not trained on a game but measured by it. The branches of a game have its
// number, so they are on the same side.
func isHeldOut(g *game) bool { return g.Number%heldOutShare == heldOutShare-1 }

// labelledSample is a position with the result of its game.
type labelledSample struct {
	sample
	result points
}

// examplesOf makes examples of positions. Those that are drawn whatever a term says are left out.
func (x *examples) examplesOf(list []labelledSample) (all []example) {
	var parts [shares][]example
	inShares(list, x.threads, func(share int, part []labelledSample) {
		if x.judges[share] == nil {
			x.judges[share] = eval.New(eval.Thesis)
		}
		for i := range part {
			if e, ok := part[i].example(x.judges[share]); ok {
				parts[share] = append(parts[share], e)
			}
		}
	})
	return slices.Concat(parts[:]...)
}

// example returns what is learnt from a position; not ok is one that is drawn whatever a term says.
func (l *labelledSample) example(judge *eval.Evaluator) (e example, ok bool) {
	p := &l.Position
	letters, share := judge.WithShare(p)
	if share == 0 {
		return e, false
	}
	e = example{occupied: p.Occupied(), side: p.Side(), letters: float32(letters), share: share,
		score: float32(l.Score), result: float32(l.result) / float32(whiteWon)}
	for set, i := e.occupied, 0; set != 0; i++ {
		e.pieces[i/2] |= byte(p.PieceAt(set.Pop())) << (i % 2 * 4)
	}
	if e.side == movegen.Black {
		e.score, e.result = -e.score, 1-e.result
	}
	return e, true
}

// writeTo adds what distinguishes e to a digest.
func (e *example) writeTo(digest io.Writer) {
	var data [20]byte
	binary.LittleEndian.PutUint64(data[:], uint64(e.occupied))
	for i, value := range [...]float32{e.score, e.result, e.letters} {
		binary.LittleEndian.PutUint32(data[8+4*i:], math.Float32bits(value))
	}
	digest.Write(data[:])
}
