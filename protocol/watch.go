package protocol

// watch is a goroutine that listens to an opponent that is not on move.
type watch struct {
	quit  chan struct{}
	ended chan struct{}
}

// Watch hears every line until Unwatch is called, or until it says that one is the
// last: an engine that thinks in its opponent's time and finds nobody who reads what it
// prints would be stopped by that. Meanwhile hear alone may use what it changes, and
// Await must not be called.
func (o *Opponent) Watch(hear func(line string) (last bool)) {
	w := &watch{quit: make(chan struct{}), ended: make(chan struct{})}
	o.watch = w
	go func() {
		defer close(w.ended)
		for {
			select {
			case line, open := <-o.Lines:
				if !open || hear(line.Text) {
					return
				}
			case <-w.quit:
				return
			}
		}
	}()
}

// Unwatch ends what Watch has begun and waits for it. Without a Watch it does nothing.
func (o *Opponent) Unwatch() {
	if o.watch != nil {
		close(o.watch.quit)
		<-o.watch.ended
		o.watch = nil
	}
}
