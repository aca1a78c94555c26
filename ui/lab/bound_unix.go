//go:build unix && !linux

package lab

import (
	"os/exec"
	"syscall"
)

// bound puts a command into a process group of its own.
func bound(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
