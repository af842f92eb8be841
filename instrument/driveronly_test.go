package instrument

import (
	"fmt"
	"strings"
)

// driverOnly changes nothing in a unit but who runs its tests: what the build
// is tested with.
func driverOnly(u *unit) *rewritten {
	r := &rewritten{extra: make(map[string][]byte)}
	if u.testFor == "" || len(u.tests) == 0 && !u.driver {
		return r
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\tgocheckrt \"gocheck.dev/runtime\"\n", u.pkg.Name)
	if u.driver && !u.hasTestMain {
		b.WriteString("\t\"testing\"\n")
	}
	b.WriteString(")\n\nfunc init() {\n")
	for _, t := range u.tests {
		fmt.Fprintf(&b, "\tgocheckrt.RegisterTest(%q, %s, %q, %t)\n", t.name, t.name, t.pos, t.keepsT)
	}
	b.WriteString("}\n")
	if u.driver && !u.hasTestMain {
		fmt.Fprintf(&b, "\nfunc TestMain(m *testing.M) { gocheckrt.Main(m, %q, nil) }\n", u.testFor)
	}
	r.extra["gocheck_"+u.pkg.Name+"_test.go"] = []byte(b.String())
	return r
}
