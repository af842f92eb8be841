package access

import (
	"io/fs"
	"reflect"
	"strings"
	"time"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/inners"
	"gocheck.dev/runtime/internal/calls"
)

// Headers of the files in zip archives, which programs have pointers to. Package archive/zip is
// not imported: its structs are gone through by reflection.

// infos are the fields of such a header that methods of its fs.FileInfo read, by the type of that
// and by their names; more is what tar.FileInfoHeader reads besides.
var infos = map[string]map[string]string{
	"fstest.mapFileInfo": {"Size": "rData", "Mode": "rMode", "IsDir": "rMode", "ModTime": "rModTime"},
	"tar.headerFileInfo": {"more": "rUid,rGid,rUname,rGname,rAccessTime,rChangeTime,kXattrs,kPAXRecords", "Size": "rSize", "Mode": "rMode,rTypeflag", "IsDir": "rMode,rTypeflag", "ModTime": "rModTime", "Name": "rName,rMode,rTypeflag"},
	"zip.headerFileInfo": {
		"Size": "rUncompressedSize64", "Mode": "rCreatorVersion,rExternalAttrs,rName", "IsDir": "rCreatorVersion,rExternalAttrs,rName", "ModTime": "rModified", "Name": "rName",
	},
}

// ReadsInfo announces what methods of an fs.FileInfo, or of an fs.DirEntry made of one, read of the
// header that it stands for. When a real file was changed is no function of the schedule.
func ReadsInfo[T any](info T, s rt.Site, methods string) T {
	v := reflect.ValueOf(any(info))
	if below, ok := inners.Of(v, "Mode"); ok {
		v = below
	}
	if v.IsValid() && v.Type().String() == "fs.dirInfo" {
		v = v.Field(0).Elem()
	}
	if strings.Contains(methods, "ModTime") && v.IsValid() && v.Type().String() == "*os.fileStat" {
		const what = "when a file was changed"
		rt.Depends(s, what)
		// Package net/http only puts it into a header.
		if !calls.Standard(s.Position()) && (!v.CanInterface() || ofWorld(v.Interface().(fs.FileInfo).ModTime())) {
			rt.Measures(s, what, "")
		}
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || v.NumField() == 0 || rt.Quiet() {
		return info
	}
	for method := range strings.FieldsSeq(methods) {
		// The header comes last; in package fstest after the name.
		if list, h := infos[v.Type().String()][method], v.Field(v.NumField()-1); list != "" && h.Kind() == reflect.Pointer && !h.IsNil() {
			announceAll(h, list, s)
		}
	}
	return info
}

// begun is when the process began, less what the clock of a file system may be behind.
var begun = time.Now().Add(-time.Second)

// ofWorld says whether a file's time is the world's: who compares it with the test's clock, which
// stands still near StartOfTime, sees a file of the future. What os.Chtimes has set is near to it.
func ofWorld(t time.Time) bool {
	return t.After(rt.StartOfTime.Add(24*time.Hour)) || t.After(begun)
}

// announceAll announces accesses of fields of the struct that p points to.
func announceAll(p reflect.Value, list string, s rt.Site) {
	for _, a := range accessesOf(p.Type().Elem(), list) {
		a.announce(p.UnsafePointer(), s, a.mode == 'w')
	}
}

// FieldsIn announces accesses of fields of *p, and of the struct that a field of *p points to.
func FieldsIn[T any](p *T, s rt.Site, own, field, list string) *T {
	if rt.Quiet() || p == nil {
		return p
	}
	if own != "" {
		Fields(p, s, own)
	}
	if in := reflect.ValueOf(p).Elem().FieldByName(field); in.Kind() == reflect.Pointer && !in.IsNil() {
		announceAll(in, list, s)
	}
	return p
}

// ClosesZip announces what the method Close of a zip.Writer reads of the headers of its files.
func ClosesZip[T any](w *T, s rt.Site) *T {
	if rt.Quiet() || w == nil {
		return w
	}
	Flushes(w, s)
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
