package std

// What stands for a function depends on who calls it.

// leakDetectors are packages that ask for all goroutines, again and again,
// until those that are about to end have ended: it is answered then.
var leakDetectors = Words("go.uber.org/goleak/internal/stack google.golang.org/grpc/internal/leakcheck")

// holdsWeakly are packages of the standard library whose weak pointers nobody can see.
var holdsWeakly = Words("net/http")

// EntryIn is the entry point, by key, for a function that a package names.
func EntryIn(path, k string) (Entry, bool) {
	en, ok := Entries[k]
	switch {
	case en.Name == "Stack" && leakDetectors[path]:
		en.Name = "StackAtRest"
	case k == "weak.Make" && holdsWeakly[path]:
		return Entry{}, false
	}
	return en, ok
}
