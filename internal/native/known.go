package main

// known are programs of which gocheck says a wrong word, with the reason.
var known = map[string]string{
	"StringOfBytes": "A conversion of a slice does not announce the elements that it reads yet.",
	"StringOfRunes": "A conversion of a slice does not announce the elements that it reads yet.",
	"SliceToArray":  "A conversion of a slice does not announce the elements that it reads yet.",
	"DeepEqual":     "A reflect.Value is a view of a variable: what its methods read and write is not announced yet.",
	"Reflect":       "A reflect.Value is a view of a variable: what its methods read and write is not announced yet.",
	"ReflectField":  "A reflect.Value is a view of a variable: what its methods read and write is not announced yet.",
	"ReflectRead":   "A reflect.Value is a view of a variable: what its methods read and write is not announced yet.",
	"ReflectMap":    "A reflect.Value is a view of a variable: what its methods read and write is not announced yet.",
	"BinaryPut":     "Methods of the values binary.BigEndian and LittleEndian are not in the table of accesses yet.",
	"SprintStruct":  "What is reached by pointers from an argument of the standard library is not announced yet.",
	"JSONMarshal":   "What is reached by pointers from an argument of the standard library is not announced yet.",
	"Template":      "What is reached by pointers from an argument of the standard library is not announced yet.",
	"UsedAfterPut":  "A task gets back from a pool what it has itself put there. With -pools=shared it fails.",
}
