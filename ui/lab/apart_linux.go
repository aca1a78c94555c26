package lab

import (
	"os/exec"
	"syscall"
)

// apart shields a process from the terminal's signals, such as ctrl+c. If it is stopped when this process ends, the
// kernel resumes it, and it reads the end of its pipe.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGCONT}
}
