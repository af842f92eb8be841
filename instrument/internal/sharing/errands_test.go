package sharing

import (
	"go/ast"
	"strings"
	"testing"
)

// errandCases has "// errand" at the go statements that start tasks which are part of a round,
// with the mark of the loop that they belong to, and "// another task" at the others.
const errandCases = `package p

import (
	"fmt"
	"sync"
	"time"
)

type store struct {
	mu    sync.Mutex
	items map[string]int
	asked int
}

func (s *store) empty(answers chan<- bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answers <- len(s.items) == 0
}

func (s *store) count() { s.asked++ }

func other() int {
	go func() {}() // another task
	return 1
}

type asker interface{ ask(chan<- bool) }

func poll(s *store, condition func() bool, check func(), a asker, tick <-chan time.Time, stop chan int) {
	answers := make(chan bool, 1)
	ask := func() { answers <- condition() }
	n := 0
	go ask() // another task
	for { // loop a
		select {
		case <-tick:
			go ask() // errand a
			go check() // another task
			go s.empty(answers) // errand a
			go s.count() // errand a
			go a.ask(answers) // another task
			go fmt.Println() // another task
			go func() { n++ }() // another task
			go func(int) { answers <- true }(other()) // another task
		case <-answers:
			if condition() {
				go ask() // another task
				return
			}
		}
	}
}

func nested(s *store, answers chan bool, tick <-chan time.Time) {
	for { // loop b
		<-tick
		for { // loop c
			<-tick
			go s.empty(answers) // errand c
			if <-answers {
				go s.empty(answers) // errand b
				break
			}
		}
		for range 3 {
			go s.empty(answers) // errand b
		}
	}
}

func counts(s *store, answers chan bool) {
	for i := 0; ; i++ { // loop d
		go s.empty(answers) // another task
		if <-answers {
			break
		}
	}
}
`

func TestErrands(t *testing.T) {
	eachLine(t, errandCases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		g, ok := n.(*ast.GoStmt)
		if !ok {
			return
		}
		got := "// another task"
		if loop := a.Errand(g); loop != nil {
			_, name, _ := strings.Cut(lineOf(loop), "// loop ")
			got = "// errand " + name
		}
		if !strings.HasSuffix(lineOf(g), got) {
			t.Errorf("%s\nis %s", lineOf(g), got)
		}
	})
}
