package format

import (
	"slices"
	"strings"

	"alfiere/internal/message"
)

// barred says which kings and rooks at home may not castle by the FEN.
func (p *Problem) barred() error {
	var men []string
	for rooks := p.Barred; rooks != 0; {
		rook := rooks.Pop()
		king := "K" + p.Position.King(p.Position.PieceAt(rook).Color()).String()
		if !slices.Contains(men, king) {
			men = append(men, king)
		}
		men = append(men, "R"+rook.String())
	}
	return message.Errorf("%s on home squares, but the FEN has no castling; --castling home allows it", strings.Join(men, ", "))
}
