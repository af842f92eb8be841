package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// disturbed copies the litmus of a folder into another one, with a call of jitter before each
// statement, and adds a test that runs one of them. It returns the overlay with which go test
// -c builds the copies in place of the originals.
func disturbed(dir, into string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("finding the litmus: %w", err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return "", fmt.Errorf("finding the litmus: %w", err)
	}
	replace := make(map[string]string)
	var names strings.Builder
	add := func(path string, text []byte) error {
		to := filepath.Join(into, filepath.Base(path))
		replace[path] = to
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return fmt.Errorf("writing the litmus: %w", err)
		}
		return nil
	}
	for _, path := range paths {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return "", fmt.Errorf("reading the litmus: %w", err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			if strings.HasPrefix(f.Name.Name, "Test") && f.Recv == nil {
				fmt.Fprintf(&names, "\t%q: %s,\n", f.Name.Name, f.Name.Name)
			}
			ast.Inspect(f.Body, shake)
		}
		// Comments would go astray between statements that have no position.
		file.Comments = constraints(file)
		var text bytes.Buffer
		if err := format.Node(&text, fset, file); err != nil {
			return "", fmt.Errorf("writing %s: %w", path, err)
		}
		if err := add(path, text.Bytes()); err != nil {
			return "", err
		}
	}
	if err := add(filepath.Join(dir, "natively_test.go"), []byte(strings.Replace(nativeTest, "NAMES", names.String(), 1))); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(struct{ Replace map[string]string }{replace})
	if err != nil {
		return "", fmt.Errorf("writing the overlay: %w", err)
	}
	path := filepath.Join(into, "overlay.json")
	if err := os.WriteFile(path, overlay, 0o666); err != nil {
		return "", fmt.Errorf("writing the overlay: %w", err)
	}
	return path, nil
}

// constraints are the comments before the package clause, which decide the
// language version.
func constraints(file *ast.File) []*ast.CommentGroup {
	var kept []*ast.CommentGroup
	for _, c := range file.Comments {
		if c.End() < file.Package {
			kept = append(kept, c)
		}
	}
	return kept
}

// shake puts a call of jitter before each statement of a list.
func shake(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		n.List = shaken(n.List)
	case *ast.CaseClause:
		n.Body = shaken(n.Body)
	case *ast.CommClause:
		n.Body = shaken(n.Body)
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		var body *ast.BlockStmt
		switch n := n.(type) { // the clauses are no statements
		case *ast.SwitchStmt:
			body = n.Body
		case *ast.TypeSwitchStmt:
			body = n.Body
		case *ast.SelectStmt:
			body = n.Body
		}
		for _, clause := range body.List {
			ast.Inspect(clause, shake)
		}
		return false
	}
	return true
}

func shaken(list []ast.Stmt) []ast.Stmt {
	var all []ast.Stmt
	for _, s := range list {
		if b, ok := s.(*ast.BranchStmt); !ok || b.Tok != token.FALLTHROUGH {
			all = append(all, &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent("jitter")}})
		}
		all = append(all, s)
	}
	return all
}

// nativeTest is the test that runs a litmus again and again.
const nativeTest = `package litmus

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

var natively = map[string]func(*testing.T){
NAMES}

// jitters is how jitter disturbs: not at all, by yielding, by spinning, by
// sleeping, by all of that.
var jitters atomic.Int32

func jitter() {
	mode := jitters.Load()
	if mode == 0 {
		return
	}
	r := rand.Uint32()
	if mode == 4 {
		mode = 1 + int32(r>>24)%3
	}
	switch {
	case mode == 1 && r&3 == 0:
		runtime.Gosched()
	case mode == 2 && r&1 == 0:
		for range r >> 20 & 0x3ff {
			spun.Load()
		}
	case mode == 3 && r&31 == 0:
		time.Sleep(time.Duration(r>>8&0xffff) * time.Nanosecond)
	}
}

var spun atomic.Int32

func TestNatively(t *testing.T) {
	f := natively[os.Getenv("LITMUS")]
	runs, _ := strconv.Atoi(os.Getenv("LITMUS_RUNS"))
	var saw []string
	record = func(text string) { saw = append(saw, text) }
	all := make(map[string]int)
	at := -1
	for i := range runs {
		if os.Getenv("LITMUS_SLOW") != "true" {
			jitters.Store(int32(i % 5))
		}
		saw = nil
		ok := t.Run("x", func(t *testing.T) { f(t) })
		outcome := strings.Join(saw, " ")
		if !ok {
			outcome = "!fatal"
		}
		all[outcome]++
		if now := time.Now().Second(); os.Getenv("LITMUS_DIES") == "true" || now != at {
			at = now
			for o, n := range all {
				fmt.Printf("litmus saw %d %s\n", n, o)
			}
			fmt.Printf("litmus run %d\n", i+1)
		}
	}
	for o, n := range all {
		fmt.Printf("litmus saw %d %s\n", n, o)
	}
	fmt.Printf("litmus run %d\nlitmus done\n", runs)
}
`
