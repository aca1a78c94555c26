// Package unit turns numbers into text and back. It is the only place in the
// program that attaches or removes a unit: everywhere else a time is a float64
// in seconds, a rate is per second and a share is in [0, 1].
//
// A [Kind] says how one number is written. Parse reads what people type, Format
// writes for people, Short for the edge of a chart, Exact for the command that
// must give the same bits back.
//
// What is refused: NaN, hexadecimal, underscores, commas, text that overflows,
// and text that is not zero but would become zero. Ranges are not checked here:
// -1s and none parse for every kind, and the setting says what it allows.
package unit

// Kind is the way one number is written.
type Kind int

// The kinds of number that the program shows and reads.
const (
	Count    Kind = iota // whole number: 10
	Number               // plain number, a ratio say: 2, 1.5, 0.1
	Factor               // plain number that makes a difference next to 1: 1.0000000001
	Duration             // seconds: 250ms, 1h30m
	Rate                 // per second: 50/s
	Share                // probability or percentage: 0.1 is 10%
)

// Suffix returns what a JSON key of this kind ends in, so that a reader of the
// key knows the unit: "_s", "_per_s" or nothing.
func (k Kind) Suffix() string {
	switch k {
	case Duration:
		return "_s"
	case Rate:
		return "_per_s"
	}
	return ""
}

// Symbol is the unit by itself, as in a column of its own: s, 1/s or nothing.
func (k Kind) Symbol() string {
	switch k {
	case Duration:
		return "s"
	case Rate:
		return "1/s"
	}
	return ""
}

// noun names the kind inside an error message, with its article.
func (k Kind) noun() string {
	switch k {
	case Count:
		return "a whole number"
	case Duration:
		return "a duration"
	case Rate:
		return "a rate"
	case Share:
		return "a share"
	}
	return "a number"
}

// like gives the examples that an error message offers.
func (k Kind) like() string {
	switch k {
	case Count:
		return "10 or 1e6"
	case Duration:
		return "250ms, 1.5s, 2m or 1h30m"
	case Rate:
		return "50/s, 3000/m or 50"
	case Share:
		return "10% or 0.1"
	}
	return "2, 1.5 or 0.1"
}
