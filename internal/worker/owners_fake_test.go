package worker

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"

	"gocheck.dev/internal/wire"
)

// numbers is a program that is explored by owners, without a checker: its traces are
// the numbers below All, and what follows from n are some larger ones, of which many
// are found more than once. A number contains the one with which it begins, in binary.
// The test binary plays it where FAKE_NUMBERS has one as JSON.
type numbers struct {
	All     int
	Fails   int           // this number does
	Exits   int           // this number ends the process
	Leaks   []int         // these leave somebody blocked; nil: it is not asked
	Kills   string        // folder: an owner that has no file there yet is killed from outside,
	After   int64         // after so many numbers; 0: whoever comes to Fails is
	Hurried bool          // there is no time to explore it anew
	Patient bool          // before much is explored it waits for others to help, who come when they can
	Came    string        // file: made by an owner that has helped for a while
	Deaf    bool          // it never gives anything away
	Takes   time.Duration // a number
}

// question divides a leaf: what contains E is To's. The leaves that come of it are named
// by another letter, y or n.
type question struct {
	Leaf  string
	E, To int
}

// follow are the numbers that follow from n.
func (p *numbers) follow(n int) []int {
	return slices.DeleteFunc([]int{n + 1 + n%3, 2 * n, 2*n + 1}, func(m int) bool { return m >= p.All })
}

// nth is the n-th number that one process executes.
func (p *numbers) nth(n int) int {
	known := map[int]bool{}
	last := 0
	for stack := []int{1}; len(known) < n; {
		last = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !known[last] {
			known[last] = true
			stack = append(stack, slices.DeleteFunc(p.follow(last), func(m int) bool { return known[m] })...)
		}
	}
	return last
}

func contains(n, e int) bool {
	for n > e {
		n >>= 1
	}
	return n == e
}

// played is a process that plays numbers.
type played struct {
	numbers
	test   string
	serial int64
	come   chan wire.Command
	sum    wire.Sum

	me      int
	owns    bool // it is an owner
	tree    map[string]question
	stack   []int
	known   map[int]bool
	letters []wire.Letter
	taken   int64
	posted  time.Time
	patient bool // it waits now, as far as it has something to give
}

// numbersLetter is a number for its owner, or a question.
type numbersLetter struct {
	Number int
	Asked  *question
}

func playNumbers(served bool, tests []string) {
	signal.Ignore(os.Interrupt) // it is to say what it has come to
	p := &played{come: make(chan wire.Command, 1<<12)}
	if err := json.Unmarshal([]byte(os.Getenv("FAKE_NUMBERS")), &p.numbers); err != nil {
		panic(err)
	}
	if !served {
		for _, t := range tests {
			say(wire.Message{Type: "start", Test: t})
			q := played{numbers: p.numbers, test: t, tree: map[string]question{}, known: map[int]bool{}, stack: []int{1}}
			q.explore()
		}
		return
	}
	go func() {
		defer close(p.come)
		for lines := bufio.NewReader(os.Stdin); ; {
			line, err := lines.ReadBytes('\n')
			var c wire.Command
			if err != nil || json.Unmarshal(line, &c) != nil {
				return
			}
			p.come <- c
		}
	}()
	for c := range p.come {
		switch c.Do {
		case wire.DoExplore, wire.DoWhole, wire.DoJoin:
			*p = played{numbers: p.numbers, come: p.come, test: c.Test, serial: c.Serial, tree: map[string]question{}, known: map[int]bool{}}
			if c.Do == wire.DoJoin {
				p.join(&c)
			} else {
				p.stack = []int{1}
			}
			// Later a test may be explored again while all others are halted.
			p.patient = p.Patient && c.Serial <= int64(len(tests))
			if p.Hurried && c.Do == wire.DoWhole {
				p.stack, p.sum.Bound = nil, "time"
			}
			p.explore()
		case wire.DoConclude:
			p.test = c.Test
			p.result(c.Sum)
		case wire.DoVerify:
			say(wire.Message{Type: "unit", Test: c.Test, Unit: &wire.Unit{Over: true, Sum: wire.Sum{Failed: true}}})
		}
	}
}

func (p *played) join(c *wire.Command) {
	p.owns = true
	var j struct {
		Me   int
		Tree map[string]question
	}
	if err := json.Unmarshal(c.Part, &j); err != nil {
		panic(err)
	}
	if p.me, p.tree = j.Me, j.Tree; p.me == 0 {
		p.stack = []int{1}
	}
	for _, l := range c.Letters {
		p.receive(l)
	}
}

// owner is whose a number is, and the leaf that it belongs to.
func (p *played) owner(n int) (owner int, leaf string) {
	for {
		q, ok := p.tree[leaf]
		switch {
		case !ok:
			return owner, leaf
		case contains(n, q.E):
			owner, leaf = q.To, leaf+"y"
		default:
			leaf += "n"
		}
	}
}

func (p *played) receive(letter []byte) {
	var l numbersLetter
	if err := json.Unmarshal(letter, &l); err != nil {
		panic(err)
	}
	p.taken++
	if l.Asked != nil {
		p.ask(*l.Asked)
		return
	}
	p.push(l.Number)
}

// ask takes a question in, and hands over what is not its own any more.
func (p *played) ask(q question) {
	p.tree[q.Leaf] = q
	stack := p.stack
	p.stack = nil
	for _, n := range stack {
		p.push(n)
	}
}

// push is a number that was found.
func (p *played) push(n int) {
	if to, _ := p.owner(n); p.owns && to != p.me {
		data, _ := json.Marshal(numbersLetter{Number: n})
		p.letters = append(p.letters, wire.Letter{To: to, Data: data})
	} else if !p.known[n] {
		p.stack = append(p.stack, n)
	}
}

func (p *played) post(a *wire.Split, waits bool) {
	p.posted = time.Now()
	say(wire.Message{Type: "letters", Test: p.test, Letters: &wire.Letters{
		Sent: p.letters, Split: a, Received: p.taken, Waits: waits, Pending: len(p.stack),
		Executions: p.sum.Executions, Events: p.sum.Events, Leaks: p.sum.Leaks, Clean: p.sum.Clean,
	}})
	p.letters = nil
}

// give answers the command that asks for a part.
func (p *played) give(c *wire.Command, waits bool) {
	a := &wire.Split{To: c.To}
	if q, ok := p.spare(); ok && p.sum.Failing == 0 {
		q.To = c.To
		a.Letter, _ = json.Marshal(numbersLetter{Asked: &q})
		own, _ := json.Marshal(map[string]any{"Me": p.me, "Tree": p.tree})
		if !p.owns {
			a.Own = own
		}
		p.owns = true
		p.ask(q)
		if c.New {
			a.New, _ = json.Marshal(map[string]any{"Me": c.To, "Tree": p.tree})
		}
	}
	p.post(a, waits)
}

// spare is a question by which what is pending can be divided. What contains E has not
// been found yet.
func (p *played) spare() (question, bool) {
	for _, e := range p.stack {
		if p.Deaf || len(p.stack) < 2 || p.known[e] {
			continue
		}
		_, leaf := p.owner(e)
		fresh := true
		for n := range p.known {
			fresh = fresh && !contains(n, e)
		}
		if fresh {
			return question{Leaf: leaf, E: e}, true
		}
	}
	return question{}, false
}

// command is what comes in the midst of the work. It says whether the work is over.
func (p *played) command(c *wire.Command, waits bool) bool {
	if c.Do == wire.DoHold {
		say(wire.Message{Type: "held", Serial: c.Serial})
		var later []wire.Command
		for c := range p.come {
			if c.Do == wire.DoOn {
				break
			}
			later = append(later, c)
		}
		over := false
		for i := range later {
			over = p.command(&later[i], waits) || over
		}
		return over
	}
	if c.Serial != p.serial {
		return false
	}
	switch c.Do {
	case wire.DoGive:
		p.give(c, waits)
	case wire.DoLetters:
		for _, l := range c.Letters {
			p.receive(l)
		}
	case wire.DoOver:
		return true
	case wire.DoStop:
		p.sum.Bound = "interrupted"
		return true
	}
	return false
}

// dies ends the process where it is to be killed.
func (p *played) dies(n int) {
	if n == p.Exits && n > 0 {
		os.Exit(3)
	}
	kill := func() {
		q, _ := os.FindProcess(os.Getpid())
		_ = q.Kill()
		select {}
	}
	if p.Kills == "" {
		return
	}
	if p.After == 0 {
		if n == p.Fails {
			kill()
		}
		return
	}
	if p.owns && p.sum.Executions == p.After {
		f, err := os.OpenFile(fmt.Sprintf("%s/%d", p.Kills, p.me), os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			f.Close()
			kill()
		}
	}
}

// run executes a number.
func (p *played) run(n int) {
	p.known[n] = true
	p.dies(n)
	time.Sleep(p.Takes)
	p.sum.Executions++
	p.sum.Events += int64(n)
	if p.Came != "" && p.me > 0 && p.sum.Executions == 10 {
		_ = os.WriteFile(p.Came, nil, 0o600)
	}
	switch {
	case p.Leaks == nil:
	case slices.Contains(p.Leaks, n):
		p.sum.Leaks++
	default:
		p.sum.Clean++
	}
	if n == p.Fails && p.Kills == "" {
		p.sum.Failing++
		p.sum.Bound = "failure"
		p.sum.Failures = []wire.Found{{Kind: "fatal", Message: fmt.Sprint(n), Execution: p.sum.Executions}}
	}
	for _, m := range p.follow(n) {
		p.push(m)
	}
}

func (p *played) explore() {
	for over := false; !over && p.sum.Bound == ""; {
		if len(p.stack) == 0 {
			if !p.owns {
				break
			}
			p.post(nil, true)
			c, more := <-p.come
			over = !more || p.command(&c, true)
			continue
		}
		if _, gives := p.spare(); gives && p.patient && !p.owns {
			c, more := <-p.come
			over = !more || p.command(&c, false)
			continue
		}
		select {
		case c, more := <-p.come:
			over = !more || p.command(&c, false)
			continue
		default:
		}
		n := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		if !p.known[n] {
			p.run(n)
		}
		if p.sum.Leaks > 0 && p.sum.Clean > 0 {
			p.sum.Bound = "stopped"
		}
		if p.owns && time.Since(p.posted) > 2*time.Millisecond {
			p.post(nil, false)
		}
	}
	if p.owns {
		say(wire.Message{Type: "unit", Test: p.test, Unit: &wire.Unit{Over: true, Sum: p.sum}})
		return
	}
	p.result(&p.sum)
}

func (p *played) result(s *wire.Sum) {
	r := &wire.Result{Verdict: "pass", Executions: s.Executions, Failing: s.Failing, Events: s.Events, Bound: s.Bound}
	switch {
	case s.Failing > 0 || s.Leaks > 0 && s.Clean > 0:
		r.Verdict = "fail"
	case s.Bound != "":
		r.Verdict = "incomplete"
	}
	for _, f := range s.Failures {
		say(wire.Message{Type: "failure", Test: p.test, Failure: &wire.Failure{Kind: f.Kind, Message: f.Message, Execution: f.Execution}})
	}
	say(wire.Message{Type: "result", Test: p.test, Result: r})
}
