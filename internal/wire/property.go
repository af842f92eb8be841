package wire

import "fmt"

// Unseen says what no execution has shown.
func (p *Property) Unseen() string {
	what := "no execution comes to it"
	if p.Met {
		what = "it does not hold in any execution"
	}
	return fmt.Sprintf("gocheck.%s %q at %s: %s", p.Kind, p.Name, p.Pos, what)
}
