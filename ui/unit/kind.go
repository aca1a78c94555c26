// Package unit converts numbers to text and back. Only this package adds or removes units. Everywhere else a time is a
// float64 in seconds, a rate is per second and a share is in [0, 1].
//
// A [Kind] is a way to write a number. Parse reads what people type, Format writes for people, Short for the axis of a
// chart, and Exact for commands, which must give the same bits back.
//
// Parse refuses NaN, hexadecimal, underscores, misplaced commas, overflow and underflow. It does not check ranges: -1s
// and none parse for every kind, and the setting checks its own range.
package unit

// Kind is a way to write a number.
type Kind int

// The kinds of numbers.
const (
	Count    Kind = iota // whole number: 10
	Number               // plain number, such as a ratio: 2, 1.5, 0.1
	Factor               // plain number where a small difference from 1 matters: 1.0000000001
	Duration             // seconds: 250ms, 1h30m
	Rate                 // per second: 50/s
	Share                // probability or percentage: 0.1 is 10%
)

// Suffix returns the end of a JSON key of this kind, which tells its unit: "_s", "_per_s" or "".
func (k Kind) Suffix() string {
	switch k {
	case Duration:
		return "_s"
	case Rate:
		return "_per_s"
	}
	return ""
}

// Symbol returns the unit alone, for a column of units: s, 1/s or "".
func (k Kind) Symbol() string {
	switch k {
	case Duration:
		return "s"
	case Rate:
		return "1/s"
	}
	return ""
}

// noun returns the name of the kind for error messages, with its article.
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

// like returns the examples for error messages.
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
