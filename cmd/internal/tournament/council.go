package tournament

import (
	"fmt"
	"strings"

	"alfiere/council"
)

// Warning returns the warning that members of the player's council never decide, otherwise "".
func (p *Player) Warning() string {
	criterion, err := council.FindCriterion(p.text("Criterion", council.DefaultCriterion))
	if err != nil || len(p.Program.Command) > 0 {
		return ""
	}
	seats, err := council.ParseCouncil(p.text("Consult", ""))
	if err != nil {
		return ""
	}
	weights, err := council.ParseWeights(p.text("ConsultWeights", ""))
	if err != nil {
		return ""
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
