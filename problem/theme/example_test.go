package theme_test

import (
	"context"
	"fmt"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// E. Kahane's white king fires two batteries.
func ExampleRecognise() {
	position, err := movegen.ParseFEN("3N4/8/N7/4k3/7Q/8/2K5/1B1R4 w - - 0 1")
	if err != nil {
		panic(err)
	}
	report, err := problem.Analyse(context.Background(), position, theme.Options(2))
	if err != nil {
		panic(err)
	}
	for _, found := range theme.Recognise(report) {
		if found.Theme.Group == theme.OneVariation {
			fmt.Println(found.Theme.Name, found.Lines)
		}
	}
	// Output:
	// battery [[c2d3 e5f5 d3d4] [c2d3 e5d6 d3e4]]
	// indirect battery [[c2d3 e5f5 d3d4] [c2d3 e5d6 d3e4]]
	// mirror mate [[c2d3 e5f5 d3d4] [c2d3 e5d6 d3e4]]
}
