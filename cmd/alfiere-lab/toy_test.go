package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// toyArgument is the first argument of a test binary that is to be a toy engine.
const toyArgument = "be-a-toy"

// toyOptimum is the value of its option Skill at which the toy engine plays best.
const toyOptimum = 20

// serveToy is a UCI engine that plays any move, and gives up the sooner the further its Skill is from the optimum.
func serveToy() {
	skill, position := 90, movegen.StartPosition()
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		switch words := strings.Fields(input.Text()); words[0] {
		case "uci":
			fmt.Println("option name Skill type spin default 90 min 0 max 100\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			skill, _ = strconv.Atoi(words[len(words)-1])
		case "position":
			position = movegen.StartPosition()
			for _, word := range words[min(3, len(words)):] {
				if move, err := notation.ParseUCI(&position, word); err == nil {
					position.Make(move)
				}
			}
		case "go":
			score := 0
			if distance := float64(skill-toyOptimum) / 100; rand.Float64() < math.Abs(distance*distance*distance) {
				score = -900
			}
			moves := position.Moves()
			fmt.Printf("info depth 1 score cp %d nodes 1 pv %v\nbestmove %[2]v\n", score, moves[rand.IntN(len(moves))])
		case "quit":
			return
		}
	}
}
