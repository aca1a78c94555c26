package tui

import "errors"

// ErrChanged is that a file is no longer what it was when it was read.
var ErrChanged = errors.New("it has changed since it was opened")
