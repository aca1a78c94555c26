//go:build unix

package lab

import (
	"os"
	"os/exec"
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

// ownGroup shields a process from the terminal's signals, such as ctrl+c.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill kills a process.
func kill(pid int) {
	if pid > 0 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// descriptors returns how many files a process may have open.
func descriptors() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 1 << 62
	}
	return uint64(limit.Cur)
}
