package decls

import (
	"fmt"
	"strings"
)

// viewsText registers the views of the unit's test files, or of the others,
// where both types have names at package level.
func (u *Unit) viewsText(test bool) string {
	var b strings.Builder
	known := make(map[string]bool)
	for _, v := range u.Sharing.Views {
		if !u.mine(v.At.Pos(), test) || !u.nameable(v.From) || !u.nameable(v.To) {
			continue
		}
		line := fmt.Sprintf("\tgocheckrt.RegisterView((*%s)(nil), (*%s)(nil), %d)\n", u.typeText(v.From), u.typeText(v.To), v.Offset)
		if !known[line] {
			known[line] = true
			b.WriteString(line)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "func init() {\n" + b.String() + "}\n"
}
