package lang

import (
	"fmt"
	"strings"
)

// This file has the benchmarks of the paper on Event-DPOR (docs/measured/tables.md):
// programs with handlers. Mailboxes are unordered; WithFIFO gives them the other kind.

// WithFIFO returns the program with a FIFO mailbox for every handler.
func WithFIFO(p *Program) *Program {
	q := &Program{Coarse: p.Coarse, Vars: p.Vars, Caps: p.Caps, Bodies: p.Bodies}
	for range p.handlers {
		q.FIFO = append(q.FIFO, true)
	}
	if err := q.Compile(); err != nil {
		panic(err) // it compiled before
	}
	return q
}

// source collects the text of a program.
type source struct{ strings.Builder }

func (s *source) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

func (s *source) program() *Program { return MustParse(s.String()) }

// Writers is writers(n): n threads, each posts [W x; R x] to one handler.
func Writers(n int) *Program {
	var s source
	for i := range n {
		s.line("t%d: post(m%d,h0)", i, i)
		s.line("m%d: wx%d rx assert==%d", i, i, i)
	}
	return s.program()
}

// Posters is posters(n): thread i posts a message that posts another.
func Posters(n int) *Program {
	var s source
	for i := range n {
		s.line("t%d: post(m%d,h0)", i, i)
		s.line("m%d: wx%d post(s%d,h0) rx assert==%d", i, 2*i, i, 2*i)
		s.line("s%d: wx%d rx assert==%d", i, 2*i+1, 2*i+1)
	}
	return s.program()
}

// TwoPhaseCommit is 2PC(n): handler 0 is the manager, handlers 1 to n are the
// nodes. An assumption that is not met ends the client.
func TwoPhaseCommit(n int) *Program {
	var s source
	s.line("var done[%d] vote[%d] nocommit ind", n, n)
	s.line("t0: post(update,h0) r(done[%d]) if!=1{exit} r(nocommit)", n-1)
	var asks strings.Builder
	for i := range n {
		fmt.Fprintf(&asks, " post(ask%d,h%d)", i, i+1)
	}
	s.line("update:%s", asks.String())
	for i := range n {
		s.line("ask%d: w(vote[%d],%d) post(ok%d,h0)", i, i, i%2, i)
		s.line("ok%d: r(nocommit)>1 r(vote[%d])>2 $1=$1+$2 w(nocommit,$1) r(ind)>3 w(done[$3],1) r(ind)>3 $3=$3+1 w(ind,$3)", i, i)
	}
	return s.program()
}

// Buyers is buyers(n): n buyers bid to a coordinator for a price of 50.
func Buyers(n int) *Program {
	var s source
	s.line("var needed=50 amount[%d] contributed[%d]", n, n)
	for i := range n {
		s.line("t%d: w(amount[%d],%d) post(m%d,h0)", i, i, 123*i%10, i)
		s.line("m%d: r(needed) if>0{r(needed)>1 r(amount[%d])>2 $1=$1-$2 w(needed,$1) w(contributed[%d],$2)} r(needed)", i, i, i)
	}
	return s.program()
}

// PingPong is ping-pong(n): h0 is the handler pong, h1 the handler ping.
func PingPong(n int) *Program {
	var s source
	s.line("var lastping=-1 lastpong=-1")
	var posts strings.Builder
	for i := range n {
		fmt.Fprintf(&posts, " post(ping%d,h0)", i)
	}
	s.line("t0:%s", posts.String())
	for i := range n {
		s.line("ping%d: r(lastping) if<%d{w(lastping,%d) post(pong%d,h1)}else{w(lastping,%d)}", i, i, i, i, n+1)
		s.line("pong%d: r(lastpong) if<%d{w(lastpong,%d)}else{w(lastpong,%d)}", i, i, i, n+1)
	}
	return s.program()
}

// Consensus is consensus(n): n threads broadcast a value to n collectors.
func Consensus(n int) *Program {
	var s source
	s.line("var value[%d] decision[%d]=-1", n, n)
	for j := range n {
		var posts strings.Builder
		for i := range n {
			fmt.Fprintf(&posts, " post(s%d_%d,h%d)", i, j, i)
			s.line("s%d_%d: r(value[%d])>1 r(decision[%d])>2 if$1>$2{w(decision[%d],$1)}", i, j, j, i, i)
		}
		s.line("t%d: w(value[%d],%d)%s", j, j, j, posts.String())
	}
	return s.program()
}

// DBCache is db-cache(n): n servers share a storage of four keys.
func DBCache(n int) *Program {
	var s source
	s.line("var deleted[4]=1 val[4]")
	write := func(name string, key, number int) {
		s.line("%s: r(deleted[%d]) if!=1{w(val[%d],%d) w(deleted[%d],0)} r(val[%d]) if!=%d{r(deleted[%d])}", name, key, key, number, key, key, number, key)
	}
	for i := range n {
		s.line("t%d: post(a%d,h%d) post(b%d,h%d) post(c%d,h%d) post(d%d,h%d)", i, i, i, i, i, i, i, i, i)
		write(fmt.Sprintf("a%d", i), 0, i+1)
		s.line("b%d: r(deleted[2]) if!=1{r(deleted[2]) r(val[2])}", i)
		write(fmt.Sprintf("c%d", i), 3, i+1)
		s.line("d%d: w(deleted[0],1)", i)
	}
	return s.program()
}

// Prolific is prolific(n): messages in a ring, each conflicts with its two
// neighbours only: 2^n-2 traces.
func Prolific(n int) *Program {
	var s source
	s.line("var a[%d] counter[%d] finished[%d]", n*n, n*n, n)
	var posts strings.Builder
	for i := range n {
		fmt.Fprintf(&posts, " post(m%d,h0)", i)
		next := (i + 1) % n
		s.line("m%d: $1=%d loop%d{w(a[$1],%d) r(counter[$1])>2 $2=$2+1 w(counter[$1],$2) $1=$1+1} $1=%d loop%d{r(a[$1])>3 r(counter[$1])>2 $2=$2+1 w(counter[$1],$2) $1=$1+1} w(finished[%d],1) r(finished[%d]) r(finished[%d])",
			i, i*n, n, i+1, next*n, n, i, i, next)
	}
	s.line("t0:%s", posts.String())
	return s.program()
}

// SparseMat is sparse-mat(m,n): column sums on one handler, their total on
// another; the main thread reads every finished[i].
func SparseMat(m, n int) *Program {
	var s source
	s.line("var a[%d]=1 p[%d] finished[%d] sum", m*n, n, n)
	var main strings.Builder
	for i := range n {
		fmt.Fprintf(&main, " post(col%d,h0)", i)
		s.line("col%d: r(p[%d]) %spost(tot%d,h1)", i, i, columnSum(m, n, i), i)
		s.line("tot%d: r(p[%d]) r(sum)>1 r(a[%d])>2 $1=$1+$2 w(sum,$1) w(finished[%d],1) w(p[%d],1)", i, i, i, i, i)
	}
	for i := range n {
		fmt.Fprintf(&main, " r(finished[%d])", i)
	}
	s.line("t0:%s", main.String())
	return s.program()
}

func columnSum(m, n, i int) string {
	var b strings.Builder
	for j := 1; j < m; j++ {
		fmt.Fprintf(&b, "r(a[%d])>1 r(a[%d])>2 $1=$1+$2 w(a[%d],$1) ", i, j*n+i, i)
	}
	return b.String()
}

// MatMult is mat-mult(m,n,k): n handlers, m·n threads, each posts one element
// to the handler of its column: one trace.
func MatMult(m, n, k int) *Program {
	var s source
	s.line("var a[%d]=1 b[%d]=2 c[%d]", m*k, k*n, m*n)
	for i := range m {
		for j := range n {
			s.line("t%d_%d: post(e%d_%d,h%d)", i, j, i, j, j)
			s.line("e%d_%d: $1=%d $2=%d loop%d{r(a[$1])>3 r(b[$2])>4 $3=$3*$4 r(c[%d])>5 $5=$5+$3 w(c[%d],$5) $1=$1+1 $2=$2+%d}",
				i, j, i*k, j, k, i*n+j, i*n+j, n)
		}
	}
	return s.program()
}

// PLB is plb(n): a request allocates its own memory, posts its client, and
// posts the next request: one trace.
func PLB(n int) *Program {
	var s source
	s.line("var mem[%d]", n)
	s.line("t0: post(req0,h0)")
	for i := range n {
		next := ""
		if i+1 < n {
			next = fmt.Sprintf(" post(req%d,h0)", i+1)
		}
		s.line("req%d: w(mem[%d],%d) post(client%d,h0)%s", i, i, i+1, i, next)
		s.line("client%d: r(mem[%d]) assert==%d", i, i, i+1)
	}
	return s.program()
}
