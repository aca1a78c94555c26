//go:build unix && !linux

package lab

import (
	"os/exec"
	"syscall"
)

// apart shields a process from the terminal's signals, such as ctrl+c. The kernel resumes a stopped process of a group
// whose parent ends.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
