package runtime

import (
	"unsafe"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/tables"
)

// NewTable is the table of variables, by pointers to them.
func NewTable(vars ...any) *tables.Table {
	return tables.New(vars, footprint, func() { current().x.meets(wire.LoopsMany) })
}

// footprint is that of the running execution.
func footprint() (tables.Footprint, bool) {
	t := current()
	if t == nil {
		return tables.Footprint{}, false
	}
	x := t.x
	return tables.Footprint{
		Of: uintptr(unsafe.Pointer(x)), Keeps: x.alone && !x.ChooseStarts && !x.ChooseRandom && len(x.Plain.Packages) == 0,
		Steps: x.steps, Random: t.random, Started: len(x.started), Kept: len(x.kept), Children: t.made,
		Loops: x.initialOrders, Orders: x.MapSeed,
	}, true
}
