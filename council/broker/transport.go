package broker

import "strconv"

// Message is a message that a transport brings.
type Message struct {
	Subject string // that it was sent to
	Data    []byte // the receiver must not keep or change it

	// Nobody marks a notice of the transport itself: a message that named Subject for replies had no
	// subscribers. Not every transport knows that.
	Nobody bool
}

// Transport brings messages to the subscribers of their subject. It may lose, delay, duplicate and
// reorder them. It is safe for several goroutines.
type Transport interface {
	// Publish sends a message. replies is the subject where answers to it are awaited, "" if
	// none are. An error means that it was not sent; no error does not mean that it arrives.
	Publish(subject, replies string, data []byte) error

	// Subscribe calls handle for every message to the subject, from one goroutine at a time, until
	// cancel is called; handle may still run then. A subject that ends with ".>" matches all that
	// begin so. handle may call Publish and does not block.
	Subscribe(subject string, handle func(Message)) (cancel func(), err error)
}

// Bounds of messages.
const (
	MaxMessage = 64 << 10 // bytes of a message
	maxName    = 64       // bytes of a name
	maxPlies   = 6000     // of a game
)

// Subjects. Those of a worker and of an engine have its id in place.
const (
	rollSubject = "alfiere.roll" // engines call the roll
	hereSubject = "alfiere.here" // workers report that they are present, or leave
)

func workerSubject(id string) string { return "alfiere.worker." + id }
func masterSubject(id string) string { return "alfiere.engine." + id + ".>" }

// replySubject is the subject of a worker's answers to an attempt; 0 is the roll.
func replySubject(master string, attempt uint64) string {
	return "alfiere.engine." + master + "." + strconv.FormatUint(attempt, 10)
}

// isID reports whether text can be the id of a worker or an engine, which becomes a part of
// subjects.
func isID(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(text) >= 8 && len(text) <= 32
}
