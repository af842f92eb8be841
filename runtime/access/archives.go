package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// Headers of the files in zip archives, which programs have pointers to. Package archive/zip is
// not imported: its structs are gone through by reflection.

// ClosesZip announces what the method Close of a zip.Writer reads of the headers of its files.
func ClosesZip[T any](w *T, s rt.Site) *T {
	if rt.Quiet() || w == nil {
		return w
	}
	Fields(w, s, "wclosed,rcomment,rcw,rdir,rlast")
	dir := reflect.ValueOf(w).Elem().FieldByName("dir")
	if dir.Kind() != reflect.Slice {
		return w
	}
	for i := range dir.Len() {
		if h := dir.Index(i).Elem().FieldByName("FileHeader"); h.Kind() == reflect.Pointer && !h.IsNil() {
			rt.TouchValue(h.UnsafePointer(), h.Type().Elem(), s, false)
		}
	}
	return w
}

// OpensZip announces what the method Open of a zip.Reader reads: the names of all files, the
// first time, and the header of the one that it opens.
func OpensZip[T any](r *T, s rt.Site, name string) *T {
	if v := reflect.ValueOf(r); !rt.Quiet() && !v.IsNil() {
		opensZip(v.Elem(), s, name)
	}
	return r
}

func opensZip(r reflect.Value, s rt.Site, name string) {
	files, list := r.FieldByName("File"), r.FieldByName("fileList")
	if files.Kind() != reflect.Slice || list.Kind() != reflect.Slice {
		return
	}
	if list.IsNil() {
		rt.TouchValue(address(files), files.Type(), s, false)
		elements(files, s, false)
	}
	for i := range files.Len() {
		f := files.Index(i)
		if f.IsNil() {
			continue
		}
		header := f.Elem().FieldByName("FileHeader")
		called := header.FieldByName("Name")
		switch {
		case called.String() == name:
			for _, a := range accessesOf(header.Type(), "rName,rMethod,rFlags,rCompressedSize64") {
				a.announce(header.Addr().UnsafePointer(), s, false)
			}
		case list.IsNil():
			rt.TouchValue(address(called), called.Type(), s, false)
		}
	}
}
