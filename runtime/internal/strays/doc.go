// Package strays holds goroutines that the initialisation of the process has started, or a TestMain
// before it calls Run. Each execution starts its own, as tasks. Those of the process use the same
// package variables, and so must not run while executions do: they are held at their next entry
// point until the exploration is over.
package strays
