package network

import (
	_ "embed" // the network of the program
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"alfiere/movegen"
)

// The shape of a network. The assembly code relies on Hidden being a multiple of 128.
const (
	Inputs  = 768 // colour, type and square of a piece, as a side sees them
	Hidden  = 128 // neurons of the hidden layer for each side
	Buckets = 8   // outputs; the number of pieces chooses one
)

// The units of the integer weights.
const (
	InputUnit  = 255 // 1 of the hidden layer, where its activation is clipped
	OutputUnit = 64  // 1 of an output weight
	Scale      = 400 // centipawns for an output of 1

	maxOutput = 127 // of an output weight: times InputUnit it must fit 16 bits
)

// Network is a trained network. It is not changed after Parse or Quantize, so any number of goroutines may use it.
type Network struct {
	inputWeights  [Inputs][Hidden]int16
	inputBiases   [Hidden]int16
	outputWeights [Buckets][2][Hidden]int16 // for the side to move, for its opponent
	outputBiases  [Buckets]int32            // in InputUnit times OutputUnit
	made          string                    // how it was trained, in one line
	checksum      uint32
}

// Checksum distinguishes networks: it is the CRC-32C at the end of the file.
func (n *Network) Checksum() uint32 { return n.checksum }

// A file is a header, a line about the training, the weights, and a checksum. All numbers are
// little-endian:
//
//	 0  [8]byte   "alfnnet1", the last digit is the version
//	 8  uint32    inputs
//	12  uint32    neurons of the hidden layer for each side
//	16  uint32    buckets
//	20  uint32    length of the line, at most maxMade
//	24  []byte    the line, printable UTF-8
//	    []int16   input weights, by input; hidden biases; output weights, by bucket
//	    []int32   output biases
//	    uint32    CRC-32C of everything before it
const (
	magic      = "alfnnet1"
	headerSize = 24
	maxMade    = 1000
	weightSize = 2*(Inputs*Hidden+Hidden+Buckets*2*Hidden) + 4*Buckets

	// MaxSize bounds the length of a file in bytes.
	MaxSize = headerSize + maxMade + weightSize + 4
)

func checksum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// Parse reads the contents of a network file. The error says what is wrong with it.
func Parse(data []byte) (*Network, error) {
	if len(data) < len(magic) || string(data[:len(magic)-1]) != magic[:len(magic)-1] {
		return nil, fmt.Errorf("not a network file of Alfiere")
	}
	if version := data[len(magic)-1]; version != magic[len(magic)-1] {
		return nil, fmt.Errorf("network file of version %q; this program reads version %q", version, magic[len(magic)-1])
	}
	if len(data) < headerSize {
		return nil, fmt.Errorf("the network file ends in its header")
	}
	for i, shape := range [...]struct {
		name string
		size uint32
	}{{"inputs", Inputs}, {"hidden neurons", Hidden}, {"buckets", Buckets}} {
		if size := binary.LittleEndian.Uint32(data[8+4*i:]); size != shape.size {
			return nil, fmt.Errorf("the network has %d %s; this program needs %d", size, shape.name, shape.size)
		}
	}
	length := binary.LittleEndian.Uint32(data[20:])
	if length > maxMade {
		return nil, fmt.Errorf("the network file is damaged: a description of %d bytes", length)
	}
	if want := headerSize + int(length) + weightSize + 4; len(data) != want {
		return nil, fmt.Errorf("the network file has %d bytes instead of %d", len(data), want)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if checksum(body) != sum {
		return nil, fmt.Errorf("the network file is damaged: wrong checksum")
	}
	n := &Network{made: string(data[headerSize : headerSize+length]), checksum: sum}
	n.eachWeight(body[headerSize+length:],
		func(at []byte, w *int16) { *w = int16(binary.LittleEndian.Uint16(at)) },
		func(at []byte, w *int32) { *w = int32(binary.LittleEndian.Uint32(at)) })
	if err := n.check(); err != nil {
		return nil, err
	}
	return n, nil
}

//go:embed alfiere.net
var builtin []byte

// Builtin returns the network of the program. docs/tuning.md says how it was made.
var Builtin = sync.OnceValue(func() *Network {
	n, err := Parse(builtin)
	if err != nil {
		panic("the network of the program: " + err.Error())
	}
	return n
})

// ReadFile reads the network file at path. The error names the file.
func ReadFile(path string) (*Network, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err == nil {
		var n *Network
		if n, err = Parse(data); err == nil {
			return n, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// Bytes returns the contents of a file that Parse reads as n.
func (n *Network) Bytes() []byte {
	data := append(make([]byte, 0, MaxSize), magic...)
	for _, size := range [...]int{Inputs, Hidden, Buckets, len(n.made)} {
		data = binary.LittleEndian.AppendUint32(data, uint32(size))
	}
	data = append(data, n.made...)
	data = append(data, make([]byte, weightSize)...)
	n.eachWeight(data[headerSize+len(n.made):],
		func(at []byte, w *int16) { binary.LittleEndian.PutUint16(at, uint16(*w)) },
		func(at []byte, w *int32) { binary.LittleEndian.PutUint32(at, uint32(*w)) })
	return binary.LittleEndian.AppendUint32(data, checksum(data))
}

// eachWeight calls short and long with each weight and its place in data.
func (n *Network) eachWeight(data []byte, short func([]byte, *int16), long func([]byte, *int32)) {
	row := func(weights *[Hidden]int16) {
		for i := range weights {
			short(data, &weights[i])
			data = data[2:]
		}
	}
	for i := range n.inputWeights {
		row(&n.inputWeights[i])
	}
	row(&n.inputBiases)
	for bucket := range n.outputWeights {
		row(&n.outputWeights[bucket][0])
		row(&n.outputWeights[bucket][1])
	}
	for bucket := range n.outputBiases {
		long(data, &n.outputBiases[bucket])
		data = data[4:]
	}
}

// check refuses what the arithmetic cannot take: a sum of the hidden layer beyond 16 bits on
// some board, however full, or a sum of the output beyond 32.
func (n *Network) check() error {
	if len(n.made) > maxMade || !utf8.ValidString(n.made) || strings.ContainsFunc(n.made, unicode.IsControl) {
		return fmt.Errorf("the description of the network is not a line of at most %d bytes", maxMade)
	}
	for i, bias := range n.inputBiases {
		most := magnitude(bias)
		for square := range movegen.Square(64) {
			heaviest := 0
			for kind := range Inputs / 64 {
				heaviest = max(heaviest, magnitude(n.inputWeights[64*kind+int(square)][i]))
			}
			most += heaviest
		}
		if most > math.MaxInt16 {
			return fmt.Errorf("the network's hidden neuron %d can reach %d, more than 16 bits hold", i, most)
		}
	}
	for bucket := range n.outputWeights {
		for side := range n.outputWeights[bucket] {
			for _, w := range n.outputWeights[bucket][side] {
				if magnitude(w) > maxOutput {
					return fmt.Errorf("the network has an output weight of %d; the bound is %d", w, maxOutput)
				}
			}
		}
		if bias := n.outputBiases[bucket]; bias < -maxBias || bias > maxBias {
			return fmt.Errorf("the network has an output bias of %d; the bound is %d", bias, maxBias)
		}
	}
	return nil
}

// maxBias bounds the biases of the outputs: 100 pawns.
const maxBias = 25 * InputUnit * OutputUnit

func magnitude(w int16) int { return max(int(w), -int(w)) }

// Float is a network in floating point, as it is trained. Its activations are clipped at 1.
type Float struct {
	InputWeights  [Inputs][Hidden]float32
	InputBiases   [Hidden]float32
	OutputWeights [Buckets][2][Hidden]float32 // for the side to move, for its opponent
	OutputBiases  [Buckets]float32            // an output of 1 is Scale centipawns
}

// MaxWeight bounds the weights of a Float: within it Quantize succeeds, for 65 input weights and
// biases fit 16 bits and an output weight seven.
const MaxWeight = 1.97

// Float returns n in floating point.
func (n *Network) Float() *Float {
	f := new(Float)
	for i := range n.inputWeights {
		floatRow(&f.InputWeights[i], &n.inputWeights[i], InputUnit)
	}
	floatRow(&f.InputBiases, &n.inputBiases, InputUnit)
	for bucket := range n.outputWeights {
		for side := range n.outputWeights[bucket] {
			floatRow(&f.OutputWeights[bucket][side], &n.outputWeights[bucket][side], OutputUnit)
		}
		f.OutputBiases[bucket] = float32(n.outputBiases[bucket]) / (InputUnit * OutputUnit)
	}
	return f
}

func floatRow(to *[Hidden]float32, from *[Hidden]int16, unit float32) {
	for i, w := range from {
		to[i] = float32(w) / unit
	}
}

// Quantize rounds f to a Network. made says how it was trained; the error is about a weight out of bounds or made.
func (f *Float) Quantize(made string) (*Network, error) {
	n := &Network{made: made}
	for i := range f.InputWeights {
		quantizeRow(&n.inputWeights[i], &f.InputWeights[i], InputUnit)
	}
	quantizeRow(&n.inputBiases, &f.InputBiases, InputUnit)
	for bucket := range f.OutputWeights {
		for side := range f.OutputWeights[bucket] {
			quantizeRow(&n.outputWeights[bucket][side], &f.OutputWeights[bucket][side], OutputUnit)
		}
		n.outputBiases[bucket] = int32(math.Round(float64(f.OutputBiases[bucket]) * InputUnit * OutputUnit))
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	data := n.Bytes()
	n.checksum = binary.LittleEndian.Uint32(data[len(data)-4:])
	return n, nil
}

func quantizeRow(to *[Hidden]int16, from *[Hidden]float32, unit float64) {
	for i, w := range from {
		to[i] = int16(math.Round(float64(w) * unit))
	}
}

// Bucket returns the index of the output for a board with the given number of pieces, which is at least 2.
func Bucket(pieces int) int { return min(max(pieces-1, 0)/4, Buckets-1) }

// Input returns the place among the inputs of piece on s as side sees it; mirrored is whether
// that side's king stands on the files e to h.
func Input(side movegen.Color, mirrored bool, piece movegen.Piece, s movegen.Square) int {
	turned := movegen.Square(0).Relative(side)
	if mirrored {
		turned ^= 7
	}
	return input(side, turned, piece, s)
}

// input is Input with what turns a square into the one that side sees, by exclusive or.
func input(side movegen.Color, turned movegen.Square, piece movegen.Piece, s movegen.Square) int {
	return 64*(int(piece.Type()-movegen.Pawn)+6*int(piece.Color()^side)) + int(s^turned)
}

// turned returns what turns the squares of p into those that side sees.
func turned(p *movegen.Position, side movegen.Color) movegen.Square {
	return movegen.Square(0).Relative(side) ^ p.King(side)&4/4*7
}
