package lang

import (
	"fmt"
	"strings"
)

// This file has the benchmarks of the paper on Optimal-DPOR (docs/measured/tables.md):
// plain threads, every shared access an event.

// Readers is readers(n): one writer of x, n readers of an own variable and x.
func Readers(n int) *Program {
	var s source
	s.line("var x own[%d]", n)
	s.line("t0: wx")
	for i := range n {
		s.line("t%d: r(own[%d]) rx", i+1, i)
	}
	return s.program()
}

// LastZero is lastzero(n): a[i] = a[i-1]+1 by thread i; thread 0 looks for the
// last element that is zero.
func LastZero(n int) *Program {
	var s source
	s.line("var a[%d]", n+1)
	s.line("t0: $1=%d loop%d{r(a[$1]) if==0{break} $1=$1-1}", n, n+1)
	for i := 1; i <= n; i++ {
		s.line("t%d: r(a[%d]) $0=$0+1 w(a[%d],$0)", i, i-1, i)
	}
	return s.program()
}

// FileSystem is filesystem(n): thread i wants inode i mod 32 and a block for
// it, starting to look at block 2i mod 26, each under its own lock.
func FileSystem(n int) *Program {
	const inodes, blocks = 32, 26
	var s source
	s.line("var inode[%d] busy[%d]", inodes, blocks)
	for t := range n {
		i := t % inodes
		var look strings.Builder
		closing := 0
		for k := range 3 { // more are never needed for the sizes in use
			b := (2*i + k) % blocks
			fmt.Fprintf(&look, "lock(l%d) r(busy[%d]) if==0{w(busy[%d],1) w(inode[%d],%d) unlock(l%d)}else{unlock(l%d) ",
				inodes+b, b, b, i, b+1, inodes+b, inodes+b)
			closing++
		}
		s.line("t%d: lock(l%d) r(inode[%d]) if==0{%s%s} unlock(l%d)", t, i, i, look.String(), strings.Repeat("}", closing), i)
	}
	return s.program()
}

// Indexer is indexer(n): n threads insert four messages each into a hash
// table of 128 slots by compare-and-swap.
func Indexer(n int) *Program {
	const size, messages = 128, 4
	var s source
	s.line("var table[%d]", size)
	for t := range n {
		s.line("t%d: $1=0 loop%d{$1=$1+1 $2=$1*11 $2=$2+%d $3=$2*7 $3=$3%%%d loop%d{cas(table[$3],0,$2) if==1{break} $3=$3+1 $3=$3%%%d}}",
			t, messages, t, size, size, size)
	}
	return s.program()
}

// Figure10 is the program of Figure 10 with n groups of four threads: p(i)
// starts the other threads of group i+1 if s(i) has written x(i). As in the
// paper's counts, not in its text, s reads y only if z is written: see
// testdata/benchmarks/figure10.
func Figure10(n int) *Program {
	var s source
	s.line("var x[%d] y[%d] z[%d]", n, n, n)
	var watchers strings.Builder
	for i := range n {
		fmt.Fprintf(&watchers, " go(p%d)", i)
	}
	s.line("main: go(q0) go(r0) go(s0)%s", &watchers)
	for i := range n {
		next := ""
		if i+1 < n {
			next = fmt.Sprintf(" if==1{go(q%d) go(r%d) go(s%d)}", i+1, i+1, i+1)
		}
		s.line("p%d: r(x[%d])%s", i, i, next)
		s.line("q%d: w(y[%d],1)", i, i)
		s.line("r%d: r(y[%d]) if==0{w(z[%d],1)}", i, i, i)
		s.line("s%d: r(z[%d]) if==1{r(y[%d]) if==0{w(x[%d],1)}}", i, i, i, i)
	}
	return s.program()
}

// WakeupStress is wakeup_stress(n): n threads count in y, one waits for them
// and counts in x, where another one counts, too.
func WakeupStress(n int) *Program {
	var s source
	s.line("main: wgadd(g0,%d) go(first)%s go(last)", n, strings.Repeat(" go(worker)", n))
	s.line("first: x++")
	s.line("worker: y++ done(g0) wait(g0)")
	s.line("last: wait(g0) x++")
	return s.program()
}
