package access

import (
	"flag"
	"os"
	"reflect"
	"strings"

	rt "gocheck.dev/runtime"
)

// Variables that flags are parsed into.

// FlagSet is flag.Set.
func FlagSet(s rt.Site, name, value string) error {
	return flag.Set(SetsFlag(name, s, flag.CommandLine), value)
}

// FlagParse is flag.Parse.
func FlagParse(s rt.Site) {
	ParsesFlags(os.Args[1:], s, flag.CommandLine)
	flag.Parse()
}

// SetsFlag announces that a flag is set, and returns its name.
func SetsFlag(name string, s rt.Site, f *flag.FlagSet) string {
	if found := f.Lookup(name); !rt.Quiet() && found != nil {
		writesFlag(found.Value, s)
	}
	return name
}

// ParsesFlags announces what is set by parsing arguments, and returns them.
func ParsesFlags(args []string, s rt.Site, f *flag.FlagSet) []string {
	if rt.Quiet() {
		return args
	}
	for rest := rt.SliceR(args, s); len(rest) > 0; {
		name, dashed := strings.CutPrefix(rest[0], "-")
		name = strings.TrimPrefix(name, "-")
		name, _, valued := strings.Cut(name, "=")
		found := f.Lookup(name)
		if !dashed || found == nil {
			break
		}
		rest = rest[1:]
		if b, ok := found.Value.(interface{ IsBoolFlag() bool }); !valued && !(ok && b.IsBoolFlag()) {
			if len(rest) == 0 {
				break
			}
			rest = rest[1:]
		}
		writesFlag(found.Value, s)
	}
	return args
}

// writesFlag announces that a flag of the package's own types is set. Those of the program
// announce what they do.
func writesFlag(v flag.Value, s rt.Site) {
	x := reflect.ValueOf(v)
	if x.Kind() == reflect.Struct && x.Type().PkgPath() == "flag" && x.NumField() == 1 { // flag.TextVar
		x = x.Field(0).Elem()
	}
	(&use{site: s, write: true}).object(x)
}
