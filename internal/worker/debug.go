package worker

import (
	"fmt"
	"os"
	"os/exec"
)

// Debug runs a debugger on the job's schedule. The binary gets the job's configuration from the
// debugger's environment, each time that it is started. The debugger has the terminal, and its
// Ctrl-C, which halts the program and ends nothing. The error says that it could not be run.
func Debug(job Job, debugger string, args ...string) error {
	job.Config.Mode = "replay"
	temp, empty, err := job.temporary()
	if err != nil {
		return err
	}
	defer empty()
	file, remove, err := configured(&job.Config, temp)
	if err != nil {
		return err
	}
	defer remove()
	cmd := exec.Command(debugger, args...)
	cmd.Dir = job.Dir
	cmd.Env = job.environment(file, temp)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("running %s: %w", debugger, err)
	}
	return nil
}
