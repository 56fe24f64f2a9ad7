// Package rating estimates the strength of all players of a pool at once from what they have
// made against each other. It knows no chess.
//
// The model is that of Bradley and Terry, as Ordo and BayesElo have it: who is d Elo stronger
// is expected to score 1 / (1 + 10^(-d/400)) a game, a draw being half a win. The ratings are
// those of the greatest likelihood, which means: with them everybody's expected points are
// the points made. Their mean is 0, or that of one player is given.
//
// The errors come from the information matrix. How much scores scatter about what is expected
// (less with many draws, less or more with pairs of games that have the same opening) is not
// taken from the model but from the results themselves: one factor for the whole pool.
//
// Where the results alone allow no finite ratings, because somebody has made all points or
// none, or two groups have not met, each player is credited with one draw against a player of
// the average strength, which is not counted otherwise; the factor is then at least 1.
package rating
