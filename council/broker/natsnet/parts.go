package natsnet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// split writes the message of a result, in parts if it is longer than a broker accepts. A result that is too long
// becomes a fault.
func split(w *word, most int64) (messages [][]byte, err error) {
	if len(w.Payload) > maxResult {
		w.Payload, w.Fault = nil, fmt.Sprintf("the result has %d bytes; at most %d are sent", len(w.Payload), maxResult)
	}
	data, err := pack(w)
	if err != nil || most <= 0 || int64(len(data)) <= most {
		return [][]byte{data}, err
	}
	parts := slices.Collect(slices.Chunk(data, int(most/2))) // they are written as text
	for i, part := range parts {
		text, err := json.Marshal(&word{Word: partWord, Worker: w.Worker, Name: w.Name, Number: w.Number,
			Payload: part, Part: i, Parts: len(parts)})
		if err != nil {
			return nil, err
		}
		messages = append(messages, text)
	}
	return messages, nil
}

// partKey names the parts of a result.
type partKey struct {
	worker string
	number uint64
}

// gather collects the parts of a long result, which arrive in their order or again from the first. The last one is
// answered when the result is kept. Without room there is no answer, and the worker sends the parts again.
func (b *batch) gather(w *word, reply string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	key := partKey{w.Worker, w.Number}
	switch got := b.parts[key]; {
	case b.out[w.Number] == nil:
		b.answer(reply, yesAnswer)
	case w.Part != len(got) && w.Part != 0 || w.Part == 0 && got == nil && len(b.parts) >= mostGathered:
	case w.Part == w.Parts-1:
		var r word
		delete(b.parts, key)
		if unpack(bytes.Join(append(got, w.Payload), nil), &r) == nil {
			b.arrive(arrival{w.Number, resultOf(&r), reply, w.Worker})
		}
	default:
		b.parts[key] = append(got[:w.Part], w.Payload)
		b.answer(reply, yesAnswer)
	}
}
