//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lock has other programs that lock the file wait until unlock is called: a moment, then
// that is an error. Where the file system has no locks there is none.
func lock(file string) (unlock func(), err error) {
	const tries, pause = 100, 20 * time.Millisecond
	for range tries {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
			held, _ := f.Stat()
			if now, gone := os.Stat(file); gone == nil && os.SameFile(held, now) {
				return func() { f.Close() }, nil
			}
		}
		f.Close() // another program has it, or has put another file in its place
		time.Sleep(pause)
	}
	return nil, errors.New("another program is saving it")
}
