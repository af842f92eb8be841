package editor

import (
	"fmt"
	"testing"

	"gocheck.dev/testdata/r4/page"
)

// write types some words, saves after each second one, and closes the page.
func write(words int) {
	p := page.New()
	e := New(p, 1)
	var actions []page.Action
	for i := range words {
		actions = append(actions, page.Action{Rounds: 3, Do: func() { e.Type(fmt.Sprint("word", i)) }})
		if i%2 == 0 {
			// The user pauses, and the timer of the autosave has its turn.
			actions = append(actions, page.Action{Do: e.Autosave})
		}
	}
	p.User(append(actions, page.Action{Rounds: 3, Do: e.Close})...)
	p.Wait()
}

func TestWrite(t *testing.T) { write(2) }

func TestWriteLarge(t *testing.T) { write(60) }
