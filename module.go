package gocheck

import "embed"

// ModuleSource is the source of this module that test binaries are linked with,
// for cmd/gocheck, which puts it beside the rewritten packages: so these always
// meet the runtime of the command's own version. Nothing else should mention
// it, and then the linker leaves it out.
//
//go:embed *.go checker runtime internal/wire
var ModuleSource embed.FS
