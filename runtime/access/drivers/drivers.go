package drivers

import (
	"reflect"
	_ "unsafe" // for go:linkname

	rt "gocheck.dev/runtime"
)

// table is that of package database/sql, if the binary has it.
//
//go:linkname table database/sql.drivers
var table map[string]interface{ Open(string) (any, error) }

// ofExecution are the names that the execution has entered.
var ofExecution []string

func init() {
	rt.RegisterRestore(func() {
		for _, name := range ofExecution {
			delete(table, name)
		}
		ofExecution = nil
	})
}

// Register calls database/sql.Register.
func Register(register reflect.Value, args []reflect.Value) []reflect.Value {
	name := args[0].String()
	switch {
	case rt.Resetting():
		delete(table, name)
	case rt.Controlled() && table[name] == nil:
		ofExecution = append(ofExecution, name)
	}
	return register.Call(args)
}
