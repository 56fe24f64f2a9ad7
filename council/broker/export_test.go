package broker

import (
	"fmt"

	"alfiere/council"
	"alfiere/search"
)

// FormatJob writes the message that gives a worker a job.
func FormatJob(a *Assignment) ([]byte, error) {
	text, err := a.text()
	if err != nil {
		return nil, err
	}
	return encode(&order{Kind: jobOrder, Call: Call{Versions: NewVersions(nil), Master: "0123456789abcdef"},
		Attempt: 7, Seat: 1, Job: text})
}

// FormatProposal writes the message of an answer.
func FormatProposal(p *council.Proposal) ([]byte, error) {
	return encode(&Word{Kind: answerWord, Worker: "0123456789abcdef", Attempt: 7, Proposal: p})
}

// MaxPlies and MaxName are bounds of messages.
const (
	MaxPlies = maxPlies
	MaxName  = maxName
)

// ParseJob reads the message that gives a worker a job. The game is legal and the limits are within their bounds.
func ParseJob(data []byte) (*Assignment, error) {
	o, err := parseOrder(data)
	if err != nil {
		return nil, err
	}
	if o.Job == nil {
		return nil, fmt.Errorf("message: %q is no job", clean(o.Kind))
	}
	return o.Job.assignment(make(chan struct{}))
}

// ParseProposal reads the message that answers a request. All its moves are legal.
func ParseProposal(data []byte, request *search.Request) (council.Proposal, error) {
	w, err := ParseWord(data, MaxMessage)
	if err != nil {
		return council.Proposal{}, err
	}
	if w.Proposal == nil {
		return council.Proposal{}, fmt.Errorf("message: %q is no proposal", clean(w.Kind))
	}
	return *w.Proposal, checkProposal(w.Proposal, request)
}

// Dropped returns how many words of workers came too late, twice or to the wrong engine.
func (p *Pool) Dropped() uint64 {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.dropped
}
