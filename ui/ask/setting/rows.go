package setting

// Functions for the settings that other packages name. Everything else ranges over [Settings].

// Jitter returns the setting for the jitter type with its amount.
func Jitter() Setting { return row("jitter") }

// Client returns the setting for a built-in client.
func Client() Setting { return row("client") }

// At returns the setting for the elapsed time T that questions are about.
func At() Setting { return row("at") }

// Outage returns the setting for the length of the outage.
func Outage() Setting { return row("outage") }

// Runs returns the setting for the number of simulation runs.
func Runs() Setting { return row("runs") }

// Vs returns the setting that describes the policies compared with A.
func Vs() Setting { return row("vs") }

// Example returns the setting that selects a preset scenario.
func Example() Setting { return row(presetSetting) }

// row returns the setting with that name from the table.
func row(name string) Setting { return First(func(k Setting) bool { return k.Name == name }) }
