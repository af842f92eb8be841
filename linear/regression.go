package linear

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// A regression is Go code of a test of one scenario, for the package of the test that has failed.
type regression struct {
	in      string            // the path of that package
	names   map[string]string // of packages, by path, where it is not the path's end
	missing []string          // names that stand for what has none, like a function literal
}

// test is Go code of a test of this scenario alone.
func (j *judging) test(s *scenario) string {
	failed := strings.SplitN(j.r.t.Name(), "/", 2)[0]
	name := strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '_'
	}, failed)
	p := j.r.p
	object := p.create.Type().Out(0)
	g := &regression{in: p.in, names: map[string]string{}}
	g.learn(object)
	lines := []string{g.function(p.create, "create", object)}
	for _, op := range p.ops {
		if !slices.ContainsFunc(s.calls(), func(c *call) bool { return c.op == op }) {
			continue
		}
		f := ""
		if m, ok := object.MethodByName(op.name); ok && m.Type == op.f.Type() {
			f = "(" + g.typed(object) + ")." + op.name
		} else {
			f = g.function(op.f, "f"+op.name, object)
		}
		for _, v := range op.values {
			g.learn(reflect.TypeOf(v))
		}
		line := fmt.Sprintf("linear.Op(%q, %s", op.name, f)
		for _, v := range op.values {
			line += ", " + g.literal(v)
		}
		line += ")"
		if op.blocking {
			line += ".Blocking()"
		}
		lines = append(lines, line)
	}
	for _, part := range []struct {
		name string
		f    reflect.Value
	}{{"Model", p.model}, {"State", p.state}, {"Close", p.close}} {
		if part.f.IsValid() {
			lines = append(lines, "linear."+part.name+"("+g.function(part.f, strings.ToLower(part.name), object)+")")
		}
	}
	switch p.order {
	case ofProgram:
		lines = append(lines, "linear.Sequential()")
	case ofQuietness:
		lines = append(lines, "linear.Quiescent()")
	}
	lines = append(lines, "linear.Only("+quoted(s.String())+")")
	var b strings.Builder
	b.WriteString("A test of this scenario alone:\n\n")
	if len(g.missing) > 0 {
		fmt.Fprintf(&b, "// As in %s: %s.\n", failed, strings.Join(g.missing, ", "))
	}
	fmt.Fprintf(&b, "func %s_Regression(t *testing.T) {\n\tlinear.Check(t, %s)\n}\n", name, strings.Join(lines, ",\n\t\t"))
	return b.String()
}

// function is a function's name, or another name that stands for one that has none.
func (g *regression) function(f reflect.Value, otherwise string, object reflect.Type) string {
	pkg, name := cut(runtime.FuncForPC(f.Pointer()).Name())
	// Of a function with type parameters it is not known which they are: most often those of what
	// it makes.
	if of, generic := strings.CutSuffix(name, "[...]"); generic {
		name = of
		if t := g.typed(object); f.Type().NumIn() == 0 && strings.Contains(t, "[") {
			name += t[strings.IndexByte(t, '['):]
		}
	}
	method := strings.HasPrefix(name, "(*") && strings.Count(name, ".") == 1
	if name == "" || strings.Contains(name, ".") && !method || strings.Contains(name, "[...]") {
		g.missing = append(g.missing, otherwise)
		return otherwise
	}
	if method {
		return "(*" + g.of(pkg) + strings.TrimPrefix(name, "(*")
	}
	return g.of(pkg) + name
}

// cut divides the name of a function into the path of its package and its name there.
func cut(name string) (pkg, in string) {
	slash := strings.LastIndexByte(name, '/') + 1
	last, in, _ := strings.Cut(name[slash:], ".")
	return strings.ReplaceAll(name[:slash]+last, "%2e", "."), in
}

// of is what stands before a name of a package: nothing in the package itself.
func (g *regression) of(pkg string) string {
	if pkg == g.in || pkg == "" {
		return ""
	}
	if name, ok := g.names[pkg]; ok {
		return name + "."
	}
	return pkg[strings.LastIndexByte(pkg, '/')+1:] + "."
}

// learn takes the name of a type's package.
func (g *regression) learn(t reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	if t != nil && t.PkgPath() != "" {
		g.names[t.PkgPath()], _, _ = strings.Cut(t.String(), ".")
	}
}

// typed is a type's name.
func (g *regression) typed(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Pointer && t.Name() == "":
		return "*" + g.typed(t.Elem())
	case t.Name() == "" || t.PkgPath() == "":
		return t.String()
	}
	name, args, generic := strings.Cut(t.Name(), "[")
	if generic { // there are paths in it
		args = strings.TrimSuffix(args, "]")
		var all []string
		for _, arg := range strings.Split(args, ",") {
			bare := strings.TrimLeft(arg, "*[]")
			pkg, in := cut(bare)
			if in == "" {
				pkg, in = "", bare
			}
			all = append(all, arg[:len(arg)-len(bare)]+g.of(pkg)+in)
		}
		name += "[" + strings.Join(all, ", ") + "]"
	}
	g.learn(t)
	return g.of(t.PkgPath()) + name
}

// literal is a value as Go code, of its own type.
func (g *regression) literal(v any) string {
	t := reflect.TypeOf(v)
	if t == nil {
		return "nil"
	}
	text := fmt.Sprintf("%#v", v)
	switch k := t.Kind(); {
	case t == reflect.TypeFor[int](), t == reflect.TypeFor[string](), t == reflect.TypeFor[bool]():
		return text
	case k == reflect.Bool, k == reflect.String, k >= reflect.Int && k <= reflect.Complex128 && k != reflect.Uintptr:
		return g.typed(t) + "(" + text + ")"
	}
	if t.PkgPath() == g.in && t.Name() != "" { // a struct or the like
		return g.typed(t) + strings.TrimPrefix(text, t.String())
	}
	return text
}

func quoted(text string) string {
	if strings.Contains(text, "`") {
		return fmt.Sprintf("%q", text)
	}
	return "`" + text + "`"
}
