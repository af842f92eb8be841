// Package sites has the positions of rewritten source, as numbers: each rewritten package registers
// a table of its own. They are texts until somebody asks, which most executions never do.
package sites
