package setting

// The settings that other rooms name. Everything else walks the table.

// InitialDelay is the setting of that name, and so are the others.
func InitialDelay() Setting { return row("initial-delay") }

// Jitter sets the type of jitter with its amount.
func Jitter() Setting { return row("jitter") }

// Client names a built-in client.
func Client() Setting { return row("client") }

// At is the time at which everything is read.
func At() Setting { return row("at") }

// Outage is how long the outage lasts.
func Outage() Setting { return row("outage") }

// Runs is the number of simulations.
func Runs() Setting { return row("runs") }

// Vs describes the policies beside A.
func Vs() Setting { return row("vs") }

// Example sets a whole scenario by its name.
func Example() Setting { return row(presetSetting) }

// row is the row of the table with that name.
func row(name string) Setting { return First(func(k Setting) bool { return k.Name == name }) }
