// Package register has a value that three nodes keep, each with a copy of its own. They speak over
// TCP, in lines of text. A node that most have voted for in a term leads: it alone writes and
// reads, and a value is written, or may be read, once most have it. So one node may fail, or not be
// reached.
//
// Two bugs can be had, which only a network that fails brings out (gocheck -faults 1): see Bugs.
package register

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"sync"
)

// Bugs are what is wrong with a node.
type Bugs struct {
	// CountAnswers: who asks for votes counts answers, not nodes. A node whose connection is lost
	// is asked again, also if it has answered before that: its vote counts twice.
	CountAnswers bool
	// TrustItself: who has become the leader answers reads as long as it has not heard of another
	// one. Where that one could not reach it, what it answers is old.
	TrustItself bool
}

// What a Node may answer to who uses the register.
var (
	ErrNotLeader = errors.New("this node does not lead")
	ErrMinority  = errors.New("most nodes did not agree")
)

// Entry is a value and when it was written: in which term, and as which of those of the term.
type Entry struct {
	Term, Number int
	Value        string
}

// before says whether e was written before f.
func (e Entry) before(f Entry) bool {
	return e.Term < f.Term || e.Term == f.Term && e.Number < f.Number
}

// Node is one of the nodes.
type Node struct {
	name  string
	bugs  Bugs
	nodes []string // the addresses of all, this one among them
	l     net.Listener
	tasks sync.WaitGroup

	mu     sync.Mutex
	term   int    // the latest that it has heard of
	vote   string // whom it has voted for in this term
	leads  bool   // in this term
	down   []bool // who could not be reached in this term, and is not asked again
	latest Entry
}

// Listen makes a node, which has to Serve.
func Listen(name string, bugs Bugs) (*Node, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", name, err)
	}
	return &Node{name: name, bugs: bugs, l: l}, nil
}

// Addr is where the node listens.
func (n *Node) Addr() string { return n.l.Addr().String() }

// Serve answers the other nodes until Close.
func (n *Node) Serve(nodes []string) {
	n.nodes = nodes
	n.tasks.Go(func() {
		for {
			c, err := n.l.Accept()
			if err != nil {
				return
			}
			n.tasks.Go(func() { n.serve(c) })
		}
	})
}

// Close ends what Serve has begun.
func (n *Node) Close() {
	n.l.Close()
	n.tasks.Wait()
}

// serve answers one question.
func (n *Node) serve(c net.Conn) {
	defer c.Close()
	question := bufio.NewScanner(c)
	if question.Scan() {
		fmt.Fprintln(c, n.answer(question.Text()))
	}
}

// answer is what a node says to another one.
func (n *Node) answer(question string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var verb, from string
	var term int
	var e Entry
	fmt.Sscan(question, &verb, &from, &term, &e.Term, &e.Number, &e.Value)
	if term < n.term {
		return "no"
	}
	if term > n.term {
		n.enter(term)
	}
	switch verb {
	case "vote":
		if n.vote != "" && n.vote != from || e.before(n.latest) {
			return "no"
		}
		n.vote = from
	case "store":
		if n.latest.before(e) {
			n.latest = e
		}
	default:
		return "no"
	}
	return "yes"
}

// enter begins a term.
func (n *Node) enter(term int) { n.term, n.vote, n.leads = term, "", false }

// Campaign lets a node try to become the leader, of a new term. It asks all for their votes.
func (n *Node) Campaign() (term int, err error) {
	n.mu.Lock()
	n.enter(n.term + 1)
	n.down = make([]bool, len(n.nodes))
	term = n.term
	question := n.question("vote", n.latest)
	n.mu.Unlock()
	count := n.agreeing
	if n.bugs.CountAnswers {
		count = n.answers
	}
	if votes := count(question); votes <= len(n.nodes)/2 {
		return term, ErrMinority
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.term != term {
		return term, ErrNotLeader
	}
	n.leads = true
	return term, nil
}

// Write writes a value.
func (n *Node) Write(value string) error {
	n.mu.Lock()
	if !n.leads {
		n.mu.Unlock()
		return ErrNotLeader
	}
	e := Entry{Term: n.term, Number: 1, Value: value}
	if n.latest.Term == n.term {
		e.Number = n.latest.Number + 1
	}
	n.latest = e
	question := n.question("store", e)
	n.mu.Unlock()
	if n.agreeing(question) <= len(n.nodes)/2 {
		return ErrMinority
	}
	return nil
}

// Read reads the value. Most have to have it, and none of these knows of a later term: else it
// may be old, or it may not last.
func (n *Node) Read() (string, error) {
	n.mu.Lock()
	leads, e := n.leads, n.latest
	question := n.question("store", e)
	n.mu.Unlock()
	if !leads {
		return "", ErrNotLeader
	}
	if !n.bugs.TrustItself && n.agreeing(question) <= len(n.nodes)/2 {
		return "", ErrMinority
	}
	return e.Value, nil
}

func (n *Node) question(verb string, e Entry) string {
	return fmt.Sprintln(verb, n.name, n.term, e.Term, e.Number, e.Value)
}

// agreeing asks all nodes, and is how many said yes.
func (n *Node) agreeing(question string) int {
	agree := make([]bool, len(n.nodes))
	n.all(question, func(i int) { agree[i] = true })
	count := 0
	for _, yes := range agree {
		if yes {
			count++
		}
	}
	return count
}

// answers asks all nodes, and is how often one said yes.
func (n *Node) answers(question string) (count int) {
	var mu sync.Mutex
	n.all(question, func(int) {
		mu.Lock()
		defer mu.Unlock()
		count++
	})
	return count
}

// all asks all nodes at once, and waits for what they say. It calls yes for each yes of node i.
func (n *Node) all(question string, yes func(i int)) {
	n.mu.Lock()
	down := n.down
	n.mu.Unlock()
	var asked sync.WaitGroup
	for i, addr := range n.nodes {
		if down[i] {
			continue
		}
		asked.Go(func() {
			const tries = 2
			for range tries {
				c, err := net.Dial("tcp", addr)
				if err != nil { // nobody is there
					down[i] = true
					return
				}
				if ask(c, question, func() { yes(i) }) == nil {
					return
				}
			}
		})
	}
	asked.Wait()
}

// ask asks over a connection. An error says that it was lost: perhaps after an answer.
func ask(c net.Conn, question string, yes func()) error {
	defer c.Close()
	if _, err := c.Write([]byte(question)); err != nil {
		return err
	}
	answers := bufio.NewScanner(c)
	for answers.Scan() {
		if answers.Text() == "yes" {
			yes()
		}
	}
	return answers.Err()
}
