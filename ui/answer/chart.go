package answer

import "retune/ui/unit"

// A Chart is a picture in numbers: curves over one axis, with what is marked
// on them. Whoever draws it samples the curves where it has columns.
type Chart struct {
	Title  string
	X, Y   unit.Kind
	Lo, Hi float64 // of the x axis
	Curves []Curve
	Cross  float64 // the x that is asked about, or NaN

	Marks  [][2]float64 // points that are marked
	Spans  [][2]float64 // parts of the x axis that are shaded: faults
	InText bool         // drawn where the answer is text, too

	Density []float64 // of A's delay there, in equal parts from its least to its greatest
}

// A Curve is the delay of one policy as a function of x: its mean, if it has
// jitter.
type Curve struct {
	Y       func(x float64) float64        // NaN where there is no delay
	Peaks   func(from, to float64) float64 // its greatest value in a span, where one between columns must not be missed, or nil
	Cap     float64                        // drawn as a line, +Inf: none
	Capped  float64                        // x in the middle of the first delay that is a full cap, NaN: not in sight
	Bands   []Band                         // what jitter makes of it, the inner one first
	Samples [][2]float64                   // x and delay of every retry of a few clients
}

// A Band is where a delay lies with some probability.
type Band struct{ Lo, Hi func(x float64) float64 }
