package client

// A Notation is how the configuration or the code of a client writes a time.
type Notation struct {
	Number  float64 // seconds that the number 1 without a unit means; 0: the client's type has a unit of its own
	Example string  // half a second in that type; "": the client writes numbers
}

// The notations of times. A number in milliseconds stays a number where a client's documentation also allows a unit.
var (
	inNumberOfMillis  = Notation{Number: ms}
	inNumberOfSeconds = Notation{Number: 1}
	inNumberOfMinutes = Notation{Number: 60}
	inNumberOfDays    = Notation{Number: day}

	inUnits   = Notation{Example: "500ms"}      // Duration of Go, Java, Rust and others
	asProto   = Notation{Example: "0.5s"}       // google.protobuf.Duration in JSON
	asISO8601 = Notation{Example: "PT0.5S"}     // java.time.Duration as text
	asSpan    = Notation{Example: "00:00:00.5"} // System.TimeSpan
)

// written sets how the client writes a parameter that differs from the other times of its row.
func written(as Notation, p Parameter) Parameter {
	p.Written = as
	return p
}
