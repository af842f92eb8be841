package std

import (
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestStandardTables holds the tables against the standard library: what they
// name exists, a letter is no more than there are parameters, and package access
// knows the same types.
func TestStandardTables(t *testing.T) {
	var paths []string
	for path := range unsynchronised {
		paths = append(paths, path)
	}
	for k := range Accessing {
		path, _, _ := SplitKey(k)
		paths = append(paths, path)
	}
	for k := range Relating {
		path, _, _ := SplitKey(k)
		paths = append(paths, path)
	}
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	byPath := make(map[string]*types.Package)
	for _, p := range all {
		byPath[p.PkgPath] = p.Types
	}
	std, err := os.ReadFile("../../../runtime/access/std.go")
	if err != nil {
		t.Fatal(err)
	}
	for path, byType := range unsynchronised {
		for typ, reads := range byType {
			if tn, ok := byPath[path].Scope().Lookup(typ).(*types.TypeName); !ok {
				t.Errorf("the table names %s.%s, which does not exist", path, typ)
			} else if !StandardObject(tn.Type()) && !StandardObject(types.NewPointer(tn.Type())) {
				t.Errorf("%s is no object", tn)
			}
			for name := range Words(reads) {
				if f := lookup(byPath, path+"."+typ+"."+name); f == nil {
					t.Errorf("the table names %s.%s.%s, which does not exist", path, typ, name)
				} else if m := ReceiverMode(f); m != 'r' && m != 'l' && m != 'c' && m != 'h' && m != 'f' {
					t.Errorf("%s.%s.%s does not only read", path, typ, name)
				}
			}
			if path != "reflect" && !strings.Contains(string(std), fmt.Sprintf("%q:", path+"."+typ)) {
				t.Errorf("package access does not know %s.%s", path, typ)
			}
		}
	}
	for k, modes := range Accessing {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table names %s, which does not exist", k)
			continue
		}
		if n := f.Signature().Params().Len(); len(modes) > n {
			t.Errorf("%s has %d parameters, and letters %q", k, n, modes)
		}
		for _, m := range modes {
			if !strings.ContainsRune("rwRdsSeanLmMxpDZNABqvVl@^_foOyzYKPQE$#=jXgbiuUhHIJGT.", m) {
				t.Errorf("%s has a letter %q", k, m)
			}
		}
	}
	for k, rel := range Relating {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table names %s, which does not exist", k)
		} else if n := f.Signature().Params().Len(); len(rel.With) > 0 && slices.Max(rel.With) >= n {
			t.Errorf("%s has %d parameters, and needs %v", k, n, rel.With)
		}
	}
	for k := range behind {
		if lookup(byPath, k) == nil {
			t.Errorf("the table names %s, which does not exist", k)
		}
	}
	for k := range flushing {
		if lookup(byPath, k) == nil {
			t.Errorf("the table names %s, which does not exist", k)
		}
	}
}
