package broker

import (
	"alfiere/council"
)

// FormatJob writes the message that gives a worker a job.
func FormatJob(a *Assignment) ([]byte, error) {
	text, err := a.text()
	if err != nil {
		return nil, err
	}
	return encode(&order{Kind: jobOrder, Protocol: protocolVersion, Version: "test", Master: "0123456789abcdef",
		Attempt: 7, Seat: 1, Job: text})
}

// FormatProposal writes the message of an answer.
func FormatProposal(p *council.Proposal) ([]byte, error) {
	return encode(&word{Kind: answerWord, Worker: "0123456789abcdef", Attempt: 7, Proposal: proposalOf(p)})
}

// MaxPlies and MaxName are bounds of what is sent.
const (
	MaxPlies = maxPlies
	MaxName  = maxName
)
