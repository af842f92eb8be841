package main

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// lent says what methods of interfaces do with the slices that they are given, by the methods'
// names: readers and writers, hashes, ciphers. Methods of other names keep to what they are called
// on.
var lent = map[string][]kind{
	"Read": {writes}, "ReadAt": {writes}, "ReadFrom": {writes}, "Write": {reads}, "WriteAt": {reads}, "WriteTo": {reads}, "Sum": {grows},
	"Encrypt": {writes, reads}, "Decrypt": {writes, reads}, "CryptBlocks": {writes, reads}, "XORKeyStream": {writes, reads},
}

// lock notes operations on locks, wait groups and atomic variables, which order the accesses
// around them.
func (s *state) lock(f *ssa.Function, args map[root]values) bool {
	if f.Pkg == nil {
		return false
	}
	switch f.Pkg.Pkg.Path() {
	case "sync", "sync/atomic", "internal/runtime/atomic", "internal/sync":
	default:
		return false
	}
	for v := range args[0] {
		s.effect(v.target(), locks, "", s.must)
	}
	return true
}

// A model says what a function without a body does with the elements of its slices, or the
// variables behind its pointers: a letter for each parameter.
var models = map[string]string{
	"internal/bytealg.Compare": "rr", "internal/bytealg.Count": "r.", "internal/bytealg.Equal": "rr", "internal/bytealg.Index": "rr",
	"internal/bytealg.IndexByte": "r.", "internal/bytealg.CountString": "..", "internal/bytealg.IndexByteString": "..", "internal/bytealg.IndexString": "..",
	"internal/bytealg.LastIndexByte": "r.", "internal/bytealg.MakeNoZero": ".", "internal/bytealg.CompareString": "..", "internal/bytealg.abigen_runtime_memequal": "...",
	"math/big.addVV": "wrr", "math/big.subVV": "wrr", "math/big.lshVU": "wr.", "math/big.rshVU": "wr.", "math/big.mulAddVWW": "wr..", "math/big.addMulVVWW": "wrr..",
	"math/big.addVW": "wr.", "math/big.subVW": "wr.", "math/big.shlVU": "wr.", "math/big.shrVU": "wr.",
	"crypto/sha1.blockAVX2": "wr", "crypto/sha1.blockSHANI": "wr", "crypto/internal/fips140/sha256.blockAVX2": "wr", "crypto/internal/fips140/sha256.blockSHANI": "wr",
	"crypto/internal/fips140/sha512.blockAVX2": "wr", "crypto/internal/fips140/sha3.keccakF1600": "w", "crypto/internal/fips140/subtle.xorBytes": "wrr.",
	"crypto/internal/fips140/aes.expandKeyAsm": ".rww", "crypto/internal/fips140/aes.encryptBlockAsm": ".rwr", "crypto/internal/fips140/aes.decryptBlockAsm": ".rwr",
	"crypto/internal/fips140/aes.ctrBlocks1Asm": ".rwr..", "crypto/internal/fips140/aes.ctrBlocks2Asm": ".rwr..", "crypto/internal/fips140/aes.ctrBlocks4Asm": ".rwr..", "crypto/internal/fips140/aes.ctrBlocks8Asm": ".rwr..",
	"crypto/internal/fips140/bigmod.addMulVVW1024": "wr.", "crypto/internal/fips140/bigmod.addMulVVW1536": "wr.", "crypto/internal/fips140/bigmod.addMulVVW2048": "wr.",
	"internal/chacha8rand.block": "rw.", "hash/maphash.runtime_memhash": "r..", "internal/abi.EscapeNonString": ".",
	"crypto/md5.block": "wr", "crypto/sha1.block": "wr", "hash/crc32.castagnoliSSE42": ".r", "hash/crc32.ieeeCLMUL": ".r",
	"reflect.typedmemmove": ".wr", "reflect.memmove": "wr.", "reflect.typedmemclr": ".w", "reflect.typedslicecopy": ".wr",
	"runtime.KeepAlive": ".", "strings.noescape": ".", "time.now": "", "time.runtimeNano": "",
}

// bodiless makes the summary of a function without a body.
func (s *state) bodiless(f *ssa.Function) {
	s.given = root(f.Signature.Params().Len())
	if recv := f.Signature.Recv(); recv != nil {
		s.given++
	}
	s.sum.results = make([]values, f.Signature.Results().Len())
	for i := range s.sum.results {
		s.sum.results[i] = make(values)
	}
	name := f.String()
	model, known := models[name]
	if !known {
		touches := false
		for i := range f.Signature.Params().Len() {
			touches = touches || leads(f.Signature.Params().At(i).Type())
		}
		if !touches {
			return
		}
		for i := range s.given {
			s.effect(loc{root: i}, unclear, name, true)
		}
		return
	}
	for i := range f.Signature.Params().Len() {
		v := value{loc: loc{root: root(i)}}
		l := v.target()
		if _, ok := f.Signature.Params().At(i).Type().Underlying().(*types.Slice); ok {
			l = v.element(-1)
		}
		switch model[min(i, len(model)-1)] {
		case 'r':
			s.effect(l, reads, "", true)
		case 'w':
			s.effect(l, writes, "", true)
		}
	}
}

// transparent reports whether the analysis looks into a function: not into the Go runtime, nor
// into packages that work by reflection or with the operating system, whose functions are
// bodiless to it.
func transparent(f *ssa.Function) bool {
	if f.Pkg == nil {
		return true
	}
	switch path := f.Pkg.Pkg.Path(); {
	case path == "runtime", strings.HasPrefix(path, "internal/runtime/"), path == "reflect", path == "internal/abi", path == "internal/reflectlite",
		path == "syscall", path == "internal/poll", path == "internal/syscall/unix", path == "os", path == "net", path == "internal/godebug", path == "sync", path == "time", path == "unique":
		return path == "time" && f.Signature.Recv() != nil
	}
	return true
}
