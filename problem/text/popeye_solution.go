package text

import (
	"bufio"
	"strings"
)

// Solution returns set play, keys and tries as WritePopeye writes them in English, without
// the board above and the last line; it is empty if there are none. Of the options SetPlay
// and Tries count.
func (p *Popeye) Solution(d *Document, o Options) string {
	var b strings.Builder
	t := &popeyeText{Writer: bufio.NewWriter(&b), style: *p, words: &popeyeTexts[PopeyeEnglish]}
	t.style.KeysOnly = false
	if r := d.Report; r != nil {
		t.solver = r.Mover()
		t.play(r, o)
	}
	_ = t.Flush() // a Builder takes everything
	text := strings.Trim(b.String(), "\n")
	if text == "" {
		return ""
	}
	return text + "\n"
}
