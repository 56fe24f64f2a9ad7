package tournament

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/council"
)

// Warning returns the warning that members of the player's council never decide, otherwise "".
func (p *Player) Warning() string {
	criterion, unknown := council.FindCriterion(p.text("Criterion", council.DefaultCriterion))
	seats, badSeats := council.ParseCouncil(p.text("Consult", ""))
	weights, badWeights := council.ParseWeights(p.text("ConsultWeights", ""))
	if len(p.Program.Command) > 0 || errors.Join(unknown, badSeats, badWeights) != nil {
		return "" // setting the options reports errors
	}
	dummies := council.Dummies(seats, criterion, &weights)
	if len(dummies) == 0 {
		return ""
	}
	return fmt.Sprintf("warning: %s: by %s, %s never changes the choice, unless a result is proven", p.Name,
		criterion.Name, strings.Join(dummies, " or "))
}

// text returns the value of an option, usual if the words do not set it.
func (p *Player) text(option, usual string) string {
	if s := p.option(option); s != nil {
		return s.Value
	}
	return usual
}
