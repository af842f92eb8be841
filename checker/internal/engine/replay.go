package engine

import (
	"fmt"

	"gocheck.dev/checker"
)

// Divergence is the failure of a program that, following decisions it
// followed before, does something else.
func Divergence(p checker.Program, step int, dec checker.Decision, what string) *checker.Failure {
	return &checker.Failure{
		Kind: "divergence",
		Message: fmt.Sprintf("step %d, task %s: %s: the program depends on something other than its schedule",
			step+1, p.TaskName(dec.Task), what),
	}
}
