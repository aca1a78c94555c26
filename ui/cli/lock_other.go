//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package cli

import "os"

// lock tells whether the file is there: this system has no such locks.
func lock(file string) (unlock func(), err error) {
	_, err = os.Stat(file)
	return func() {}, err
}
