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

// Standard packages stay as they are, but for package io in binaries that make
// an io.Pipe: the methods of its ends are called by plain code as well, such as
// io.Copy, and would block there. So the methods are renamed, and new ones ask
// package access first. The file is made from the user's own, so that all else
// in it is what this release of Go has. Only such binaries have to compile the
// standard library again.

// pipeMethods are the methods of io.PipeReader and io.PipeWriter that do
// something, with what stands for each. (Close calls CloseWithError.)
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

// ChangedPipe is the file of package io in a GOROOT that is changed, and what it becomes.
func ChangedPipe(goroot string) (name string, text []byte, err error) {
	name = filepath.Join(goroot, "src", "io", "pipe.go")
	src, err := os.ReadFile(name)
	if err == nil {
		text, err = changePipe(src)
	}
	if err != nil {
		return "", nil, fmt.Errorf("changing package io: %w", err)
	}
	return name, text, nil
}

// OverlayPipe lays the changed package io into a workspace.
func (w *Workspace) OverlayPipe(c *cache.Cache, goroot string) error {
	name, text, err := ChangedPipe(goroot)
	if err != nil || w.Overlay[name] != "" {
		return err
	}
	dir, err := c.FillTree("std", map[string][]byte{"pipe.go": text})
	if err != nil {
		return fmt.Errorf("changing package io: %w", err)
	}
	w.Overlay[name] = filepath.Join(dir, "pipe.go")
	return nil
}

// changePipe renames the methods in package io's pipe.go and adds the others.
func changePipe(src []byte) ([]byte, error) {
	wanted := make(map[string]bool)
	added := ""
	for _, key := range slices.Sorted(maps.Keys(pipeMethods)) {
		wanted[key] = true
		added += "\n\n" + pipeMethods[key]
	}
	text, n, err := renameFunctions("pipe.go", src, wanted, nil)
	if err != nil {
		return nil, err
	}
	if n != len(wanted) {
		return nil, fmt.Errorf("%d methods of io.PipeReader and io.PipeWriter were found, not %d: a release of Go that gocheck does not know", n, len(wanted))
	}
	return []byte(string(text) + "\n" + pipeDeclaration + added + "\n"), nil
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
