// Package states announces uses of state that the standard library keeps for the whole process,
// behind locks of its own, where it is asked for by functions: the environment under other names
// than those of package os, and settings whose functions return what was set before. See
// runtime/access/shared.go.
package states
