// Command platforms writes docs/measured/platforms.md: for which systems and processors gocheck
// and its tests have no errors of types, and rewritten tests are built, and where they are run.
//
//	go run ./internal/platforms          # writes the page
//	go run ./internal/platforms -check   # those that every commit looks at
//	go run ./internal/platforms -run linux/arm64
//
// The last one runs tests of another processor on this machine: the core of gocheck's
// own, and the examples, explored by binaries for that processor and held to what the
// machine's own come to. Where the machine does not run them by itself, by the emulator
// QEMU (Debian's package qemu-user-static).
package main
