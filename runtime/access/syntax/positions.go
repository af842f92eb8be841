package syntax

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// What the methods Pos and End of nodes read. For each type, fields, which are read one after the
// other until one has the place: a valid position, a node that is there, a list that is not empty.
// A + says that it goes on in any case.
var begins = places(`
	Ident NamePos, Ellipsis Ellipsis, BasicLit ValuePos, FuncLit Type, CompositeLit Type Lbrace, ParenExpr Lparen,
	SelectorExpr X, IndexExpr X, IndexListExpr X, SliceExpr X, TypeAssertExpr X, CallExpr Fun, StarExpr Star, UnaryExpr OpPos,
	BinaryExpr X, KeyValueExpr Key, ArrayType Lbrack, StructType Struct, FuncType Func Params, InterfaceType Interface, MapType Map,
	ChanType Begin, BadExpr From, Comment Slash, CommentGroup List, Field Names Type, FieldList Opening List, BadStmt From,
	DeclStmt Decl, EmptyStmt Semicolon, LabeledStmt Label, ExprStmt X, SendStmt Chan, IncDecStmt X, AssignStmt Lhs, GoStmt Go,
	DeferStmt Defer, ReturnStmt Return, BranchStmt TokPos, BlockStmt Lbrace, IfStmt If, CaseClause Case, SwitchStmt Switch,
	TypeSwitchStmt Switch, CommClause Case, SelectStmt Select, ForStmt For, RangeStmt For, ImportSpec Name Path, ValueSpec Names,
	TypeSpec Name, BadDecl From, GenDecl TokPos, FuncDecl Type, File Package`)

var ends = places(`
	Ident +NamePos Name, Ellipsis Elt Ellipsis, BasicLit ValueEnd +ValuePos Value, FuncLit Body, CompositeLit Rbrace,
	ParenExpr Rparen, SelectorExpr Sel, IndexExpr Rbrack, IndexListExpr Rbrack, SliceExpr Rbrack, TypeAssertExpr Rparen,
	CallExpr Rparen, StarExpr X, UnaryExpr X, BinaryExpr Y, KeyValueExpr Value, ArrayType Elt, StructType Fields,
	FuncType Results Params, InterfaceType Methods, MapType Value, ChanType Value, BadExpr To, Comment +Slash Text,
	CommentGroup List, Field Tag Type Names, FieldList Closing List, BadStmt To, DeclStmt Decl, EmptyStmt +Implicit Semicolon,
	LabeledStmt Stmt, ExprStmt X, SendStmt Value, IncDecStmt TokPos, AssignStmt Rhs, GoStmt Call, DeferStmt Call,
	ReturnStmt Results Return, BranchStmt Label +TokPos Tok, BlockStmt Rbrace List Lbrace, IfStmt Else Body, CaseClause Body Colon,
	SwitchStmt Body, TypeSwitchStmt Body, CommClause Body Colon, SelectStmt Body, ForStmt Body, RangeStmt Body,
	ImportSpec EndPos Path, ValueSpec Values Type Names, TypeSpec Type, BadDecl To, GenDecl Rparen Specs, FuncDecl Body Type,
	File Decls Name`)

func places(table string) map[string][]string {
	m := make(map[string][]string)
	for entry := range strings.SplitSeq(table, ",") {
		words := strings.Fields(entry)
		m[words[0]] = words[1:]
	}
	return m
}

// Begins announces what the method Pos of a node reads.
func Begins[T any](n T, s rt.Site) T {
	if !rt.Quiet() {
		place(reflect.ValueOf(any(n)), begins, false, reader(s))
	}
	return n
}

// Ends is Begins for the method End.
func Ends[T any](n T, s rt.Site) T {
	if !rt.Quiet() {
		place(reflect.ValueOf(any(n)), ends, true, reader(s))
	}
	return n
}

func reader(s rt.Site) func(variable reflect.Value) {
	return func(v reflect.Value) { rt.TouchValue(v.Addr().UnsafePointer(), v.Type(), s, false) }
}

// place calls read with what is read of node n. last says that of a list the last element counts.
func place(n reflect.Value, table map[string][]string, last bool, read func(reflect.Value)) {
	if n.Kind() == reflect.Interface {
		n = n.Elem()
	}
	if n.Kind() != reflect.Pointer || n.IsNil() || n.Type().Elem().PkgPath() != "go/ast" {
		return // a node of the program's is rewritten code
	}
	node := n.Elem()
	for _, name := range table[node.Type().Name()] {
		name, on := strings.CutPrefix(name, "+")
		f := node.FieldByName(name)
		if !f.IsValid() {
			continue // of a later version of Go
		}
		read(f)
		switch f.Kind() {
		case reflect.Slice:
			if f.Len() == 0 {
				continue
			}
			e := f.Index(0)
			if last && node.Type().Name() != "GenDecl" { // which takes the first
				e = f.Index(f.Len() - 1)
			}
			read(e)
			place(e, table, last, read)
			return
		case reflect.Pointer, reflect.Interface:
			if !f.IsNil() {
				place(f, table, last, read)
				return
			}
		default:
			if !on && !f.IsZero() {
				return
			}
		}
	}
}

// Counts announces what the method NumFields of a list of fields reads.
func Counts(l *ast.FieldList, s rt.Site) *ast.FieldList {
	if rt.Quiet() || l == nil {
		return l
	}
	rt.R(&l.List, s)
	for _, f := range rt.SliceR(l.List, s) {
		rt.R(&f.Names, s)
	}
	return l
}

// Locates announces that a set of files is asked for a position: it looks at the file, too.
func Locates(set *token.FileSet, s rt.Site, p token.Pos) *token.FileSet {
	if !rt.Quiet() {
		access.ConsultsAt(unsafe.Pointer(set), s, false)
		access.ConsultsAt(unsafe.Pointer(set.File(p)), s, false)
	}
	return set
}
