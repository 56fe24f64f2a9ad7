// Package chart draws pictures of experiments, as SVG or PNG: lines over an axis of numbers,
// grouped bars, histograms and tables of coloured cells. It knows no chess.
//
// A picture is plain data and a pure function of it. It draws what it is given: a number that
// is none, infinite or beyond ±1e15 is left out, as is one below 1e-15 on a logarithmic axis;
// text that would not fit is cut short with an ellipsis, and where there is nothing to draw
// it says so. Colours are told apart by the colour-blind, too, and lines differ by their marks
// as well.
package chart
