//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"os"
	"syscall"
)

// hold locks a file until release is called or the program ends. Unless wait is true, ok is false if another program
// holds it.
func hold(name string, wait bool) (release func(), ok bool) {
	file, err := os.Open(name)
	if err != nil {
		return func() {}, false
	}
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	return func() { file.Close() }, syscall.Flock(int(file.Fd()), how) == nil
}
