// Package access announces the accesses of shared memory within operations of the language, and
// within functions of the standard library. Rewritten code calls it if one call of package
// runtime is not enough. It is made of R, MapW, SliceR, Touch and other entry points. If these do
// nothing, it does the plain operation.
//
//   - Append, Copy, Delete, ClearMap, ClearSlice: the builtins; …Tuple with the results of a call.
//   - Keys, SortedKeys, LostEntries, Into, MapsAll: ranges over maps, package maps, a
//     reflect.Value's keys, in one order.
//   - Elements, StringView, ReadString: conversions of slices; reads of the bytes of a string.
//   - EqualParts, EqualTo; ElementsOf, LenOf, ZeroKey: comparisons of small structs and arrays;
//     type parameters of several kinds, types without a name.
//   - Called: the receiver that a method of the compiler's copies.
//   - Outside, OutsideOf, Bound: what is out of control always, by the dynamic type, or for a
//     caller that is locked to its thread.
//   - LooksAt, ChangesPath, LooksUp, LooksIn, ReadsInFS: files and the environment.
//   - AddCleanup, WeakMake: who wants to know when an object is gone.
//   - Reads, Writes, Prints, EncodesJSON, ReadsPart, Fields, Lends, DecodesJSON, Grown:
//     how a call accesses an object or argument of the standard library; they return it.
//   - PoolGet, MapLoad: functions by the rule of names (docs/design/entrypoints.md).
//   - Rand, RandV2, QuickCheck, AroundFloat: draws from the calling task's source.
//   - Registers: what can be registered once in a process.
//
// What has a seam of its own, or would link a standard package into every binary, is in packages
// beneath it: elements, stacks, pipes, parts, faults; nets, logs, syntax, headers, variables.
package access
