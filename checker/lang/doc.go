// Package lang is a tiny concurrent language whose programs run in memory,
// with no goroutine: what the exploration algorithms of package checker are
// tested on and measured with.
//
// A Program is a set of bodies of statements; it implements checker.Program by
// interpreting them under a checker.Scheduler. An execution is a function of
// its decisions alone, costs some hundred nanoseconds a step, and allocates
// nothing in the steady state. A Machine is the state of one execution; it can
// be cloned, so that package oracle can enumerate states without re-execution.
//
// # Text
//
// Programs print and parse, close to the style of the design notes:
//
//	fifo h0; chan c0=1
//	t0: post(m2,h0) wy rx
//	m2: wz2 y++ if==0{rx}
//
// A section "name:" is a body. Bodies that no statement posts or spawns are
// the initial threads: an implicit main spawns them in order and ends, unless
// there is a body called main, which is then all that starts. Sections are
// separated by newlines or semicolons, statements by spaces. The declarations
// are sections without a colon: fifo and its handlers, chan with capacities
// (0 if not declared), var with initial values and array lengths, coarse.
//
// pause, with a number, is for how long tasks may be held up in an execution, altogether
// (checker.Tick).
//
// faults, with a number, is how many of the statements fault come to 1 in an execution
// (checker.Op.Most); others come to 0.
//
// Objects are named by class and number: l mutex, k rwmutex, c channel,
// h handler, q cond, g waitgroup, o once, T timer. Registers are $0 to $7; a
// result goes to $0 or to the register after >.
//
//	rx rx>1 wx wx2 wx$1        load, store (1 if no value) of a variable of one letter
//	Rx Wx2                     the same, atomic: an operation in coarse mode too
//	r(a[$1])>2 w(a[$1],$2)     the same in general; R(…) W(…)
//	x++ add(x,2) cas(x,0,1)    atomic; results: the new value; 1 or 0
//	await(x)                   blocks until x is not 0
//	go(t1) join(0)             spawn; join the task's child number 0
//	post(m,h0) postf(m,h0) hclose(h0)
//	lock(l0) unlock(l0) trylock(l0) rlock(k0) runlock(k0) tryrlock(k0)
//	send(c0,1) recv(c0) close(c0) len(c0)
//	select{send(c0,1){…} recv(c1)>2{…} await(x){…} trecv(T0){…} nil{…} default{…}}
//	wgadd(g0,1) done(g0) wait(g0)
//	cwait(q0,l0) signal(q0) bcast(q0)
//	once(o0){…} choose(2)>1 fault>1 yield
//	sleep(5) tnew(T0,5) ticker(T0,2) treset(T0,5) tstop(T0) trecv(T0) after(T0,5,f) now>1
//	$1=$0+3 if==0{…}else{…} if$1<2{…} loop3{… break} assert==1 exit
//	spin{… break}              loop that waits: see below
//
// # Loops that wait
//
// A spin goes round until a break. Each round begins with the registers that the
// first one began with, so that no round leaves anything to the next one but what
// it has changed of the program's objects. After a round that has changed nothing
// the next one begins by the operation checker.Spin, or, where the round was one
// select or TryLock, that waits (spin.go). Program.Rounds is for comparison with
// the same loops without this.
//
// # Event loops and users
//
// A loop that begins with a receive, or a select without default, is an event loop
// (Op.Loop), and what bodies post and send whose names begin with user is a user's
// (Op.User).
//
// # Step modes
//
// Fine (the default): each load and store is an operation, as under
// -races=explore. Coarse: loads and stores written in lower case are Effects
// of the step they occur in, as under -races=report; atomics are operations in
// both.
package lang
