package files

import (
	"testing"

	"gocheck.dev/testdata/r4/page"
)

// manage makes a folder, by a double click.
func manage(files int) {
	p := page.New()
	m := New(p)
	m.Load(files)
	p.User(
		page.Action{Rounds: 1, Do: func() { m.Type("letters") }},
		page.Action{Do: m.Submit},
		page.Action{Rounds: 1, Do: m.Submit},
	)
	p.Wait()
}

func TestManage(t *testing.T) { manage(2) }

func TestManageLarge(t *testing.T) { manage(60) }
