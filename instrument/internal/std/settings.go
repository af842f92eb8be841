package std

import (
	"slices"
	"strings"
)

// A StdSetting is state of a standard package that functions change: an
// expression for its value, and a statement that sets it. PKG stands for the
// package's name, OLD for the value, STRING for that type. Variables are those of the package
// that hold it, where the package may be rewritten.
type StdSetting struct{ Path, Get, Set, Variables string }

var (
	logOutput = StdSetting{"log", "PKG.Writer()", "PKG.SetOutput(OLD)", ""}
	logFlags  = StdSetting{"log", "PKG.Flags()", "PKG.SetFlags(OLD)", ""}
	logPrefix = StdSetting{"log", "PKG.Prefix()", "PKG.SetPrefix(OLD)", ""}
	slogged   = StdSetting{"log/slog", "PKG.Default()", "PKG.SetDefault(OLD)", ""}
	procs     = StdSetting{"runtime", "PKG.GOMAXPROCS(0)", "if PKG.GOMAXPROCS(0) != OLD { PKG.GOMAXPROCS(OLD) }", ""}
	mux       = StdSetting{"net/http", "PKG.DefaultServeMux", freshMux, "DefaultServeMux defaultServeMux"}
)

// freshMux takes over what standard packages have registered.
const freshMux = `PKG.DefaultServeMux = PKG.NewServeMux()
		for _, p := range [...]STRING{"/debug/vars", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/profile", "/debug/pprof/symbol", "/debug/pprof/trace"} {
			q, _ := PKG.NewRequest("GET", p, PKG.NoBody)
			if h, at := OLD.Handler(q); gocheckrt.Standard(h) {
				PKG.DefaultServeMux.Handle(at, h)
			}
		}`

// Changers are the functions that change settings, in the order in which they
// have to be put back: slog.SetDefault makes package log write to the handler.
var Changers = []struct {
	Key      string
	Settings []StdSetting
}{
	{"log/slog.SetDefault", []StdSetting{slogged, logOutput, logFlags}},
	{"log.SetOutput", []StdSetting{logOutput}},
	{"log.SetFlags", []StdSetting{logFlags}},
	{"log.SetPrefix", []StdSetting{logPrefix}},
	{"log.Default", []StdSetting{logOutput, logFlags, logPrefix}},
	{"net/http.Handle", []StdSetting{mux}},
	{"net/http.HandleFunc", []StdSetting{mux}},
	{"net/http.DefaultServeMux", []StdSetting{mux}},
	{"net/rpc.HandleHTTP", []StdSetting{mux}},
	{"runtime.GOMAXPROCS", []StdSetting{procs}},
}

// HoldsSetting reports whether a variable of a standard package holds a setting.
func HoldsSetting(path, variable string) bool {
	for _, c := range Changers {
		for _, s := range c.Settings {
			if s.Path == path && slices.Contains(strings.Fields(s.Variables), variable) {
				return true
			}
		}
	}
	return false
}

// Drawing are the packages whose functions draw at random by themselves: see package
// access/entropy. (The hashes below crypto do not; nor does crypto/cipher, but for one mode.)
var Drawing = strings.Fields("crypto/cipher crypto/dsa crypto/ecdh crypto/ecdsa crypto/ed25519 crypto/elliptic crypto/hpke crypto/mlkem crypto/rand crypto/rsa crypto/tls crypto/x509")
