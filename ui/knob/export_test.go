package knob

import "retune/calc/jitter"

// ReadTypes reads the table of the types of jitter again.
func ReadTypes() { typeWords = typeWordsOf(jitter.Types) }
