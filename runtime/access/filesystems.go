package access

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/inners"
)

// Files by way of an os.Root or an fs.FS: each is the file at its path.

// LooksIn announces that a call looks at the path in a root that it is given.
func LooksIn(name string, s rt.Site, root *os.Root) string {
	if root != nil {
		consultsIn(filepath.Join(root.Name(), name), s, false)
	}
	return name
}

// consultsIn is ConsultsPath for what cannot be sent to where a file is that is elsewhere.
func consultsIn(path string, s rt.Site, change bool) {
	ConsultsPath(path, s, change)
	rt.Environment().Logs("readlink", path)
	if rt.Environment().Holds(path) {
		rt.Unsupported(s, "the file of a unix socket in an os.Root or by os.DirFS")
	}
}

// ChangesIn announces that a call may change what is at the path in a root.
func ChangesIn(name string, s rt.Site, root *os.Root) string {
	if root != nil {
		consultsIn(filepath.Join(root.Name(), name), s, true)
	}
	return name
}

// LooksInFS announces that a call looks at the path in a file system of the standard library's.
func LooksInFS(name string, s rt.Site, in fs.FS) string {
	looksIn(name, s, reflect.ValueOf(in), false)
	return name
}

// ReadsInFS is LooksInFS for a call that reads all of a file.
func ReadsInFS(name string, s rt.Site, in fs.FS) string {
	looksIn(name, s, reflect.ValueOf(in), true)
	return name
}

func looksIn(name string, s rt.Site, in reflect.Value, all bool) {
	if !in.IsValid() {
		return
	}
	switch in.Type().String() {
	case "os.dirFS":
		consultsIn(filepath.Join(in.String(), name), s, false)
	case "*os.rootFS":
		root := reflect.NewAt(reflect.TypeFor[os.Root](), in.UnsafePointer())
		LooksIn(name, s, root.Interface().(*os.Root))
	case "*fs.subFS":
		below, dir := in.Elem().FieldByName("fsys"), in.Elem().FieldByName("dir")
		if below.Kind() == reflect.Interface && dir.Kind() == reflect.String {
			looksIn(filepath.Join(dir.String(), name), s, below.Elem(), all)
		}
	case "fstest.noSub": // in what (fstest.MapFS).Sub makes
		looksIn(name, s, in.Field(0), all)
	case "*zip.Reader":
		if in.Kind() == reflect.Pointer && !in.IsNil() && !rt.Quiet() {
			opensZip(in.Elem(), s, name)
		}
	case "fstest.MapFS":
		if in.Kind() != reflect.Map || rt.Quiet() {
			return
		}
		rt.Touch(in.UnsafePointer(), s, false)
		file := in.MapIndex(reflect.ValueOf(name))
		if !file.IsValid() || file.IsNil() {
			return
		}
		if mode := file.Elem().FieldByName("Mode"); mode.IsValid() {
			rt.TouchValue(address(mode), mode.Type(), s, false)
		}
		if data := file.Elem().FieldByName("Data"); all && data.Kind() == reflect.Slice {
			rt.TouchValue(address(data), data.Type(), s, false)
			elements(data, s, false)
		}
	default:
		if below, ok := inners.Of(in, "Open"); ok {
			looksIn(name, s, below, all)
		}
	}
}
