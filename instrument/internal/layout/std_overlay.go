package layout

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/cache"
)

// Standard packages stay as they are, but for packages io and os in binaries that make
// an io.Pipe or an os.Pipe: the methods of its ends are called by plain code as well, such as
// io.Copy, and would block there. So the methods are renamed, and new ones ask
// package pipes first. The files are made from the user's own, so that all else
// in them is what this release of Go has. Only such binaries have to compile the
// standard library again.

// changedFile is a file of a standard package, with what stands for each of the methods that
// do something, and what is declared beside them.
type changedFile struct {
	name     string
	methods  map[string]string
	declared string
}

var changedFiles = []changedFile{
	{"io/pipe.go", pipeMethods, pipeDeclaration},
	{"os/file.go", fileMethods, fileDeclaration},
	{"os/file_posix.go", closeMethods, ""},
}

// pipeMethods are those of the ends of an io.Pipe. (Close calls CloseWithError.)
var pipeMethods = map[string]string{
	"PipeReader.Read": `func (r *PipeReader) Read(data []byte) (int, error) {
	if GocheckPipes != nil {
		if n, err, ok := GocheckPipes.Read(r, data); ok {
			return n, err
		}
	}
	return r.gocheckRead(data)
}`,
	"PipeReader.CloseWithError": `func (r *PipeReader) CloseWithError(err error) error {
	if GocheckPipes != nil && GocheckPipes.CloseReader(r, err) {
		return nil
	}
	return r.gocheckCloseWithError(err)
}`,
	"PipeWriter.Write": `func (w *PipeWriter) Write(data []byte) (int, error) {
	if GocheckPipes != nil {
		if n, err, ok := GocheckPipes.Write(w, data); ok {
			return n, err
		}
	}
	return w.gocheckWrite(data)
}`,
	"PipeWriter.CloseWithError": `func (w *PipeWriter) CloseWithError(err error) error {
	if GocheckPipes != nil && GocheckPipes.CloseWriter(w, err) {
		return nil
	}
	return w.gocheckCloseWithError(err)
}`,
}

const pipeDeclaration = `var GocheckPipes interface {
	Read(*PipeReader, []byte) (int, error, bool)
	CloseReader(*PipeReader, error) bool
	Write(*PipeWriter, []byte) (int, error, bool)
	CloseWriter(*PipeWriter, error) bool
}`

var fileMethods = map[string]string{
	"File.Read": `func (f *File) Read(b []byte) (n int, err error) {
	if GocheckFiles != nil {
		if n, err, ok := GocheckFiles.Read(f, b); ok {
			return n, err
		}
	}
	return f.gocheckRead(b)
}`,
	"File.Write": `func (f *File) Write(b []byte) (n int, err error) {
	if GocheckFiles != nil {
		if n, err, ok := GocheckFiles.Write(f, b); ok {
			return n, err
		}
	}
	return f.gocheckWrite(b)
}`,
	"File.ReadFrom": `func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if GocheckFiles != nil && GocheckFiles.Is(f) {
		return genericReadFrom(f, r)
	}
	return f.gocheckReadFrom(r)
}`,
	"File.WriteTo": `func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if GocheckFiles != nil && GocheckFiles.Is(f) {
		return genericWriteTo(f, w)
	}
	return f.gocheckWriteTo(w)
}`,
	"File.SetDeadline":      setsDeadline("SetDeadline", true, true),
	"File.SetReadDeadline":  setsDeadline("SetReadDeadline", true, false),
	"File.SetWriteDeadline": setsDeadline("SetWriteDeadline", false, true),
	"File.SyscallConn": `func (f *File) SyscallConn() (syscall.RawConn, error) {
	if GocheckFiles != nil {
		GocheckFiles.Descriptor(f)
	}
	return f.gocheckSyscallConn()
}`,
	"File.Fd": `func (f *File) Fd() uintptr {
	if GocheckFiles != nil {
		GocheckFiles.Descriptor(f)
	}
	return f.gocheckFd()
}`,
}

func setsDeadline(name string, read, write bool) string {
	return fmt.Sprintf(`func (f *File) %[1]s(t time.Time) error {
	if GocheckFiles != nil {
		if err, ok := GocheckFiles.SetDeadline(f, t, %[2]t, %[3]t); ok {
			return err
		}
	}
	return f.gocheck%[1]s(t)
}`, name, read, write)
}

const fileDeclaration = `var GocheckFiles interface {
	Is(*File) bool
	Read(*File, []byte) (int, error, bool)
	Write(*File, []byte) (int, error, bool)
	Close(*File)
	SetDeadline(f *File, t time.Time, read, write bool) (error, bool)
	Descriptor(*File)
}`

var closeMethods = map[string]string{
	"File.Close": `func (f *File) Close() error {
	if GocheckFiles != nil {
		GocheckFiles.Close(f)
	}
	return f.gocheckClose()
}`,
}

// ChangedPipes are the files of a GOROOT that are changed, by their names below its src, and
// what they become.
func ChangedPipes(goroot string) (map[string][]byte, error) {
	all := make(map[string][]byte)
	for _, c := range changedFiles {
		src, err := os.ReadFile(filepath.Join(goroot, "src", c.name))
		if err == nil {
			all[c.name], err = c.changed(src)
		}
		if err != nil {
			return nil, fmt.Errorf("changing %s: %w", c.name, err)
		}
	}
	return all, nil
}

// OverlayPipes lays the changed packages into a workspace.
func (w *Workspace) OverlayPipes(c *cache.Cache, goroot string) error {
	src := filepath.Join(goroot, "src")
	if w.Overlay[filepath.Join(src, changedFiles[0].name)] != "" {
		return nil
	}
	files, err := ChangedPipes(goroot)
	if err != nil {
		return err
	}
	dir, err := c.FillTree("std", files)
	if err != nil {
		return fmt.Errorf("changing the packages of pipes: %w", err)
	}
	for name := range files {
		w.Overlay[filepath.Join(src, name)] = filepath.Join(dir, name)
	}
	return nil
}

// changed renames the methods in a file and adds the others.
func (c changedFile) changed(src []byte) ([]byte, error) {
	wanted := make(map[string]bool)
	added := ""
	for _, key := range slices.Sorted(maps.Keys(c.methods)) {
		wanted[key] = true
		added += "\n\n" + c.methods[key]
	}
	text, n, err := renameFunctions(c.name, src, wanted, nil)
	if err != nil {
		return nil, err
	}
	if n != len(wanted) {
		return nil, fmt.Errorf("%d methods were found, not %d: a release of Go that gocheck does not know", n, len(wanted))
	}
	return []byte(string(text) + "\n" + c.declared + added + "\n"), nil
}

// renameFunctions renames functions and methods (T.M) of a file, so that others can be
// declared in their place, and adds fields to struct types. It returns how many it has
// found. No line moves.
func renameFunctions(name string, src []byte, wanted map[string]bool, fields map[string]string) ([]byte, int, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	var text strings.Builder
	at, changed := 0, 0
	upTo := func(pos token.Pos) {
		next := fset.Position(pos).Offset
		text.Write(src[at:next])
		at = next
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			key := d.Name.Name
			if d.Recv != nil {
				star, _ := d.Recv.List[0].Type.(*ast.StarExpr)
				if star == nil {
					continue
				}
				recv, _ := star.X.(*ast.Ident)
				if recv == nil {
					continue
				}
				key = recv.Name + "." + key
			}
			if !wanted[key] {
				continue
			}
			upTo(d.Name.Pos())
			at += len(d.Name.Name)
			text.WriteString(renamed(d.Name.Name))
			changed++
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				typ, _ := spec.(*ast.TypeSpec)
				if typ == nil || fields[typ.Name.Name] == "" {
					continue
				}
				of, _ := typ.Type.(*ast.StructType)
				if of == nil {
					continue
				}
				upTo(of.Fields.Closing)
				text.WriteString(fields[typ.Name.Name] + " ")
				changed++
			}
		}
	}
	text.Write(src[at:])
	return []byte(text.String()), changed, nil
}

// renamed is the name that a function has once another stands in its place.
func renamed(name string) string {
	if name == "socket" {
		return "gocheckSocketOf" // gocheckSocket is a type
	}
	return "gocheck" + strings.ToUpper(name[:1]) + name[1:]
}
