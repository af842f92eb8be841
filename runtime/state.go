package runtime

import (
	"reflect"
	"slices"
	"strings"

	"gocheck.dev/runtime/internal/contents"
)

// packageVar is a variable of a package under test.
type packageVar struct {
	name string
	p    reflect.Value
}

// RegisterState registers a package variable of the module under test, by a
// pointer to it.
//
//go:noinline
func RegisterState(name string, p any) {
	process.variables = append(process.variables, packageVar{name, reflect.ValueOf(p)})
}

// PackageState is the state of the packages, sorted by the names of variables: what -algo=r4
// compares executions by.
func PackageState() []string {
	vars := slices.Clone(process.variables)
	slices.SortStableFunc(vars, func(a, b packageVar) int { return strings.Compare(a.name, b.name) })
	text := contents.NewText()
	for _, v := range vars {
		text.Add(v.name, v.p.Elem())
	}
	return text.Lines()
}
