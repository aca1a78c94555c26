package lab

import (
	"os/exec"
	"syscall"
)

// bound puts a command into a process group of its own. The kernel ends it when this process ends.
func bound(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
