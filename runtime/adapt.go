package runtime

import (
	"reflect"
	"sync"

	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/promoted"
)

// Methods called through interfaces. Which type a lock behind a sync.Locker, or a timer behind
// interface{ Stop() bool }, has is known when the method is called. So the call of a method that
// has the name and the type of one with an entry point goes to what Adapt returns: a value whose
// methods are the entry points, where the dynamic type is one of those; else the value itself.

// Adapt returns what a method of the interface I is to be called on in place of
// x. I has that one method.
func Adapt[I any](x I, s Site) I {
	if !Controlled() {
		return x
	}
	if a, ok := Adaptor(any(x), s).(I); ok {
		return a
	}
	if field, ok := promoted.From[I](x); ok {
		return Adapt(field, s)
	}
	return x
}

// AdaptTo adds adaptors: f returns that of x, or nil. Here are those of locks, which Conds
// need; package access has most others.
func AdaptTo(f func(x any, s Site) any) { process.adaptors = append(process.adaptors, f) }

// Adaptor has the entry points for x as methods; nil if there are none.
func Adaptor(x any, s Site) any {
	switch x := x.(type) {
	case *sync.Mutex:
		return mutexMethods{x, s}
	case *sync.RWMutex:
		return rwMutexMethods{x, s}
	case sync.Locker:
		if rw := innards.ReadLocked(x); rw != nil {
			return readLockerMethods{rw, s}
		}
	}
	for _, f := range process.adaptors {
		if a := f(x, s); a != nil {
			return a
		}
	}
	return nil
}

// Promotes notes that T is a struct type declared in a function. All of its
// methods are promoted ones, made by the compiler: there is no place where the
// rewriter could declare them. It may be before the first execution, and natively.
func Promotes[T any]() { promoted.Note(reflect.TypeFor[T]()) }

// PromotesGeneric is the same for a generic type, whose instances only the places know that
// name them. The name is as reflect writes it, without type arguments: "pkg.T". A type of
// the package by that name has the methods that the rewriter declares, which are found first.
func PromotesGeneric(name string) { promoted.NoteGeneric(name) }

type mutexMethods struct {
	m *sync.Mutex
	s Site
}

func (a mutexMethods) Lock()         { MutexLock(a.m, a.s) }
func (a mutexMethods) TryLock() bool { return MutexTryLock(a.m, a.s) }
func (a mutexMethods) Unlock()       { MutexUnlock(a.m, a.s) }

type rwMutexMethods struct {
	m *sync.RWMutex
	s Site
}

func (a rwMutexMethods) Lock()                { RWMutexLock(a.m, a.s) }
func (a rwMutexMethods) Unlock()              { RWMutexUnlock(a.m, a.s) }
func (a rwMutexMethods) RLock()               { RWMutexRLock(a.m, a.s) }
func (a rwMutexMethods) RUnlock()             { RWMutexRUnlock(a.m, a.s) }
func (a rwMutexMethods) TryLock() bool        { return RWMutexTryLock(a.m, a.s) }
func (a rwMutexMethods) TryRLock() bool       { return RWMutexTryRLock(a.m, a.s) }
func (a rwMutexMethods) RLocker() sync.Locker { return RWMutexRLocker(a.m, a.s) }

type readLockerMethods struct {
	m *sync.RWMutex
	s Site
}

func (a readLockerMethods) Lock()   { RWMutexRLock(a.m, a.s) }
func (a readLockerMethods) Unlock() { RWMutexRUnlock(a.m, a.s) }
