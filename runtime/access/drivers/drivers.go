package drivers

import (
	"reflect"
	_ "unsafe" // for go:linkname

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/environ"
)

// table is that of package database/sql, if the binary has it.
//
//go:linkname table database/sql.drivers
var table map[string]interface{ Open(string) (any, error) }

// ofExecution are the names that the execution has entered, ofMain those that TestMain has
// entered natively.
var ofExecution, ofMain []string

func init() {
	rt.RegisterRestore(func() {
		for _, name := range ofExecution {
			delete(table, name)
		}
		ofExecution = nil
		if environ.MainUndone() {
			for _, name := range ofMain {
				delete(table, name)
			}
			ofMain = nil
		}
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
	case environ.InMain() && table[name] == nil:
		ofMain = append(ofMain, name)
	}
	return register.Call(args)
}
