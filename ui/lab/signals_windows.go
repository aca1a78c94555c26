package lab

import (
	"os"
	"os/exec"
)

// signals reports that no process can be stopped here. The server stops answering by itself.
const signals = false

func hang(*os.Process, bool) error { return nil }

func ownGroup(*exec.Cmd) {}

func kill(pid int) {
	if p, err := os.FindProcess(pid); err == nil && pid > 0 {
		_ = p.Kill()
	}
}

func descriptors() uint64 { return 1 << 62 }
