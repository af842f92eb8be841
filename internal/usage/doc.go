// Package usage says what processes have used, for benchmarks: CPU time, since wall
// time says little on a machine that others use too, and memory. Where the system does not
// tell, it is 0.
package usage
