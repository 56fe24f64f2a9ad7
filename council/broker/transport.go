package broker

import "strconv"

// Message is a message that a transport delivers.
type Message struct {
	Subject string // that it was sent to
	Data    []byte // the receiver must not keep or change it

	// Nobody marks a notice from the transport: a message that named Subject for replies had no
	// subscribers. Not every transport can report that.
	Nobody bool
}

// Transport delivers messages to the subscribers of their subject. It may lose, delay, duplicate and
// reorder them. It is safe for concurrent use.
type Transport interface {
	// Publish sends a message. replies is the subject for answers, "" for none. An error means that the
	// message was not sent; without an error it may still be lost.
	Publish(subject, replies string, data []byte) error

	// Subscribe calls handle for every message to the subject, from one goroutine at a time, until
	// cancel is called; handle may still be running then. A subject that ends with ".>" matches all
	// subjects with that beginning. handle may call Publish and must not block.
	Subscribe(subject string, handle func(Message)) (cancel func(), err error)
}

// Bounds of messages.
const (
	MaxMessage = 128 << 10 // bytes of a message
	maxName    = 64        // bytes of a name
	maxPlies   = 6000      // of a game
)

// Subjects of all masters and workers.
const (
	CallSubject = "alfiere.roll" // masters call all workers
	HereSubject = "alfiere.here" // workers report that they are present, or leave
)

// WorkerSubject is the subject of messages to the worker with an id.
func WorkerSubject(id string) string { return "alfiere.worker." + id }

// MasterSubject matches all reply subjects of the master with an id.
func MasterSubject(id string) string { return "alfiere.engine." + id + ".>" }

// ReplySubject is the subject of a worker's words about an attempt or a task; 0 is for cards.
func ReplySubject(master string, attempt uint64) string {
	return "alfiere.engine." + master + "." + strconv.FormatUint(attempt, 10)
}

// isID reports whether text can be the id of a worker or an engine, which is a part of subjects.
func isID(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(text) >= 8 && len(text) <= 32
}
