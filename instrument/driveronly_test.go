package instrument

import (
	"fmt"
	"strings"

	"gocheck.dev/instrument/internal/load"
)

// driverOnly changes nothing in a unit but who runs its tests: what the build
// is tested with.
func driverOnly(u *load.Unit) *load.Rewritten {
	r := &load.Rewritten{Extra: make(map[string][]byte)}
	if u.TestFor == "" || len(u.Tests) == 0 && !u.Driver {
		return r
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\tgocheckbin \"gocheck.dev/runtime/testbin\"\n", u.Pkg.Name)
	if u.Driver && !u.HasTestMain {
		b.WriteString("\t\"testing\"\n")
	}
	b.WriteString(")\n\nfunc init() {\n")
	for _, t := range u.Tests {
		fmt.Fprintf(&b, "\tgocheckbin.RegisterTest(%q, %s, %q, %t)\n", t.Name, t.Name, t.Pos, t.KeepsT)
	}
	b.WriteString("}\n")
	if u.Driver && !u.HasTestMain {
		fmt.Fprintf(&b, "\nfunc TestMain(m *testing.M) { gocheckbin.Main(m, %q, nil) }\n", u.TestFor)
	}
	r.Extra["gocheck_"+u.Pkg.Name+"_test.go"] = []byte(b.String())
	return r
}
