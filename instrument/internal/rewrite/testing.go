package rewrite

import "go/types"

// ofTests reports whether a method of an interface may be one of testing.T that
// has to be controlled: user-defined interfaces over *testing.T are common. The
// dynamic type decides (gocheckmem.Testing). The methods that mark and log are
// not among these: what they do to the T is seen (runtime/internal/innards).
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
			s += v.Type().String() + ";"
		}
		return s
	}
	have := texts(f.Signature().Params()) + ">" + texts(f.Signature().Results())
	want, ok := testMethods[f.Name()]
	return ok && want == have || f.Name() == "Run" && have == runOfM
}

// runOfM is what the method Run of a testing.M takes and returns: goleak.VerifyTestMain
// calls it through an interface.
const runOfM = ">int;"

// testMethods are the methods with the types of their parameters and results.
var testMethods = map[string]string{
	"Run": "string;func(*testing.T);>bool;", "Parallel": ">", "Deadline": ">time.Time;bool;", "Context": ">context.Context;",
	"Setenv": "string;string;>", "Chdir": "string;>", "TempDir": ">string;", "ArtifactDir": ">string;",
}
