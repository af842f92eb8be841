package parsing

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// ParseFile is parser.ParseFile.
func ParseFile(s rt.Site, set *token.FileSet, name string, src any, mode parser.Mode) (*ast.File, error) {
	return parsed(s, set, name, src, mode, parser.ParseFile)
}

// ParseExprFrom is parser.ParseExprFrom.
func ParseExprFrom(s rt.Site, set *token.FileSet, name string, src any, mode parser.Mode) (ast.Expr, error) {
	return parsed(s, set, name, src, mode, parser.ParseExprFrom)
}

// parsed reads the source, and then parses it by a function of package parser.
func parsed[T any](s rt.Site, set *token.FileSet, name string, src any, mode parser.Mode, by func(*token.FileSet, string, any, parser.Mode) (T, error)) (t T, err error) {
	if set == nil {
		return by(set, name, src, mode)
	}
	if name, src, err = source(s, name, src); err != nil {
		return t, err
	}
	return by(access.Writes(set, s), name, src, mode)
}

// source reads what is to be parsed. Nothing is announced between a read and the look at the file,
// nor between the parser's use of the set and its announcement.
func source(s rt.Site, name string, src any) (string, any, error) {
	switch x := src.(type) {
	case nil:
		name = access.LooksAt(name, s)
		data, err := os.ReadFile(name)
		return name, data, err
	case []byte:
		return name, bytes.Clone(rt.SliceR(x, s)), nil
	case *bytes.Buffer:
		if x != nil {
			return name, bytes.Clone(access.Shows(x, s).Bytes()), nil
		}
	case io.Reader:
		data, err := io.ReadAll(access.Drains(x, s))
		return name, data, err
	}
	return name, src, nil
}
