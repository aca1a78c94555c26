//go:build unix

package lab

import (
	"os"
	"syscall"
)

// signals reports that a process can be stopped and resumed.
const signals = true

// hang stops a process, or resumes it.
func hang(p *os.Process, stop bool) error {
	if stop {
		return p.Signal(syscall.SIGSTOP)
	}
	return p.Signal(syscall.SIGCONT)
}

// descriptors returns how many files a process may have open.
func descriptors() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 1 << 62
	}
	return uint64(limit.Cur)
}

// finish ends the processes of a command's group.
func finish(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
