// Package surw samples by SURW (Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency
// Testing, ASPLOS 2025). For each execution one object is chosen, and the orders of the operations
// on it are to be equally probable; surw.go has how. profile.go has what an execution shows of it.
package surw
