package chat

import (
	"fmt"
	"testing"

	"gocheck.dev/testdata/r4/page"
)

// talk sends a message and leaves.
func talk(others int) {
	var names []string
	for i := range others {
		names = append(names, fmt.Sprint("guest", i))
	}
	p := page.New()
	r := Enter(p, names)
	p.User(
		page.Action{Do: func() { r.Send("hello") }},
		page.Action{Rounds: 3, Do: r.Read},
		page.Action{Rounds: 1, Do: r.Leave},
	)
	p.Wait()
}

func TestTalk(t *testing.T) { talk(1) }

func TestTalkLarge(t *testing.T) { talk(60) }
