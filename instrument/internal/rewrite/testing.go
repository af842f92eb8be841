package rewrite

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// ofTests reports whether a method of an interface may be one of testing.T that
// has to be controlled: user-defined interfaces over *testing.T are common. The
// dynamic type decides (gochecktst.Testing). Those that mark and log are among these,
// for a goroutine that calls them when the test is over; where code that is not
// rewritten does, what they do to the T is seen (runtime/internal/innards).
func ofTests(f *types.Func) bool {
	if f.Pkg() == nil || f.Pkg().Path() == "context" || !types.IsInterface(f.Signature().Recv().Type()) {
		return false
	}
	texts := func(t *types.Tuple) (s string) {
		for v := range t.Variables() {
			if sig, ok := v.Type().(*types.Signature); ok && sig.Params().Len() == 1 {
				s += "func(" + sig.Params().At(0).Type().String() + ");"
				continue
			}
			s += strings.ReplaceAll(v.Type().String(), "interface{}", "any") + ";"
		}
		return s
	}
	have := texts(f.Signature().Params()) + ">" + texts(f.Signature().Results())
	want, ok := testMethods[f.Name()]
	return ok && want == have || f.Name() == "Run" && have == runOfM
}

// testing renders what a method is selected of that may be one of a test, as this type; "": as
// its own.
func (r *fileRewriter) testing(sel *ast.SelectorExpr, as string, x frag) frag {
	if as != "" {
		as = "[" + as + "]"
	}
	return r.cat(sel.Pos(), r.announcer("gochecktst.Testing")+as+"(", x, ", "+r.site(sel.Pos(), sel.X)+", "+strconv.Quote(sel.Sel.Name)+")")
}

// runOfM is what the method Run of a testing.M takes and returns: goleak.VerifyTestMain
// calls it through an interface.
const runOfM = ">int;"

// What methods that log take.
const (
	words     = "[]any;>"
	formatted = "string;[]any;>"
)

// testMethods are the methods with the types of their parameters and results.
var testMethods = map[string]string{
	"Run": "string;func(*testing.T);>bool;", "Parallel": ">", "Deadline": ">time.Time;bool;", "Context": ">context.Context;",
	"Setenv": "string;string;>", "Chdir": "string;>", "TempDir": ">string;", "ArtifactDir": ">string;",
	"Error": words, "Fatal": words, "Log": words, "Skip": words,
	"Errorf": formatted, "Fatalf": formatted, "Logf": formatted, "Skipf": formatted,
	"Helper": ">", "Fail": ">", "FailNow": ">", "SkipNow": ">", "Attr": "string;string;>", "Output": ">io.Writer;",
}
