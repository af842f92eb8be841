// Command gocheck-mcp lets editors and coding assistants use gocheck: a server of the Model Context
// Protocol on its standard input and output, with the official SDK. `gocheck mcp` starts it, for
// the module that the user is in. It is a command of its own, and a module, since nobody else is
// to compile the SDK, or to have its modules (docs/design/architecture.md).
//
// A tool is a command of gocheck with arguments that are data, not a command line. The server
// runs it, and answers with what it prints (cut to what an assistant can read) and with the same
// as data. It is for one module: packages and schedules outside of it are refused, so nothing
// else is read but what the go command reads to build them. Nothing is written but failing
// schedules, and these only if asked for.
//
// Calls come one after the other, since each uses all cores.
package main
