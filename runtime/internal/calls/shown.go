package calls

import (
	"fmt"
	"strings"

	"gocheck.dev/runtime/internal/sites"
)

// Shown is a goroutine of the program's, to be shown as the Go runtime shows one.
type Shown struct {
	State   string
	Number  uint64
	Calls   []Call
	PCs     []uintptr // of those that are calls of the program
	By      uint64    // its creator, 0: none
	Created sites.Site
}

// String is the goroutine as the Go runtime prints it.
func (g *Shown) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "goroutine %d [%s]:\n", g.Number, g.State)
	for _, c := range g.Calls {
		fmt.Fprintf(&b, "%s(...)\n\t%s:%d +%#x\n", c.Function, c.File, c.Line, c.Offset)
	}
	switch {
	case g.Created != 0:
		fmt.Fprintf(&b, "created by %s in goroutine %d\n\t%s +0x1\n", g.Created.Function(), g.By, g.Created.Line())
	case g.By != 0:
		run := Run()
		fmt.Fprintf(&b, "created by %s in goroutine %d\n\t%s:%d +0x1\n", run.Function, g.By, run.File, run.Line)
	}
	return b.String()
}

// Profiled are the calls as a profile lists them.
func (g *Shown) Profiled() string {
	var b strings.Builder
	for _, c := range g.Calls {
		fmt.Fprintf(&b, "#\t%#x\t%s+%#x\t%s:%d\n", c.Offset, c.Function, c.Offset, c.File, c.Line)
	}
	return b.String()
}

// From are the calls of a goroutine that a go statement has started, without the function
// that the rewriter has put around the one that is called there.
func From(created sites.Site, pcs []uintptr) []Call {
	all := Of(pcs)
	if wrapped, _ := created.Starts(); wrapped && len(all) > 1 {
		return all[:len(all)-1]
	}
	return all
}
