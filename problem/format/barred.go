package format

import (
	"fmt"
	"slices"
	"strings"
)

// barred says which kings and rooks at home may not castle by the FEN.
func (p *Problem) barred(m *messages) string {
	var men []string
	for rooks := p.Barred; rooks != 0; {
		rook := rooks.Pop()
		king := "K" + p.Position.King(p.Position.PieceAt(rook).Color()).String()
		if !slices.Contains(men, king) {
			men = append(men, king)
		}
		men = append(men, "R"+rook.String())
	}
	return fmt.Sprintf(m.barred, strings.Join(men, ", "))
}
