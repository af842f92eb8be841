//go:build !unix

package worker

import "os/exec"

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// askToEnd: the same.
func askToEnd(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// askForStacks: there is no signal for it here.
func askForStacks(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
