package setting

// A field returns the field of a scenario that a row of the table is about.
type field[T any] func(*Scenario) *T
