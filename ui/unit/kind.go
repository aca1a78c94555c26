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

// texts has a row for each kind: its name with its article and examples for error messages, the end of a JSON key, and
// the unit alone.
var texts = [...]struct{ noun, like, suffix, symbol string }{
	Count:    {noun: "a whole number", like: "10 or 1e6"},
	Number:   {noun: "a number", like: "2, 1.5 or 0.1"},
	Factor:   {noun: "a number", like: "2, 1.5 or 0.1"},
	Duration: {"a duration", "250ms, 1.5s, 2m or 1h30m", "_s", "s"},
	Rate:     {"a rate", "50/s, 3000/m or 50", "_per_s", "1/s"},
	Share:    {noun: "a share", like: "10% or 0.1"},
}

// Suffix returns the end of a JSON key of this kind, which tells its unit: "_s", "_per_s" or "".
func (k Kind) Suffix() string { return texts[k].suffix }

// Symbol returns the unit alone, for a column of units: s, 1/s or "".
func (k Kind) Symbol() string { return texts[k].symbol }
