package std

import (
	"strconv"
	"strings"
)

// Relating has calls of which other arguments say what is accessed of their receiver, or
// first parameter: the pixel at a point, the entry of a name. By key, it has
// the function of package access that announces it, with all else that the call accesses there
// (nothing is asked of the generated table), and the numbers of the parameters that it needs.
var Relating = func() map[string]*relation {
	m := map[string]*relation{
		"net/http.Header.Get": {"gocheckhdr.Gets", []int{0}, ""}, "net/textproto.MIMEHeader.Get": {"gocheckhdr.Gets", []int{0}, ""}, "net/mail.Header.Get": {"gocheckhdr.Gets", []int{0}, ""},
		"net/http.Header.Clone": {"ReadsEntries", nil, ""}, "net/http.Header.Write": {"ReadsEntries", nil, ""},
		"net/http.Header.Add": {"gocheckhdr.Adds", []int{0}, ""}, "net/textproto.MIMEHeader.Add": {"gocheckhdr.Adds", []int{0}, ""}, "net/url.Values.Add": {"AddsEntry", []int{0}, ""},
		"net.IP.To4": {"ReadsIP4", nil, ""}, "net.IP.To16": {"ReadsIP16", nil, ""},
		"regexp.Regexp.SubexpIndex": {"gocheckpart.FindsName", []int{0}, ""}, "regexp.Regexp.ReplaceAllString": {"gocheckpart.ExpandsNames", []int{1}, ""}, "regexp.Regexp.ReplaceAll": {"gocheckpart.ExpandsNames", []int{1}, ""},
		"encoding/asn1.BitString.At": {"gocheckpart.ReadsBit", []int{0}, ""}, "encoding/asn1.BitString.RightAlign": {"gocheckpart.ReadsBits", nil, ""},
		"index/suffixarray.Index.Lookup": {"gocheckpart.LooksUpSuffix", []int{0}, ""},
		"net/http.Request.Clone":         {"ClonesRequest", nil, ""},
		"archive/zip.File.Open":          {"FieldsIn", nil, `"rFileHeader,rzip", "zip", "kdecompressors"`},
		"archive/zip.Writer.Close":       {"ClosesZip", nil, ""}, "archive/zip.Reader.Open": {"OpensZip", []int{0}, ""},
		"net/url.Values.Get": {"ReadsEntry", []int{0}, ""}, "net/url.Values.Encode": {"ReadsEntries", nil, ""},
		"encoding/xml.StartElement.Copy": {"EncodesBinary", nil, ""}, "encoding/xml.ProcInst.Copy": {"EncodesBinary", nil, ""},
		"reflect.Value.Call": {"Calls", []int{0}, ""}, "reflect.Value.CallSlice": {"Calls", []int{0}, ""},
		"reflect.Value.Convert": {"Converts", []int{0}, ""}, "reflect.Value.Grow": {"Grows", []int{0}, ""}, "reflect.Value.IsZero": {"ReadsPlain", nil, ""}, "reflect.Value.Equal": {"Equals", []int{0}, ""},
		"net/http.ServeMux.ServeHTTP": {"gocheckset.Serves", []int{1}, ""}, "net/http.Handler.ServeHTTP": {"gocheckset.Serves", []int{1}, ""}, "net/http.ServeMux.Handler": {"gocheckset.Serves", []int{0}, ""},
		"net/http.Handle": {"gocheckmux.HandlesByDefault", nil, ""}, "net/http.HandleFunc": {"gocheckmux.HandlesByDefault", nil, ""},
		"go/token.FileSet.Position": {"gochecksyn.Locates", []int{0}, ""}, "go/token.FileSet.PositionFor": {"gochecksyn.Locates", []int{0}, ""},
		"runtime.GOMAXPROCS": {"gocheckset.Procs", nil, ""}, "syscall.Umask": {"gocheckset.Alters", []int{0}, `"umask"`}, "golang.org/x/sys/unix.Umask": {"gocheckset.Alters", []int{0}, `"umask"`},
		"syscall.Getenv": {"gocheckset.SeesVar", nil, ""}, "golang.org/x/sys/unix.Getenv": {"gocheckset.SeesVar", nil, ""},
		"syscall.Setenv": {"gocheckset.SetsVar", nil, ""}, "syscall.Unsetenv": {"gocheckset.SetsVar", nil, ""}, "os/exec.LookPath": {"gocheckset.SeeksIn", nil, `"PATH"`},
		"image.Image.At": {"gocheckpart.ReadsPixel", []int{0, 1}, ""}, "image.RGBA64Image.RGBA64At": {"gocheckpart.ReadsPixel", []int{0, 1}, ""},
		"image/draw.Image.Set": {"gocheckpart.WritesPixel", []int{0, 1}, ""}, "image/draw.RGBA64Image.SetRGBA64": {"gocheckpart.WritesPixel", []int{0, 1}, ""},
		"image/draw.Draw": {"gocheckpart.Draws", []int{1}, ""}, "image/draw.DrawMask": {"gocheckpart.Draws", []int{1}, ""},
		"crypto/cipher.Block.Encrypt": {"gocheckciph.Blocks", []int{0, 1}, ""}, "crypto/cipher.Block.Decrypt": {"gocheckciph.Blocks", []int{0, 1}, ""},
		"crypto/cipher.AEAD.Seal": {"gocheckciph.Seals", []int{0, 1, 2, 3}, ""}, "crypto/cipher.AEAD.Open": {"gocheckciph.Opens", []int{0, 1, 2, 3}, ""},
		"crypto/cipher.Stream.XORKeyStream": {"gocheckciph.Crypts", []int{0, 1}, ""}, "crypto/cipher.BlockMode.CryptBlocks": {"gocheckciph.Crypts", []int{0, 1}, ""},
	}
	for name := range strings.FieldsSeq("SetGCPercent SetMaxStack SetMaxThreads SetMemoryLimit") {
		m["runtime/debug."+name] = &relation{"gocheckset.Alters", []int{0}, strconv.Quote(name)}
	}
	for _, path := range []string{"syscall.", "golang.org/x/sys/unix."} {
		for name := range strings.FieldsSeq("Stat Lstat Access Readlink Statfs") {
			m[path+name] = &relation{"gocheckset.Sees", nil, `"stat"`}
		}
		m[path+"Open"], m[path+"Chdir"] = &relation{"gocheckset.Opens", nil, ""}, &relation{"gocheckset.SetsDir", nil, ""}
	}
	for name := range strings.FieldsSeq("DefaultMask IsGlobalUnicast IsInterfaceLocalMulticast IsLinkLocalMulticast IsLinkLocalUnicast IsLoopback IsMulticast IsPrivate IsUnspecified") {
		m["net.IP."+name] = &relation{"ReadsIPHead", nil, ""}
	}
	for f, what := range map[string]string{
		"io/fs.FileInfo.Size": "Size", "io/fs.FileInfo.Mode": "Mode", "io/fs.FileInfo.ModTime": "ModTime", "io/fs.FileInfo.IsDir": "IsDir", "io/fs.FileInfo.Name": "Name",
		"io/fs.DirEntry.Name": "Name", "io/fs.DirEntry.IsDir": "IsDir", "io/fs.DirEntry.Type": "Mode", "io/fs.FormatDirEntry": "Name IsDir Mode",
		"io/fs.FormatFileInfo": "Name Mode Size ModTime IsDir", "archive/zip.FileInfoHeader": "Size Name ModTime Mode", "archive/tar.FileInfoHeader": "Mode Name ModTime Size IsDir more",
	} {
		m[f] = &relation{"ReadsInfo", nil, strconv.Quote(what)}
	}
	for name := range strings.FieldsSeq("Decoder.Token Decoder.RawToken Decoder.Skip TokenReader.Token") {
		m["encoding/xml."+name] = &relation{"gocheckxml.Tokens", nil, ""}
	}
	for name := range strings.FieldsSeq("FilterFile FilterPackage FilterDecl") {
		m["go/ast."+name] = &relation{"gochecksyn.Filters", nil, ""}
	}
	m["go/ast.FileExports"], m["go/ast.PackageExports"] = &relation{"gochecksyn.Exports", nil, ""}, &relation{"gochecksyn.Exports", nil, ""}
	m["go/doc.New"], m["go/doc.NewFromFiles"] = &relation{"gochecksyn.Documents", []int{2}, ""}, &relation{"gochecksyn.DocumentsFiles", []int{1, 3}, ""}
	for typ := range strings.FieldsSeq(nodes) {
		m["go/ast."+typ+".Pos"], m["go/ast."+typ+".End"] = &relation{"gochecksyn.Begins", nil, ""}, &relation{"gochecksyn.Ends", nil, ""}
	}
	m["go/ast.FieldList.NumFields"] = &relation{"gochecksyn.Counts", nil, ""}
	m["go/ast.CommentGroup.Text"] = &relation{"gochecksyn.Reads", nil, ""}
	// The text of the boundary is read while another goroutine makes the parts: an upload by io.Pipe.
	for name, own := range map[string]string{"Boundary": "rboundary", "FormDataContentType": "rboundary", "SetBoundary": "wboundary,ww"} {
		m["mime/multipart.Writer."+name] = &relation{"FieldsIn", nil, strconv.Quote(own) + `, "", ""`}
	}
	for name := range strings.FieldsSeq("Match Find FindIndex FindSubmatch FindSubmatchIndex") {
		m["regexp.Regexp."+name] = &relation{"gocheckpart.Searches", []int{0}, ""}
	}
	for name := range strings.FieldsSeq("FindAll FindAllIndex FindAllSubmatch FindAllSubmatchIndex") {
		m["regexp.Regexp."+name] = &relation{"gocheckpart.SearchesAll", []int{0}, ""}
	}
	for name := range strings.FieldsSeq("Next Peek Scan") {
		fields := generated()["text/scanner.Scanner."+name][0][1:]
		m["text/scanner.Scanner."+name] = &relation{"ScansText", nil, strconv.Quote(fields)}
	}
	for typ := range strings.FieldsSeq("RGBA RGBA64 NRGBA NRGBA64 Alpha Alpha16 Gray Gray16 CMYK") {
		for name := range Words("At RGBA64At " + typ + "At") {
			m["image."+typ+"."+name] = &relation{"gocheckpart.ReadsPixel", []int{0, 1}, ""}
		}
		for name := range Words("Set SetRGBA64 Set" + typ) {
			m["image."+typ+"."+name] = &relation{"gocheckpart.WritesPixel", []int{0, 1}, ""}
		}
	}
	for typ := range strings.FieldsSeq("RGBA RGBA64 NRGBA NRGBA64 Alpha Alpha16") {
		m["image."+typ+".Opaque"] = &relation{"gocheckpart.ReadsOpacity", nil, ""}
	}
	for name, helper := range map[string]string{"At": "gocheckpart.ReadsPixel", "RGBA64At": "gocheckpart.ReadsPixel", "ColorIndexAt": "gocheckpart.ReadsPixel", "Set": "gocheckpart.WritesPixel", "SetRGBA64": "gocheckpart.WritesPixel", "SetColorIndex": "gocheckpart.WritesPixel"} {
		m["image.Paletted."+name] = &relation{helper, []int{0, 1}, ""}
	}
	return m
}()

// nodes are the types of syntax trees that have a position, and the interface.
const nodes = `
	Node Ident Ellipsis BasicLit FuncLit CompositeLit ParenExpr SelectorExpr IndexExpr
	IndexListExpr SliceExpr TypeAssertExpr CallExpr StarExpr UnaryExpr BinaryExpr KeyValueExpr
	ArrayType StructType FuncType InterfaceType MapType ChanType BadExpr Comment CommentGroup
	Field FieldList BadStmt DeclStmt EmptyStmt LabeledStmt ExprStmt SendStmt IncDecStmt
	AssignStmt GoStmt DeferStmt ReturnStmt BranchStmt BlockStmt IfStmt CaseClause SwitchStmt
	TypeSwitchStmt CommClause SelectStmt ForStmt RangeStmt ImportSpec ValueSpec TypeSpec BadDecl
	GenDecl FuncDecl File`

// A relation is a function of package access, or of one of those below it (Helpers), and the
// parameters that it gets.
type relation struct {
	Name string
	With []int
	More string // further arguments, as text
}

// Around are those of these functions that are called before and return what is to be called
// afterwards.
var Around = Words("gocheckxml.Tokens ScansText")

// RelatingMode stands for what relating says of a receiver.
const RelatingMode = '&'

// Precise are functions that access a part of a slice, as the data say: by key,
// the function of package access that stands for each. Its first parameter is the
// site; the rest is as in the original.
var Precise = func() map[string]string {
	m := make(map[string]string)
	for path, list := range map[string]string{
		"slices": "gocheckelem.Slices Index Contains IndexFunc ContainsFunc Equal EqualFunc Compare CompareFunc IsSorted IsSortedFunc BinarySearch BinarySearchFunc Grow All Values Backward" +
			" Sort SortFunc SortStableFunc Compact CompactFunc DeleteFunc Delete Chunk Insert Replace Reverse",
		"sort": "gocheckelem.Sort Ints Strings Float64s Slice SliceStable IntsAreSorted StringsAreSorted Float64sAreSorted SearchInts SearchStrings SearchFloat64s",
		"maps": "gocheckelem.Maps Copy Insert DeleteFunc EqualFunc",
		"bytes": "gocheckelem.Bytes HasPrefix HasSuffix TrimPrefix TrimSuffix CutPrefix CutSuffix IndexByte Index Contains Cut Compare Lines SplitSeq FieldsSeq" +
			" IndexFunc LastIndexFunc ContainsFunc IndexRune ContainsRune IndexAny ContainsAny LastIndexAny LastIndexByte LastIndex" +
			" TrimLeftFunc TrimRightFunc TrimFunc TrimSpace Trim TrimLeft TrimRight",
		"encoding/binary": "gocheckelem.Binary Uvarint Varint",
		"encoding/json":   "JSON Unmarshal",
		"go/ast":          "gochecksyn. Preorder",
		"unicode/utf8":    "gocheckelem.UTF8 DecodeRune DecodeLastRune",
	} {
		prefix, names, _ := strings.Cut(list, " ")
		for name := range strings.FieldsSeq(names) {
			m[path+"."+name] = prefix + name
		}
	}
	return m
}()
