// Package em is EM-DPOR, for threads and handlers with queues: it explores a dependence-covering
// set of sequences. docs/design/algorithms-em.md.
package em
