//go:build !unix

package instrument

import "os/exec"

func ownGroup(*exec.Cmd) {}

// interrupt: there is no other way to end a process here.
func interrupt(cmd *exec.Cmd) error { return cmd.Process.Kill() }
