package innards

import (
	"reflect"
	"sync"
)

// rlocker is the type of what RWMutex.RLocker returns: the mutex itself, with
// another method set.
var rlocker = reflect.TypeOf(new(sync.RWMutex).RLocker())

// ReadLocked is the mutex of an RLocker, or nil.
func ReadLocked(l sync.Locker) *sync.RWMutex {
	if reflect.TypeOf(l) != rlocker {
		return nil
	}
	return (*sync.RWMutex)(reflect.ValueOf(l).UnsafePointer())
}
