package gocheck_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rooms are the packages of the checker by floors, lower ones first. Each imports those of lower
// floors only, so that it can be read with what is below it alone.
var rooms = [][]string{
	{"/checker"},
	{"/checker/race", "/checker/internal/flat"},
	{"/checker/internal/trace"},
	{"/checker/internal/engine", "/checker/internal/reversal", "/checker/internal/store", "/checker/internal/alike"},
	{"/checker/internal/closure", "/checker/internal/revisit", "/checker/internal/sample", "/checker/internal/dfs", "/checker/internal/papers/dependence"},
	{"/checker/internal/papers/event", "/checker/internal/papers/em", "/checker/internal/papers/source", "/checker/internal/papers/dpor",
		"/checker/internal/papers/r4", "/checker/internal/surw", "/checker/internal/pairs", "/checker/internal/tapctcp"},
	{"/checker/explore"},
	{"/checker/explain"},
}

// instrument says which packages beneath instrument may be imported there, by whom. What is
// below the rewriter knows nothing of the go command but by package load.
var instrument = map[string]string{
	"":           "cache directives gocmd golist layout load rewrite tidy",
	"layout":     "cache gocmd golist",
	"load":       "cache gocmd golist",
	"golist":     "gocmd",
	"cache":      "gocmd",
	"gocmd":      "",
	"rewrite":    "addresses captures decls directives load naming sharing std typing unseen",
	"addresses":  "std typing",
	"unseen":     "std typing",
	"captures":   "sharing typing",
	"decls":      "load naming sharing std typing",
	"sharing":    "load std typing",
	"tidy":       "",
	"directives": "load typing",
	"std":        "typing /internal/verbs",
	"naming":     "",
	"typing":     "",
	"loadtest":   "load",
}

// beneath are the packages that runtime stands on: none of them knows of the machine.
var beneath = []string{"/runtime/internal/addresses", "/runtime/internal/bubbles",
	"/runtime/internal/calls", "/runtime/internal/chains", "/runtime/internal/contents", "/runtime/internal/deadlines", "/runtime/internal/environ", "/runtime/internal/wards", "/runtime/internal/innards", "/runtime/internal/kinds",
	"/runtime/internal/layout", "/runtime/internal/likeness", "/runtime/internal/lockorder", "/runtime/internal/match", "/runtime/internal/numbered", "/runtime/internal/overlaps", "/runtime/internal/polls", "/runtime/internal/pools", "/runtime/internal/promoted", "/runtime/internal/reuse", "/runtime/internal/scatter", "/runtime/internal/sites", "/runtime/internal/stretches", "/runtime/internal/tables", "/runtime/internal/tests",
	"/runtime/internal/values", "/runtime/internal/wordop", "/runtime/internal/repeats", "/runtime/internal/strays"}

// reads has the go command know which files the test depends on, as it does not see what go list
// reads: else it takes a result from before for one of now.
func reads(t *testing.T, folders ...string) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "testdata" {
				return fs.SkipDir
			}
			if err == nil && strings.HasSuffix(path, ".go") {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestImports holds the packages to the one direction of imports that
// docs/design/architecture.md draws. What is linked into users' test binaries imports
// the standard library only, or a user's dependency could clash with ours.
func TestImports(t *testing.T) {
	const module = "gocheck.dev"
	allowed := map[string][]string{ // the imports of the project; of others none but the standard library's
		"":                  {},
		"/internal/wire":    {},
		"/internal/wording": {"/checker"},
		"/internal/machine": {},
		"/regress":          {"/internal/wire"},
		"/linear":           {"/internal/machine"},
		"/runtime": append([]string{"", "/checker", "/checker/explore", "/checker/race", "/internal/machine", "/internal/wire", "/internal/wording"},
			beneath...),
		"/runtime/atomics":      {"/runtime"},
		"/runtime/fuzzing":      {"/runtime", "/runtime/internal/innards", "/runtime/internal/promoted", "/runtime/telling"},
		"/runtime/loops":        {"/runtime"},
		"/runtime/reflected":    {"/runtime"},
		"/runtime/telling":      {"/runtime"},
		"/runtime/surroundings": {"/runtime", "/runtime/telling"},
		"/runtime/tracing": {"/checker", "/internal/wire", "/runtime", "/runtime/internal/kinds", "/runtime/internal/pools",
			"/runtime/internal/wordop"},
		"/internal/verbs":              {},
		"/runtime/access":              {"", "/internal/verbs", "/runtime", "/runtime/atomics", "/runtime/access/draws", "/runtime/access/drivers", "/runtime/access/extents", "/runtime/access/faults", "/runtime/access/hashes", "/runtime/access/inners", "/runtime/access/jsonnames", "/runtime/access/signals", "/runtime/access/stamps", "/runtime/fuzzing", "/runtime/internal/bigwords", "/runtime/internal/calls", "/runtime/internal/environ", "/runtime/internal/pools", "/runtime/internal/scatter", "/runtime/surroundings", "/runtime/telling"},
		"/runtime/access/certificates": {"/runtime"},
		"/runtime/access/decoding":     {"/runtime"},
		"/runtime/access/draws":        {"/runtime"},
		"/runtime/access/drivers":      {"/runtime", "/runtime/internal/environ"},
		"/runtime/access/elements":     {"/runtime", "/runtime/access"},
		"/runtime/access/entropy":      {"/runtime", "/runtime/access"},
		"/runtime/access/hashes":       {"/runtime", "/runtime/internal/scatter"},
		"/runtime/access/faults":       {"/runtime"},
		"/runtime/access/garbage":      {"/runtime", "/runtime/internal/statics", "/runtime/internal/wards"},
		"/runtime/access/headers":      {"/runtime", "/runtime/access"},
		"/runtime/access/extents":      {},
		"/runtime/access/inners":       {},
		"/runtime/access/jsonnames":    {},
		"/runtime/access/logs":         {"/runtime", "/runtime/access"},
		"/runtime/access/embeds":       {},
		"/runtime/access/mimes":        {"/runtime", "/runtime/access"},
		"/runtime/access/muxes":        {"/runtime", "/runtime/access", "/runtime/access/states"},
		"/runtime/access/ciphers":      {"/runtime", "/runtime/access"},
		"/runtime/access/nets":         {"/internal/wire", "/runtime", "/runtime/access", "/runtime/access/pipes", "/runtime/internal/calls"},
		"/runtime/access/parsing":      {"/runtime", "/runtime/access"},
		"/runtime/access/parts":        {"/runtime", "/runtime/access", "/runtime/access/draws", "/runtime/access/inners", "/runtime/reflected"},
		"/runtime/access/paths":        {"/internal/wire", "/runtime", "/runtime/access", "/runtime/internal/environ"},
		"/runtime/access/pipes":        {"/internal/wire", "/runtime", "/runtime/access", "/runtime/telling"},
		"/runtime/access/signals":      {"/runtime"},
		"/runtime/access/stacks":       {"/runtime", "/runtime/internal/calls"},
		"/runtime/access/stamps":       {},
		"/runtime/access/states":       {"/runtime", "/runtime/access"},
		"/runtime/access/syntax":       {"/runtime", "/runtime/access"},
		"/runtime/access/testers":      {"/runtime", "/runtime/access", "/runtime/fuzzing", "/runtime/internal/promoted", "/runtime/surroundings", "/runtime/telling"},
		"/runtime/access/variables":    {"/runtime"},
		"/runtime/access/xmls":         {"/runtime", "/runtime/access", "/runtime/access/decoding"},
		"/runtime/testbin": {"/checker", "/checker/explain", "/checker/explore", "/internal/wire", "/internal/wording", "/runtime", "/runtime/fuzzing", "/runtime/internal/environ",
			"/runtime/internal/calls", "/runtime/internal/kinds", "/runtime/internal/match", "/runtime/tracing"},
		"/runtime/internal/addresses": {"/checker"},
		"/runtime/internal/sites":     {"/checker"},
		"/runtime/internal/chains":    {"/checker"},
		"/runtime/internal/calls":     {"/internal/wire", "/runtime/internal/sites"},
		"/runtime/internal/environ":   {},
		"/runtime/internal/wards":     {"/checker", "/runtime/internal/sites", "/runtime/internal/statics"},
		"/runtime/internal/bubbles":   {"/runtime/internal/statics"},
		"/runtime/internal/statics":   {},
		"/runtime/internal/contents":  {"", "/internal/wire"},
		"/runtime/internal/innards":   {},
		"/runtime/internal/kinds":     {"/checker", "/internal/wire"},
		"/runtime/internal/layout":    {},
		"/runtime/internal/likeness":  {},
		"/runtime/internal/lockorder": {"/checker", "/checker/race"},
		"/runtime/internal/pools":     {"/checker"},
		"/runtime/internal/promoted":  {},
		"/runtime/internal/reuse":     {},
		"/runtime/internal/scatter":   {},
		"/runtime/internal/deadlines": {},
		"/runtime/internal/stretches": {"/checker"},
		"/runtime/internal/strays":    {"/runtime/internal/innards"},
		"/runtime/internal/values":    {"/checker", "/runtime/internal/layout", "/runtime/internal/sites"},
		"/runtime/internal/tables":    {"/runtime/internal/contents"},
		"/runtime/internal/tests":     {"/internal/wire", "/runtime/internal/calls", "/runtime/internal/innards", "/runtime/internal/match"},
		"/runtime/internal/match":     {},
		"/runtime/internal/wordop":    {"/checker", "/runtime/internal/layout"},
		"/runtime/internal/overlaps":  {"/checker", "/runtime/internal/layout"},
		"/runtime/internal/numbered":  {},
		"/runtime/internal/bigwords":  {},
		"/runtime/internal/repeats":   {"/checker"},
	}
	var below []string
	for _, floor := range rooms {
		for _, room := range floor {
			allowed[room] = below
		}
		below = append(below[:len(below):len(below)], floor...)
	}
	reads(t, "checker", "instrument", "runtime", "internal", "regress", "linear")
	out, err := exec.Command("go", "list", module+"/checker/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		room := strings.TrimPrefix(path, module)
		if _, ok := allowed[room]; !ok && !strings.HasPrefix(room, "/checker/lang") && !strings.HasPrefix(room, "/checker/oracle") {
			t.Errorf("%s is on no floor", path)
		}
	}
	for pkg, ours := range allowed {
		out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, module+pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go list %s%s: %v\n%s", module, pkg, err, out)
		}
		may := map[string]bool{}
		for _, p := range ours {
			may[module+p] = true
		}
		for path := range strings.FieldsSeq(string(out)) {
			first, _, _ := strings.Cut(path, "/")
			if strings.Contains(first, ".") && !may[path] {
				t.Errorf("%s%s imports %s", module, pkg, path)
			}
		}
	}
	out, err = exec.Command("go", "list", "-f", `{{range .Imports}}{{$.ImportPath}} {{.}}{{"\n"}}{{end}}`, module+"/instrument/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list %s/instrument/...: %v\n%s", module, err, out)
	}
	for line := range strings.Lines(string(out)) {
		from, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(path+"/", module+"/") {
			continue
		}
		from, path = strings.TrimPrefix(from, module+"/instrument"), strings.TrimPrefix(path, module)
		switch of, ok := instrument[strings.TrimPrefix(from, "/internal/")]; {
		case !ok:
			t.Errorf("instrument%s is not in the table of who may import whom", from)
		case path == "": // for the embedded source
		case !slices.Contains(strings.Fields(of), strings.TrimPrefix(path, "/instrument/internal/")):
			t.Errorf("instrument%s imports %s: it may not: of the rest of the project it knows names only", from, path)
		}
	}
}

// TestCompiled: whoever runs gocheck for the first time compiles all that it is made of. What takes
// a second of that, or a C compiler, is not to come back unnoticed (docs/design/architecture.md).
func TestCompiled(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "gocheck.dev/cmd/gocheck").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		switch path {
		case "net", "net/http", "crypto/tls", "os/user", "runtime/cgo", "archive/tar", "debug/dwarf", "encoding/gob":
			t.Errorf("gocheck is compiled with %s", path)
		}
	}
}
