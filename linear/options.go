package linear

import (
	"fmt"
	"reflect"
)

// A Part is what a check is made of: an [Operation], or an option.
type Part interface{ add(p *plan) }

// plan is what Check was asked for.
type plan struct {
	create     reflect.Value // func() S
	in         string        // the package of the test
	at         string        // the file and line of the call of Check
	model      reflect.Value // func() M, or invalid
	ops        []*Operation
	state      reflect.Value // func(S) any, or invalid
	close      reflect.Value // func(S), or invalid
	order      order
	distinct   bool
	only       string
	scenarios  int // of them
	goroutines int // at the same time
	length     int // operations of a goroutine
	together   int // of all goroutines at the same time
	beside     int // operations before, and after
}

// order is what an order of the operations has to keep.
type order uint8

const (
	inTime      order = iota // the order in time, and so that of each goroutine
	ofProgram                // that of each goroutine
	ofQuietness              // what is divided by a moment at which no operation is under way
)

// An Operation is something to do with the structure.
type Operation struct {
	name     string
	f        reflect.Value
	values   []any
	blocking bool
	calls    []call // with each choice of arguments
}

// Op is an operation: a function whose first parameter is the structure, like a method
// expression, and values to draw its other arguments from. Each parameter takes those values
// that can be assigned to its type; if there are none, 1 and 2, "a" and "b", or false and true.
// The results are what is compared, as reflect.DeepEqual does.
func Op(name string, f any, values ...any) *Operation {
	return &Operation{name: name, f: reflect.ValueOf(f), values: values}
}

// Blocking says that the operation may wait for others, for ever if there are none.
func (o *Operation) Blocking() *Operation { o.blocking = true; return o }

func (o *Operation) add(p *plan) { p.ops = append(p.ops, o) }

type option func(*plan)

func (o option) add(p *plan) { o(p) }

// Model compares with another structure than the one that is checked: what create makes is
// only used by one goroutine at a time, and has a method for each operation, by its name.
// With [State] it has a method State, too. Natively Check is of most use with one.
func Model[M any](create func() M) Part {
	return option(func(p *plan) { p.model = reflect.ValueOf(create) })
}

// State is a look at the structure when all is done, which is compared like a result.
func State[S any](state func(S) any) Part {
	return option(func(p *plan) { p.state = reflect.ValueOf(state) })
}

// Close is called when a structure is not used any more.
func Close[S any](f func(S)) Part {
	return option(func(p *plan) { p.close = reflect.ValueOf(f) })
}

// Sequential asks for sequential consistency only: some order that keeps that of each
// goroutine explains the results.
func Sequential() Part { return option(func(p *plan) { p.order = ofProgram }) }

// Quiescent asks for quiescent consistency only: operations that are divided by a moment at
// which none is under way keep their order, others need not, though one goroutine calls them.
func Quiescent() Part { return option(func(p *plan) { p.order = ofQuietness }) }

// Distinct says that values differ by more than their names, as numbers do that are added up.
// Otherwise Push(1), Push(2) is taken for the same as Push(2), Push(1).
func Distinct() Part { return option(func(p *plan) { p.distinct = true }) }

// Scenarios is how many scenarios there are at most, 100 unless it is said.
func Scenarios(n int) Part { return option(func(p *plan) { p.scenarios = n }) }

// Size is how many goroutines there are at most, and operations of each. Unless it is said,
// there are up to 3 goroutines with 4 operations altogether. The number of schedules grows fast.
func Size(goroutines, operations int) Part {
	return option(func(p *plan) { p.goroutines, p.length, p.together = goroutines, operations, goroutines*operations })
}

// Beside is how many operations there are at most before all goroutines begin, and how many
// after their end: 2 unless it is said.
func Beside(n int) Part { return option(func(p *plan) { p.beside = n }) }

// Only runs the scenario that a report names, like "Push(1); Pop() | Pop(); Len()", and no
// other. What comes before and after it is divided by semicolons, goroutines by bars, and
// operations by commas.
func Only(scenario string) Part { return option(func(p *plan) { p.only = scenario }) }

// call is an operation with its arguments.
type call struct {
	op     *Operation
	args   []reflect.Value
	values []int // of args: numbers of the plan's values
	number int   // among the calls of the plan
}

// String is the call as Go has it, without the receiver.
func (c *call) String() string { return c.op.name + "(" + list(c.args) + ")" }

// list prints values.
func list(values []reflect.Value) string {
	text := ""
	for i, v := range values {
		if i > 0 {
			text += ", "
		}
		text += show(v)
	}
	return text
}

// show prints a value: strings in quotes, errors by what they say.
func show(v reflect.Value) string {
	if !v.IsValid() || !v.CanInterface() {
		return "?"
	}
	switch x := v.Interface().(type) {
	case nil:
		return "nil"
	case string:
		return fmt.Sprintf("%q", x)
	case error:
		return fmt.Sprintf("error %q", x.Error())
	case fmt.Stringer:
		return x.String()
	default:
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			return "&" + show(v.Elem())
		}
		return fmt.Sprintf("%+v", x)
	}
}
