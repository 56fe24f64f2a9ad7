package theme

import "slices"

// themes is the table of all themes, group by group.
var themes = slices.Concat(onePieceThemes, oneVariationThemes, twoVariationThemes, threatThemes, phaseThemes)
