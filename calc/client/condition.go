package client

// A Condition reports whether something is true of the values.
type Condition func(v Values) bool

func above(name string, x float64) Condition { return func(v Values) bool { return v.At(name) > x } }
func below(name string, x float64) Condition { return func(v Values) bool { return v.At(name) < x } }
func equal(name string, x float64) Condition { return func(v Values) bool { return v.At(name) == x } }

// without reports whether a limit is none.
func without(name string) Condition { return func(v Values) bool { return v.none(name) } }

// given reports whether a limit is a number.
func given(name string) Condition { return not(without(name)) }

// is reports whether a parameter has that word as its value.
func is(name, word string) Condition { return func(v Values) bool { return v.Is(name, word) } }

func isNot(name, word string) Condition { return not(is(name, word)) }

// yes reports whether a yes-or-no parameter is yes.
func yes(name string) Condition { return equal(name, 1) }

func no(name string) Condition { return equal(name, 0) }

func not(a Condition) Condition { return func(v Values) bool { return !a(v) } }

func both(a, b Condition) Condition { return func(v Values) bool { return a(v) && b(v) } }
