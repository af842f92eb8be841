package states

import (
	"path"
	"path/filepath"
	"reflect"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Serves announces what an http.Handler looks at to find who answers a request: itself, if it is a
// ServeMux, and those that it leads to; the file, if that is a file server. Package net/http uses
// this, too, where it is rewritten; then its locks say it.
func Serves[H, R any](h H, s rt.Site, request R) H {
	r := reflect.ValueOf(request)
	if access.HasNetwork || rt.Quiet() || r.Kind() != reflect.Pointer || r.IsNil() || r.Elem().FieldByName("URL").IsNil() {
		return h
	}
	next := reflect.ValueOf(any(h))
	for named(next, "ServeMux") {
		access.ConsultsAt(next.UnsafePointer(), s, false)
		next = next.MethodByName("Handler").Call([]reflect.Value{r})[0].Elem()
	}
	if named(next, "fileHandler") {
		if root := next.Elem().FieldByName("root").Elem(); root.Kind() == reflect.String { // an http.Dir
			of := r.Elem().FieldByName("URL").Elem().FieldByName("Path").String()
			access.ConsultsPath(filepath.Join(root.String(), filepath.FromSlash(path.Clean("/"+of))), s, false)
		}
	}
	return h
}

// named reports whether v is a pointer to a type of package net/http.
func named(v reflect.Value, name string) bool {
	return v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().Name() == name && v.Type().Elem().PkgPath() == "net/http"
}
