package genetic_test

import (
	"context"
	"fmt"

	"alfiere/council/genetic"
)

// Two 8-bit numbers are sought whose product is 12,000, as nearly as can be.
func Example() {
	parameters := genetic.Default()
	parameters.Bits = 16
	run, err := genetic.New(parameters, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	measure := func(c genetic.Chromosome) (score, fitness float64) {
		miss := int(c[0])*int(c[1]) - 12_000
		return float64(-max(miss, -miss)), 1 / float64(1+max(miss, -miss))
	}
	if err := run.Advance(context.Background(), measure, 20, nil); err != nil {
		fmt.Println(err)
		return
	}
	for _, number := range []int{0, 20} {
		best := run.History[number].BestEver
		fmt.Printf("generation %d: %d * %d = %d\n", number, best.Genes[0], best.Genes[1], int(best.Genes[0])*int(best.Genes[1]))
	}
	// Output:
	// generation 0: 229 * 51 = 11679
	// generation 20: 182 * 66 = 12012
}
