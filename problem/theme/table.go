package theme

import (
	"maps"
	"slices"
	"sync"

	"alfiere/movegen"
	"alfiere/problem"
)

// themes is the table of all themes, group by group.
var themes = sync.OnceValue(func() []*Theme {
	return []*Theme{
		{"star flights", OnePiece, flights(movegen.Bishop)},
		{"plus flights", OnePiece, flights(movegen.Rook)},
		{"star by flights", OnePiece, flightsAlone(movegen.Bishop)},
		{"plus by flights", OnePiece, flightsAlone(movegen.Rook)},
		{"Y flights", OnePiece, yFlights},
		{"big star", OnePiece, twoSquares(movegen.Bishop)},
		{"big plus", OnePiece, twoSquares(movegen.Rook)},
		{"black knight wheel", OnePiece, blackKnightWheel},
		{"eight knight moves", OnePiece, eightKnightMoves},
		{"white knight wheel", OnePiece, whiteKnightWheel},
		{"white knight tour", OnePiece, whiteKnightTour},
		{"pickaninny", OnePiece, pickaninny},
		{"albino", OnePiece, albino},
		{"allumwandlung", OnePiece, allumwandlung},
		{"underpromotion", OnePiece, underpromotion},
		{"corner-to-corner", OnePiece, cornerToCorner},
		{"four corners", OnePiece, fourCorners},
		{"switchback", OnePiece, switchback},
		{"rundlauf", OnePiece, rundlauf},
		{"platzwechsel", OnePiece, platzwechsel},
		{"Rovno", OnePiece, rovno},
		{"excelsior", OnePiece, excelsior},
		{"self-block", OneVariation, anyEnding(isSelfBlock)},
		{"self-pin", OneVariation, anyEnding(isSelfPin)},
		{"unpin of the mating man", OneVariation, anyEnding(isUnpinOfMate)},
		{"unpin of a defender", OneVariation, unpinOfDefender},
		{"Mari", OneVariation, anyEnding(isMari)},
		{"pin-mate", OneVariation, anyEnding(isPinMate)},
		{"Pelle", OneVariation, anyEnding(isPelle)},
		{"Umnov", OneVariation, anyEnding(isUmnov)},
		{"Keller paradox", OneVariation, anyEnding(isKeller)},
		{"interference", OneVariation, anyEnding(isInterference)},
		{"line opening", OneVariation, anyEnding(isLineOpening)},
		{"gate opening", OneVariation, anyEnding(isGateOpening)},
		{"line closing", OneVariation, anyEnding(isLineClosing)},
		{"unguard", OneVariation, anyEnding(isUnguard)},
		{"double-check mate", OneVariation, anyMate(isDoubleCheck)},
		{"cross-check", OneVariation, crossCheck},
		{"battery", OneVariation, anyMate(isBattery)},
		{"indirect battery", OneVariation, anyMate(isIndirectBattery)},
		{"half-battery", OneVariation, halfBattery},
		{"half-pin", OneVariation, everywhere(halfPin)},
		{"en passant", OneVariation, eachMove(movegen.EnPassant)},
		{"castling", OneVariation, eachMove(movegen.Castling)},
		{"Valladao", OneVariation, valladao},
		{"third-pin", OneVariation, thirdPin},
		{"model mate", OneVariation, pictures(isModel)},
		{"ideal mate", OneVariation, pictures(isIdeal)},
		{"mirror mate", OneVariation, anyMate(isMirrorMate)},
		{"Grimshaw", TwoVariations, everywhere(grimshaw)},
		{"pawn Grimshaw", TwoVariations, everywhere(pawnGrimshaw)},
		{"white Grimshaw", TwoVariations, whiteGrimshaw},
		{"Novotny", TwoVariations, everywhere(novotny)},
		{"Nietvelt", TwoVariations, inStages(pinnedInAdvance(true))},
		{"Schiffmann", TwoVariations, inStages(pinnedInAdvance(false))},
		{"Goethart", TwoVariations, inStages(unpinnedInVain(false))},
		{"Gamage", TwoVariations, inStages(unpinnedInVain(true))},
		{"Barulin", TwoVariations, inStages(barulin)},
		{"Levman", TwoVariations, inStages(levman)},
		{"Somov B1", TwoVariations, inStages(somovB1)},
		{"Somov B2", TwoVariations, inStages(somovB2)},
		{"Isaev", TwoVariations, inStages(isaev)},
		{"black correction", TwoVariations, secondMoves(blackCorrection)},
		{"white correction", TwoVariations, whiteCorrection},
		{"dual avoidance", TwoVariations, secondMoves(dualAvoidance)},
		{"W2-W3 exchange", TwoVariations, cycleOfMoves(2, 2)},
		{"W2-W3 cycle", TwoVariations, cycleOfMoves(3, 4)},
		{"focal", TwoVariations, inStages(focal)},
		{"Stocchi", TwoVariations, inStages(stocchi)},
		{"Mansfield couplet", TwoVariations, inStages(mansfieldCouplet)},
		{"magnet", TwoVariations, magnet},
		{"echo", TwoVariations, echoes(true)},
		{"chameleon echo", TwoVariations, echoes(false)},
		{"full Fleck", Threats, fullFleck},
		{"Karlström-Fleck", Threats, karlstromFleck},
		{"partial Fleck", Threats, partialFleck},
		{"combinative separation", Threats, combinativeSeparation},
		{"Barnes", Threats, barnes},
		{"cyclic double threats", Threats, cyclicThreats},
		{"Rudenko", Threats, rudenko},
		{"Urania", Threats, urania},
		{"complete block", Phases, provided(completeBlock, problem.CompleteBlock)},
		{"incomplete block", Phases, provided(incompleteBlock, problem.IncompleteBlock)},
		{"mutate", Phases, provided(mutate, problem.Mutate)},
		{"block-threat", Phases, provided(blockThreat, problem.BlockThreat)},
		{"changed mates", Phases, ofLength(true, againstSetAndTry(changedMates))},
		{"changed continuations", Phases, ofLength(false, againstSetAndTry(changedMates))},
		{"added mates", Phases, provided(addedMates, problem.CompleteBlock, problem.Mutate)},
		{"removed mates", Phases, provided(removedMates, problem.CompleteBlock, problem.Mutate)},
		{"transferred mates", Phases, ofLength(true, againstSetAndTry(transferredMates))},
		{"reciprocal change", Phases, between(pair("aA bB / aB bA"))},
		{"Lacny", Phases, between(pair("aA bB cC / aB bC cA", "aA bB cC dD / aB bC cD dA",
			"aA bB cC dD eE / aB bC cD dE eA"))},
		{"Ruchlis", Phases, between(pair("aA cB !bA !dB / aC cD bA dB"))},
		{"ideal Ruchlis", Phases, between(pair("aA cB b* d* !bA !dB / aC cD bA dB"))},
		{"Zagoruiko", Phases, threePhases(zagoruiko)},
		{"le Grand", Phases, between(pair(">A aB / >B aA"))},
		{"pseudo le Grand", Phases, between(pair(">A aB !bB / >B bA !aA"))},
		{"Dombrovskis", Phases, dombrovskis},
		{"Hannelius", Phases, hannelius},
		{"Vladimirov", Phases, vladimirov},
		{"Banny", Phases, banny},
		{"reversal", Phases, reversal},
		{"threat reversal", Phases, between(pair("A >B / B >A"))},
		{"Erokhin", Phases, between(erokhin)},
		{"Jurasevic", Phases, eitherWay(pair("A >B aC / B >C aA"))},
		{"Shedey", Phases, eitherWay(pair(">A aB bC / >B aC bA"))},
		{"Kiss", Phases, eitherWay(pair("A aB bC / B aC bA"))},
		{"Rice", Phases, inTurn(triple("aA bB / aB bC / aC bA"))},
		{"Ukrainian", Phases, inTurn(triple(">A aB / >B aC / >C aA"))},
		{"Ceriani", Phases, inTurn(triple("A >* aB / B >* aC / C >* aA"))},
		{"Reeves", Phases, inTurn(triple("A >B / B >C / C >A"))},
		{"Chepizhny", Phases, threePhases(triple("aA bD !cD !dD / aB cD !bD !dD / aC dD !bD !cD"))},
		{"Bristol", Manoeuvres, inLine(2, isBristol)},
		{"black Bristol", Manoeuvres, inLine(3, isBlackBristol)},
		{"Turton", Manoeuvres, inLine(3, isTurton)},
		{"Zepler", Manoeuvres, inLine(3, isZepler)},
		{"Indian", Manoeuvres, inLine(3, isIndian)},
		{"Herlin", Manoeuvres, inLine(3, isHerlin)},
		{"Plachutta", Manoeuvres, plachutta},
		{"Wurzburg-Plachutta", Manoeuvres, wurzburgPlachutta},
		{"Holzhausen", Manoeuvres, holzhausen},
		{"foreplan", Manoeuvres, foreplan},
		{"Roman", Manoeuvres, decoyed((*decoy).isRoman)},
		{"Dresden", Manoeuvres, decoyed((*decoy).isDresden)},
		{"Seeberger", Manoeuvres, seeberger},
	}
})

// elements are what more than 4 in 100 problems show, whatever their theme is.
var elements = []string{
	"underpromotion", "self-block", "self-pin", "unpin of the mating man", "pin-mate", "interference", "line opening",
	"gate opening", "line closing", "unguard", "double-check mate", "battery", "indirect battery", "model mate",
	"mirror mate",
	"complete block", "incomplete block", "mutate", "block-threat", "changed mates", "added mates", "removed mates",
	"transferred mates",
}

// patterns are the themes of any key, that of an unsound problem too.
var patterns = []string{"star by flights", "plus by flights", "eight knight moves"}

// IsElement reports whether many problems show the theme in passing, as they do self-blocks and model mates.
func (t *Theme) IsElement() bool { return slices.Contains(elements, t.Name) }

// Themes returns a copy of the table of all themes, group by group.
func Themes() []*Theme { return slices.Clone(themes()) }

// otherNames are what people also call the themes.
var otherNames = map[string]string{
	"AUW": "allumwandlung", "minor promotion": "underpromotion", "X-flights": "star flights",
	"cross flights": "plus flights", "knight wheel": "black knight wheel", "knight tour": "white knight tour",
	"exchange of places": "platzwechsel", "Valladao task": "Valladao", "Nowotny": "Novotny", "Nietveld": "Nietvelt",
	"Schiffman": "Schiffmann", "Isaew": "Isaev", "Issaev": "Isaev",
	"transference": "transferred mates", "transferred play": "transferred mates", "Rukhlis": "Ruchlis",
	"ideal Rukhlis": "ideal Ruchlis", "Zagorujko": "Zagoruiko", "Zagoruyko": "Zagoruiko", "cyclic Zagoruiko": "Rice",
	"Dombrovskis paradox": "Dombrovskis", "Vladimirow": "Vladimirov", "Bannij": "Banny", "Bannyi": "Banny",
	"Salazar": "reversal", "Erohin": "Erokhin", "Djurasevic": "Jurasevic", "Shedej": "Shedey", "Shedei": "Shedey",
	"Chepizhni": "Chepizhny", "Chepizhnyi": "Chepizhny", "Würzburg-Plachutta": "Wurzburg-Plachutta",
	"Karlstrom-Fleck": "Karlström-Fleck",
}

// OtherNames returns the names of themes by what people also call them.
func OtherNames() map[string]string { return maps.Clone(otherNames) }
