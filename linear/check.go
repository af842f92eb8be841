package linear

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/internal/machine"
)

// How much go test runs: so many scenarios, the smallest and some others, so often each.
const (
	nativeScenarios = 40
	nativeRounds    = 50
)

// Check checks that what create makes is linearizable, as far as the operations among the
// parts tell. Each scenario is a subtest.
func Check[S any](t *testing.T, create func() S, parts ...Part) {
	t.Helper()
	pkg, at := caller()
	p := &plan{create: reflect.ValueOf(create), in: pkg, at: at, scenarios: 100, goroutines: 3, length: 3, together: 4, beside: 2}
	for _, part := range parts {
		part.add(p)
	}
	if err := p.prepare(reflect.TypeFor[S]()); err != nil {
		t.Fatalf("linear: %v", err)
	}
	all, err := p.generate()
	if err != nil {
		t.Fatalf("linear: %v", err)
	}
	if m := machine.Of(); m != nil {
		chosen := m.Scenario(len(all))
		s := all[chosen]
		s = s.without(m.Omit(s.size()))
		m.Run(t, fmt.Sprintf("scenario %d", chosen+1), func(t *testing.T) { p.run(t, m, s) })
		return
	}
	ran := false
	for i, s := range all {
		if s.may() {
			continue // natively nobody says that somebody waits for ever
		}
		ran = true
		if i >= nativeScenarios/2 && rand.IntN(len(all)) >= nativeScenarios/2 {
			continue
		}
		if !t.Run(fmt.Sprintf("scenario %d", i+1), func(t *testing.T) {
			for range nativeRounds {
				p.run(t, native{}, s)
			}
		}) {
			return
		}
	}
	if !ran {
		t.Skip("linear: each scenario has an operation that may wait: they are for the command gocheck")
	}
}

// caller is the path of the package that calls Check, and the file and line.
func caller() (pkg, at string) {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	frame, _ := runtime.CallersFrames(pcs[:]).Next()
	pkg, _ = cut(frame.Function)
	return pkg, fmt.Sprintf("%s:%d", frame.File, frame.Line)
}

// prepare finds out what can be called, with which arguments.
func (p *plan) prepare(s reflect.Type) error {
	if len(p.ops) == 0 {
		return fmt.Errorf("there are no operations: linear.Op")
	}
	if p.scenarios < 1 || p.goroutines < 2 || p.length < 1 || p.beside < 0 {
		return fmt.Errorf("there have to be a scenario, two goroutines, and an operation of each")
	}
	var values []any
	named := map[string]bool{}
	for _, op := range p.ops {
		if named[op.name] || op.name == "" || strings.ContainsAny(op.name, "();|,") {
			return fmt.Errorf("%q is no name for an operation, or names two", op.name)
		}
		named[op.name] = true
		if !op.f.IsValid() || op.f.Kind() != reflect.Func || op.f.IsNil() || op.f.Type().NumIn() == 0 || op.f.Type().IsVariadic() || !s.AssignableTo(op.f.Type().In(0)) {
			return fmt.Errorf("operation %s is %v, and has to be a function of a %v and of a fixed number of arguments", op.name, typeOf(op.f), s)
		}
		op.calls = []call{{op: op}}
		for i := 1; i < op.f.Type().NumIn(); i++ {
			fits, err := op.fitting(op.f.Type().In(i))
			if err != nil {
				return err
			}
			var longer []call
			for _, c := range op.calls {
				for _, v := range fits {
					longer = append(longer, call{op: op, args: append(c.args[:len(c.args):len(c.args)], v), values: append(c.values[:len(c.values):len(c.values)], number(&values, v))})
				}
			}
			op.calls = longer
		}
		if p.model.IsValid() {
			if _, ok := p.model.Type().Out(0).MethodByName(op.name); !ok {
				return fmt.Errorf("the model, a %v, has no method %s", p.model.Type().Out(0), op.name)
			}
		}
	}
	for what, f := range map[string]reflect.Value{"State": p.state, "Close": p.close} {
		if f.IsValid() && !s.AssignableTo(f.Type().In(0)) {
			return fmt.Errorf("%s takes a %v, and is given a %v", what, f.Type().In(0), s)
		}
	}
	if p.model.IsValid() && p.state.IsValid() {
		m := p.model.Type().Out(0)
		if f, ok := m.MethodByName("State"); !ok || f.Type.NumIn() != 1 || f.Type.NumOut() != 1 {
			return fmt.Errorf("the model, a %v, has no method State() any", m)
		}
	}
	return nil
}

func typeOf(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	return v.Type().String()
}

// fitting are the operation's values for a parameter.
func (o *Operation) fitting(param reflect.Type) ([]reflect.Value, error) {
	var all []reflect.Value
	for _, v := range o.values {
		if x := reflect.ValueOf(v); x.IsValid() && x.Type().AssignableTo(param) {
			all = append(all, x)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	defaults := []any{}
	switch k := param.Kind(); {
	case k == reflect.Bool:
		defaults = []any{false, true}
	case k == reflect.String:
		defaults = []any{"a", "b"}
	case k >= reflect.Int && k <= reflect.Float64 && k != reflect.Uintptr:
		defaults = []any{1, 2}
	}
	for _, v := range defaults {
		all = append(all, reflect.ValueOf(v).Convert(param))
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("operation %s: there is no value for its argument of type %v", o.name, param)
	}
	return all, nil
}

// number is the number of a value, a new one if it was not there before.
func number(values *[]any, v reflect.Value) int {
	x := v.Interface()
	for i, y := range *values {
		if reflect.DeepEqual(x, y) {
			return i
		}
	}
	*values = append(*values, x)
	return len(*values) - 1
}
