package lab

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the kernel kill a process when the one that starts it ends.
func dieWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
