package main

import (
	"strconv"
	"strings"
)

// A table is one of a paper's, with columns of ours beside the paper's.
type table struct {
	title  string
	about  string   // printed above
	args   []string // of gocheck, on every row
	size   string   // head of the first column
	paper  []string // heads of the paper's columns
	ours   []column
	rows   []row
	events bool // print how many steps were executed, too
	sum    bool // rows that are complete, and as they have to be, are one row that adds them up
}

// A column is one of our algorithms.
type column struct {
	algorithm string
	paper     int  // the paper's column with the executions that are to be compared; -1: none
	exact     bool // it promises one execution of every trace, and nothing blocked
}

// A row is a benchmark with a size.
type row struct {
	name  string   // as the paper has it
	args  []string // of gocheck: what to run
	paper []string // the paper's numbers
	// right has, by the paper's column, the number of executions that exact
	// columns must come to where it is not the paper's; why says how it is known.
	right map[int]int64
	why   string
	fails bool // some executions fail, and have to
}

// test makes the arguments for a test of testdata/benchmarks from
// "package.TestX".
func test(name string) []string {
	pkg, name, _ := strings.Cut(name, ".")
	return []string{"-run", "^" + name + "$", "./testdata/benchmarks/" + pkg}
}

// program is the row's name without the size.
func (r *row) program() string {
	name, _, _ := strings.Cut(r.name, "(")
	return name
}

// published is the number in the paper's column, of the form "24" or "24+3"
// with the blocked ones; false if there is none.
func (r *row) published(column int) (n int64, ok bool) {
	if column < 0 {
		return 0, false
	}
	for part := range strings.SplitSeq(r.paper[column], "+") {
		k, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return 0, false
		}
		n += k
	}
	return n, true
}

// want is what an exact column must come to; false if nothing is known.
func (r *row) want(c column) (int64, bool) {
	if n, ok := r.right[c.paper]; ok {
		return n, true
	}
	return r.published(c.paper)
}
